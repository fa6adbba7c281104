"""Players who are left alone with what they have played, and are told after a while."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board
from tests.tracking.polled import with_bad

pytestmark = pytest.mark.slow


# --- pieces of both sides in the air ---

# White's pawn on c2 joins d3, and frees a pawn that may join c4; Black's bishop may take that over.
BOTH = "4k3/8/4b3/8/2p5/3a4/2P5/4K3 w 0 - - -"


def test_where_a_piece_of_either_side_seems_to_be_held_the_turns_are_to_be_shown() -> None:
    board = Board(BOTH, settings=TrackerSettings(asks_of_parts=False))
    board.lift("c2").touch("d3", at=board.t + 0.6).rest(2.0)
    # The freed pawn was slipped in on c4, and so was the bishop.
    assert board.lift("e6").rest(7.0) == []
    assert board.rest(5.0) == ["restore c2 e6"]
    board.drop("e6", "b").drop("c2", "w").rest(3.0)
    board.lift("c2").touch("d3", at=board.t + 0.6).touch("c4", at=board.t + 0.6).rest(3.0)
    board.lift("e6").touch("c4", at=board.t + 0.6).rest(3.0)
    assert board.recorded[:1] == ["c2>Pd3xc4"]


def test_who_holds_a_piece_while_the_other_one_adjusts_his_is_left_alone() -> None:
    board = Board(BOTH, settings=TrackerSettings(asks_of_parts=False))
    assert board.lift("c2").lift("e6").rest(60.0) == []


def test_nobody_begins_his_turn_while_the_other_one_holds_a_piece() -> None:
    # The queen has joined h5, and the knight has gone to b3; or she has gone to b3, and Black holds
    # his knight: White's pawn is lifted long after it, and the knight cannot join that.
    fen = "r1bqk1nr/p1ppp1b1/5pp1/1pn2P1p/2P5/8/PP1P2PP/RNBQKBNR w 0 AHah - -"
    board = Board(fen, settings=TrackerSettings(asks_of_parts=False))
    board.lift("d1").rest(5.5)
    assert board.lift("c5").drop("b3", at=board.t + 1.0).rest(5.4) == ["ask h5"]
    board.lift("a2").rest(2.0)
    assert board.recorded == []


def test_a_piece_that_may_stand_on_a_bad_square_is_not_taken_for_held() -> None:
    # The knight goes to a3 or c3, which are known to be dead; then Black thinks with his pawn up.
    board = Board(
        "4k3/7p/8/8/8/8/6PP/1N2K3 w 0 - - -", settings=TrackerSettings(asks_of_parts=False)
    )
    with_bad(board, a3=SquareState.DEAD, c3=SquareState.DEAD).lift("b1").rest(4.0)
    board.lift("h7").rest(2.0)
    assert board.touch("g2").rest(20.0) == []
