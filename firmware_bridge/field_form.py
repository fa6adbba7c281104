"""What the values of one field reading are, by what a trace's header says in `"field"`.

Everything else takes a list of up to three values for axes, the last one through the board, and a
longer one for axial sensors side by side. Who writes a trace may name them in another way::

    "axial"                               one axis, through the board
    ["east","north","up"]  ["z","x","y"]  "zxy"  {"axes":["x","y","z"]}
    ["left","right"]  "sensors"  {"sensors":[[-12,0],[12,0]]}

Nothing is refused: what a header says in words not known here, the number of values tells.
"""

import re
from dataclasses import dataclass
from typing import Final

from firmware_bridge.frames import Reading
from firmware_bridge.strict_json import JsonValue

_THROUGH_THE_BOARD: Final = frozenset(["z", "up", "down", "axial", "vertical", "normal"])
_ALONG_THE_BOARD: Final = frozenset(
    ["x", "y", "east", "west", "north", "south", "across", "along", "lateral"]
)
_MOST_AXES: Final = 3
_WORD: Final = re.compile(r"[a-z]+")


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
        if self.is_of_sensors and 1 < len(reading) <= _MOST_AXES:
            # As if there were more that feel nothing: so many values are of no axes.
            return (*reading, *(0.0,) * (_MOST_AXES + 1 - len(reading)))
        if self.axial is not None and len(reading) == self.axes:
            return (*reading[: self.axial], *reading[self.axial + 1 :], reading[self.axial])
        return reading


def field_form(said: JsonValue) -> FieldForm:
    """What a header's `"field"` says; None where it says nothing."""
    match said:
        case dict():
            return _by_key(said)
        case list():
            return _of_names(said)
        case str():
            return _of_text(said.lower())
        case _:
            return FieldForm()


def _by_key(said: dict[str, JsonValue]) -> FieldForm:
    for key, value in said.items():
        if "sensor" in key.lower():
            return FieldForm(is_of_sensors=True)
        if key.lower() in ("axes", "axis"):
            return field_form(value)
    return FieldForm()


def _of_text(text: str) -> FieldForm:
    if "sensor" in text:
        return FieldForm(is_of_sensors=True)
    words = _WORD.findall(text)
    if len(words) == 1 and set(words[0]) <= set("xyz"):
        return _of_axes(list(words[0]))
    return _of_axes([_axis(word) for word in words])


def _of_names(said: list[JsonValue]) -> FieldForm:
    """A list has one item for each value: the names of axes, else sensors or where they are."""
    names = [_axis(item.lower()) if isinstance(item, str) else "" for item in said]
    axes = [name for name in names if name in _THROUGH_THE_BOARD | _ALONG_THE_BOARD]
    # Sensors may lie to the west and to the east: of axes one goes through, or they are x and y.
    if len(axes) == len(names) and (_THROUGH_THE_BOARD & set(axes) or set(axes) == {"x", "y"}):
        return _of_axes(axes)
    return FieldForm(is_of_sensors=bool(said))


def _of_axes(names: list[str]) -> FieldForm:
    through = [place for place, name in enumerate(names) if name in _THROUGH_THE_BOARD]
    if len(through) != 1 or len(names) > _MOST_AXES:
        return FieldForm()
    return FieldForm(axial=through[0], axes=len(names))


def _axis(name: str) -> str:
    """The axis itself: some write `Bz` for the field along z."""
    return name[1:] if len(name) == 2 and name[0] in "bh" else name
