"""A pawn that is gone while the other player plays is in a hand, or stands where nothing shows."""

from __future__ import annotations

import pytest

from tests.tracking.board import Board

pytestmark = pytest.mark.usefixtures("without_parts")


# White's pawn can go to e3, which is dead though nobody knows of it, and on to e4.
ONE_STEP = "4k3/p6p/8/8/8/8/P3P2P/4K3 w 0 - - -"


def two_steps_or_one() -> Board:
    """The pawn is gone, Black plays, and only then it stands two squares on."""
    board = Board(ONE_STEP).lift("e2")
    board.rest(1.2)
    board.lift("a7").drop("a6", at=board.t + 1.0)
    board.rest(1.2)
    board.drop("e4").rest(1.0)
    assert board.recorded == []
    return board


def test_who_plays_next_tells_whether_a_pawn_was_held_or_stood_where_nothing_shows() -> None:
    board = two_steps_or_one()
    board.move("h7", "h6").rest(5.0)
    assert board.recorded == ["e2>e3", "a7>a6", "e3>e4", "h7>h6"]


def test_a_pawn_that_was_held_while_the_other_one_played_has_made_two_steps() -> None:
    board = two_steps_or_one()
    board.move("h2", "h3").rest(5.0)
    assert board.recorded == ["e2>e4", "a7>a6", "h2>h3"]


def test_it_is_recorded_as_seen_where_nobody_plays_on() -> None:
    board = two_steps_or_one()
    board.rest(15.0)
    assert board.recorded == ["e2>e4", "a7>a6"]
