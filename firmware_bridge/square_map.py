"""Which square each sensor and each LED of a build belongs to, and how its sensors are read.

The builds are in `builds/`, made from `hardware/wiring.yaml`. A file that `pacoboard check` or
`pacoboard calibrate` has written has the same form and replaces the build's keys one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import yaml

from firmware_bridge import yaml_text
from firmware_bridge.errors import BridgeError
from firmware_bridge.frames import Reading, SensorKind
from firmware_bridge.message_parts import HIGHEST_LEVEL, BoardKind
from firmware_bridge.squares import SQUARE_COUNT, parse_square, square_name

_LARGEST_FILE: Final = 64 * 1024
_HIGHEST_PIN: Final = 27
_LONGEST_SETTLING: Final = 10_000
_FALLS_BACK: Final = 0.75
"""A square is empty again below this part of the threshold: noise is no hand."""
_MOST_PER_STEP: Final = 10.0
_HIGHEST_THRESHOLD: Final = 100.0
_LEAST_SCALE: Final = 0.1
_MOST_SCALE: Final = 10.0


class SquareMapError(BridgeError):
    """A square map is not what it should be; says the file, the key, what was expected and seen."""


class Build(StrEnum):
    """The boards that are described in `hardware/`."""

    REED_SERIAL = "reed-serial"
    HALL_SERIAL = "hall-serial"
    REED_GPIO = "reed-gpio"


class Sensor(StrEnum):
    """What is under the squares."""

    REED = "reed"
    HALL = "hall"


@dataclass(frozen=True, slots=True)
class GpioPins:
    """The Raspberry Pi's pins of a matrix, by their BCM numbers."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    settle_us: int
    """Microseconds from driving a row to reading the columns."""
    leds: int


@dataclass(frozen=True, slots=True)
class HallScale:
    """How ADC steps become millitesla."""

    zero: float
    """Steps without any magnet."""
    millitesla_per_step: float
    threshold: float | None = None
    """Millitesla, of either pole, from which somebody stands there; None: the field is told."""


@dataclass(frozen=True, slots=True)
class HallSquare:
    """What was learned of the sensor under one square."""

    zero: float
    """ADC steps without any magnet."""
    scale: float
    """Factor on the millitesla."""


@dataclass(frozen=True, slots=True)
class SquareMap:
    """A build as it is wired, with what was learned of it."""

    build: str
    bridge: str
    """`serial` or `gpio`."""
    sensor: Sensor
    sensors: tuple[int, ...]
    """The square over each sensor."""
    leds: tuple[int, ...]
    """The square over each LED, in the strip's order."""
    gpio: GpioPins | None = None
    hall: HallScale | None = None
    dead: frozenset[int] = frozenset()
    """Squares whose sensors do not work; they read empty."""
    field: Mapping[int, HallSquare] = field(default_factory=dict)

    @property
    def sensor_kind(self) -> SensorKind:
        """What the readings tell."""
        is_field = self.hall is not None and self.hall.threshold is None
        return SensorKind.FIELD if is_field else SensorKind.PRESENCE

    @property
    def board_kind(self) -> BoardKind:
        """What a microcontroller with this build calls its sensors."""
        return BoardKind.REED if self.sensor == Sensor.REED else BoardKind.HALL

    def reading(self, sensor: int, raw: int, before: Reading | None = None) -> Reading:
        """What a square reads when its sensor says `raw`: 0 or 1 of a reed, or ADC steps.

        That is whether somebody stands there, or the field in millitesla where no threshold says
        so. `before`: what the square has read so far.
        """
        is_dead = self.sensors[sensor] in self.dead
        if self.hall is None:
            return 0 if is_dead else raw
        if self.hall.threshold is None:
            return 0.0 if is_dead else self.millitesla(sensor, raw)
        share = _FALLS_BACK if before == 1 else 1.0
        field = abs(self._field_at(sensor, raw, self.hall))
        return int(not is_dead and field >= share * self.hall.threshold)

    def millitesla(self, sensor: int, raw: int) -> float:
        """The field at a Hall sensor that says so many ADC steps, by all that was learned."""
        if self.hall is None:
            raise SquareMapError(f"expected a build with Hall sensors, saw {self.build}")
        return round(self._field_at(sensor, raw, self.hall), 1)

    def _field_at(self, sensor: int, raw: int, hall: HallScale) -> float:
        learned = self.field.get(self.sensors[sensor], HallSquare(hall.zero, 1.0))
        return (raw - learned.zero) * learned.scale * hall.millitesla_per_step


