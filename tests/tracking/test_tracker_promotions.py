"""Choosing a promotion: by another input or by leafing through the pieces on the board."""

from __future__ import annotations

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.trace import TraceInput
from tests.tracking.board import Board, Lay
from tests.tracking.polled import with_bad
from tests.tracking.promoting import (
    HOME,
    LEAFED,
    TOLD,
    chosen,
    promoted_to,
    turns_said,
)

JOINED = "n3k3/1P6/8/8/8/8/8/4K3 w 7 - - -"

# None of these pawns stands on a square that tells nothing.
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("with_and_without_parts")]


# --- another input ---


@TOLD
def test_the_piece_may_be_told_before_the_turn(lay: Lay, piece: str) -> None:
    board = lay(HOME).choose(piece, at=0.5).move("b7", "b8")
    assert turns_said(board.rest()) == [f"b7>b8={piece}"]


@TOLD
def test_the_piece_may_be_told_while_the_turn_rests(lay: Lay, piece: str) -> None:
    board = lay(HOME).move("b7", "b8").choose(piece)
    assert turns_said(board.rest()) == [f"b7>b8={piece}"]


def test_a_trace_may_hold_the_choice_beside_the_readings() -> None:
    tracker = Tracker(parse_fen(HOME), SensorKind.PRESENCE)
    b7, b8 = parse_square("b7"), parse_square("b8")
    lines = (SensorFrame(1.0, {b7: 0}), SensorFrame(2.0, {b8: 1}), TraceInput(2.2, "N"))
    for line in lines:
        assert tracker.take(line) == []
    tracker.finish(2.2)
    assert [turn.notation for turn in tracker.turns] == ["b7>b8=N"]


def test_a_piece_that_was_told_is_not_asked_for(lay: Lay) -> None:
    board = lay(HOME).choose("N", at=0.5).move("b7", "b8")
    assert board.rest() == ["b7>b8=N"]
    assert chosen(board) == ""


def test_the_piece_may_be_told_after_the_turn(lay: Lay) -> None:
    board = lay(HOME).move("b7", "b8")
    assert board.rest() == ["b7>b8=Q", "promote b8", "sako b8 e8"]
    board.choose("N")
    assert turns_said(board.rest()) == ["revise b7>b8=N"]
    assert board.move("e8", "e7").rest() == ["Ke8>e7"]


def test_the_piece_that_was_told_counts_for_one_promotion(lay: Lay) -> None:
    board = lay("4k3/1P6/8/8/8/8/6p1/4K3 w 7 - - -")
    board.choose("B", at=0.5).move("b7", "b8").rest()
    board.move("g2", "g1").rest()
    assert board.recorded == ["b7>b8=B", "g2>g1=Q"]


def test_the_piece_told_for_a_second_promotion_leaves_the_first_one_alone(lay: Lay) -> None:
    board = lay("8/1P6/8/8/8/k7/6p1/4K3 w 7 - - -")
    board.move("b7", "b8").rest()
    board.move("g2", "g1").choose("N").rest()
    assert board.recorded == ["b7>b8=Q", "g2>g1=N"]


def test_a_piece_named_after_its_pawn_was_swapped_and_another_piece_adjusted_is_for_that_pawn(
    lay: Lay,
) -> None:
    board = lay("4k3/1P6/8/8/8/8/8/4K3 w 0 - - -").move("b7", "b8")
    board.lift("b8", at=board.t + 0.4).touch("e8").drop("b8", "w", at=board.t + 1.2)
    board.choose("R").rest(3.0)
    assert board.recorded == ["b7>b8=R"]


def test_a_choice_is_for_the_pawn_set_down_last_though_the_turn_before_it_is_not_recorded_yet(
    lay: Lay,
) -> None:
    board = lay("8/1Pk3P1/8/8/8/8/5K2/8 w 0 - - -")
    board.move("b7", "b8").touch("b8").touch("b8").rest(5.0)
    board.move("c7", "c6").move("g7", "g8").choose("Q").rest(5.0)
    assert board.recorded == ["b7>b8=R", "Kc7>c6", "g7>g8=Q"]


