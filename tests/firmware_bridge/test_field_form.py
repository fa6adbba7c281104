"""What a trace's header says of its field readings is heeded."""

from __future__ import annotations

import json

import pytest

from firmware_bridge.field_form import field_form
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from firmware_bridge.strict_json import JsonValue
from firmware_bridge.trace import LineParser, TraceHeader


def read(field: JsonValue, reading: object) -> Reading:
    """What a trace of such readings says of a1."""
    parser = LineParser(TraceHeader(1, SensorKind.FIELD, "8", field=field))
    line = parser.parse(json.dumps({"t": 1, "squares": {"a1": reading}}), 2)
    assert isinstance(line, SensorFrame)
    return line.readings[0]


@pytest.mark.parametrize(
    "field",
    [
        ["z", "x", "y"],
        ["Bz", "Bx", "By"],
        ["up", "east", "north"],
        ["axial", "x", "y"],
        "zxy",
        "z, x, y",
        {"axes": ["z", "x", "y"]},
        {"unit": "mT", "axes": "zxy"},
    ],
)
def test_axes_may_be_named_in_any_order(field: JsonValue) -> None:
    assert read(field, [60, 1, 2]) == (1.0, 2.0, 60.0)


@pytest.mark.parametrize(
    "field",
    [
        None,
        3,
        "axial",
        "axes",
        "three axes",
        ["east", "north", "up"],
        ["x", "y", "z"],
        {"axes": 3},
        {"axes": ["x", "y", "z"]},
        [],
        {},
    ],
)
def test_axes_are_read_as_they_come_where_the_last_one_is_through_the_board(
    field: JsonValue,
) -> None:
    assert read(field, [1, 2, 60]) == (1.0, 2.0, 60.0)
    assert read(field, 60) == 60.0
    assert read(field, [60]) == (60.0,)


@pytest.mark.parametrize(
    "field",
    [
        "sensors",
        "2 axial sensors",
        {"sensors": 2},
        {"sensors": [[-12, 0], [12, 0]]},
        ["west", "east"],
        ["left", "right"],
        [[-12, 0], [12, 0]],
    ],
)
def test_a_few_sensors_side_by_side_are_no_axes(field: JsonValue) -> None:
    assert read(field, [60, -55]) == (60.0, -55.0, 0.0, 0.0)


def test_many_sensors_are_read_as_they_come() -> None:
    five = (1.0, 2.0, 60.0, 4.0, 5.0)
    said: list[JsonValue] = [None, ["centre", "east", "north", "west", "south"], "sensors"]
    assert all(read(field, list(five)) == five for field in said)


def test_readings_of_another_length_than_was_said_are_read_by_their_length() -> None:
    assert field_form(["z", "x", "y"]).arranged((1.0, 60.0)) == (1.0, 60.0)
