from __future__ import annotations

import io
import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.errors import TraceFileError
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from firmware_bridge.squares import parse_square
from firmware_bridge.trace import (
    LineParser,
    TraceHeader,
    TraceInput,
    TraceLine,
    TraceReader,
    format_header,
    format_line,
    open_trace,
    parse_header,
)

FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -"
HEADER = f'{{"trace":1,"sensor":"presence","fen":"{FEN}","rules":"pacoplay"}}'

millitesla = st.floats(-1e3, 1e3)
READINGS: dict[SensorKind, st.SearchStrategy[Reading]] = {
    SensorKind.PRESENCE: st.sampled_from((0, 1)),
    SensorKind.COLOUR: st.sampled_from((".", "w", "b", "u")),
    SensorKind.THREE_WAY: st.sampled_from((".", "w", "b")),
    SensorKind.FIELD: st.one_of(
        millitesla, st.lists(millitesla, min_size=1, max_size=5).map(tuple)
    ),
}
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-999, 999)
    | st.floats(allow_nan=False)
    | st.text("xyz"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("xyz"), inner, max_size=3),
    max_leaves=5,
)


@st.composite
def headers(draw: st.DrawFn) -> TraceHeader:
    sensor = draw(st.sampled_from(SensorKind))
    finite = json_values.filter(lambda value: "Infinity" not in json.dumps(value))
    field = draw(finite) if sensor is SensorKind.FIELD else None
    return TraceHeader(1, sensor, draw(texts), draw(texts), field)


@st.composite
def traces(draw: st.DrawFn) -> tuple[TraceHeader, list[TraceLine]]:
    header = draw(headers())
    readings = st.dictionaries(st.integers(0, 63), READINGS[header.sensor])
    pieces = st.sampled_from(("Q", "R", "B", "N"))
    times = sorted(draw(st.lists(st.floats(0, 1e9), max_size=6)))
    lines: list[TraceLine] = [
        draw(
            st.builds(SensorFrame, st.just(t), readings) | st.builds(TraceInput, st.just(t), pieces)
        )
        for t in times
    ]
    return header, lines


@pytest.mark.slow
@given(headers())
def test_a_written_header_reads_back_the_same(header: TraceHeader) -> None:
    text = format_header(header)
    assert "\n" not in text
    assert parse_header(text, 1) == header


@pytest.mark.slow
@given(traces())
def test_a_written_trace_reads_back_the_same(trace: tuple[TraceHeader, list[TraceLine]]) -> None:
    header, lines = trace
    text = "\n".join([format_header(header), *map(format_line, lines)])
    reader = TraceReader(io.StringIO(text, newline="\n"))
    assert reader.header == header
    assert list(reader) == lines
    assert reader.line_number == len(lines) + 2  # and found nothing there


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (SensorFrame(3.2, {12: 0}), '{"t":3.2,"squares":{"e2":0}}'),
        (SensorFrame(9.0, {}), '{"t":9.0}'),
        (SensorFrame(1.5, {0: "w", 63: "u"}), '{"t":1.5,"squares":{"a1":"w","h8":"u"}}'),
        (SensorFrame(2.0, {0: (0.5, -1.0)}), '{"t":2.0,"squares":{"a1":[0.5,-1.0]}}'),
        (TraceInput(9.1, "Q"), '{"t":9.1,"input":{"promote":"Q"}}'),
    ],
)
def test_lines_are_written_in_the_agreed_form(line: TraceLine, text: str) -> None:
    assert format_line(line) == text


def test_the_header_is_written_in_the_agreed_form() -> None:
    assert format_header(parse_header(HEADER, 1)) == HEADER


def test_a_header_without_rules_means_the_official_online_game() -> None:
    header = parse_header('{"trace":1,"sensor":"colour","fen":"8"}', 1)
    assert header == TraceHeader(1, SensorKind.COLOUR, "8", "pacoplay", None)