def load_square_map(build: str, layout: Path | None = None) -> SquareMap:
    """The map of a build, with what a learned file has to say; raises `SquareMapError`."""
    if build not in list(Build):
        raise SquareMapError(f"expected a build ({', '.join(Build)}), saw {build[:40]!a}")
    name = f"{build}.yaml"
    packaged = files("firmware_bridge").joinpath("builds", name).read_bytes()
    source = _Source(name, packaged)
    if layout is not None:
        learned = _Source(str(layout), _read(layout))
        _refuse_another_board(learned, source)
        source.overlay(learned)
    return _map_of(source)


def read_layout(path: Path) -> dict[str, Any]:
    """The keys of a learned file as they stand; raises `SquareMapError`."""
    return dict(_Source(str(path), _read(path)).keys)


def _refuse_another_board(learned: _Source, build: _Source) -> None:
    """A layout says where things lie and what they read, not which board it is."""
    name = build.keys["build"]
    for key in ("build", "bridge", "sensor"):
        its, seen = build.keys[key], learned.keys.get(key, build.keys[key])
        if seen != its:
            is_build = key == "build"
            expected = f"a layout of the build {its}" if is_build else f"{its}, as {name} has it"
            raise learned.refusal(key, expected, seen)
    for key, needed in {"gpio": "gpio", "hall": "hall", "field": "hall"}.items():
        if key in learned.keys and needed not in build.keys:
            raise learned.refusal(key, f"no such key for the build {name}", learned.keys[key])


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            data = stream.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise SquareMapError(f"expected a layout in {path}, saw: {error.strerror}") from None
    if len(data) > _LARGEST_FILE:
        raise SquareMapError(f"{path}: expected at most {_LARGEST_FILE} bytes, saw more")
    return data


