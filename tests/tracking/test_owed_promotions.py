"""A promotion owed: the other player has carried the pawn home, and its owner chooses."""

from __future__ import annotations

import pytest

from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board, Lay
from tests.tracking.playing import see
from tests.tracking.promoting import CARRIED, LEAFED, TOLD, chosen, turns_said
from tests.tracking.test_one_axis import AxialBoard

# None of these pawns stands on a square that tells nothing.
pytestmark = pytest.mark.usefixtures("with_and_without_parts")


def test_a_choice_told_after_leafing_what_is_owed_is_for_the_next_promotion(lay: Lay) -> None:
    board = lay("4E3/5P2/8/8/8/8/8/K3k3 w 0 - - -")
    board.touch("e8").touch("e8").touch("e8").rest(1.0)
    board.lift("e8").lift("f7").drop("e8", "u").choose("R").drop("b5", "w").rest()
    assert board.recorded == ["=B:f7>Be8=R>b5"]


def test_a_carried_pawn_is_asked_for(lay: Lay) -> None:
    board = lay(CARRIED)
    assert board.move("d2", "b1").rest() == ["NPd2>b1", "promote b1"]
    assert chosen(board) == "b1 Q"


def test_a_carried_pawn_is_a_queen_unless_its_owner_says_otherwise(lay: Lay) -> None:
    board = lay(CARRIED)
    board.move("d2", "b1").rest()
    assert turns_said(board.move("e8", "e7").rest()) == ["=Q:Ke8>e7"]


@LEAFED
def test_its_owner_leafs_through_the_pieces(lay: Lay, steps: int, piece: str) -> None:
    board = lay(CARRIED)
    board.move("d2", "b1").rest()
    for _ in range(steps):
        board.touch("b1")
    board.rest()
    assert chosen(board) == f"b1 {piece}"
    assert turns_said(board.move("e8", "e7").rest()) == [f"={piece}:Ke8>e7"]


@LEAFED
def test_its_owner_leafs_and_moves_without_a_rest(lay: Lay, steps: int, piece: str) -> None:
    board = lay(CARRIED)
    board.move("d2", "b1").rest()
    for _ in range(steps):
        board.touch("b1")
    assert turns_said(board.move("e8", "e7").rest()) == [f"={piece}:Ke8>e7"]


def test_who_takes_the_carrying_back_and_plays_it_again_has_chosen_nothing_by_that(
    lay: Lay,
) -> None:
    board = lay(CARRIED)
    board.move("d2", "b1").rest()
    board.lift("b1").drop("d2", at=board.t + 0.7).lift("d2", at=board.t + 0.4).drop("b1").rest(4.0)
    assert turns_said(board.move("e8", "e7").rest()) == ["=Q:Ke8>e7"]


@TOLD
def test_its_owner_tells_the_piece(lay: Lay, piece: str) -> None:
    board = lay(CARRIED)
    board.move("d2", "b1").rest()
    board.choose(piece).rest()
    assert turns_said(board.move("e8", "e7").rest()) == [f"={piece}:Ke8>e7"]


@TOLD
def test_its_owner_tells_the_piece_just_after_he_moved(lay: Lay, piece: str) -> None:
    board = lay(CARRIED)
    board.move("d2", "b1").rest()
    board.move("e8", "e7").rest()
    board.choose(piece).rest()
    assert board.recorded[-1] == f"={piece}:Ke8>e7"


def test_a_game_that_begins_with_a_pawn_carried_home_asks_for_it(lay: Lay) -> None:
    board = lay("1D2k3/8/8/8/8/8/8/R3K2R w 0 AH - -")
    assert board.rest() == ["promote b8"]


def test_the_promoted_piece_moves_in_the_same_turn(lay: Lay) -> None:
    board = lay(CARRIED)
    board.move("d2", "b1").rest()
    assert turns_said(board.move("b1", "b5").rest()) == ["=Q:QNb1>b5"]


def test_leafing_what_is_owed_may_go_on_until_the_very_moment_of_the_turn(lay: Lay) -> None:
    # Black has carried White's pawn home on e8; White straightens his king between two touches.
    board = lay("4E3/8/8/8/8/8/p6P/4K2k w 0 - - -").touch("e8")
    board.lift("e8").touch("e1").drop("e8", "u")
    board.lift("h2", at=board.t + 0.04).drop("h3", "w").rest(1.5)
    assert board.recorded == ["=R:h2>h3"]


