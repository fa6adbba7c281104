"""From where on a bad square may hide part of a turn: also before what seemed to be adjusting."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from tests.tracking.board import Board
from tests.tracking.polled import with_bad

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_parts")]

# Black's queen on d8, which is stuck, goes by way of a5 to b4; as if the pieces were straightened.
FROM_A_STUCK_SQUARE = "r2q1k1r/1b2n1b1/n5a1/ap3pP1/1Q1a1a2/PN1P2c1/2P1NK2/1h1B1B2 w 2 - - -"
SEEN_TO_WORK = "a8 f8 h8 b7 e7 g7 a6 g6 b5 f5 g5 d4 f4 b3 d3 g3 c2 e2 f2 b1 d1"


def test_what_was_touched_before_an_odd_take_back_may_have_been_a_chain() -> None:
    board = with_bad(Board(FROM_A_STUCK_SQUARE), d7=SquareState.DEAD)
    for square in SEEN_TO_WORK.split():
        board.touch(square).rest(1.5)
    assert board.move("f1", "h3").rest(3.0) == ["Bf1>h3"]
    board.touch("a5").rest(1.0)
    board.touch("b4").rest(5.0)
    # White's bishop goes back where it came from, and Black's knight frees his pawn on a3.
    board.move("h3", "f1").lift("a6").touch("b4").touch("a3").rest(6.0)
    board.move("a5", "a6").rest(6.0)
    board.move("h8", "h5").rest(6.0)
    assert board.recorded[1:4] == ["Qd8>Pa5xQb4", "Bh3>f1", "Na6>Pb4xa3"]
