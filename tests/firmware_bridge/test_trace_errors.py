"""Every kind of malformed trace gets one sentence that names its line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.errors import BridgeError, TraceError
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.trace import LineParser, TraceHeader, TraceReader, open_trace, parse_header

HEADER = '{"trace":1,"sensor":"presence","fen":"8/8","rules":"pacoplay"}'
DEEP = "[" * 50_000 + "]" * 10_000


def problem_of(text: str, sensor: SensorKind = SensorKind.PRESENCE) -> str:
    """What a parser, already at five seconds, says of line 17."""
    parser = LineParser(TraceHeader(1, sensor, "8/8"))
    parser.parse('{"t":5.0}', 16)
    with pytest.raises(TraceError) as caught:
        parser.parse(text, 17)
    message = str(caught.value)
    assert message == f"line 17: {caught.value.problem}"
    assert caught.value.line_number == 17
    assert isinstance(caught.value, BridgeError)
    assert isinstance(caught.value, ValueError)
    assert "\n" not in message
    assert len(message) < 160
    return caught.value.problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"t":6,"squares":{"i9":0}}', "expected a square from a1 to h8, saw 'i9'"),
        ('{"t":6,"squares":{"E2":0}}', "expected a square from a1 to h8, saw 'E2'"),
        ('{"t":6,"squares":{"e2":0,"e2":1}}', 'expected each key once, saw "e2" twice'),
        ('{"t":6,"squares":["e2"]}', 'expected "squares" to be an object, saw a list of 1'),
        ('{"t":6,"squares":null}', 'expected "squares" to be an object, saw nothing'),
        ('{"t":6,"t":7}', 'expected each key once, saw "t" twice'),
        ('{"squares":{"e2":0}}', 'expected a time "t" in seconds, zero or more, saw nothing'),
        ('{"t":null}', 'expected a time "t" in seconds, zero or more, saw nothing'),
        ('{"t":"6"}', 'expected a time "t" in seconds, zero or more, saw "6"'),
        ('{"t":true}', 'expected a time "t" in seconds, zero or more, saw true'),
        ('{"t":-1}', 'expected a time "t" in seconds, zero or more, saw -1'),
        ('{"t":1e999}', 'expected a time "t" in seconds, zero or more, saw Infinity'),
        ('{"t":NaN}', "expected a number, saw NaN"),
        ('{"t":Infinity}', "expected a number, saw Infinity"),
        ('{"t":-Infinity}', "expected a number, saw -Infinity"),
        (
            '{"t":4.5}',
            "expected a time no earlier than 5.0 s, as time never runs backwards, saw 4.5 s",
        ),
        ('{"t":6,"squa', "expected one whole JSON object, but the text breaks at column 8"),
        ('{"t":6', "expected one whole JSON object, but the text breaks at column 7"),
        ('{"t":6} {"t":7}', "expected one whole JSON object, but the text breaks at column 9"),
        ("hello", "expected one whole JSON object, but the text breaks at column 1"),
        ("[6]", "expected a JSON object, saw a list of 1"),
        ("6", "expected a JSON object, saw 6"),
        ('{"t":6,"sqares":{}}', 'expected only the keys "t", "squares", "input", saw "sqares"'),
        (HEADER, 'expected only the keys "t", "squares", "input", saw "trace"'),
        (
            '{"t":6,"squares":{},"input":{"promote":"Q"}}',
            'expected either "squares" or "input", saw both',
        ),
        ('{"t":6,"input":"Q"}', 'expected "input" to be {"promote":"Q"}, saw "Q"'),
        (
            '{"t":6,"input":{"promote":"Q","x":1}}',
            'expected "input" to be {"promote":"Q"}, saw an object of 2',
        ),
        ('{"t":6,"input":{"promote":"K"}}', 'expected "promote" to be Q, R, B or N, saw "K"'),
        ('{"t":6,"input":{"promote":"q"}}', 'expected "promote" to be Q, R, B or N, saw "q"'),
        ('{"t":6,"input":{"promote":"QR"}}', 'expected "promote" to be Q, R, B or N, saw "QR"'),
        ('{"t":6,"input":{"promote":""}}', 'expected "promote" to be Q, R, B or N, saw ""'),
        ('{"t":6,"squares":{"\udce9":0}}', "expected UTF-8 text, saw bytes that are none"),
    ],
)
def test_a_malformed_line_is_told_what_was_expected(text: str, problem: str) -> None:
    assert problem_of(text) == problem


FORMS = {
    SensorKind.PRESENCE: "a presence reading, 0 or 1,",
    SensorKind.COLOUR: 'a colour reading, ".", "w", "b" or "u",',
    SensorKind.THREE_WAY: 'a colour reading of a sensor with three answers, ".", "w" or "b",',
    SensorKind.FIELD: "a field reading, millitesla as a number or a list of numbers,",
}
WRONG_READINGS = {
    SensorKind.PRESENCE: ("true", "2", "-1", "1.0", '"w"', "null", "[1]"),
    SensorKind.COLOUR: ("1", "true", '"W"', '"wb"', '""', "null"),
    SensorKind.THREE_WAY: ("1", "true", '"u"', '"wb"', '""', "null"),
    SensorKind.FIELD: ("true", "1e999", "[]", "[[1]]", "[1,true]", "[1,null]", '"."', "{}"),
}


@pytest.mark.parametrize(
    ("sensor", "reading"),
    [(sensor, reading) for sensor in SensorKind for reading in WRONG_READINGS[sensor]],
)
def test_a_reading_must_be_of_the_sensors_kind(sensor: SensorKind, reading: str) -> None:
    problem = problem_of(f'{{"t":6,"squares":{{"b7":{reading}}}}}', sensor)
    assert problem.startswith(f"expected {FORMS[sensor]} on b7, saw ")


@pytest.mark.parametrize(
    "text",
    [
        '{"t":6,"squares":' + '{"a":' * 12_000,
        '{"t":6,"squares":' + DEEP + "}",
        '{"t":' + "9" * 5_000 + "}",
        '{"t":' + "9" * 400 + "}",
        '{"t":6,"squares":{"' + "e" * 60_000 + '":0}}',
        '{"t":6,"input":{"promote":"' + "Q" * 60_000 + '"}}',
        '{"' + "x" * 60_000 + '":6}',
        "[" + "1," * 20_000 + "1]",
        " " * 70_000 + '{"t":6}',
    ],
)
def test_a_huge_or_deep_line_is_refused_in_few_words(text: str) -> None:
    problem_of(text)


def test_a_line_without_an_end_is_never_held_whole() -> None:
    stream = io.StringIO(f"{HEADER}\n" + "x" * 1_000_000)
    with pytest.raises(TraceError, match="line 2: expected at most 65536 characters, saw a longer"):
        list(TraceReader(stream))
    assert len(stream.read()) > 900_000


def test_a_refused_line_leaves_the_parser_as_it_was() -> None:
    parser = LineParser(parse_header(HEADER, 1))
    with pytest.raises(TraceError):
        parser.parse('{"t":9,"squares":{"i9":0}}', 2)
    assert parser.parse('{"t":1}', 3) == SensorFrame(1.0, {})


def test_the_lines_before_a_broken_one_are_given() -> None:
    reader = TraceReader(io.StringIO(f'{HEADER}\n{{"t":1}}\n\n{{"t":2}}\n{{"t":3,"squ'))
    lines = iter(reader)
    assert [next(lines).t, next(lines).t] == [1.0, 2.0]
    with pytest.raises(TraceError, match="^line 5: expected one whole JSON object"):
        next(lines)


def test_bytes_that_are_no_text_are_named_by_their_line(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    path.write_bytes(HEADER.encode() + b'\n{"t":1}\n\xff\xfe\x00\n')
    with open_trace(str(path)) as stream:
        reader = TraceReader(stream)
        with pytest.raises(TraceError, match="line 3: expected UTF-8 text"):
            list(reader)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected a trace header, saw the end of the trace"),
        ('{"t":1}', 'expected a trace header with "trace":1, saw no such key'),
        ('{"trace":2}', 'expected a header with "trace":1, saw 2'),
        ('{"trace":"1"}', 'expected a header with "trace":1, saw "1"'),
        ('{"trace":true}', 'expected a header with "trace":1, saw true'),
        ('{"trace":1.0}', 'expected a header with "trace":1, saw 1.0'),
        (
            '{"trace":1,"fen":"8"}',
            'expected "sensor" to be one of presence, colour, field, saw nothing',
        ),
        (
            '{"trace":1,"sensor":"smell","fen":"8"}',
            'expected "sensor" to be one of presence, colour, field, saw "smell"',
        ),
        ('{"trace":1,"sensor":"presence"}', 'expected a text for "fen", saw nothing'),
        ('{"trace":1,"sensor":"presence","fen":" "}', 'expected a text for "fen", saw " "'),
        ('{"trace":1,"sensor":"presence","fen":8}', 'expected a text for "fen", saw 8'),
        (
            '{"trace":1,"sensor":"presence","fen":"8","rules":null}',
            'expected a text for "rules", saw nothing',
        ),
        (
            '{"trace":1,"sensor":"presence","fen":"8","feild":1}',
            'expected the key "field", saw "feild"',
        ),
        (
            '{"trace":1,"sensor":"presence","fen":"8","rule":"manual"}',
            'expected the key "rules", saw "rule"',
        ),
        (
            '{"trace":1,"sensor":"presence","fen":"8","field":"axial"}',
            'expected "field" only beside the sensor "field", saw "presence"',
        ),
        (
            '{"trace":1,"sensor":"presence","fen":"8","colour":3}',
            'expected "colour" only beside the sensor "colour", saw "presence"',
        ),
        *(
            (
                f'{{"trace":1,"sensor":"colour","fen":"8","colour":{wrong}}}',
                'expected "colour" to be 3 (a union reads as nobody) or 4 (it reads "u"), '
                f"saw {wrong}",
            )
            for wrong in ("2", "3.0", '"3"', "true")
        ),
        (
            '{"trace":1,"sensor":"colour-3","fen":"8"}',
            'expected "sensor" to be one of presence, colour, field, saw "colour-3"',
        ),
        ('{"trace":1,', "expected one whole JSON object, but the text breaks at column 12"),
        (DEEP, "expected a JSON object, saw one nested too deep"),
    ],
)
def test_a_malformed_header_is_told_what_was_expected(text: str, problem: str) -> None:
    with pytest.raises(TraceError) as caught:
        TraceReader(io.StringIO(text))
    assert str(caught.value) == f"line 1: {problem}"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.just("a1"), inner),
    max_leaves=8,
)
lines = st.fixed_dictionaries(
    {"t": json_values}, optional={"squares": json_values, "input": json_values}
)


@pytest.mark.slow
@given(st.text() | st.builds(json.dumps, json_values | lines), st.sampled_from(SensorKind))
def test_any_text_is_read_or_refused_with_its_number(text: str, sensor: SensorKind) -> None:
    parser = LineParser(TraceHeader(1, sensor, "8/8"))
    try:
        parser.parse(text, 17)
        refusal = None
    except TraceError as error:
        refusal = str(error)
    assert refusal is None or refusal.startswith("line 17: expected ")
    assert refusal is None or "\n" not in refusal


@pytest.mark.slow
@given(st.text() | st.builds(json.dumps, json_values))
def test_any_text_is_a_header_or_refused_with_its_number(text: str) -> None:
    with pytest.raises(TraceError) as caught:
        parse_header(text, 1)
    assert caught.value.line_number == 1
