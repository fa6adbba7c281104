"""A wrong move so soon after a turn that the board had not come to rest in between."""

from __future__ import annotations

import pytest

from tests.tracking.board import START, Board, Lay

pytestmark = pytest.mark.usefixtures("with_and_without_parts")

# Black's king may go to e8, and not to g6.
KING_ON_F8 = "1nb2k1r/1p1pna2/8/2p3d1/4p1ab/PP6/h1P1PFPR/1NByKB2 w 36 - - -"
RESTORE = 2.0


def test_the_turn_before_a_quick_wrong_move_is_recorded(lay: Lay) -> None:
    board = lay(KING_ON_F8).move("c2", "c3").move("f8", "g6")
    assert board.rest(RESTORE) == ["c2>c3", "restore g6 f8"]
    assert board.move("g6", "e8").rest(RESTORE)[:2] == ["restored", "Kf8>e8"]


def test_all_turns_before_a_quick_wrong_move_are_recorded(lay: Lay) -> None:
    board = lay(START).move("e2", "e4").move("e7", "e5").move("b1", "c3").move("b8", "e6")
    assert board.rest(RESTORE) == ["e2>e4", "e7>e5", "Nb1>c3", "restore e6 b8"]
    assert board.move("e6", "c6").rest(RESTORE) == ["restored", "Nb8>c6"]


def test_a_piece_that_goes_on_to_a_wrong_square_has_made_no_turn(lay: Lay) -> None:
    board = lay(START).move("e2", "e4").move("b8", "c6").move("c6", "e6")
    assert board.rest(RESTORE) == ["e2>e4", "restore e6 b8"]
    assert board.recorded == ["e2>e4"]


def test_a_second_move_by_the_same_player_leaves_his_turn_open(lay: Lay) -> None:
    board = lay(START).move("e2", "e4").move("b1", "e6")
    board.rest(RESTORE)
    assert board.recorded == []


def passed_over(lay: Lay, *, over: float) -> Board:
    """White's bishop and Black's queen slide from f5 over g4 to h3; Black has moved by then."""
    board = lay("1r1q1bnr/3kp2P/ppp4c/3p1wa1/1P3p2/PD6/3PPP2/RNB1KBN1 w 3 A - -")
    board.lift("f5").drop("g4", "u")
    at = board.t + over
    board.lift("g4", at=at).lift("d7", at=at)
    return board.drop("c7", "b", at=board.t + 0.5).drop("h3", "u")


def test_a_quick_reply_does_not_stop_a_union_that_slides(lay: Lay) -> None:
    board = passed_over(lay, over=0.2)
    board.rest(RESTORE)
    assert board.recorded == ["QBf5>h3", "Kd7>c7"]
