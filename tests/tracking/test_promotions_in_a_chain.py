"""Promotions in a chain: on its way, at its end, and two in one turn."""

from __future__ import annotations

import pytest

from board_daemon.lights.roles import Role, roles_for
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.squares import parse_square
from tests.tracking.board import Board, Lay
from tests.tracking.promoting import IN_MID_CHAIN, PIECES, TOLD, chosen, still_chosen, turns_said

# The pawn frees the knight on a8, and that the pawn on c7.
TWO_PAWNS = "i3k3/1Pa5/8/8/8/8/8/4K3 w 7 - - -"

# None of these pawns stands on a square that tells nothing.
pytestmark = pytest.mark.usefixtures("with_and_without_parts")


def test_the_piece_told_in_mid_chain_leaves_the_promotion_before_it_alone(lay: Lay) -> None:
    board = lay("I3k3/1P6/8/8/8/8/6p1/4K3 b 7 - - -")
    board.move("g2", "g1").rest()
    board.lift("b7").touch("a8").choose("B").drop("a5", "w").rest()
    assert board.recorded == ["g2>g1=Q", "b7>Ra8=B>a5"]


@pytest.mark.parametrize("named", ["before", "between", "after"])
def test_a_piece_named_in_a_chain_of_two_promotions_is_for_the_pawn_set_down_last(
    lay: Lay, named: str
) -> None:
    board = lay(TWO_PAWNS)
    if named == "before":
        board.choose("R", at=0.5)
    board.lift("b7").touch("a8")
    if named == "between":
        board.choose("R")
    board.touch("c7").drop("c8", "w")
    if named == "after":
        board.choose("R")
    board.rest()
    at_a8, at_c8 = "QR" if named == "after" else "RQ"
    assert board.recorded == [f"b7>Na8={at_a8}>Pc7>c8={at_c8}"]


def test_a_pawn_promoted_in_mid_chain_is_a_queen_unless_leafed(lay: Lay) -> None:
    queen, knight = lay(IN_MID_CHAIN), lay(IN_MID_CHAIN)
    queen.lift("b7").touch("a8").drop("a1", "w").rest()
    knight.lift("b7").touch("a8").touch("a8").drop("a1", "w").rest()
    assert queen.recorded == ["b7>Ra8=Q>a1"]
    assert knight.recorded == ["b7>Ra8=N>a1"]


def test_coming_back_to_the_square_of_a_promotion_leafs_no_further(lay: Lay) -> None:
    board = lay("c3k3/1P6/8/8/8/8/f7/4K3 w 0 - - -")
    board.lift("b7").touch("a8").touch("a8").touch("a2").touch("a8").drop("c7", "w").rest()
    assert board.recorded == ["b7>Ra8=N>Qa2>Na8>c7"]


def test_a_pawn_may_come_home_where_its_chain_has_been_before(lay: Lay) -> None:
    board = lay("5lvq/c1nNEk2/4a1rp/1a6/1a4nR/1P2pep1/4P1P1/2K2BN1 w 3 - - -")
    board.lift("d7").touch("f8").touch("e7").touch("f8")
    board.touch("f8").touch("f8").touch("f8").touch("e6").lift("f7").drop("f7", "u").rest(5.0)
    assert board.recorded == ["Nd7>Qf8>Pe7>Nf8=B>Pe6xKf7"]


def test_coming_back_to_the_square_of_a_promotion_before_the_last_join_leafs_no_further(
    lay: Lay,
) -> None:
    board = lay("I7/1Pr4k/8/8/c7/8/8/4K3 w 0 - - -")
    board.lift("b7").touch("a8").touch("a8").touch("a4").touch("a8").lift("c7").drop("c7", "u")
    board.rest()
    assert board.recorded == ["b7>Ra8=N>Ra4>Na8xRc7"]


def test_a_choice_told_after_leafing_is_for_the_next_promotion(lay: Lay) -> None:
    board = lay("cn2k3/DP6/8/8/8/8/8/4K3 w 0 - - -")
    board.lift("b7").touch("a8").touch("a8").touch("a7")
    board.choose("B").lift("b8").drop("b8", "u").rest()
    assert board.recorded == ["b7>Ra8=N>Pa7xNb8=B"]


