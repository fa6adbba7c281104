"""Chains: each union entered is touched, step by step; the evidence tells them apart."""

from __future__ import annotations

import pytest

from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board, Lay
from tests.tracking.test_tracker_turns import acted

pytestmark = pytest.mark.slow

# The knight takes over the pawns' union on e4 and frees a pawn.
ONE_STEP = "4k3/8/8/8/4a3/2N5/8/4K3 w 0 - - -"
# The knight frees the rook on d5, the rook the queen on e5, the queen the knight on d5 again.
TWICE = "4k3/8/8/3cf3/8/4N3/8/4K3 w 0 - - -"
# The queen goes to g4 by herself, or frees the rook on d4 to go there.
TWO_WAYS = "8/2k5/8/8/3c4/8/8/K2Q4 w 0 - - -"
# The rook frees the queen on a3, who may stand where he stood.
ROUND_TRIP = "7k/8/8/8/8/l7/8/R3K3 w 0 - - -"

# White's rooks free the pawn on b5, that draws c5 back en passant, and its rook may free the queen.
BACK_TO_C6 = "1rN1k2r/D6p/1e3y1n/pEcE1a2/P4ppP/2N2P2/6B1/RI4K1 w 5 h c6 -"


@pytest.mark.parametrize(
    "acts",
    [
        pytest.param("-c3 -e4 +e4u +e5w", id="own piece lifted first"),
        pytest.param("-e4 -c3 +e4u +e5w", id="union lifted first"),
        pytest.param("-e4 +e5w -c3 +e4u", id="freed piece set down first"),
        pytest.param("-c3 -e4 +e5w +e4u", id="union set down last"),
        pytest.param("-c3 -e4 +e4b +e4u +e5w", id="partner set down alone, then joined"),
    ],
)
def test_a_step_of_a_chain_may_be_made_in_any_order(lay: Lay, acts: str) -> None:
    assert acted(lay(ONE_STEP), acts).rest() == ["Nc3>Pe4>e5"]


def test_a_chain_is_followed_step_by_step_however_long_each_takes(lay: Lay) -> None:
    board = lay(ONE_STEP)
    assert board.lift("c3").rest(60.0) == []
    assert board.lift("e4").rest(60.0) == []
    assert board.drop("e4", "u").rest(60.0) == []
    assert board.drop("e5", "w").rest() == ["Nc3>Pe4>e5"]


def test_a_chain_may_come_back_to_a_union_it_has_entered(lay: Lay) -> None:
    board = lay(TWICE)
    board.lift("e3").touch("d5").touch("e5").touch("d5").drop("b6", "w")
    assert board.rest() == ["Ne3>Rd5>Qe5>Nd5>b6", "sako b6 d5 e5 e8"]


def test_a_chain_may_come_back_slowly(lay: Lay) -> None:
    board = lay(TWICE).lift("e3")
    for square in ("d5", "e5", "d5"):
        assert board.touch(square).rest(30.0) == []
    assert board.drop("b6", "w").rest() == ["Ne3>Rd5>Qe5>Nd5>b6", "sako b6 d5 e5 e8"]


def test_a_union_that_was_touched_was_entered_and_one_that_was_not_was_not(lay: Lay) -> None:
    assert lay(TWO_WAYS).move("d1", "g4").rest() == ["Qd1>g4"]
    assert lay(TWO_WAYS).lift("d1").touch("d4").drop("g4", "w").rest() == ["Qd1>Rd4>g4"]


def test_a_chain_back_to_its_first_square_is_told_from_adjusting_by_the_next_turn(
    lay: Lay,
) -> None:
    board = lay(ROUND_TRIP)
    assert board.lift("a1").touch("a3").drop("a1", "w").rest(0.5) == []
    assert board.move("h8", "h7").rest(3.0) == ["Ra1>Qa3>a1", "sako a1 h8", "Kh8>h7"]


def test_a_chain_back_to_its_first_square_is_asked_about_once_the_board_rests(lay: Lay) -> None:
    board = lay(ROUND_TRIP)
    assert board.lift("a1").touch("a3").drop("a1", "w").rest(10.0) == ["ask a3"]
    assert board.touch("a3").rest(2.0) == ["Ra1>Qa3>a1", "sako a1 h8"]


def test_a_question_about_a_chain_home_is_answered_by_playing_on(lay: Lay) -> None:
    board = lay(ROUND_TRIP)
    assert board.lift("a1").touch("a3").drop("a1", "w").rest(10.0) == ["ask a3"]
    assert board.move("h8", "h7").rest() == ["Ra1>Qa3>a1", "sako a1 h8", "Kh8>h7"]


def test_adjusting_where_a_chain_could_have_gone_is_forgotten_with_the_next_turn(
    lay: Lay,
) -> None:
    board = lay(ROUND_TRIP)
    assert board.lift("a1").touch("a3").drop("a1", "w").rest(10.0) == ["ask a3"]
    assert board.move("a1", "b1").rest() == ["restored", "Ra1>b1"]