def test_a_choice_is_for_the_pawn_set_down_last_though_the_one_before_comes_out_only_later() -> (
    None
):
    position = "2ri2k1/2P3a1/2a1a3/8/6l1/1D6/p5t1/R2h3K b 16 - - -"
    board = Board(position, settings=TrackerSettings(asks_of_parts=True))
    board.lift("g7").touch("a1").drop("g5")
    # The pawn comes home, its chain to where it began; whoever straightens g5 says it has not.
    board.lift("c7", at=11.0).touch("d8").lift("c6").drop("c7", "w").drop("c6").rest(3.0)
    board.touch("g5").rest(4.0)
    board.lift("c8").touch("d8").touch("d1").drop("d3", "b")
    board.move("c7", "c8").choose("B").rest(5.0)
    assert board.recorded[1:] == ["c7>Nd8=Q>Pc6>c7", "Rc8>Rd8>Rd1>d3", "c7>c8=B"]


def test_a_piece_named_while_the_turn_before_still_rests_is_not_lost(lay: Lay) -> None:
    # White was at it when the rook was not quite down, and holds his knight for a while.
    board = lay("4i3/1r1P4/8/7k/8/8/8/K7 b 0 - - -").lift("b7").lift("d7").drop("b4", "b")
    board.lift("e8", at=board.t + 0.8).drop("e8", "u").choose("N", at=board.t + 0.8)
    board.rest()
    board.drop("f6", "w").rest()
    assert board.recorded == ["Rb7>b4", "d7>Ne8=N>f6"]


def test_the_piece_told_with_a_pawn_in_hand_is_for_that_pawn(lay: Lay) -> None:
    board = lay("8/1P6/8/8/8/k7/6p1/4K3 w 7 - - -")
    board.move("b7", "b8").rest()
    board.lift("g2").choose("R").drop("g1").rest()
    assert board.recorded == ["b7>b8=Q", "g2>g1=R"]


def test_the_piece_may_be_told_when_the_other_player_has_begun_to_move(lay: Lay) -> None:
    board = lay("8/1P6/8/8/8/k7/6p1/4K3 w 7 - - -")
    board.move("b7", "b8").rest()
    board.lift("a3").choose("N").drop("a4").rest()
    assert board.recorded == ["b7>b8=N", "Ka3>a4"]


# --- leafing ---


@LEAFED
def test_leafing_before_the_turn_has_rested_goes_on_to_the_next_piece(
    lay: Lay, steps: int, piece: str
) -> None:
    board = lay(HOME).move("b7", "b8")
    for _ in range(steps):
        board.touch("b8")
    assert turns_said(board.rest()) == [f"b7>b8={piece}"]


@LEAFED
def test_leafing_after_the_turn_was_recorded_revises_it(lay: Lay, steps: int, piece: str) -> None:
    board = lay(HOME).move("b7", "b8")
    board.rest()
    for _ in range(steps):
        board.touch("b8").rest()
        assert chosen(board).startswith("b8")
    assert promoted_to(board) == piece
    assert board.move("e8", "e7").rest() == ["Ke8>e7"]


@LEAFED
def test_a_player_may_look_at_each_piece_for_a_while(lay: Lay, steps: int, piece: str) -> None:
    board = lay(HOME).move("b7", "b8")
    for _ in range(steps):
        board.rest(4.0)
        board.touch("b8")
    board.rest(4.0)
    assert promoted_to(board) == piece


def test_a_pawn_promoted_in_a_new_union_is_leafed_through_as_well(lay: Lay) -> None:
    board = lay(JOINED).join("b7", "a8").touch("a8")
    assert turns_said(board.rest()) == ["b7xNa8=N"]


def test_an_answer_on_the_square_of_a_promotion_is_no_leafing(lay: Lay) -> None:
    board = lay("4k3/8/8/8/8/8/5p2/K3F3 b 0 - - -")
    board.lift("f2").touch("e1").drop("f2", "b")
    assert board.rest(2.0) == ["ask e1"]
    board.touch("e1").rest(2.0)
    assert board.recorded == ["f2>Qe1=Q>f2"]


