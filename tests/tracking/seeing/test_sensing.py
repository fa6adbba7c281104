"""From readings to contents, for each kind of sensor."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given, settings

from board_daemon.tracking.seeing.contents import HIDDEN, SOMEBODY, Content
from board_daemon.tracking.seeing.sensing import model_for
from firmware_bridge.frames import Reading, SensorKind
from firmware_bridge.magnet_field import field_beside
from firmware_bridge.virtual_board import Hand, Spot, VirtualBoard
from firmware_bridge.virtual_sensors import UNION_HALF_SPACING, FieldModel, FieldSensors
from tests.rules.strategies import seeds
from tests.tracking.board import SENSORS, reading

KINDS = {".": Content.EMPTY, "w": Content.WHITE, "b": Content.BLACK, "u": Content.UNION}
CONTENTS = pytest.mark.parametrize("letter", KINDS)


@pytest.mark.parametrize("kind", SENSORS)
@CONTENTS
def test_what_stands_there_is_among_what_may_stand_there(kind: SensorKind, letter: str) -> None:
    assert KINDS[letter] & model_for(kind).contents(reading(kind, letter))


@pytest.mark.parametrize("kind", SENSORS)
@CONTENTS
def test_what_a_content_looks_like_includes_it(kind: SensorKind, letter: str) -> None:
    assert KINDS[letter] & model_for(kind).looks_like(KINDS[letter])


def test_a_reed_tells_nobody_from_somebody() -> None:
    model = model_for(SensorKind.PRESENCE)
    assert model.contents(0) == Content.EMPTY
    assert model.contents(1) == SOMEBODY
    assert model.looks_like(Content.UNION) == model.looks_like(Content.WHITE) == SOMEBODY
    assert model.looks_like(Content.EMPTY) == Content.EMPTY


@CONTENTS
def test_a_colour_sensor_tells_all_four_apart(letter: str) -> None:
    model = model_for(SensorKind.COLOUR)
    assert model.contents(letter) == model.looks_like(KINDS[letter]) == KINDS[letter]


def test_a_sensor_with_three_answers_tells_colours_and_takes_a_union_for_nobody() -> None:
    model = model_for(SensorKind.THREE_WAY)
    assert model.contents(".") == model.looks_like(Content.UNION) == HIDDEN
    assert model.contents("w") == Content.WHITE == model.looks_like(Content.WHITE)
    assert model.contents("b") == Content.BLACK == model.looks_like(Content.BLACK)
    assert not model.tells_all(".")


@CONTENTS
def test_three_axes_tell_all_four_apart(letter: str) -> None:
    field = model_for(SensorKind.FIELD)
    assert field.contents(reading(SensorKind.FIELD, letter)) == KINDS[letter]


def set_down(who: tuple[str, str], most: float, random: Random) -> Reading:
    """What three axes read under pieces set down so far off the centre at most, mm, and leaning."""
    board = VirtualBoard({0: who})
    board.lift(0, Hand.WHITE_RIGHT)
    off, way = most * random.random() ** 0.5, random.uniform(0, math.tau)
    angle, tilt = random.uniform(0, math.tau), random.uniform(0.0, 0.08)
    spot = Spot(off * math.cos(way), off * math.sin(way), angle, tilt)
    board.drop(0, Hand.WHITE_RIGHT, spot)
    return FieldSensors(FieldModel(axes=3), random).read(board, 0, random.uniform(0, 600))


@pytest.mark.slow
@given(seeds)
@settings(max_examples=300)
def test_three_axes_tell_unions_from_pieces_set_down_with_normal_care(seed: int) -> None:
    model, random = model_for(SensorKind.FIELD), Random(seed)
    assert model.contents(set_down(("Q", ""), 5.0, random)) == Content.WHITE
    assert Content.UNION in model.contents(set_down(("Q", "R"), 3.0, random))


@pytest.mark.slow
@given(seeds)
@settings(max_examples=300)
def test_three_axes_are_never_sure_of_what_is_wrong_however_carelessly_it_was_set_down(
    seed: int,
) -> None:
    model, random = model_for(SensorKind.FIELD), Random(seed)
    assert Content.BLACK in model.contents(set_down(("", "N"), 8.0, random))
    assert Content.UNION in model.contents(set_down(("Q", "R"), 4.5, random))


def test_what_three_axes_were_sure_of_stays_so_through_noise() -> None:
    model = model_for(SensorKind.FIELD)
    assert model.contents((28.0, 0.0, 24.8)) == Content.WHITE | Content.UNION
    assert model.contents((28.0, 0.0, 24.8), Content.WHITE) == Content.WHITE
    assert model.contents((30.0, 0.0, 12.8)) == Content.WHITE | Content.UNION
    assert model.contents((30.0, 0.0, 12.8), Content.UNION) == Content.UNION


# One axial sensor under the centre of a square and four around it, mm.
FIVE_SENSORS = ((0.0, 0.0), (12.0, 0.0), (0.0, 12.0), (-12.0, 0.0), (0.0, -12.0))


def read_by_five(colours: str, most: float, random: Random) -> Reading:
    """What five axial sensors read under pieces whose centre is so far off at most, mm."""
    off, way = most * random.random() ** 0.5, random.uniform(0, math.tau)
    angle, apart = random.uniform(0, math.tau), UNION_HALF_SPACING * (len(colours) > 1)
    values = [random.gauss(0.0, 0.3) for _ in FIVE_SENSORS]
    for colour in colours:
        side = apart if colour == "w" else -apart
        east = off * math.cos(way) + side * math.cos(angle)
        north = off * math.sin(way) + side * math.sin(angle)
        for number, (x, y) in enumerate(FIVE_SENSORS):
            up = field_beside(math.hypot(east - x, north - y)).up
            values[number] += up if colour == "w" else -up
    return tuple(values)


@pytest.mark.slow
@given(seeds)
@settings(max_examples=300)
def test_five_axial_sensors_tell_all_four_apart(seed: int) -> None:
    model, random = model_for(SensorKind.FIELD), Random(seed)
    assert model.contents(read_by_five("", 0.0, random)) == Content.EMPTY
    assert model.contents(read_by_five("w", 5.0, random)) == Content.WHITE
    assert model.contents(read_by_five("b", 5.0, random)) == Content.BLACK
    assert model.contents(read_by_five("wb", 3.0, random)) == Content.UNION


def test_what_five_sensors_saw_stays_so_through_noise() -> None:
    model, weak = model_for(SensorKind.FIELD), (40.0, 3.0, 1.0, -3.8, 0.5)
    assert model.contents(weak) == Content.WHITE
    assert model.contents(weak, Content.UNION) == Content.UNION


@pytest.mark.parametrize(
    ("millitesla", "content"),
    [
        (50.0, Content.WHITE),
        (30.0, Content.WHITE),
        (-50.0, Content.BLACK),
        (-30.0, Content.BLACK),
        (10.0, Content.UNION),
        (-10.0, Content.UNION),
        (0.0, Content.EMPTY | Content.UNION),
        (1.0, Content.EMPTY | Content.UNION),
    ],
)
def test_one_axis_tells_colours_and_lets_a_union_hide_as_nobody(
    millitesla: float, content: Content
) -> None:
    field = model_for(SensorKind.FIELD)
    assert field.contents(millitesla) & content == content
    assert field.contents((millitesla,)) == field.contents(millitesla)


@pytest.mark.parametrize("millitesla", range(15, 101, 5))
def test_one_axis_never_takes_one_colour_for_the_other(millitesla: int) -> None:
    field = model_for(SensorKind.FIELD)
    assert not field.contents(float(millitesla)) & Content.BLACK
    assert not field.contents(float(-millitesla)) & Content.WHITE


@pytest.mark.parametrize("millitesla", [2.5, -3.1])
def test_a_field_that_drifts_between_nobody_and_a_union_is_what_it_was(millitesla: float) -> None:
    field = model_for(SensorKind.FIELD)
    assert field.contents(millitesla, HIDDEN) == HIDDEN
    assert field.contents(millitesla, Content.UNION) == Content.UNION


def test_a_field_near_zero_that_jumps_was_moved_by_a_hand() -> None:
    field = model_for(SensorKind.FIELD)
    assert field.jumps(1.6, 0.1)
    assert not field.jumps(0.9, 0.1)
    # Where the look has changed as well, that says enough.
    assert not field.jumps(50.0, 0.1)
    assert not field.jumps((1.0, 2.0, 3.0), (4.0, 2.0, 0.0))
    assert not model_for(SensorKind.PRESENCE).jumps(0, 1)
