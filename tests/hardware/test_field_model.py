"""What the magnets do: the model against formulas and known figures, and what is made of it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from hardware.field_model.fields import along_a_reed, at_a_point
from hardware.field_model.geometry import (
    N42_REMANENCE,
    RECOMMENDED_BOARD,
    RECOMMENDED_DISC,
    RECOMMENDED_REED_BOARD,
    Disc,
    Hands,
)
from hardware.field_model.layouts import LAYOUTS, scores
from hardware.field_model.ranges import Range, lone, neighbours, union
from hardware.field_model.scenes import Standing, scenes
from hardware.field_model.tables import HALL_THRESHOLD, OPPOSITE, SAME, hall_ranges, reed_window
from hardware.generated import ROOT, stale

# To load what computes fields takes a second of every run.
pytestmark = pytest.mark.slow

FIELD = at_a_point(RECOMMENDED_DISC, RECOMMENDED_BOARD.gap)
NOWHERE = np.zeros(1)


def on_axis(disc: Disc, gap: float) -> float:
    """The textbook's formula for the field on the axis of a disc, mT."""
    radius, far = disc.diameter / 2, gap + disc.height
    return 500 * N42_REMANENCE * (far / math.hypot(radius, far) - gap / math.hypot(radius, gap))


def test_nothing_made_from_the_model_is_stale() -> None:
    # It draws, and loading what draws takes another.
    from hardware.field_model.__main__ import files

    assert [str(path.relative_to(ROOT)) for path in stale(files())] == []


@pytest.mark.parametrize("disc", [Disc(8, 2), Disc(10, 3), Disc(15, 3)], ids=str)
@pytest.mark.parametrize("gap", [4.0, 6.0, 9.0])
def test_below_a_magnet_the_field_is_the_textbooks(disc: Disc, gap: float) -> None:
    assert at_a_point(disc, gap).up(NOWHERE, NOWHERE)[0] == pytest.approx(on_axis(disc, gap), 1e-6)


def test_far_away_a_magnet_is_a_dipole() -> None:
    disc, gap, distance = RECOMMENDED_DISC, RECOMMENDED_BOARD.gap, 80.0
    height = gap + disc.height / 2
    volume = math.pi * (disc.diameter / 2) ** 2 * disc.height
    r = math.hypot(distance, height)
    up = 1000 * N42_REMANENCE * volume / (4 * math.pi) * (3 * height**2 - r**2) / r**5
    assert FIELD.up(np.array([distance]), NOWHERE)[0] == pytest.approx(up, rel=0.01)


def test_the_field_points_away_from_a_north_pole_that_is_up() -> None:
    east, north, up = FIELD.vector(np.array([-8.0]), np.array([0.0]))[0]
    assert east * -8.0 < 0, "below its middle the field turns back to the magnet's axis"
    assert north == 0
    assert up > 0


def test_one_hall_sensor_reads_what_was_found_before() -> None:
    """`HARDWARE-FINDINGS`, section 4: lone pieces to the millitesla."""
    least = {
        hands: round(hall_ranges(RECOMMENDED_BOARD, hands.value, OPPOSITE)[1].least)
        for hands in Hands
    }
    assert least == {Hands.CAREFUL: 48, Hands.NORMAL: 31, Hands.SLOPPY: 8}
    assert {
        round(hall_ranges(RECOMMENDED_BOARD, hands.value, OPPOSITE)[1].most) for hands in Hands
    } == {78}


def test_opposite_magnets_hide_a_union_behind_an_empty_square() -> None:
    for hands in Hands:
        empty, _, together = hall_ranges(RECOMMENDED_BOARD, hands.value, OPPOSITE)
        assert together.least < empty.least < 0 < empty.most < together.most


def test_no_strengths_of_opposite_magnets_part_unions_from_empty_squares() -> None:
    """A stronger white magnet moves the middle of the unions, but some still read as nothing."""
    placing, board = Hands.NORMAL.value, RECOMMENDED_BOARD
    beside = neighbours(FIELD, board, placing, -1)
    for strength in (-0.2, -0.5, -0.8, -1.0):
        together = union(FIELD, board, placing.union, strength)
        assert together.least < beside.most


def test_a_reed_closes_under_every_piece_and_union_and_under_no_neighbour() -> None:
    window = reed_window()
    field = along_a_reed(RECOMMENDED_DISC, RECOMMENDED_REED_BOARD.gap)
    for hands in Hands:
        beside = neighbours(field, RECOMMENDED_REED_BOARD, hands.value, SAME)
        for own in (
            lone(field, hands.value.lone),
            union(field, RECOMMENDED_REED_BOARD, hands.value.union, 1),
        ):
            assert own.beside(beside).least >= window.most - 1e-9
        assert beside.farthest < window.least < window.most


def test_magnets_of_opposite_poles_open_the_reed_under_a_union() -> None:
    field = along_a_reed(RECOMMENDED_DISC, RECOMMENDED_REED_BOARD.gap)
    together = union(field, RECOMMENDED_REED_BOARD, Hands.NORMAL.value.union, -1)
    assert together.least < 0 < together.most


def test_worst_neighbours_are_worse_than_any_drawn_at_random() -> None:
    hands = Hands.SLOPPY
    drawn = scenes(
        Standing.EMPTY, RECOMMENDED_BOARD, hands.value, 4000, np.random.default_rng(3)
    ).vectors(FIELD)[:, 2]
    bound = neighbours(FIELD, RECOMMENDED_BOARD, hands.value, -1)
    assert 0.3 * bound.farthest < np.abs(drawn).max() <= bound.farthest


def test_pieces_drawn_at_random_stay_within_the_ranges() -> None:
    rng = np.random.default_rng(4)
    for hands in Hands:
        beside = neighbours(FIELD, RECOMMENDED_BOARD, hands.value, -1)
        for standing, own in (
            (Standing.WHITE, lone(FIELD, hands.value.lone)),
            (Standing.UNION, union(FIELD, RECOMMENDED_BOARD, hands.value.union, -1)),
        ):
            drawn = scenes(standing, RECOMMENDED_BOARD, hands.value, 3000, rng).vectors(FIELD)
            # The ranges try a grid of places, so one between two of them may be a little beyond.
            assert own.beside(beside).least - 0.5 <= drawn[:, 2].min()
            assert drawn[:, 2].max() <= own.beside(beside).most + 0.5


def test_with_all_poles_up_one_hall_sensor_tells_somebody_from_nobody() -> None:
    for hands in Hands:
        empty, own, together = hall_ranges(RECOMMENDED_REED_BOARD, hands.value, SAME)
        assert empty.most < HALL_THRESHOLD < min(own.least, together.least)


def test_a_range_measured_by_a_poor_sensor_is_wider() -> None:
    seen = Range(-2, 10).measured(0.1, 0.5)
    assert (seen.least, seen.most) == pytest.approx((-2.7, 11.5))


def test_the_tracker_never_takes_a_square_for_what_it_is_not() -> None:
    found = list(scores())
    assert len(found) == len(LAYOUTS) * len(Hands) * len(Standing)
    for score in found:
        assert score.wrong == 0, score
        assert score.told + score.left_open + score.wrong == pytest.approx(1)
