"""Promotions that may still be chosen after the reply, or long after they were asked for."""

from __future__ import annotations

import pytest

from board_daemon.lights.roles import Role, roles_for
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board, Lay
from tests.tracking.playing import see
from tests.tracking.promoting import CARRIED, HOME, PIECES, TOLD, chosen, still_chosen, turns_said

pytestmark = pytest.mark.usefixtures("with_and_without_parts")


def answered_at_once(board: Board) -> Board:
    """The pawn comes home, and the king has replied before the board has asked anything."""
    board.move("b7", "b8").move("e8", "e7")
    assert turns_said(board.rest()) == ["b7>b8=Q", "Ke8>e7"]
    return board


@PIECES
def test_who_was_answered_before_he_was_asked_still_chooses_by_touches(
    lay: Lay, piece: PieceType
) -> None:
    board = answered_at_once(lay(HOME))
    for _ in range(PROMOTIONS.index(piece)):
        board.touch("b8").rest(2.0)
    assert board.recorded == [f"b7>b8={piece.letter}", "Ke8>e7"]
    assert still_chosen(board) == f"b8 {piece.letter}"
    assert turns_said(board.move("e1", "e2").rest()) == ["Ke1>e2"]


@pytest.mark.parametrize("piece", [PieceType.ROOK, PieceType.BISHOP])
def test_who_touches_it_several_times_need_hardly_rest_before_he_plays_on(
    lay: Lay, piece: PieceType
) -> None:
    board = answered_at_once(lay(HOME))
    for _ in range(PROMOTIONS.index(piece)):
        board.touch("b8").rest(0.4)
    board.rest(0.5)
    board.move("e1", "e2").rest(2.0)
    assert board.recorded == [f"b7>b8={piece.letter}", "Ke8>e7", "Ke1>e2"]


def test_who_has_chosen_may_take_the_piece_up_and_put_it_back_before_he_plays_it(lay: Lay) -> None:
    board = answered_at_once(lay(HOME))
    board.touch("b8").rest(2.0)
    board.touch("b8").rest(0.8)
    board.move("b8", "c6").rest(3.0)
    assert board.recorded == ["b7>b8=N", "Ke8>e7", "Nb8>c6"]


def test_who_sets_his_queen_down_shakily_chooses_nothing_else(lay: Lay) -> None:
    board = answered_at_once(lay(HOME))
    board.rest(3.0)
    for _ in range(2):
        board.lift("b8").drop("b8", at=board.t + 0.12)
    board.rest(0.9)
    board.move("b8", "b5").rest(3.0)
    assert board.recorded == ["b7>b8=Q", "Ke8>e7", "Qb8>b5"]


def test_the_turn_is_taken_back_for_that_and_the_reply_played_again(lay: Lay) -> None:
    board = answered_at_once(lay(HOME))
    assert turns_said(board.touch("b8").rest(2.0)) == ["takeback 1", "b7>b8=N", "Ke8>e7"]


def test_a_pawn_that_flickers_after_the_reply_chooses_nothing(lay: Lay) -> None:
    board = answered_at_once(lay(HOME))
    assert board.lift("b8", at=board.t + 1.0).drop("b8", at=board.t + 0.06).rest(3.0) == []


@TOLD
def test_he_may_say_so_by_a_word(lay: Lay, piece: str) -> None:
    board = answered_at_once(lay(HOME))
    board.choose(piece).rest()
    assert board.recorded == [f"b7>b8={piece}", "Ke8>e7"]
    assert still_chosen(board) == ""
    board.touch("b8").rest(3.0)
    assert board.recorded == [f"b7>b8={piece}", "Ke8>e7"]


def test_what_is_begun_of_his_next_turn_goes_on(lay: Lay) -> None:
    board = answered_at_once(lay(HOME))
    board.lift("e1").choose("R").drop("e2").rest()
    assert board.recorded == ["b7>b8=R", "Ke8>e7", "Ke1>e2"]


def test_the_lights_show_it_until_he_has_moved_again(lay: Lay) -> None:
    board = answered_at_once(lay(HOME))
    assert roles_for(board.view)[parse_square("b8")] == Role.PROMOTION
    board.move("e1", "e2").rest()
    assert still_chosen(board) == ""
    board.touch("b8").rest(3.0)
    assert board.recorded == ["b7>b8=Q", "Ke8>e7", "Ke1>e2"]


def test_who_lifts_it_and_plays_another_piece_has_chosen_nothing(lay: Lay) -> None:
    board = answered_at_once(lay(HOME))
    board.touch("b8").move("e1", "e2").rest(3.0)
    assert board.recorded == ["b7>b8=Q", "Ke8>e7", "Ke1>e2"]


def test_who_moves_what_it_became_has_chosen_nothing(lay: Lay) -> None:
    board = answered_at_once(lay(HOME))
    board.move("b8", "b5").rest()
    assert board.recorded == ["b7>b8=Q", "Ke8>e7", "Qb8>b5"]