def test_a_chain_is_only_recorded_once_the_freed_piece_is_set_down(lay: Lay) -> None:
    board = lay(ONE_STEP)
    board.lift("c3").touch("e4")
    assert board.rest(10.0) == []
    assert board.recorded == []


def test_a_chain_may_end_in_a_new_union(lay: Lay) -> None:
    board = lay("4k3/8/8/3p4/4a3/2N5/8/4K3 w 0 - - -")
    assert board.lift("c3").touch("e4").lift("d5").drop("d5", "u").rest() == ["Nc3>Pe4xd5"]


# --- a chain is not cut short while something is in the air ---


def test_a_union_still_in_the_air_may_belong_to_the_turn(lay: Lay) -> None:
    # The queen reaches g4 by herself, too.
    board = acted(lay(TWO_WAYS), "-d1 -d4 +g4w")
    assert board.rest(30.0) == []
    assert acted(board, "+d4u").rest() == ["Qd1>Rd4>g4"]


def test_a_chain_that_a_shorter_one_hides_in_is_not_taken_for_it(lay: Lay) -> None:
    # Through d7 and c6; the knight could have gone to c6 straight away.
    board = lay("rn2kbnr/p1PEpp1p/2aF4/8/R2p3P/3P2p1/1e1QP1P1/3NKBNR b 12 Hah - -")
    acted(board, "-b8 -c6 +c5b")
    assert board.rest(0.5) == []
    acted(board, "-d7 +c6u +d7u")
    assert board.rest(5.0) == ["ask d7"]
    assert board.touch("d7").rest(5.0) == ["Nb8>Bd7>Pc6>c5"]


def test_a_chain_under_way_is_not_taken_for_two_turns(lay: Lay) -> None:
    # The queen could have slipped in on e5, and White's union have walked from f5 to f4.
    board = lay("8/3F3K/5qa1/2e1Pc2/1k6/8/8/1EB5 b 0 - - -")
    acted(board, "-g6 -f6 +g6u")
    board.rest(1.0)
    acted(board, "-f5")
    board.rest(1.0)
    acted(board, "+f4b")
    assert board.rest(5.0) == []
    acted(board, "+f5u").rest(5.0)
    assert board.recorded in ([], ["Qf6>Pg6>Pf5>f4"])


def test_a_chain_begun_from_its_end_is_not_read_as_turns_over_a_dead_square() -> None:
    # As if g4 were dead: a union from g3 to g4 unseen, another one to g3, the first one to g7.
    board = Board("4k1j1/3j4/y4r2/1b2d3/8/4v1fR/2q4F/4K3 w 6 - - -")
    acted(board, "-g3 -h2 +g3u +g7w")
    board.rest(1.0)
    acted(board, "-h3 +h2u")
    assert board.rest(5.0) == ["Rh3>Ph2>Qg3>g7", "sako g7 d7 e8"]


def test_a_union_that_seemed_to_move_may_turn_out_to_be_the_end_of_a_chain() -> None:
    # With reeds a union in one hand and its piece set down look like the union set down.
    board = Board("r1bqk3/ppppp2p/7n/5p1P/1DN5/2E4c/P1P1PPC1/1RBQKBN1 w 2 a - -")
    acted(board, "-h3 +e3w")
    assert board.rest(3.0) == ["RPh3>e3"]
    acted(board, "-g2 -f1 +g2u")
    board.rest(3.0)
    # Or Black has moved the union, and somebody plays with White's pieces out of turn.
    assert acted(board, "+h3u").rest(5.0) == ["takeback 1", "ask g2 h3"]
    assert board.touch("h3").rest(3.0) == ["Bf1>Pg2>Rh3>e3"]


@pytest.mark.parametrize("rest", [0.3, 1.0, 5.0])
def test_a_freed_piece_may_rest_where_the_chain_began(lay: Lay, rest: float) -> None:
    # The knight could have gone to a2 on its own, too.
    board = lay("4k3/8/8/3e4/8/2N5/8/4K3 w 0 - - -")
    board.lift("c3").touch("d5").drop("c3", "w")
    board.rest(rest)
    assert board.move("c3", "a2").rest(2.0) == ["ask d5"]
    assert board.touch("d5").rest(2.0) == ["Nc3>Bd5>a2"]


def test_a_union_touched_while_another_one_is_in_the_air_is_asked_about(lay: Lay) -> None:
    # The knight from a4 goes to c5, or frees the bishop on b6 to go there; that may be adjusting.
    board = lay("4k3/8/1e6/8/d7/8/8/R3K3 w 0 - - -")
    board.lift("a1").lift("a4").touch("b6").drop("a4", "u").drop("c5", "w")
    assert board.rest(2.0) == ["ask b6"]
    assert board.touch("c5").rest(2.0)[:1] == ["Ra1>Na4>c5"]


