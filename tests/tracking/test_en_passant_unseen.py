"""Unions en passant of which part shows nowhere: their squares look much as after other turns."""

from __future__ import annotations

from board_daemon.tracking.health import SquareState
from tests.tracking.board import Board
from tests.tracking.polled import with_bad

# Black's pawn on c4 may join White's on d4 en passant; his pawn on e3 may be joined by White's d2.
PASSING = "4k3/8/8/8/2p5/4p3/3P3P/4K3 w 3 - - -"


def test_who_takes_up_a_partner_en_passant_from_a_stuck_square_goes_on_with_no_turn() -> None:
    board = with_bad(Board(PASSING), c4=SquareState.STUCK).move("d2", "d4")
    assert board.rest() == ["d2>d4"]
    # Black holds the partner, and his own pawn from the stuck square; White straightens another.
    board.lift("d4").rest(0.9)
    board.lift("h2").rest(2.0)
    board.drop("h2").rest(0.6)
    board.drop("d3", "u").rest(6.0)
    assert board.recorded == ["d2>d4", "c4>d3"]