def test_touching_a_promoted_piece_changes_no_choice_that_was_told(lay: Lay) -> None:
    board = lay(HOME).move("b7", "b8")
    board.rest()
    board.choose("R").touch("b8").rest(5.0)
    board.move("e8", "e7").rest(5.0)
    assert board.recorded == ["b7>b8=R", "Ke8>e7"]


def test_adjusting_a_lone_piece_does_not_interrupt_leafing(lay: Lay) -> None:
    board = lay(HOME).move("b7", "b8").touch("b8").lift("b8").touch("e1").drop("b8", "w")
    board.rest()
    assert board.recorded == ["b7>b8=R"]


def test_a_choice_that_was_leafed_before_a_turn_is_not_told_anew_after_it(lay: Lay) -> None:
    board = lay("4E3/8/8/8/8/8/p7/4K2k w 0 - - -")
    board.touch("e8").move("e1", "e2").rest(3.0)
    board.move("a2", "a1").choose("R").rest()
    assert board.recorded == ["=N:Ke1>e2", "a2>a1=R"]


def test_whoever_is_asked_for_a_promotion_may_take_his_time(lay: Lay) -> None:
    board = lay(HOME).move("b7", "b8")
    board.rest(5.0)
    board.touch("b8").rest()
    assert promoted_to(board) == "N"


def test_adjusting_another_piece_does_not_go_on_to_the_next_one(lay: Lay) -> None:
    board = lay(HOME).move("b7", "b8")
    board.rest()
    assert board.touch("e1").rest(5.0) == []
    assert promoted_to(board) == "Q"


def test_the_lights_show_the_piece_until_the_opponent_has_moved(lay: Lay) -> None:
    board = lay(HOME).move("b7", "b8")
    board.rest()
    assert chosen(board) == "b8 Q"
    board.touch("b8").rest()
    assert chosen(board) == "b8 N"
    board.move("e8", "e7").rest()
    assert chosen(board) == ""


def test_who_adjusts_another_piece_while_leafing_looks_no_shorter_at_the_next_one(lay: Lay) -> None:
    board = lay(HOME).move("b7", "b8").touch("b8")
    board.rest(1.9)
    board.touch("e1").rest(0.4)
    board.touch("b8").rest()
    assert board.recorded == ["b7>b8=R"]


def test_a_choice_told_for_a_turn_played_after_a_take_back_is_not_lost(lay: Lay) -> None:
    board = lay(HOME).move("e1", "e2")
    assert board.rest() == ["Ke1>e2"]
    # The king goes back, and the pawn is played instead before the board has said so.
    board.move("e2", "e1").move("b7", "b8").choose("R").rest(3.0)
    assert board.recorded == ["b7>b8=R"]


def test_a_promotion_may_still_be_leafed_through_once_a_wrong_move_is_put_right() -> None:
    board = Board("h2T1n1h/4n2P/2Ek4/1a2p3/1a4vR/3f2ad/1B1dC3/5K2 b 4 - - -", SensorKind.COLOUR)
    assert board.move("d2", "d1").rest() == ["PNd2>d1=Q", "promote d1"]
    assert board.slip("e5").rest(2.0) == ["restore e5"]
    board.slip("e5", "b", at=board.t + 1.3).touch("d1", at=board.t + 2.2)
    assert board.rest(3.0) == ["restored", "revise PNd2>d1=N"]


def test_leafing_goes_on_though_a_union_is_straightened_meanwhile() -> None:
    start = "1rbqk1nr/p1n5/2a2b1p/3a1p2/5aP1/B3aN1P/Pa1N2B1/R2Q1K1R b 15 h - -"
    board = Board(start, SensorKind.COLOUR).move("b2", "b1").touch("b1")
    board.lift("b1").touch("f4", at=board.t + 0.8).drop("b1", "u").rest(3.0)
    assert board.recorded == ["PPb2>b1=R"]


def test_who_straightens_a_piece_first_may_leaf_as_long_as_anybody() -> None:
    board = Board(HOME).move("b7", "b8").touch("e1", at=3.5)
    board.touch("b8", at=board.t + 5.0).rest(3.0)
    assert board.recorded == ["b7>b8=N"]


