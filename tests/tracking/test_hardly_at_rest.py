"""Hands that overlap, and pieces that are not quite set down: what was a turn, and what none."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board
from tests.tracking.playing import see
from tests.tracking.polled import answered, with_bad

pytestmark = pytest.mark.slow

PLAIN = TrackerSettings(asks_of_parts=False)


def seen(fen: str, story: str, rest: float = 3.0) -> Board:
    """What was seen of it from a position on, and so many seconds of rest."""
    board = see(Board(fen, settings=PLAIN), story)
    board.rest(rest)
    return board


# --- turns that overlap ---


def test_a_union_that_a_chain_has_entered_may_be_lifted_before_the_chain_is_over() -> None:
    # The rook freed on d5 lands on d7 a moment after White has taken the union up.
    board = seen(
        "4k3/p4pb1/1p3Dp1/1dpip1a1/1D1PP2P/Pw5j/3K1F2/R1B3R1 b 1 - - -",
        "1.1:g7:. 1.9:f6:. 2.7:f6:u 3.4:d5:. 4.1:d5:u 5.13:d5:. 5.16:d7:b 6.6:c3:u",
    )
    assert board.recorded == ["Bg7>Nf6>Rd5>d7", "NNd5>c3"]


def test_turns_before_and_after_a_castling_are_told_though_nobody_waits() -> None:
    # The rook on a7 is up again before White has set his own one down; it slides over a6.
    board = seen(
        "rnbqk1nr/1ppp1p1p/4p2b/5Qp1/p7/3BP2N/PPPP1PPP/RNB1K2R b 11 AHah - -",
        "1.62:a8:. 1.74:e1:. 1.96:a7:b 2.26:g1:w 2.48:h1:. 2.75:a7:. 2.89:f1:w 3.02:a6:b 3.15:a6:."
        " 3.40:f5:. 3.45:a5:b 4.21:e5:w",
    )
    assert board.recorded == ["Ra8>a7", "0-0", "Ra7>a5", "Qf5>e5"]


def test_no_partner_is_lifted_as_soon_as_a_pawn_slides_over_its_square() -> None:
    # It made two steps to b5, which is dead though nobody knows, and is joined en passant.
    fen = "r3nrk1/1p1qb2p/p1ppb2a/P2D1p2/3a2P1/2NQB3/1PPNBP2/2KRR3 b 5 - - -"
    board = see(Board(fen), "7.25:b7:. 8.07:b6:b 8.13:b6:. 8.73:a5:. 9.80:b6:u")
    assert board.rest(3.0) == ["part b5"]


def test_after_quick_turns_a_wrong_move_is_likelier_than_a_square_that_has_failed() -> None:
    # The knight goes on from d4 to a6. It might have been on b4 instead, were that dead.
    board = seen(
        "r5kr/1b3p1p/2nPRP1w/ppa2a2/2p1a2P/P1o5/NF2K3/2B2B1R b 7 - - -",
        "1.63:c6:. 1.82:f1:. 1.83:d4:b 2.24:g2:w 2.44:g2:. 2.66:g2:w 2.92:d4:. 3.11:a6:b",
    )
    assert board.recorded == ["Nc6>d4", "Bf1>g2"]
    assert board.all_said[-1] == "restore d4 a6"


# --- pieces that totter ---


def test_a_king_who_thought_better_and_tottered_is_replied_to() -> None:
    # From f7 on to e7, where he is felt again only once White holds his knight.
    board = seen(
        "rnb1k2r/p1pq2cp/3pp2n/5a2/a4N2/S1P5/P2PPP1P/R1BQKB2 b 2 Aah - -",
        "1.18:e8:. 1.81:f7:b 2.24:f7:. 3.52:e7:b 3.68:e7:. 3.96:f4:. 4.02:e7:b 4.23:e6:. 4.53:e6:u",
    )
    assert board.recorded == ["Ke8>e7", "Nf4xe6"]


def test_what_totters_as_the_other_player_lifts_his_piece_may_not_have_been_joined() -> None:
    fen = "3w1k2/p4p2/1p1r1Ep1/1d4a1/1a1aP2P/P4F2/3K4/1Rs1h1oB w 8 - - -"
    board = seen(fen, "2.0:d8:. 2.25:d7:u 2.35:d6:. 2.5:d7:. 2.7:d7:u 5.9:c6:b", rest=5.0)
    assert board.recorded == ["QBd8>d7"]
    assert board.all_said[-1] == "ask d7"
    board.touch("c6").rest(3.0)
    assert board.recorded == ["QBd8>d7", "Rd6>c6"]


def test_what_a_chain_has_entered_may_totter_before_the_chain_goes_on() -> None:
    # Black has moved his union on from d7 to f5. On e3 the bishop is felt for a moment only.
    board = seen(
        "rnr5/pE3k1p/2ew2p1/2p1a3/4d1F1/PP2f1D1/4K1RP/R1B1N3 b 1 - - -",
        "1.0:g4:. 1.58:d7:u 3.05:d7:. 3.74:f5:u 4.89:c1:. 5.94:e3:. 6.4:e3:u 6.58:e3:. 6.8:c3:w"
        " 6.81:e3:u",
    )
    assert board.recorded == ["QPg4>f5", "Bc1>Qe3>c3"]


# --- unions ---


def test_no_union_is_carried_off_long_after_one_of_its_pieces_alone() -> None:
    # The queen on d7 was only straightened; the rook goes on to b7, and then she frees a bishop.
    board = seen(
        "1nq2b2/2rQek1r/p1p1a2p/4pPa1/1Pa1P3/P5P1/5K2/RN1v2NI b 4 - - -",
        "2.55:c7:. 3.30:d7:. 4.35:d7:w 6.30:b7:b 7.30:d7:. 8.10:e7:. 8.30:e7:u 9.60:f6:w",
    )
    assert "QRd7>b7" not in board.recorded


def test_a_union_that_slides_on_was_not_moved_by_both_players_in_a_twinkling() -> None:
    # By way of e4, where White's pawn in it would have made two steps; it had stopped on e2.
    board = seen(
        "q6r/r2k2b1/nP1P1d2/a1pf2p1/3D2bP/6a1/3P1KBd/R1BRC3 b 1 - - -",
        "1.80:e1:. 2.08:e2:u 2.97:e2:. 3.02:e3:u 3.06:e3:. 3.07:e4:u 3.13:e4:. 3.15:e5:u 3.24:e5:."
        " 3.25:e6:u",
    )
    assert board.recorded == ["RPe1>e6"]


def test_a_union_moved_on_at_once_is_likelier_than_a_square_that_has_failed() -> None:
    # By e3 to c4, and back to e3 by Black. Were it one turn, White would play out of turn.
    board = seen(
        "5bn1/3pk1pr/1p1P4/1P1E1Pap/rc6/P6B/1R2tFKP/1N3jo1 w 9 - - -",
        "2.2:e2:. 6.2:e3:u 6.8:e3:. 7.2:c4:u 7.4:c4:. 7.55:c4:u 7.8:c4:. 8.15:e3:u 9.0:f1:."
        " 9.2:e2:u 10.45:h5:. 11.3:b2:. 11.35:h4:b 11.55:e2:. 11.95:e2:u 12.25:d3:w",
    )
    assert board.recorded[:3] == ["QNe2>c4", "NQc4>e3", "BRf1>e2"]
    assert not board.tracker.health()


def test_a_union_that_rolls_is_knocked_over_however_quick_the_players_are() -> None:
    board = Board("6k1/p6p/8/8/h7/8/P6P/4K3 w 0 - - -", settings=PLAIN)
    turns = [("h2", "h3"), ("h7", "h6"), ("a4", "d4")]
    for start, end in turns:
        board.lift(start, at=board.t + 1.4).drop(end)
    board.lift("d4", at=board.t + 1.3).drop("e4", at=board.t + 0.1)
    board.lift("e4", at=board.t + 1.3).drop("d4", at=board.t + 0.4)
    board.lift("a7", at=board.t + 1.3).drop("a6", at=board.t + 0.4).rest(8.0)
    assert board.recorded == ["h2>h3", "h7>h6", "RRa4>d4", "a7>a6"]


# --- what is put back ---


def test_turns_are_taken_back_though_the_pawn_in_their_union_came_first() -> None:
    # White separates what he has joined en passant; then Black takes his two steps back, too.
    board = seen(
        "rnb1kb1r/q2pp1p1/ppp2p2/5PBp/3PP2P/2N5/PPP3P1/R1t1KBNR b 12 AHa - -",
        "1.52:e7:. 5.25:e5:b 6.41:f5:. 6.95:e5:. 7.60:e6:b 9.66:e6:. 15.75:e6:u 17.04:e6:."
        " 17.67:e6:b 19.41:e6:. 19.97:e5:b 20.59:f5:w 21.15:e5:. 21.83:e7:b",
    )
    assert board.recorded == []
    assert board.all_said[-1] == "takeback 1"


@pytest.mark.parametrize("state", [SquareState.DEAD, SquareState.STUCK])
def test_who_takes_a_piece_up_as_all_is_back_has_begun_his_turn(state: SquareState) -> None:
    # A child has played with the pieces. The pawn from b7 unites with the king then.
    fen = "k2b1tb1/1P6/2vr3C/P2a4/1FTa2a1/1t1B4/J7/1I2S1K1 w 10 - - -"
    board = with_bad(Board(fen), f8=state)
    see(
        board,
        "1.43:d8:. 2.75:g5:b 4.11:d6:. 5.43:a6:b 5.84:g8:. 6.24:f3:b 6.54:a8:. 7.66:h8:b 8.80:a6:."
        " 9.72:d6:b 10.27:h8:. 10.67:a8:b 12.05:f3:. 13.03:d8:b 13.89:g5:. 14.20:g8:b 14.66:b7:."
        " 15.75:a8:. 16.52:a8:u",
    )
    assert board.rest(5.0)[-2:] == ["b7xKa8", "end 1-0 paco"]


def test_who_says_that_he_was_not_where_he_is_asked_for_has_set_his_union_back() -> None:
    # To a1, which is known to be dead. It might be on any square that was never used.
    fen = "2i1k2l/p1p5/P3b3/a2D2T1/2Qp1p2/3a1a2/3B1b1P/IN1K1s1R b 12 - - -"
    board = with_bad(Board(fen), a1=SquareState.DEAD)
    assert board.drop("b3", "u").rest(3.0) == ["NRa1>b3"]
    assert board.lift("b3").rest(5.0) == ["part b2 a3 c3 b4"]
    answered(board, yes=False)
    board.rest(4.0)
    assert board.recorded == []
    assert board.all_said[-1] == "takeback 1"


def test_nobody_is_left_alone_with_two_unions_that_he_cannot_both_hold() -> None:
    board = Board("4k3/p6p/8/2d5/5D2/8/P6P/4K3 w 0 - - -")
    board.lift("c5").lift("f4", at=board.t + 1.0)
    assert board.rest(7.0) == []
    assert board.rest(2.0) == ["restore f4 c5"]


def test_a_union_that_totters_as_it_is_set_down_may_be_moved_on_by_the_other_player() -> None:
    # White takes it on from d5 after 0.7 seconds. Black's next turn shows whose move that was,
    # though he straightens a7 with a piece in hand.
    board = seen(
        "rn1q1kn1/p2ap1bi/1p3pp1/5w2/2p5/P2P3P/1P2PPP1/R1BTKB1R b 2 AH - -",
        "1.0:d7:. 1.84:d5:u 2.13:d5:. 2.34:d5:u 2.56:d5:. 4.86:d6:u",
    )
    assert board.recorded == []
    see(board, "11.6:e7:. 12.2:d6:. 12.44:a7:. 12.7:a7:b 13.3:d6:u 13.7:d5:b").rest(3.0)
    assert board.recorded == ["PPd7>d5", "PPd5>d6", "e7>Pd6>d5"]


def test_a_union_that_totters_where_nobody_goes_on_from_it_has_moved_once() -> None:
    board = seen(
        "rn1q1kn1/p2ap1bi/1p3pp1/5w2/2p5/P2P3P/1P2PPP1/R1BTKB1R b 2 AH - -",
        "1.0:d7:. 1.84:d5:u 2.13:d5:. 2.34:d5:u",
    )
    assert board.recorded == ["PPd7>d5"]