@pytest.mark.parametrize("by_word", [True, False])
def test_what_was_owed_stays_what_it_became_while_its_turn_is_taken_back_and_played_again(
    lay: Lay, by_word: bool
) -> None:
    # A child takes the king back, and elsewhere; who sets him right says nothing of the pawn again.
    board = lay(CARRIED).move("d2", "b1")
    board.rest()
    board.choose("N") if by_word else board.touch("b1")
    assert turns_said(board.move("e8", "e7").rest()) == ["=N:Ke8>e7"]
    assert turns_said(board.move("e7", "e8").rest()) == ["takeback 2"]
    assert chosen(board) == "b1 N"
    assert board.move("e8", "a5").rest(2.0)[-1] == "restore a5 e8"
    board.move("a5", "e7").move("e1", "f1").rest(3.0)
    assert board.recorded == ["NPd2>b1", "=N:Ke8>e7", "Ke1>f1"]


@pytest.mark.parametrize("touches", range(4))
def test_who_takes_back_goes_on_from_the_piece_that_is_shown(lay: Lay, touches: int) -> None:
    board = lay(CARRIED).move("d2", "b1")
    board.rest()
    for _ in range(touches):
        board.touch("b1")
    chosen_first = "QNRB"[touches]
    assert turns_said(board.move("e8", "e7").rest()) == [f"={chosen_first}:Ke8>e7"]
    assert turns_said(board.move("e7", "e8").rest()) == ["takeback 2"]
    assert chosen(board) == f"b1 {chosen_first}"
    for step in range(1, 6):
        board.touch("b1").rest()
        assert chosen(board) == f"b1 {'QNRB'[(touches + step) % 4]}"
    last = "QNRB"[(touches + 5) % 4]
    assert turns_said(board.move("e8", "e7").rest()) == [f"={last}:Ke8>e7"]


def test_who_takes_back_and_plays_at_once_goes_on_from_the_piece_that_was_shown(lay: Lay) -> None:
    board = lay(CARRIED).move("d2", "b1")
    board.rest()
    board.touch("b1").touch("b1")
    assert turns_said(board.move("e8", "e7").rest()) == ["=R:Ke8>e7"]
    assert turns_said(board.move("e7", "e8").rest()) == ["takeback 2"]
    assert turns_said(board.touch("b1").move("e8", "e7").rest()) == ["=B:Ke8>e7"]


def test_a_chain_begun_as_the_choice_ends_is_seen_though_its_piece_rests_where_it_stood(
    lay: Lay,
) -> None:
    # The rook frees a knight, which is set down for a while where the rook has been.
    board = lay("6D1/3n3P/2k5/8/8/8/5d1R/6K1 w 4 - - -")
    assert board.rest() == ["promote g8"]
    board.touch("g8").touch("g8").lift("h2", at=board.t + 0.02).lift("f2", at=board.t + 1.2)
    board.drop("f2", "u").drop("h2", "w", at=board.t + 1.4)
    board.lift("h2", at=board.t + 2.0).drop("h1", "w")
    assert board.rest(4.0) == ["ask f2"]
    board.touch("f2").rest(3.0)
    assert board.recorded == ["=R:Rh2>Nf2>h1"]


# Black owes for the pawn on g1 that White has carried home, and carries his own to e1.
OWED_AND_OWN = "4k3/8/8/8/8/8/4a3/K5e1 b 0 - - -"


def test_a_piece_named_once_the_own_pawn_is_home_is_for_that_one(lay: Lay) -> None:
    board = lay(OWED_AND_OWN)
    board.rest()
    board.move("e2", "e1").choose("N").rest()
    assert board.recorded == ["=Q:PPe2>e1=N"]


def test_a_piece_named_before_the_own_pawn_comes_home_is_for_what_is_owed(lay: Lay) -> None:
    board = lay(OWED_AND_OWN)
    board.rest()
    board.choose("N").move("e2", "e1").rest()
    assert board.recorded == ["=N:PPe2>e1=Q"]


def test_two_pieces_named_are_for_what_is_owed_and_for_the_own_pawn(lay: Lay) -> None:
    board = lay(OWED_AND_OWN)
    board.rest()
    board.move("e2", "e1").choose("N").choose("R").rest()
    assert board.recorded == ["=N:PPe2>e1=R"]


def test_a_piece_leafed_to_and_one_named_for_the_own_pawn_are_two_choices(lay: Lay) -> None:
    board = lay(OWED_AND_OWN)
    board.rest()
    board.touch("g1").touch("g1").move("e2", "e1").choose("N").rest()
    assert board.recorded == ["=R:PPe2>e1=N"]


def test_a_piece_named_after_leafing_holds_though_another_was_straightened_before(
    lay: Lay,
) -> None:
    board = lay(CARRIED).move("d2", "b1")
    board.rest()
    board.lift("b1").touch("e1").drop("b1", "u").choose("R").move("e8", "e7").rest()
    assert turns_said(board.all_said)[-1] == "=R:Ke8>e7"