def test_a_touch_while_another_piece_is_in_hand_chooses_nothing() -> None:
    # Somebody plays with White's king and the new knight, and puts them back.
    board = Board(HOME).move("b7", "b8").touch("b8")
    assert board.rest(2.0) == ["b7>b8=N", "promote b8"]
    board.lift("e1").touch("b8").drop("e1", "w").rest(2.0)
    assert board.recorded == ["b7>b8=N"]


def test_a_turn_that_is_put_right_chooses_no_piece_for_the_promotion_before_it(lay: Lay) -> None:
    # Black's rook frees his pawn on e8, and his king steps where it may not go: both go back.
    board = lay("5r1k/4a3/8/8/8/8/8/4K3 w 0 - - -").move("e7", "e8")
    board.rest()
    assert board.touch("e8").rest(2.0) == ["revise PPe7>e8=N"]
    board.lift("e8").lift("f8").drop("e8", "u").drop("e7", "b")
    assert board.move("h8", "h3").rest(2.0) == ["restore h3 e7 f8 h8"]
    assert board.move("h3", "h8").move("e7", "f8").rest(2.0) == ["restored"]
    assert board.recorded == ["PPe7>e8=N"]


def test_a_piece_named_again_once_all_was_put_right_is_for_one_promotion(lay: Lay) -> None:
    board = lay("7k/1P6/8/8/8/8/1p6/4K3 w 7 - - -").move("b7", "b6").choose("N")
    assert board.rest(3.0) == ["restore b6 b7"]
    assert board.move("b6", "b7").rest(3.0) == ["restored"]
    board.move("b7", "b8").choose("N").rest(3.0)
    board.move("b2", "b1").rest(3.0)
    assert board.recorded == ["b7>b8=N", "b2>b1=Q"]


def test_a_piece_named_before_all_was_put_right_need_not_be_named_again(lay: Lay) -> None:
    board = lay("7k/1P6/8/8/8/8/1p6/4K3 w 7 - - -").move("b7", "b6").choose("N")
    board.rest(3.0)
    board.move("b6", "b7").rest(3.0)
    board.move("b7", "b8").rest(3.0)
    assert board.recorded == ["b7>b8=N"]


def test_among_players_who_slip_pieces_in_a_choice_after_a_join_is_asked_for() -> None:
    # One of the touches of a8 may have joined it, or have gone on to the next piece.
    board = Board("I3k3/1P6/8/8/8/1p6/P7/4K3 w 7 - - -", SensorKind.COLOUR)
    board.lift("a2").slip("b3").rest(3.0)
    board.move("e8", "e7").rest(3.0)
    said = board.lift("b7").touch("a8").drop("a1", "w").touch("a8").rest(3.0)
    assert said == ["b7>Ra8=N>a1", "promote a8"]
    board.rest(3.0)
    assert board.touch("a8").rest(3.0) == ["revise b7>Ra8=R>a1"]


def test_who_may_have_slipped_a_pawn_in_is_asked_what_it_became_before_the_game_goes_on() -> None:
    # The first touch of g1 may have joined it, or have gone on to the next piece. The pawn stood
    # on h2 for a moment: it can hardly have been on g1 by then.
    board = Board("6k1/8/8/2p5/1P6/8/5p2/K5N1 w 0 - - -")
    board.lift("b4").slip("c5").rest(5.0)
    board.move("g8", "g7").rest(3.0)
    board.move("a1", "a2").rest(3.0)
    board.lift("f2").drop("h2", at=board.t + 1.0).lift("h2", at=board.t + 1.1)
    board.lift("g1", at=board.t + 0.7).drop("g1", "u", at=board.t + 0.5)
    for _ in range(3):
        board.touch("g1", at=board.t + 0.5)
    assert board.rest(3.0) == ["f2xNg1=B", "promote g1"]