def test_a_promotion_in_mid_chain_may_be_chosen_at_the_end_of_the_chain(lay: Lay) -> None:
    board = lay(IN_MID_CHAIN)
    board.lift("b7").touch("a8").drop("a1", "w").touch("a8").rest()
    assert board.recorded == ["b7>Ra8=N>a1"]


@TOLD
def test_a_promotion_in_mid_chain_may_be_told(lay: Lay, piece: str) -> None:
    board = lay(IN_MID_CHAIN).choose(piece, at=0.5).lift("b7").touch("a8").drop("a1", "w")
    assert turns_said(board.rest()) == [f"b7>Ra8={piece}>a1"]


def test_leafing_goes_on_in_mid_chain_though_a_union_is_straightened_meanwhile(lay: Lay) -> None:
    # The union could have been a step of the chain: then the touches after it would be no choice.
    board = lay("I3k3/1P6/8/7a/8/8/8/4K3 w 7 - - -").lift("b7").touch("a8")
    board.touch("a8").lift("a8").touch("h5").drop("a8", "u").drop("a1", "w").rest()
    assert board.recorded == ["b7>Ra8=R>a1"]


def test_a_choice_named_for_a_chain_that_came_home_holds_though_its_piece_was_adjusted_first(
    lay: Lay,
) -> None:
    # Black's queen is straightened; then she frees a pawn, which is promoted where she stood.
    board = lay("rtk5/1b1p1pDr/3a3b/3Q2d1/1P5p/RFW1P2N/3e1P1P/3q1K1R b 5 - - -")
    board.touch("d1").lift("d1", at=board.t + 0.3).touch("d2").drop("d1", "b").touch("d1")
    board.choose("B").rest(3.0)
    board.touch("d2").rest(3.0)
    assert board.recorded == ["Qd1>Pd2>d1=B"]


@pytest.mark.parametrize(("touches", "piece"), list(enumerate("QNR")))
def test_who_chooses_after_a_silent_chain_that_came_home_is_heard(
    lay: Lay, touches: int, piece: str
) -> None:
    # White slips pieces in. His queen frees a pawn, which is promoted where she stood.
    board = lay("2Q5/2a4k/8/2p5/1P6/8/8/K7 w 0 - - -")
    board.lift("b4").slip("c5").rest(5.0)
    board.move("h7", "h6").rest(3.0)
    board.lift("c8").drop("c8", at=board.t + 1.0)
    for _ in range(touches):
        board.lift("c8", at=board.t + 0.5).drop("c8", at=board.t + 0.4)
    board.rest(5.0)
    if not board.view.ask:
        board.move("h6", "h5").rest(3.0)
    # It may have been touched for nothing, and Black have moved out of turn.
    board.touch("c7").rest(3.0)
    assert board.recorded[2] == f"Qc8>Pc7>c8={piece}"


# --- two pawns in one chain ---


def both_home(board: Board) -> Board:
    """Both pawns have come home in one chain, and nobody has chosen anything."""
    board.lift("b7").touch("a8").touch("c7").drop("c8", "w").rest()
    assert board.recorded == ["b7>Na8=Q>Pc7>c8=Q"]
    return board


def test_both_pawns_of_a_chain_are_asked_for_and_lit(lay: Lay) -> None:
    board = both_home(lay(TWO_PAWNS))
    assert promotions_asked(board) == ["promote a8"]
    assert (chosen(board), still_chosen(board)) == ("c8 Q", "a8 Q")
    lit = roles_for(board.view)
    assert {lit[parse_square("c8")], lit[parse_square("a8")]} == {Role.PROMOTION}


def promotions_asked(board: Board) -> list[str]:
    return [line for line in board.all_said if line.startswith("promote")]


def test_the_pawns_of_a_chain_are_asked_for_as_they_came_home(lay: Lay) -> None:
    board = both_home(lay(TWO_PAWNS))
    board.choose("Q")
    assert promotions_asked(board) == ["promote a8", "promote c8"]
    board.choose("R")
    assert board.recorded == ["b7>Na8=Q>Pc7>c8=R"]