def test_a_header_may_say_more_than_is_asked_for() -> None:
    notes = '"seed":7,"played":["Ann","Ben"],"sensor_id":3,"rules":"manual","ruleset":2'
    header = parse_header(f'{{"trace":1,"sensor":"colour","fen":"8",{notes}}}', 1)
    assert header == TraceHeader(1, SensorKind.COLOUR, "8", "manual", None)


def test_a_header_may_say_how_the_field_was_taken() -> None:
    header = parse_header('{"trace":1,"sensor":"field","fen":"8","field":{"axes":["z"]}}', 1)
    assert header.field == {"axes": ["z"]}


def test_a_header_says_by_a_key_that_unions_read_as_nobody_does() -> None:
    text = '{"trace":1,"sensor":"colour","fen":"8","rules":"pacoplay","colour":3}'
    header = parse_header(text, 1)
    assert header.sensor is SensorKind.THREE_WAY
    assert format_header(header) == text


def test_a_colour_sensor_tells_all_four_contents_unless_its_header_says_otherwise() -> None:
    for key in ("", ',"colour":4'):
        header = parse_header(f'{{"trace":1,"sensor":"colour","fen":"8"{key}}}', 1)
        assert header.sensor is SensorKind.COLOUR
        assert '"colour":' not in format_header(header)


def test_whole_numbers_are_field_readings_too() -> None:
    parser = LineParser(TraceHeader(1, SensorKind.FIELD, FEN))
    line = parser.parse('{"t":1,"squares":{"a1":3,"b1":[1,-2.5]}}', 2)
    assert line == SensorFrame(1.0, {0: 3.0, 1: (1.0, -2.5)})


def test_blank_lines_and_foreign_line_ends_are_passed_over() -> None:
    text = f'\ufeff{HEADER}\r\n\r\n   \n{{"t": 1.0}}\r\n\n'
    reader = TraceReader(io.StringIO(text, newline=""))
    assert list(reader) == [SensorFrame(1.0, {})]


def test_a_blank_line_before_the_header_still_counts() -> None:
    reader = TraceReader(io.StringIO(f"\n\n{HEADER}\n"))
    assert reader.line_number == 3


def test_equal_times_are_in_order() -> None:
    parser = LineParser(parse_header(HEADER, 1))
    lines = [parser.parse('{"t":2.5}', number) for number in (2, 3)]
    assert lines == [SensorFrame(2.5, {})] * 2


def test_nothing_is_read_before_it_is_asked_for() -> None:
    stream = io.StringIO(f'{HEADER}\n{{"t":1.0}}\nnot yet reached\n')
    reader = TraceReader(stream)
    assert next(iter(reader)) == SensorFrame(1.0, {})
    assert stream.read() == "not yet reached\n"


def test_a_trace_file_is_opened_by_its_name(data_dir: Path) -> None:
    for path in sorted((data_dir / "traces").glob("*.c*.jsonl")):
        with open_trace(str(path)) as stream:
            reader = TraceReader(stream)
            lines = list(reader)
        assert reader.header.fen == FEN
        assert lines
        assert all(earlier.t <= later.t for earlier, later in itertools.pairwise(lines))


def test_the_first_lift_of_a_real_game_is_read(data_dir: Path) -> None:
    with open_trace(str(data_dir / "traces" / "game-13103.presence.clean.jsonl")) as stream:
        first = next(iter(TraceReader(stream)))
    assert first == SensorFrame(1.0, {parse_square("e2"): 0})


def test_standard_input_is_opened_as_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(HEADER.encode())))
    with open_trace("-") as stream:
        assert TraceReader(stream).header.fen == FEN


@pytest.mark.parametrize("name", ["no-such-file.jsonl", "."])
def test_a_trace_that_cannot_be_opened_gets_one_sentence(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with (
        pytest.raises(TraceFileError, match="expected a trace in .+, saw: [A-Z][a-z ]+$"),
        open_trace(str(path)),
    ):
        pass
