"""What a trace's header says of its field readings is heeded."""

from __future__ import annotations

import json

import pytest

from firmware_bridge.field_form import FieldForm, field_form
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
        ["Bz_mT", "Bx_mT", "By_mT"],
        ["B_z", "B_x", "B_y"],
        ["Z (mT)", "X (mT)", "Y (mT)"],
        ["hz", "hx", "hy"],
        ["z-axis", "x-axis", "y-axis"],
        ["UP", "EAST", "NORTH"],
        "Bz_mT, Bx_mT, By_mT",
        "axis order: z/x/y",
        "axial, x, y",
        "up; east; north",
        "one sensor per square, axes z x y",
        "z: up, x: east, y: north",
        {"sensor": "TMAG5273", "axes": ["z", "x", "y"]},
        {"axes": ["z", "x", "y"], "sensors": 2},
        {"sensors": [{"type": "TMAG5273", "axes": "zxy"}]},
        {"form": "axes", "names": ["z", "x", "y"]},
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
        ["Bx_mT", "By_mT", "Bz_mT"],
        ["B_x", "B_y", "B_z"],
        ["hx", "hy", "hz"],
        ["X", "Y", "Z"],
        ["x [mT]", "y [mT]", "z [mT]"],
        ["sensor x", "sensor y", "sensor z"],
        "3-axis sensor",
        "3-axis sensors",
        "three-axis Hall sensors",
        "3D Hall sensors",
        "sensors: x, y, z",
        "one sensor per square",
        "64 Hall sensors",
        {"sensor": "TMAG5273"},
        {"sensor": "TMAG5273", "axes": ["x", "y", "z"]},
        {"sensor": "3-axis", "range": [[-40, 40], [-40, 41], [-80, 80]]},
        {"sensor_range": [-80, 80]},
        {"sensors": 1},
        {"sensors": 1, "axes": 3},
        {"sensors": 2, "axes": 3},
        {"sensors": 64},
        {"sensors": ["x", "y", "z"]},
        {"sensors": [{"axis": "x"}, {"axis": "y"}, {"axis": "z"}]},
        {"axes": {"x": 0, "y": 1, "z": 2}, "sensors": 3},
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        ["one", "two", "three"],
        ["tangential", "sideways", "deep"],
        "millitesla",
        True,
    ],
)
def test_axes_are_read_as_they_come_where_the_last_one_is_through_the_board(
    field: JsonValue,
) -> None:
    assert read(field, [1, 2, 60]) == (1.0, 2.0, 60.0)
    assert read(field, 60) == 60.0
    assert read(field, [60]) == (60.0,)


@pytest.mark.parametrize("field", [["vertical", "horizontal"], ["axial", "radial"], ["z", "x"]])
def test_of_two_axes_the_one_through_the_board_may_be_named_first(field: JsonValue) -> None:
    assert read(field, [60, 1]) == (1.0, 60.0)


@pytest.mark.parametrize(
    "field",
    [
        ["radial", "axial"],
        ["horizontal", "vertical"],
        ["x", "y"],
        ["east", "north"],
        ["first", "second"],
        {"sensor": "TMAG5273", "axes": 2},
        {"sensors": 64, "positions": "see the plan"},
    ],
)
def test_two_values_are_axes_where_nothing_says_otherwise(field: JsonValue) -> None:
    assert read(field, [1, 60]) == (1.0, 60.0)


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
        "Sensors side by side",
        "2 single-axis sensors",
        "axial sensors left and right",
        ["sensor 1", "sensor 2"],
        ["west_mT", "east_mT"],
        {"sensors": ["west", "east"]},
        {"sensors": 2, "axes": 1},
        {"sensors": 2, "axes": ["z"]},
        {"sensors_per_square": 2},
        {"unit": "mT", "positions": [[-12, 0], [12, 0]]},
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


@pytest.mark.slow
def test_a_header_nested_however_deep_says_nothing() -> None:
    nested: JsonValue = 3
    for _ in range(20_000):
        nested = {"axes": nested}
    assert field_form(nested) == FieldForm()
