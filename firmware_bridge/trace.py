"""Sensor traces: what a board reported, as JSON lines.

The first line is the header, each further line one moment::

    {"trace":1,"sensor":"presence","fen":"rnbqkbnr/... w 0 AHah - -","rules":"pacoplay"}
    {"t":3.2,"squares":{"e2":0}}
    {"t":9.0}
    {"t":9.1,"input":{"promote":"Q"}}

A colour sensor that tells unions apart reads ".", "w", "b" or "u". One with three answers, to which
the opposite magnets of a union cancel out, reads "." for a union, too, and its header says so:
`"sensor":"colour","colour":3`. Without that key, or with 4, it tells all four apart. A header may
say more than is asked for here, such as who played: that is not read.

Times are seconds and never decrease. A trace may come from anywhere, so nothing in it is taken on
trust: a line is bounded in length, and one that is not as described here is refused by its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, TextIO

from firmware_bridge.errors import JsonLineError, SquareNameError, TraceError, TraceFileError
from firmware_bridge.field_form import field_form
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from firmware_bridge.squares import parse_square, square_name
from firmware_bridge.strict_json import (
    MAX_LINE_LENGTH,
    JsonObject,
    JsonValue,
    dump_object,
    finite_number,
    parse_object,
    shown,
)
from firmware_bridge.text_source import open_text

TRACE_VERSION: Final = 1
DEFAULT_RULES: Final = "pacoplay"
PROMOTION_LETTERS: Final = ("Q", "R", "B", "N")

_MISTYPED: Final = 0.8
"""How alike a key is to a known one that was meant, from 0 to 1 (`difflib`)."""

_THREE_WAY: Final = 3
_COLOUR_ANSWERS: Final = {_THREE_WAY: SensorKind.THREE_WAY, 4: SensorKind.COLOUR}
"""What the header's `"colour"` says of the sensor: how many contents of a square it tells apart."""
_SENSORS_BY_NAME: Final = {
    kind.value: kind for kind in (SensorKind.PRESENCE, SensorKind.COLOUR, SensorKind.FIELD)
}


@dataclass(frozen=True, slots=True)
class TraceHeader:
    """What a trace says about itself in its first line."""

    version: int
    sensor: SensorKind
    fen: str
    """How the board stood at the start, as a union FEN (not checked here)."""
    rules: str = DEFAULT_RULES
    """The name of the ruleset (not checked here)."""
    field: JsonValue = None
    """How `field` readings were taken: their axes or sensors (`field_form`); None: not said."""


@dataclass(frozen=True, slots=True)
class TraceInput:
    """A player's answer that came from elsewhere than the squares: the piece to promote to."""

    t: float
    """When, in seconds."""
    promote: str
    """One of `PROMOTION_LETTERS`."""


TraceLine = SensorFrame | TraceInput


class LineParser:
    """Reads the lines after the header, one at a time; it remembers how late it is."""

    def __init__(self, header: TraceHeader) -> None:
        self._sensor = header.sensor
        self._form = field_form(header.field)
        self._last_time = 0.0

    def parse(self, text: str, line_number: int) -> TraceLine | None:
        """Read one line; a blank one is None.

        Raises TraceError for anything else than a line of a trace, and then stays as it was.
        """
        if not text.strip():
            return None
        try:
            line = self._parse(parse_object(text))
        except (JsonLineError, SquareNameError) as error:
            raise TraceError(line_number, str(error)) from None
        self._last_time = line.t
        return line

    def _parse(self, fields: JsonObject) -> TraceLine:
        _refuse_unknown_keys(fields, ("t", "squares", "input"))
        t = self._time(fields)
        if "input" not in fields:
            return SensorFrame(t, self._readings(fields.get("squares", {})))
        if "squares" in fields:
            raise JsonLineError('expected either "squares" or "input", saw both')
        return TraceInput(t, _parse_promotion(fields["input"]))

    def _time(self, fields: JsonObject) -> float:
        value = fields.get("t")
        t = finite_number(value)
        if t is None or t < 0:
            raise JsonLineError(f'expected a time "t" in seconds, zero or more, saw {shown(value)}')
        if t < self._last_time:
            raise JsonLineError(
                f"expected a time no earlier than {self._last_time} s, "
                f"as time never runs backwards, saw {t} s"
            )
        return t

    def _readings(self, squares: JsonValue) -> Mapping[int, Reading]:
        if not isinstance(squares, dict):
            raise JsonLineError(f'expected "squares" to be an object, saw {shown(squares)}')
        return {parse_square(name): self._reading(name, squares[name]) for name in squares}

    def _reading(self, square: str, value: JsonValue) -> Reading:
        reading = parse_reading(self._sensor, value)
        if reading is None:
            form = READING_FORMS[self._sensor]
            raise JsonLineError(f"expected {form} on {square}, saw {shown(value)}")
        return self._form.arranged(reading)


