"""A wrong move so soon after a turn that the board had not come to rest in between."""

from __future__ import annotations

import pytest

from tests.tracking.board import START, Board, Lay

pytestmark = pytest.mark.usefixtures("with_and_without_parts")

# Black's king may go to e8, and not to g6.
KING_ON_F8 = "1nb2k1r/1p1pna2/8/2p3d1/4p1ab/PP6/h1P1PFPR/1NByKB2 w 36 - - -"
ROOK_AND_KING = "4k2r/p6p/8/8/8/8/P7/R3K2R w 0 AH - -"
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


def test_another_turn_than_the_recorded_one_is_followed_up_to_a_quick_wrong_move(lay: Lay) -> None:
    board = lay(START)
    assert board.move("b1", "c3").rest() == ["Nb1>c3"]
    board.move("c3", "a3").move("e7", "e5").move("a3", "b5").move("b8", "e6")
    assert board.rest(RESTORE) == ["revise Nb1>a3", "e7>e5", "Na3>b5", "restore e6 b8"]


def test_a_turn_is_recorded_though_who_makes_a_wrong_move_lifts_before_it_is_over(lay: Lay) -> None:
    board = lay(START).lift("b1").lift("b8").drop("c3", "w").drop("e6", "b")
    assert board.rest(RESTORE) == ["Nb1>c3", "restore e6 b8"]
    assert board.move("e6", "c6").rest(RESTORE) == ["restored", "Nb8>c6"]


def test_no_turn_is_guessed_where_both_pieces_may_have_gone_to_either_square() -> None:
    board = Board(START).lift("e2").lift("b8").drop("e4", "w").drop("e3", "b")
    board.rest(RESTORE)
    assert board.recorded == []


def test_castling_that_began_with_the_rook_is_known_at_a_quick_wrong_move(lay: Lay) -> None:
    board = lay(ROOK_AND_KING)
    assert board.move("h1", "f1").rest(0.8) == ["Rh1>f1"]
    board.move("e1", "g1").move("a7", "c6")
    assert board.rest(RESTORE) == ["revise 0-0", "restore c6 a7"]
    assert board.move("c6", "a6").rest(RESTORE) == ["restored", "a7>a6"]


def test_castling_that_began_with_the_rook_is_known_though_who_errs_lifts_before_the_king_is_down(
    lay: Lay,
) -> None:
    board = lay(ROOK_AND_KING).lift("h1").drop("g1", "w")  # Its rook slides.
    assert board.lift("g1", at=board.t + 0.1).drop("f1", "w").rest(0.8) == ["Rh1>f1"]
    board.lift("e1").lift("a7").drop("g1", "w").rest(0.8)
    assert board.drop("c6", "b").rest(RESTORE) == ["revise 0-0", "restore c6 a7"]
    assert board.move("c6", "a6").rest(RESTORE) == ["restored", "a7>a6"]


def test_a_turn_taken_back_just_before_a_wrong_move_need_not_stand_again(lay: Lay) -> None:
    board = lay(START)
    assert board.move("e2", "e4").rest(3.0) == ["e2>e4"]
    board.move("e4", "e2").move("b1", "b4")
    assert board.rest(RESTORE) == ["takeback 1", "restore b1 b4"]
    assert board.move("b4", "c3").rest(RESTORE) == ["restored", "Nb1>c3"]


@pytest.mark.parametrize("later", [(), (("e7", "e5"),), (("e7", "e5"), ("e2", "e4"))])
def test_nothing_is_recorded_after_the_end_nor_put_right(
    lay: Lay, later: tuple[tuple[str, str], ...]
) -> None:
    board = lay(START)
    knights = (("b1", "c3"), ("g8", "f6"), ("c3", "b1"), ("f6", "g8"))
    for start, end in knights * 2:
        board.move(start, end).rest()
    board.rest()
    # The position comes up for the third time, but its players go on.
    for start, end in (("b1", "c3"), *later, ("b8", "e6") if len(later) != 1 else ("g1", "e6")):
        board.move(start, end)
    assert board.rest(RESTORE) == ["Nb1>c3", "end 1/2-1/2 repetition"]


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


def test_what_was_touched_after_a_turn_is_not_joined_for_a_wrong_move_that_follows(
    lay: Lay,
) -> None:
    # Black joins c4, the partner lifted first; White touches e4, and sets a4 where it may not go.
    board = lay("rnbqkbnr/1pp3pp/8/p2pp1e1/PPPPP3/8/5PPP/RN1QKBNR b 1 AHah a3 -")
    board.lift("c4").lift("d5", at=board.t + 0.7).drop("c4", "u", at=board.t + 0.7)
    board.lift("e4", at=board.t + 0.47).drop("e4", at=board.t + 0.06)
    board.lift("a4", at=board.t + 0.74).drop("d2", "w", at=board.t + 0.45).rest(RESTORE)
    assert board.recorded in ([], ["d5xc4"])
    board.lift("d2").drop("a4", "w").rest(2.0)
    if "ask c4 e4" in board.all_said:
        board.touch("c4").rest(2.0)
    assert board.recorded == ["d5xc4"]