def test_the_last_pawn_is_asked_for_though_nobody_chooses_for_an_earlier_one(lay: Lay) -> None:
    board = both_home(lay(TWO_PAWNS))
    board.rest(5.0)
    assert promotions_asked(board) == ["promote a8", "promote c8"]


def test_each_pawn_is_asked_for_once_though_the_last_one_may_only_have_been_straightened(
    lay: Lay,
) -> None:
    board = lay(TWO_PAWNS).lift("b7").touch("a8").touch("c7").drop("c8", "w").touch("c8")
    board.rest(8.0)
    assert board.recorded == ["b7>Na8=Q>Pc7>c8=N"]
    assert promotions_asked(board) == ["promote a8", "promote c8"]


@pytest.mark.slow
@PIECES
@pytest.mark.parametrize("last", PROMOTIONS)
@pytest.mark.parametrize("order", ["a8 c8", "c8 a8"])
@pytest.mark.parametrize("pause", [0.4, 2.5])
def test_each_pawn_of_a_chain_is_chosen_by_touches_where_it_stands(
    piece: PieceType, last: PieceType, order: str, pause: float
) -> None:
    board, pieces = both_home(Board(TWO_PAWNS)), {"a8": piece, "c8": last}
    board.rest(1.0)
    for square in order.split():
        for _ in range(PROMOTIONS.index(pieces[square])):
            board.touch(square)
        board.t += pause
    board.rest(2.0)
    assert board.recorded == [f"b7>Na8={piece.letter}>Pc7>c8={last.letter}"]


def test_words_choose_for_the_pawns_in_the_order_they_are_asked_for(lay: Lay) -> None:
    board = both_home(lay(TWO_PAWNS))
    board.choose("R").choose("B", at=board.t + 2.0).rest()
    assert board.recorded == ["b7>Na8=R>Pc7>c8=B"]
    assert (chosen(board), still_chosen(board)) == ("", "")


def test_a_word_is_for_the_first_pawn_where_touches_have_chosen_for_the_last(lay: Lay) -> None:
    board = both_home(lay(TWO_PAWNS))
    board.rest(1.0)
    board.touch("c8").rest(2.0)
    assert board.view.named_next == board.view.earlier_promotion
    board.choose("B").rest()
    assert board.recorded == ["b7>Na8=B>Pc7>c8=N"]


def test_who_has_named_the_first_pawn_in_time_is_asked_for_the_last_alone(lay: Lay) -> None:
    board = lay(TWO_PAWNS).lift("b7").touch("a8").choose("R").touch("c7").drop("c8", "w")
    board.rest()
    assert board.recorded == ["b7>Na8=R>Pc7>c8=Q"]
    assert [line for line in board.all_said if "promote" in line] == ["promote c8"]
    board.choose("B").rest()
    assert board.recorded == ["b7>Na8=R>Pc7>c8=B"]


def test_a_reply_leaves_the_first_pawn_at_what_it_is(lay: Lay) -> None:
    board = both_home(lay(TWO_PAWNS))
    board.rest(1.0)
    board.move("e8", "e7").rest()
    assert still_chosen(board) == ""
    board.touch("a8").rest(3.0)
    assert board.recorded == ["b7>Na8=Q>Pc7>c8=Q", "Ke8>e7"]


def test_what_was_promoted_on_the_way_and_has_gone_on_is_chosen_where_it_stands_at_last() -> None:
    # From c8 the chain comes back to c8 and frees it; as a knight or bishop it could not go to a8.
    board = Board("1NIk1SRl/2hC3p/2wDF1Rp/7P/8/e5s1/6p1/3W1qK1 w 4 - - -")
    board.lift("b8")
    for square in "d7", "c8", "c7", "c8":
        board.touch(square)
    assert "promote a8" in board.drop("a8", "w").rest(2.0)
    board.touch("a8").rest(2.0)
    board.touch("a8").rest(2.0)
    assert board.recorded == ["Nb8>Pd7>Rc8=R>Rc7>Rc8>a8"]