def test_a_reply_that_joins_what_it_became_leaves_nothing_to_choose(lay: Lay) -> None:
    board = lay("1r2k3/P7/8/8/8/8/8/1N2K3 w 7 - - -").move("a7", "a8")
    board.join("b8", "a8").rest()
    assert board.recorded == ["a7>a8=Q", "Rb8xQa8"]
    assert still_chosen(board) == ""


def test_who_had_the_time_to_choose_is_not_asked_any_more(lay: Lay) -> None:
    board = lay(HOME).move("b7", "b8")
    board.rest(2.0)
    board.move("e8", "e7").rest()
    assert still_chosen(board) == ""
    board.touch("b8").rest(3.0)
    assert board.recorded == ["b7>b8=Q", "Ke8>e7"]


def test_what_was_owed_is_still_chosen_once_its_player_has_moved(lay: Lay) -> None:
    board = lay(CARRIED).move("d2", "b1").move("e8", "e7")
    assert turns_said(board.rest()) == ["NPd2>b1", "=Q:Ke8>e7"]
    assert turns_said(board.touch("b1").rest(2.0)) == ["revise =N:Ke8>e7"]
    board.choose("R").rest()
    assert board.recorded == ["NPd2>b1", "=R:Ke8>e7"]


def test_each_of_two_pawns_that_came_home_at_once_is_chosen_where_it_stands(lay: Lay) -> None:
    board = lay("4k3/1P6/8/8/8/8/6p1/4K3 w 7 - - -").move("b7", "b8").move("g2", "g1")
    board.rest()
    assert (still_chosen(board), chosen(board)) == ("b8 Q", "g1 Q")
    board.touch("b8").rest(8.0)
    board.touch("g1").rest(2.0)
    assert board.recorded == ["b7>b8=N", "g2>g1=N"]


def taken_back(board: Board) -> Board:
    """The opponent's king was only knocked over, though it seemed to have moved."""
    board.move("b7", "b8").move("e8", "e7").rest()
    assert turns_said(board.move("e7", "e8").rest()) == ["takeback 2"]
    return board


def test_who_takes_the_reply_back_lets_him_choose_again(lay: Lay) -> None:
    board = taken_back(lay(HOME))
    assert board.all_said[-1] == "promote b8"
    assert turns_said(board.touch("b8").rest(2.0)) == ["revise b7>b8=N"]
    assert turns_said(board.move("e8", "d8").rest()) == ["Ke8>d8"]


@TOLD
def test_a_word_is_for_that_one_then_and_not_for_the_next(lay: Lay, piece: str) -> None:
    board = lay("4k3/1P6/8/8/8/8/6p1/4K3 w 7 - - -")
    taken_back(board).choose(piece).rest()
    board.move("g2", "g1").rest()
    assert board.recorded == [f"b7>b8={piece}", "g2>g1=Q"]


def test_a_reply_after_that_leaves_nothing_to_choose(lay: Lay) -> None:
    board = taken_back(lay(HOME))
    board.move("e8", "d8").rest()
    board.touch("b8").rest(3.0)
    assert board.recorded == ["b7>b8=Q", "Ke8>d8"]


@pytest.mark.parametrize("soon", [0.1, 0.25])
def test_what_was_chosen_before_that_stands_though_the_reply_is_quick(
    lay: Lay, soon: float
) -> None:
    board = lay(HOME).move("b7", "b8").touch("b8", at=2.5)
    board.rest(2.0)
    board.move("e8", "e7").rest()
    board.lift("e7").drop("e8", at=board.t + 0.5).rest(0.75)
    board.lift("e8", at=board.t + soon).drop("d8").rest()
    assert board.recorded == ["b7>b8=N", "Ke8>d8"]
    board.touch("b8").rest(3.0)
    assert board.recorded == ["b7>b8=N", "Ke8>d8"]


@pytest.mark.parametrize("thinks", [8.0, 40.0])
def test_whoever_straightens_the_pawn_long_after_changes_nothing(lay: Lay, thinks: float) -> None:
    board = lay(HOME).move("b7", "b8")
    board.rest(thinks)
    board.lift("b8", at=board.t + 0.5).drop("b8", at=board.t + 1.0).rest(3.0)
    assert board.recorded == ["b7>b8=Q"]


def test_who_adjusts_it_after_long_and_plays_on_has_chosen_nothing(lay: Lay) -> None:
    board = lay(HOME).move("b7", "b8")
    board.rest(20.0)
    board.touch("b8").move("e8", "e7").rest()
    assert board.recorded == ["b7>b8=Q", "Ke8>e7"]


