"""Questions that nobody can answer any more, or was heard to: they are not put, or given up."""

from __future__ import annotations

import pytest

from tests.tracking.board import Board

# The rook joins h2, and that union is moved on.
JOINED_AND_MOVED_ON = "1r1Nkbnr/8/pp3ap1/1Pa2Ba1/3e4/R2D2q1/2w1PP1P/rNK4R w 2 - - -"


@pytest.mark.usefixtures("without_parts")
def test_nobody_is_asked_by_a_square_from_which_the_game_has_gone_on() -> None:
    board = Board(JOINED_AND_MOVED_ON)
    board.lift("d4", at=4.25).drop("c3", at=5.41).lift("g8", at=5.61).drop("g8", at=7.03)
    # The knight is in hand once more, and a pawn straightened, before the rook is played.
    board.lift("g8", at=8.04).lift("f2", at=8.76).drop("f2", at=9.16).drop("g8", "b", at=10.0)
    board.lift("h2", at=10.3).lift("h8", at=10.71).drop("h2", "u", at=11.16)
    board.lift("h2", at=12.56).drop("h2", at=13.36).lift("h2", at=14.54).drop("h4", at=15.93)
    # It might be the rook alone who stands there. But on h2 there is nothing to be lifted.
    assert board.rest(30.0) == ["BPd4>c3"]
    board.move("e8", "e7").rest(3.0)
    assert board.recorded == ["BPd4>c3", "Rh8xh2", "PRh2>h4", "Ke8>e7"]
