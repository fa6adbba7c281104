from __future__ import annotations

import math
import random

import pytest

from firmware_bridge.frames import SensorKind
from firmware_bridge.squares import parse_square
from firmware_bridge.virtual_board import LYING, Hand, PieceColour, Setup, Spot, VirtualBoard
from firmware_bridge.virtual_sensors import (
    ColourSensors,
    FieldModel,
    FieldSensors,
    PresenceSensors,
    ThreeWaySensors,
    field_at,
)

E2, E4, D5 = (parse_square(name) for name in ("e2", "e4", "d5"))
SETUP: Setup = {E2: ("P", ""), D5: ("", "N"), E4: ("Q", "R")}
QUIET = FieldModel(axes=1, noise=0, drift=0, gain_spread=0)


def spots(most: float) -> list[Spot]:
    return [
        Spot(most * math.cos(direction), most * math.sin(direction), angle)
        for direction in (0.0, 0.8, 2.0, 4.0)
        for angle in (0.0, 0.5, 1.6, 2.5, 4.0)
    ]


def placed(setup: Setup, square: int, spot: Spot) -> VirtualBoard:
    board = VirtualBoard(setup)
    board.lift(square, Hand.WHITE_RIGHT)
    board.drop(square, Hand.WHITE_RIGHT, spot)
    return board


def neighbours(of: int, white: bool) -> dict[int, tuple[str, str]]:
    around = [of + step for step in (-9, -8, -7, -1, 1, 7, 8, 9)]
    return dict.fromkeys(around, ("P", "") if white else ("", "P"))


def test_a_reed_tells_somebody_from_nobody() -> None:
    board, sensors = VirtualBoard(SETUP), PresenceSensors()
    assert [sensors.read(board, square, 0) for square in (E2, D5, E4, 0)] == [1, 1, 1, 0]


def test_to_a_sensor_with_three_answers_a_union_is_nobody() -> None:
    board, sensors = VirtualBoard(SETUP), ThreeWaySensors()
    readings = [sensors.read(board, square, 0) for square in (E2, D5, E4, 0)]
    assert readings == ["w", "b", ".", "."]


def test_a_colour_sensor_tells_all_four_contents() -> None:
    board, sensors = VirtualBoard(SETUP), ColourSensors()
    assert [sensors.read(board, square, 0) for square in (E2, D5, E4, 0)] == ["w", "b", "u", "."]


@pytest.mark.parametrize("neighbours_white", [True, False])
@pytest.mark.parametrize(("most", "least"), [(3.0, 48), (5.0, 31), (8.0, 8)])
def test_a_lone_piece_reads_as_the_hardware_study_says(
    most: float, least: float, neighbours_white: bool
) -> None:
    for setup, sign in (({E4: ("Q", "")}, 1), ({E4: ("", "Q")}, -1)):
        for spot in spots(most):
            board = placed({**setup, **neighbours(E4, neighbours_white)}, E4, spot)
            assert least <= sign * field_at(board, E4)[2] <= 78


@pytest.mark.parametrize(("most", "bound"), [(2.0, 15), (3.0, 23), (4.0, 33)])
def test_a_union_straddles_zero(most: float, bound: float) -> None:
    fields = [field_at(placed(SETUP, E4, spot), E4)[2] for spot in spots(most)]
    assert max(map(abs, fields)) <= bound
    assert min(fields) < 0 < max(fields)


@pytest.mark.parametrize("colour", PieceColour)
def test_who_is_left_of_a_union_stands_beside_the_centre_until_he_is_set_down_anew(
    colour: PieceColour,
) -> None:
    board = placed(SETUP, E4, Spot(angle=1.1))
    both = field_at(board, E4)
    board.lift(E4, Hand.WHITE_RIGHT, colour)
    left = field_at(board, E4)
    assert math.dist(left, both) > 10
    assert abs(left[2]) < 3 < 10 < math.hypot(*left[:2])
    # A switch that closes for a union closes for each of its pieces.
    assert PresenceSensors().read(board, E4, 0) == 1
    board.lift(E4, Hand.WHITE_LEFT)
    board.drop(E4, Hand.WHITE_LEFT)
    assert abs(field_at(board, E4)[2]) > 48


@pytest.mark.parametrize("white", [True, False])
def test_an_empty_square_reads_its_neighbours_only(white: bool) -> None:
    board = VirtualBoard(neighbours(E4, white))
    assert 0 < abs(field_at(board, E4)[2]) <= 2


def test_three_axes_tell_a_union_from_a_lone_piece() -> None:
    for spot in spots(2.0):
        east, north, up = field_at(placed(SETUP, E4, spot), E4)
        assert abs(up) < 0.5 * math.hypot(east, north)


def test_field_readings_have_as_many_axes_as_the_model() -> None:
    board, rng = VirtualBoard(SETUP), random.Random(1)
    axial = FieldSensors(QUIET, rng).read(board, E2, 0)
    three = FieldSensors(FieldModel(axes=3), rng).read(board, E2, 0)
    assert isinstance(axial, float)
    assert isinstance(three, tuple)
    assert len(three) == 3


def test_noise_and_drift_stay_within_the_model() -> None:
    board, sensors = VirtualBoard({}), FieldSensors(FieldModel(), random.Random(3))
    readings = [sensors.read(board, 0, t) for t in range(0, 4000, 7)]
    assert all(isinstance(reading, float) and abs(reading) < 2 for reading in readings)


def test_a_weak_magnet_is_felt_in_the_centre_only() -> None:
    board = placed({E4: ("Q", "")}, E4, Spot(5, 0))
    board.weaken(E4, 0.45)
    assert PresenceSensors().read(board, E4, 0) == 0
    board.lift(E4, Hand.WHITE_RIGHT)
    board.drop(E4, Hand.WHITE_RIGHT)
    assert PresenceSensors().read(board, E4, 0) == 1


def test_a_piece_that_lies_is_not_felt() -> None:
    board = VirtualBoard(SETUP)
    board.knock_over(E2)
    assert board.standing(E2).spot == LYING
    assert PresenceSensors().read(board, E2, 0) == 0
    assert abs(field_at(board, E2)[2]) < 2


def test_only_a_field_reaches_the_neighbours() -> None:
    assert PresenceSensors().reach([E4]) == {E4}
    assert ColourSensors().reach([E4]) == {E4}
    assert len(FieldSensors(QUIET, random.Random(0)).reach([E4])) == 9
    assert FieldSensors.kind == SensorKind.FIELD
