"""What the values of one field reading are, by what a trace's header says in `"field"`.

Everything else takes a list of up to three values for axes, the last one through the board, and a
longer one for axial sensors side by side. Who writes a trace may say it in another way::

    "axial"  "3-axis sensors"  {"sensors":1,"axes":3}                       as it is anyway
    ["east","north","up"]  ["Bz_mT","Bx_mT","By_mT"]  {"axes":"zxy"}        axes in some order
    "sensors"  {"sensors":2}  ["left","right"]  [[-12,0],[12,0]]            sensors side by side

Axes that are named or counted win over the word "sensors": a sensor may have three of them. Nothing
is refused: where a header says neither unmistakably, the number of values tells.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from firmware_bridge.frames import Reading
from firmware_bridge.strict_json import JsonValue

MOST_AXES: Final = 3
"""A longer list of values is of sensors side by side."""
_THROUGH_THE_BOARD: Final = frozenset(["z", "up", "down", "axial", "vertical", "normal"])
_OPPOSITES: Final = (("west", "east"), ("south", "north"), ("left", "right"))
_ALONG_THE_BOARD: Final = frozenset(
    ["x", "y", "across", "along", "lateral", "horizontal", "radial"]
).union(*_OPPOSITES)
_AXES: Final = _THROUGH_THE_BOARD | _ALONG_THE_BOARD

_WORD: Final = re.compile(r"[a-z0-9]+")
_LETTERS: Final = re.compile(r"[bh]?([xyz]+)(?:mt)?")
"""`z`, `bz`, `bzmt`; `zxy`: some write B or H for the field along an axis."""
_COUNTED_AXES: Final = re.compile(r"ax[ei]s|triaxial|\b3[\W_]*d\b")
_ONE_AXIS: Final = re.compile(r"\b(?:1|one|single)[\W_]*axis")
_COUNT_OF_SENSORS: Final = re.compile(r"(?:[a-z]+[_ ])*sensors?(?:[_ ]count|[_ ]per[_ ]square)?")
_BESIDE_AXES: Final = frozenset(["axes", "axis", "and", "then", "order", "b", "h", "mt", "field"])


@dataclass(frozen=True, slots=True)
class FieldForm:
    """How lists of field values are to be read."""

    axial: int | None = None
    """Where among `axes` the one through the board stands; None: last."""
    axes: int = 0
    """So many axes have been named."""
    is_of_sensors: bool = False
    """Whether the values are of sensors side by side, however few they are."""

    def arranged(self, reading: Reading) -> Reading:
        """The reading in the form that goes without saying."""
        if not isinstance(reading, tuple):
            return reading
        if self.is_of_sensors and 1 < len(reading) <= MOST_AXES:
            # As if there were more that feel nothing: so many values are of no axes.
            return (*reading, *(0.0,) * (MOST_AXES + 1 - len(reading)))
        if self.axial is not None and len(reading) == self.axes:
            return (*reading[: self.axial], *reading[self.axial + 1 :], reading[self.axial])
        return reading


def field_form(said: JsonValue) -> FieldForm:
    """What a header's `"field"` says; None where it says nothing."""
    parts = list(_parts(said))
    of_axes = [form for key, value in parts if (form := _form_of_axes(key, value))]
    if of_axes:
        return next((form for form in of_axes if form.axial is not None), of_axes[0])
    return FieldForm(is_of_sensors=any(_are_sensors(key, value) for key, value in parts))


def _parts(said: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """All that is said, however deep, and under which key: "" at the top, "item" in a list."""
    waiting: list[tuple[str, JsonValue]] = [("", said)]
    while waiting:
        key, value = waiting.pop()
        yield key, value
        if isinstance(value, dict):
            waiting += [(name.lower(), part) for name, part in value.items()]
        elif isinstance(value, list):
            waiting += [("item", part) for part in value]


def _form_of_axes(key: str, value: JsonValue) -> FieldForm | None:
    """How several axes are ordered, as far as it is said; None where none are spoken of."""
    if isinstance(value, str):
        form = _of_text(value.lower())
    else:
        form = _of_names([_name(item) for item in value]) if isinstance(value, list) else None
    if form or not _COUNTED_AXES.search(key) or not value or _is_one_axis(value):
        return form
    return FieldForm()


def _is_one_axis(value: JsonValue) -> bool:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value == 1 or _name(value) in _THROUGH_THE_BOARD


def _of_text(text: str) -> FieldForm | None:
    words = _WORD.findall(text)
    form = None
    if all(_name(word) or word in _BESIDE_AXES for word in words):
        form = _of_names([name for word in words if (name := _name(word))])
    if form is None:
        # Of "z: up, x: east, y: north" the letters are enough.
        form = _of_names([letter for word in words for letter in _letters(word)])
    if form is None and _COUNTED_AXES.search(text) and not _ONE_AXIS.search(text):
        return FieldForm()
    return form


def _of_names(names: list[str]) -> FieldForm | None:
    """The form of a list that names several axes and nothing else: one goes through, or x and y."""
    several = set(names)
    if not 1 < len(several) == len(names) <= MOST_AXES or not several <= _AXES:
        return None
    through = [place for place, name in enumerate(names) if name in _THROUGH_THE_BOARD]
    if len(through) == 1:
        return FieldForm(axial=through[0], axes=len(names))
    return FieldForm() if several == {"x", "y"} else None


def _name(said: JsonValue) -> str:
    """The axis or side that a text names first, such as z in `B_z (mT)`; "" for none."""
    words = _WORD.findall(said.lower()) if isinstance(said, str) else []
    named = [letters if len(letters := _letters(word)) == 1 else word for word in words]
    return next((name for name in named if name in _AXES), "")


def _letters(word: str) -> str:
    found = _LETTERS.fullmatch(word)
    return found[1] if found else ""


def _are_sensors(key: str, value: JsonValue) -> bool:
    """Whether this can be nothing but sensors side by side, given that no axes are named."""
    is_count = _COUNT_OF_SENSORS.fullmatch(key)
    match value:
        case str():
            words = _WORD.findall(value.lower())
            return _speak_of_sensors(words) or _have_opposites(words)
        case list():
            if _have_opposites([_name(item) for item in value]):
                return True
            return _are_few(len(value)) and (
                (is_count is not None and "sensors" in key)
                or all(isinstance(item, str) and "sensor" in item.lower() for item in value)
                or ((not key or "position" in key) and _are_positions(value))
            )
        case int():
            return is_count is not None and _are_few(value)
        case _:
            return False


def _are_few(count: int) -> bool:
    """More than three values are of sensors anyway; 64 are those of the whole board."""
    return 1 < count <= MOST_AXES


def _speak_of_sensors(words: list[str]) -> bool:
    if "sensors" not in words:
        return False
    counts = [word for word in words[: words.index("sensors")] if word.isdigit()]
    return not counts or counts[-1] in ("2", "3")


def _have_opposites(names: list[str]) -> bool:
    """Whether both sides of a square are named: two axes along the board are never so."""
    named = set(names)
    return not named & _THROUGH_THE_BOARD and any(named.issuperset(sides) for sides in _OPPOSITES)


def _are_positions(items: list[JsonValue]) -> bool:
    """Whether these are pairs of numbers, each another one."""
    pairs = {
        tuple(item)
        for item in items
        if isinstance(item, list) and len(item) == 2 and all(type(n) in (int, float) for n in item)
    }
    return len(pairs) == len(items)