def test_a_chain_home_answered_at_once_by_one_partner_of_a_union_may_be_adjusting() -> None:
    for sensor in (SensorKind.COLOUR, SensorKind.FIELD):
        board = Board("2br2k1/p3a3/4F3/ph5d/8/B1dsndE1/P1P1a1f1/3RK1R1 w 5 - - -", sensor)
        board.lift("c2").lift("d3").drop("d3", "u").drop("c2", "w")
        # Black takes his rook out of the union first.
        board.slip("b5", "b", at=board.t + 0.5).lift("b5").drop("b2", "b").slip("b2", "u")
        assert board.rest() == ["ask d3"]
        board.touch("d3").rest(2.0)
        assert board.recorded == ["c2>Bd3>c2", "RRb5>b2"]


def test_a_silent_chain_home_is_not_believed_for_the_sake_of_the_next_move(lay: Lay) -> None:
    # Or Black just moves out of turn, and the knight was adjusted.
    board = lay("4k3/8/8/8/4n3/2N5/8/4K3 w 0 - - -").touch("c3").move("e8", "e7")
    board.rest(0.5)
    assert board.recorded == []


def test_two_pieces_in_the_air_together_were_hardly_both_adjusted_before_a_turn(lay: Lay) -> None:
    # A chain home, and White's move; or two pieces straightened at once, and Black's: both have
    # their piece in the union that moves, and only the turn after it tells.
    board = lay("7k/8/8/1h6/8/l7/8/R3K3 w 0 - - -").lift("a1").touch("a3").drop("a1", "w")
    board.rest(1.0)
    board.move("b5", "b6").rest(1.0)
    assert board.recorded == []
    board.move("e1", "e2").rest()
    assert board.recorded == ["Ra1>Qa3>a1", "RRb5>b6", "Ke1>e2"]


def test_a_union_entered_again_may_be_set_down_after_the_piece_that_it_frees(lay: Lay) -> None:
    # The knight frees the rook on d5, he the queen on e5, she the knight again, who goes to b6
    # before the union on d5 is back.
    board = lay(TWICE).lift("e3").touch("d5").touch("e5").lift("d5").drop("b6", "w")
    assert board.rest(2.0) == []
    assert board.drop("d5", "u").rest() == ["Ne3>Rd5>Qe5>Nd5>b6", "sako b6 d5 e5 e8"]


def test_a_square_of_promotion_entered_again_in_the_same_chain_is_not_leafing() -> None:
    board = Board("3q2rk/3a2Ba/5pEb/5P2/2oK2D1/1p4CN/a2f2B1/RF4h1 b 1 - - -")
    board.lift("a2").lift("b3").drop("a2", "u").touch("b1").touch("g1").touch("b1").drop("c1", "b")
    board.rest(3.0)
    assert board.recorded == ["b3>Pa2>Qb1=Q>Rg1>Qb1>c1"]


def test_a_chain_may_enter_a_union_once_more_that_it_has_drawn_back_en_passant(lay: Lay) -> None:
    board = lay(BACK_TO_C6).lift("a1").touch("b1").touch("b5").lift("c5").drop("c6", "u")
    board.touch("f6").touch("c6").drop("c7", "w")
    assert board.rest(3.0)[0] == "Ra1>Rb1>Pb5>Rc6>Qf6>Pc6>c7"


def test_a_chain_that_draws_a_union_back_en_passant_may_leave_it_at_that(lay: Lay) -> None:
    board = lay(BACK_TO_C6).lift("a1").touch("b1").touch("b5").lift("c5").drop("c6", "u")
    board.drop("c7", "w")
    assert board.rest(3.0)[0] == "Ra1>Rb1>Pb5>Rc6>c7"


@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
def test_who_sets_down_what_he_freed_first_may_hold_the_union_while_another_is_adjusted(
    sensor: SensorKind,
) -> None:
    board = Board("7k/8/Rf6/8/8/8/7o/4K3 w 0 - - -", sensor)
    board.lift("a6").lift("b6").drop("a7", "w")
    assert board.rest(1.4) == []
    board.slip("h2", "b")
    assert board.rest(2.3) == []
    board.lift("h2").drop("h2", "u").drop("b6", "u")
    assert board.rest() == ["Ra6>Qb6>a7"]


@pytest.mark.usefixtures("with_and_without_parts")
def test_a_piece_that_a_chain_frees_en_passant_may_be_held_for_a_while() -> None:
    # The pawn that is freed on e4 takes over on f3, where the union was drawn back.
    board = Board("r1bqkbnr/4p1p1/1ap5/1p3p1p/1PPPdDQ1/8/3PB1PP/R1B1K1NR b 7 AHh f3 -")
    board.lift("f5", at=1.0).lift("e4", at=1.7).drop("e4", "u", at=2.1)
    board.lift("f4", at=2.6).drop("f3", "u", at=3.2).lift("f3", at=3.6)
    assert board.drop("f3", "u", at=3.9).rest(2.0) == []
    assert board.drop("h4", "b").rest() == ["f5>Pe4>Nf3>h4"]