def _parsed(name: str, data: bytes) -> yaml.Node | None:
    try:
        return yaml_text.compose(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise SquareMapError(f"{name}: expected UTF-8, saw other bytes") from None
    except yaml_text.TextProblem as found:
        raise SquareMapError(found.sentence(name)) from None


def _shown(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "keys with values"
        case _:
            return f"{str(value)[:40]!a}" if isinstance(value, str) else ascii(value)[:40]


# --- values ---


class _Source:
    """The keys of a file, and which file has said each."""

    def __init__(self, name: str, data: bytes) -> None:
        """Raises `SquareMapError` for what is no YAML, or has a key that nobody knows."""
        root = _parsed(name, data)
        keys = yaml_text.value_of(root)
        if not isinstance(keys, dict):
            raise SquareMapError(f"{name}: expected keys with values, saw {_shown(keys)}")
        self.keys: dict[str, Any] = keys
        self._roots = dict.fromkeys(keys, (name, root))
        self._own = name, root
        for key in keys:
            if key not in _KEYS:
                line = yaml_text.line_of(root, (key,))
                expected = f"expected one of the keys {', '.join(_KEYS)}, saw {_shown(key)}"
                raise SquareMapError(f"{name}, line {line}: {expected}")

    def overlay(self, other: _Source) -> None:
        """Let the keys of another file stand in the place of these."""
        self.keys.update(other.keys)
        self._roots.update(other._roots)

    def refusal(self, key: str, expected: str, seen: object) -> SquareMapError:
        """The error for a key, or a part of one after a dot."""
        path = tuple(key.split("."))
        file, root = self._roots.get(path[0], self._own)
        lines = (yaml_text.line_of(root, path[:n]) for n in range(len(path), 0, -1))
        line = next((line for line in lines if line is not None), 1)
        return SquareMapError(
            f"{file}, line {line}, {key}: expected {expected}, saw {_shown(seen)}"
        )

    def word(self, key: str, words: type[StrEnum] | tuple[str, ...]) -> str:
        """One of a few words."""
        value = self.keys.get(key)
        if value not in tuple(words):
            raise self.refusal(key, " or ".join(words), value)
        return str(value)

    def group(
        self, key: str, parts: tuple[str, ...], within: Mapping[Any, Any], also: str = ""
    ) -> dict[str, Any]:
        """Keys with values, these and no others; `also`: one that may be there."""
        value = within.get(key.rpartition(".")[2])
        if not isinstance(value, dict) or set(value) - {also} != set(parts):
            raise self.refusal(key, f"the keys {', '.join(parts)}", value)
        return value

    def number(self, key: str, value: object, least: float, most: float) -> float:
        """A number in a range."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.refusal(key, f"a number from {least:g} to {most:g}", value)
        if not least <= value <= most:
            raise self.refusal(key, f"a number from {least:g} to {most:g}", value)
        return float(value)

    def whole(self, key: str, value: object, least: int, most: int) -> int:
        """A whole number in a range."""
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.refusal(key, f"a whole number from {least} to {most}", value)
        return value

    def square(self, key: str, value: object) -> int:
        """A square by its name."""
        try:
            return parse_square(value if isinstance(value, str) else "")
        except BridgeError:
            raise self.refusal(key, "a square from a1 to h8", value) from None

    def squares(self, key: str) -> tuple[int, ...]:
        """Names of squares, each at most once."""
        value = self.keys.get(key)
        if not isinstance(value, list):
            raise self.refusal(key, "a list of squares", value)
        squares = tuple(self.square(key, name) for name in value)
        for square in squares:
            if squares.count(square) > 1:
                raise self.refusal(key, "each square once", square_name(square))
        return squares

    def all_squares(self, key: str) -> tuple[int, ...]:
        """Each of the 64 squares once."""
        squares = self.squares(key)
        if len(squares) != SQUARE_COUNT:
            raise self.refusal(key, "all 64 squares", list(squares))
        return squares


def _map_of(source: _Source) -> SquareMap:
    bridge = source.word("bridge", ("serial", "gpio"))
    sensor = Sensor(source.word("sensor", Sensor))
    return SquareMap(
        build=source.word("build", Build),
        bridge=bridge,
        sensor=sensor,
        sensors=source.all_squares("sensors"),
        leds=source.all_squares("leds"),
        gpio=_gpio(source) if bridge == "gpio" else None,
        hall=_hall(source) if sensor == Sensor.HALL else None,
        dead=frozenset(source.squares("dead") if "dead" in source.keys else ()),
        field=_field(source) if "field" in source.keys else {},
    )


def _gpio(source: _Source) -> GpioPins:
    parts = source.group("gpio", ("rows", "columns", "settle_us", "leds"), source.keys)
    rows, columns = (_pins(source, f"gpio.{name}", parts[name]) for name in ("rows", "columns"))
    leds = source.whole("gpio.leds", parts["leds"], 0, _HIGHEST_PIN)
    used = [*rows, *columns, leds]
    for pin in used:
        if used.count(pin) > 1:
            raise source.refusal("gpio", "each pin once", pin)
    settle_us = source.whole("gpio.settle_us", parts["settle_us"], 0, _LONGEST_SETTLING)
    return GpioPins(rows, columns, settle_us, leds)


def _pins(source: _Source, key: str, value: object) -> tuple[int, ...]:
    side = 8
    if not isinstance(value, list) or len(value) != side:
        raise source.refusal(key, "8 pins by their BCM numbers", value)
    return tuple(source.whole(key, pin, 0, _HIGHEST_PIN) for pin in value)


def _hall(source: _Source) -> HallScale:
    parts = source.group("hall", ("zero", "millitesla_per_step"), source.keys, also="threshold")
    per_step, threshold = parts["millitesla_per_step"], parts.get("threshold")
    if threshold is not None:
        threshold = source.number("hall.threshold", threshold, 0.1, _HIGHEST_THRESHOLD)
    return HallScale(
        source.number("hall.zero", parts["zero"], 0, HIGHEST_LEVEL),
        source.number("hall.millitesla_per_step", per_step, 0.001, _MOST_PER_STEP),
        threshold,
    )


def _field(source: _Source) -> dict[int, HallSquare]:
    value = source.keys["field"]
    if not isinstance(value, dict):
        raise source.refusal("field", "squares with zero and scale", value)
    learned = {}
    for name in value:
        square = source.square("field", name)
        key = f"field.{square_name(square)}"
        parts = source.group(key, ("zero", "scale"), value)
        learned[square] = HallSquare(
            source.number(f"{key}.zero", parts["zero"], 0, HIGHEST_LEVEL),
            source.number(f"{key}.scale", parts["scale"], _LEAST_SCALE, _MOST_SCALE),
        )
    return learned


_KEYS: Final = ("build", "bridge", "sensor", "sensors", "leds", "gpio", "hall", "dead", "field")