def test_a_touch_counts_though_the_union_was_not_seen_to_come_back() -> None:
    board = AxialBoard("4k3/p7/8/8/8/8/3d4/4K3 w 3 - - -", d2="u")
    board.move("d2", "b1").rest()
    board.lift("b1").drop("b1", "h")
    assert turns_said(board.move("a7", "a6").rest()) == ["=N:a7>a6"]


def test_what_was_chosen_before_a_fallen_piece_was_set_up_counts() -> None:
    # White's king falls over as Black has the union up to choose.
    board = Board(CARRIED, SensorKind.COLOUR).move("d2", "b1")
    assert board.rest()[-1] == "promote b1"
    board.lift("b1").slip("e1", "u", at=board.t + 1.5)
    assert board.rest(1.3) == ["restore b1 e1"]
    board.lift("e1").drop("e1", "w").drop("b1", "u")
    board.lift("e8", at=board.t + 0.05).drop("e7", "b").rest(3.0)
    assert board.recorded[-1] == "=N:Ke8>e7"


@pytest.mark.parametrize("gap", [0.05, 0.5, 3.0])
def test_a_piece_that_falls_to_the_next_square_takes_no_choice_back(gap: float) -> None:
    board = Board(CARRIED, SensorKind.COLOUR).move("d2", "b1")
    assert board.rest()[-1] == "promote b1"
    board.lift("b1").drop("f1", "w", at=board.t + 1.0).lift("e1", at=board.t + 0.02)
    assert board.rest(1.3) == ["restore b1 e1 f1"]
    board.lift("f1").drop("e1", "w").drop("b1", "u")
    board.lift("e8", at=board.t + gap).drop("e7", "b").rest(3.0)
    assert board.recorded[-1] == "=N:Ke8>e7"


@pytest.mark.parametrize("gap", [0.05, 3.0])
def test_an_owed_pawn_set_down_elsewhere_and_put_back_is_what_it_was(lay: Lay, gap: float) -> None:
    board = lay(CARRIED).move("d2", "b1")
    assert board.rest()[-1] == "promote b1"
    board.lift("b1").drop("c8")
    assert board.rest(2.0) == ["restore b1 c8"]
    board.lift("c8").drop("b1")
    board.lift("e8", at=board.t + gap).drop("e7", "b").rest(3.0)
    assert board.recorded[-1] == "=Q:Ke8>e7"


def test_a_piece_named_with_a_pawn_in_hand_is_for_that_one_though_the_reply_is_still_open(
    lay: Lay,
) -> None:
    # White's pawn joins the one on b5, or is still in hand; Black holds his own from g2.
    board = lay("1n4nh/r3k1b1/7p/1p3v1R/P1P1a1TP/1a2D2K/R2B2p1/3QdC2 b 5 - - -")
    board.move("b8", "d7").rest(6.0)
    assert board.recorded == ["=Q:Nb8>d7"]
    board.lift("a4").rest(3.0)
    board.lift("g2").rest(2.0)
    board.choose("B").rest(0.5)
    assert board.recorded[0] == "=Q:Nb8>d7"


def test_a_queen_who_was_touched_for_something_else_is_one_where_only_a_queen_may_go() -> None:
    # Black brings White's pawn home; the touch that would choose a knight was none. As a rook it
    # could go to b5 as well.
    board = Board("4k3/8/2D5/8/8/8/7P/4K3 b 0 - - -")
    assert board.move("c6", "b8").rest(3.0) == ["NPc6>b8", "promote b8"]
    board.touch("b8").rest(3.0)
    assert board.move("h2", "h3").rest(2.0) == ["=N:h2>h3"]
    board.move("e8", "e7").rest(2.0)
    assert board.move("b8", "b5").rest(9.0) == ["restore b5 b8"]
    assert board.move("b5", "b8").rest(3.0) == ["restored"]
    board.move("b8", "b5").rest(9.0)
    assert board.recorded == ["NPc6>b8", "=Q:h2>h3", "Ke8>e7", "QNb8>b5"]


def test_a_union_that_totters_where_it_was_brought_home_chooses_nothing() -> None:
    # Black sets White's pawn down off the centre of h8; White is asked what it becomes meanwhile.
    board = Board("rnw1kb2/pp4p1/3p1q1C/1a2p3/4P3/4D2a/PBPQB3/RN2K1TR b 0 AHa - -")
    see(board, "1.0:h6:. 8.36:h8:u 8.52:h8:. 8.9:h8:u 9.24:h8:. 9.4:h8:u 9.46:h8:. 9.62:h8:u")
    see(board, "14.8:h8:. 15.5:h7:u").rest(3.0)
    assert board.recorded == ["RPh6>h8", "=Q:QRh8>h7"]