class TraceReader:
    """Reads a trace line by line: the header when it is made, the rest as it is asked for.

    Making it or iterating it raises TraceError at the first line that is not as it should be; all
    lines before that one have been given by then.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._line_number = 0
        self.header = self._read_header()

    @property
    def line_number(self) -> int:
        """The number of the line read last, counted from 1, blank ones too."""
        return self._line_number

    def __iter__(self) -> Iterator[TraceLine]:
        parser = LineParser(self.header)
        while text := self._next_text():
            line = parser.parse(text, self._line_number)
            if line is not None:
                yield line

    def _read_header(self) -> TraceHeader:
        while text := self._next_text():
            if text.strip():
                return parse_header(text, self._line_number)
        raise TraceError(self._line_number, "expected a trace header, saw the end of the trace")

    def _next_text(self) -> str:
        self._line_number += 1
        # One more than allowed tells a line that is too long without ever holding all of it.
        return self._stream.readline(MAX_LINE_LENGTH + 1)


@contextmanager
def open_trace(source: str) -> Iterator[TextIO]:
    """Open a trace file, or standard input for "-", as text for `TraceReader` or `LineParser`.

    Raises TraceFileError when there is no such file or it may not be read.
    """
    try:
        opened = open_text(source)
    except OSError as error:
        raise TraceFileError(
            f"expected a trace in {source or repr(source)}, saw: {error.strerror}"
        ) from error
    with opened as stream:
        yield stream


def parse_header(text: str, line_number: int) -> TraceHeader:
    """Read the first line of a trace; raise TraceError when it is not a header of our version."""
    try:
        return _header_of(parse_object(text.removeprefix("\ufeff")))
    except JsonLineError as error:
        raise TraceError(line_number, str(error)) from None


def format_header(header: TraceHeader) -> str:
    """Write a header as one line, without its line end."""
    is_three_way = header.sensor is SensorKind.THREE_WAY
    fields: JsonObject = {
        "trace": header.version,
        "sensor": SensorKind.COLOUR.value if is_three_way else header.sensor.value,
        "fen": header.fen,
        "rules": header.rules,
    }
    if is_three_way:
        fields["colour"] = _THREE_WAY
    if header.field is not None:
        fields["field"] = header.field
    return dump_object(fields)


def format_line(line: TraceLine) -> str:
    """Write a frame or an input as one line, without its line end."""
    match line:
        case TraceInput(t, promote):
            return dump_object({"t": t, "input": {"promote": promote}})
        case SensorFrame(t, readings) if not readings:
            return dump_object({"t": t})
        case SensorFrame(t, readings):
            squares: JsonObject = {
                square_name(square): list(reading) if isinstance(reading, tuple) else reading
                for square, reading in readings.items()
            }
            return dump_object({"t": t, "squares": squares})


READING_FORMS: Final = {
    # In the words of an error message.
    SensorKind.PRESENCE: "a presence reading, 0 or 1,",
    SensorKind.COLOUR: 'a colour reading, ".", "w", "b" or "u",',
    SensorKind.THREE_WAY: 'a colour reading of a sensor with three answers, ".", "w" or "b",',
    SensorKind.FIELD: "a field reading, millitesla as a number or a list of numbers,",
}


def _header_of(fields: JsonObject) -> TraceHeader:
    if "trace" not in fields:
        raise JsonLineError('expected a trace header with "trace":1, saw no such key')
    version = fields["trace"]
    if type(version) is not int or version != TRACE_VERSION:
        raise JsonLineError(f'expected a header with "trace":{TRACE_VERSION}, saw {shown(version)}')
    _refuse_mistyped_keys(fields, ("trace", "sensor", "fen", "rules", "field", "colour"))
    sensor = _parse_sensor(fields)
    field = fields.get("field")
    if field is not None and sensor is not SensorKind.FIELD:
        raise JsonLineError(f'expected "field" only beside the sensor "field", saw "{sensor}"')
    fen = _parse_text("fen", fields.get("fen"))
    rules = _parse_text("rules", fields.get("rules", DEFAULT_RULES))
    return TraceHeader(version, sensor, fen, rules, field)


def _refuse_unknown_keys(fields: JsonObject, known: tuple[str, ...]) -> None:
    for key in fields:
        if key not in known:
            names = ", ".join(f'"{name}"' for name in known)
            raise JsonLineError(f"expected only the keys {names}, saw {shown(key)}")


def _refuse_mistyped_keys(fields: JsonObject, known: tuple[str, ...]) -> None:
    """Refuse keys that look like a missing one of these.

    Whoever wrote the trace may note more in others.
    """
    missing = [key for key in known if key not in fields]
    for key in fields:
        if key not in known and (meant := get_close_matches(key, missing, 1, _MISTYPED)):
            raise JsonLineError(f'expected the key "{meant[0]}", saw {shown(key)}')


def _parse_sensor(fields: JsonObject) -> SensorKind:
    value = fields.get("sensor")
    sensor = _SENSORS_BY_NAME.get(value) if isinstance(value, str) else None
    if sensor is None:
        names = ", ".join(_SENSORS_BY_NAME)
        raise JsonLineError(f'expected "sensor" to be one of {names}, saw {shown(value)}')
    answers = fields.get("colour")
    return sensor if answers is None else _of_colour_answers(sensor, answers)


def _of_colour_answers(sensor: SensorKind, answers: JsonValue) -> SensorKind:
    """Which colour sensor it is, by how many contents it tells apart."""
    if sensor is not SensorKind.COLOUR:
        raise JsonLineError(f'expected "colour" only beside the sensor "colour", saw "{sensor}"')
    if type(answers) is not int or answers not in _COLOUR_ANSWERS:
        raise JsonLineError(
            'expected "colour" to be 3 (a union reads as nobody) or 4 (it reads "u"), '
            f"saw {shown(answers)}"
        )
    return _COLOUR_ANSWERS[answers]


def _parse_text(key: str, value: JsonValue) -> str:
    if not isinstance(value, str) or not value.strip():
        raise JsonLineError(f'expected a text for "{key}", saw {shown(value)}')
    return value


def _parse_promotion(value: JsonValue) -> str:
    if not isinstance(value, dict) or list(value) != ["promote"]:
        raise JsonLineError(f'expected "input" to be {{"promote":"Q"}}, saw {shown(value)}')
    letter = value["promote"]
    if isinstance(letter, str) and letter in PROMOTION_LETTERS:
        return letter
    raise JsonLineError(f'expected "promote" to be Q, R, B or N, saw {shown(letter)}')


def parse_reading(sensor: SensorKind, value: JsonValue) -> Reading | None:
    """The reading that a JSON value stands for; None: no reading of such a sensor."""
    match sensor:
        case SensorKind.PRESENCE:
            return value if type(value) is int and value in (0, 1) else None
        case SensorKind.COLOUR:
            return value if isinstance(value, str) and value in (".", "w", "b", "u") else None
        case SensorKind.THREE_WAY:
            return value if isinstance(value, str) and value in (".", "w", "b") else None
        case SensorKind.FIELD if isinstance(value, list):
            numbers = [finite_number(item) for item in value]
            known = tuple(number for number in numbers if number is not None)
            return known if known and len(known) == len(numbers) else None
        case SensorKind.FIELD:
            return finite_number(value)