def test_a_chain_that_came_home_is_asked_for_though_its_union_was_straightened_meanwhile(
    lay: Lay,
) -> None:
    board = lay("2R3k1/2C5/8/8/8/8/8/K7 w 0 - - -").lift("c8").touch("c7")
    board.touch("c7", at=board.t + 0.9).drop("c8", "w").touch("g8")
    assert board.rest(2.0) == []
    assert board.rest(4.0) == ["ask c7"]
    assert turns_said(board.touch("c7").rest(3.0)) == ["Rc8>Pc7>c8=Q"]


@pytest.mark.slow
def test_what_waits_as_somebody_may_hold_a_piece_is_asked_for_before_long() -> None:
    # Black's chain ended on e1, or on d2 by the same touches: then he has been holding that.
    plain = TrackerSettings(asks_of_parts=False)
    board = Board("4s2K/8/8/p7/kE6/8/7d/4B3 b 4 - - -", settings=plain)
    board.lift("a5").lift("b4", at=1.6).drop("b4", at=2.3).lift("e1", at=2.85).drop(
        "e1", "u", at=3.7
    )
    board.lift("h2", at=3.9).drop("d2", at=4.7).lift("d2", at=5.3).drop("f1", at=6.6)
    assert board.rest(5.0) == ["ask e1"]
    assert turns_said(board.touch("e1").rest(3.0)) == ["a5>Bb4xBe1", "NPh2>f1"]
    assert board.all_said[-1] == "promote f1"


@TOLD
def test_a_word_is_for_no_later_promotion_either_while_the_reply_is_open(piece: str) -> None:
    # Black's pawn may have joined d3 or f3, and nothing shows which.
    board = Board("4k3/7P/8/8/4p3/3P1P2/p7/4K3 w 7 - - -").move("h7", "h8")
    board.rest(2.0)
    board.lift("e4").rest(5.0)
    board.choose(piece).move("e1", "e2").rest(5.0)
    board.touch("d3").rest(3.0)
    assert board.recorded == [f"h7>h8={piece}", "e4xd3", "Ke1>e2"]
    board.move("a2", "a1").rest()
    assert board.recorded[-1] == "a2>a1=Q"


def test_what_a_pawn_has_become_stands_once_the_other_player_goes_on() -> None:
    # The touch of d8 that chose a knight may have been the rook's that is to have come home.
    board = Board("r2q4/2P4k/8/1p1p4/P3P3/n7/8/4K3 w 0 - - -")
    board.lift("e4").slip("d5").rest(5.0)
    board.move("h7", "g7").rest(5.0)
    board.lift("d8").lift("c7", at=board.t + 0.5).drop("d8", "u", at=board.t + 0.3).rest(1.2)
    board.touch("a8", at=board.t + 1.0).rest(1.2)
    board.touch("d8").rest(19.0)
    board.move("a3", "c4").rest(3.0)
    assert board.recorded[2:] == ["c7xQd8=N", "Na3>c4"]


def test_what_was_chosen_before_a_wrong_move_counts_once_that_is_put_right(lay: Lay) -> None:
    board = lay("4k3/P7/8/8/8/8/8/1N2K3 w 0 - - -").move("a7", "a8")
    board.rest(1.0)
    board.touch("a8", at=board.t + 0.2).move("b1", "b5")
    assert board.rest(2.0) == ["restore b1 b5"]
    assert board.move("b5", "b1").rest(4.0)[:2] == ["restored", "revise a7>a8=N"]


def test_what_was_chosen_counts_though_it_was_touched_in_the_air_first(lay: Lay) -> None:
    # White takes his knight up, sets his promoted piece straight, and has thought better of both.
    board = lay("4k3/P7/8/8/8/8/8/1N2K3 w 0 - - -").move("a7", "a8")
    board.rest(1.0)
    board.lift("b1").touch("a8").drop("b1").rest(0.2)
    board.touch("a8", at=board.t + 0.3).move("e1", "h5")
    assert board.rest(2.0) == ["restore e1 h5"]
    assert board.move("h5", "e1").rest(4.0)[:2] == ["restored", "revise a7>a8=N"]


def test_who_had_the_time_to_choose_only_straightens_it_later() -> None:
    # What stood between was touched while the union came to g1, not as Black began his turn.
    board = Board("1j3q1r/1b5E/p1p3k1/P1a3a1/P2D1cD1/4aN2/f5c1/1N2KB2 w 8 - - -")
    see(board, "0.7:g2:. 1.9:g5:. 2.76:g6:. 5.73:g6:b 7.17:g5:u 7.63:g1:u")
    assert board.rest(5.0) == ["RPg2>g1", "promote g1"]
    see(board, "14.37:a2:. 15.77:a1:u 16.36:a1:. 16.62:a1:u")
    assert board.rest(2.0)[0] == "=Q:PQa2>a1=N"
    see(board, "20.99:g1:. 22.05:g1:u")
    assert board.rest(5.0) == []