def test_who_still_chooses_as_he_is_asked_is_asked_again() -> None:
    # He has counted his touches, and the first of them may have joined a8.
    board = Board("n3k3/1P6/8/2p5/1P6/8/8/K7 w 0 - - -")
    board.lift("b4").slip("c5").rest(5.0)
    board.move("e8", "e7").rest(3.0)
    board.lift("b7").touch("a8", at=board.t + 2.0).touch("a8").rest(0.75)
    assert board.all_said[-2:] == ["b7xNa8=N", "promote a8"]
    assert board.touch("a8").rest(3.0) == ["revise b7xNa8=R", "promote a8"]
    assert board.touch("a8").rest(3.0) == ["revise b7xNa8=B"]


def test_a_choice_counts_though_its_piece_was_up_for_it_as_the_turn_was_recorded(lay: Lay) -> None:
    # Black's rook is straightened while the new piece is up for the first time.
    board = lay("3r1n1k/6P1/8/8/8/8/8/K7 w 0 - - -").lift("f8").lift("g7", at=2.1)
    board.drop("f8", "u", at=2.9).lift("f8", at=3.4).lift("d8", at=4.2)
    assert board.rest(2.0)[0] == "g7xNf8=Q"
    board.drop("d8", at=6.8).drop("f8", "u", at=7.7).touch("f8", at=8.3).rest(5.0)
    assert board.recorded == ["g7xNf8=R"]


@pytest.mark.parametrize("thought", [2.0, 3.0, 4.0])
def test_a_reply_that_takes_the_promoted_piece_over_chooses_no_other_piece(
    thought: float, lay: Lay
) -> None:
    # Black's queen frees the one on c8, partner first; she goes to b8.
    board = lay("Rqq5/3P1Pk1/8/8/8/8/2p5/2K1n3 w 0 - - -").join("d7", "c8")
    board.rest(1.5)
    for pause in (1.5, 1.5, thought):
        board.touch("c8").rest(pause)
    before = list(board.recorded)
    board.lift("c8").lift("b8").drop("c8", "u").drop("b8", "b").rest(6.0)
    assert before == ["d7xQc8=B"]
    assert board.recorded[0] == before[0]


def test_who_is_told_late_what_his_pawn_is_taken_for_has_as_long_to_choose() -> None:
    # It comes from a stuck square; he has swapped it for a piece, and is asked where he was.
    board = Board(
        "2n1k3/1P6/8/8/8/8/7P/4K3 w 0 - - -", settings=TrackerSettings(asks_of_parts=False)
    )
    with_bad(board, b7=SquareState.STUCK)
    board.lift("c8").drop("c8", "u").touch("c8")
    assert board.rest(5.0) == ["ask c8"]
    assert board.touch("c8").rest(3.0) == ["b7xNc8=N", "promote c8"]
    assert board.touch("c8").rest(2.0) == ["revise b7xNc8=R"]


@pytest.mark.parametrize("gone", [0.04, 0.06, 0.08])
def test_a_pawn_that_flickers_as_it_is_set_down_chooses_nothing(lay: Lay, gone: float) -> None:
    board = lay(HOME).move("b7", "b8")
    for _ in range(2):
        board.lift("b8", at=board.t + 0.12).drop("b8", at=board.t + gone)
    board.rest()
    assert board.recorded == ["b7>b8=Q"]
    board.lift("b8", at=board.t + 0.5).drop("b8", at=board.t + gone).rest(2.0)
    assert board.recorded == ["b7>b8=Q"]


def test_who_is_choosing_goes_on_as_soon_as_a_knocked_piece_was_put_right(lay: Lay) -> None:
    board = lay("4k3/PP5p/8/8/8/8/7P/4K3 w 0 - - -").move("b7", "b8")
    board.rest(1.0)
    board.touch("b8").rest(0.8)
    board.lift("h2").drop("h5", "w", at=board.t + 0.1)
    assert board.rest(1.3)[-1] == "restore h2 h5"
    board.lift("h5").drop("h2", "w", at=board.t + 0.5)
    board.lift("b8", at=board.t + 0.4).drop("b8", "w", at=board.t + 0.5).rest(3.0)
    assert board.recorded == ["b7>b8=R"]
