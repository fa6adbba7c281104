"""Turns that may have been on a square known to be bad, where only a touch of others answers."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from tests.tracking.board import Board
from tests.tracking.polled import with_bad

# The pawn goes from d2 to d4, or it takes c3 over and the queen that it frees goes there.
QUEEN = "4k3/p6p/8/8/8/2f5/P2P3P/4K3 w 0 - - -"
# Black's pawn joins b3; White's knight may go to where it came from.
KNIGHT = "4k3/7p/8/8/p6P/1PN5/P7/4K3 b 0 - - -"

pytestmark = pytest.mark.usefixtures("without_parts")


def with_c3_dead(fen: str) -> Board:
    return with_bad(Board(fen), c3=SquareState.DEAD)


def test_who_may_have_taken_over_a_dead_square_is_asked_if_he_is_felt_to_deny_it() -> None:
    board = with_c3_dead(QUEEN)
    assert board.move("d2", "d4").rest(3.0) == ["ask c3"]
    assert board.touch("d4").rest(3.0) == ["d2>d4"]


def test_who_could_only_deny_it_to_be_felt_and_does_not_has_taken_over_the_dead_square() -> None:
    board = with_c3_dead(QUEEN)
    board.move("d2", "d4").rest(3.0)
    assert board.rest(9.0) == []
    assert board.rest(5.0) == ["d2>Qc3>d4"]
    assert not board.view.ask


def test_who_had_not_taken_it_over_after_all_shows_it_by_his_next_move() -> None:
    board = with_c3_dead(QUEEN)
    board.move("d2", "d4").rest(20.0)
    board.move("h7", "h6").rest(3.0)
    # No pawn goes there, with whomever.
    board.drop("g3", "u").rest(4.0)
    board.move("h6", "h5").rest(3.0)
    assert board.recorded == ["d2>d4", "h7>h6", "QPc3>g3", "h6>h5"]


def piece_on_a4(piece: str) -> Board:
    """Whoever stands there came out of c3, which is dead, or out of the union on b3."""
    board = with_c3_dead(KNIGHT)
    board.move("h7", "h6").move("h4", "h5").join("a4", "b3").rest(3.0)
    assert board.recorded == ["h7>h6", "h4>h5", "a4xb3"]
    assert board.drop("a4", piece).rest(3.0) == ["ask a4"]
    return board


def test_what_comes_out_of_a_dead_square_to_where_the_last_turn_began_is_asked_about() -> None:
    board = piece_on_a4("w")
    assert board.touch("a4").rest(3.0) == ["Nc3>a4"]


def test_who_answers_for_the_turn_before_has_taken_his_own_back() -> None:
    board = piece_on_a4("b")
    assert board.touch("h5").rest(3.0) == ["takeback 3"]
    assert board.move("e8", "e7").rest(3.0) == ["Ke8>e7"]


@pytest.mark.slow
def test_nobody_is_asked_for_ever_whether_that_was_so() -> None:
    board = piece_on_a4("w")
    for move in ("e8 e7", "e1 e2", "e7 e6", "e2 e3", "e6 e5"):
        board.move(*move.split()).rest(3.0)
    assert not board.view.ask


def test_nobody_is_asked_of_a_join_where_the_last_turn_has_just_ended() -> None:
    # The king straightened on c3 may be joined by the knight from e4, which is dead. Whoever has
    # moved him would touch c3, too: his turn has ended there.
    board = Board("1yv3i1/5Nv1/1k6/lN1p1a2/1D2n1W1/1P1K2p1/Jc1t2h1/8 w 12 - - -")
    board = with_bad(board, e4=SquareState.DEAD)
    assert board.move("d3", "c3").rest(0.75) == ["Kd3>c3"]
    assert board.touch("c3").rest(20.0) == []
    board.move("c8", "b7").rest(3.0)
    assert board.recorded == ["Kd3>c3", "BBc8>b7"]


def test_who_holds_a_union_for_long_may_still_join_it() -> None:
    # To h7, which is stuck, it might have gone unseen.
    board = Board("l6Q/2k5/2Ds3y/2SN2a1/1E1y2C1/J3p3/4K1IT/2v1q3 w 3 - - -")
    board = with_bad(board, h7=SquareState.STUCK)
    assert board.lift("h6").rest(9.0) == []
    board.lift("h8").drop("h6", "u").touch("g5").touch("h6").touch("d6").drop("f4", "w").rest(2.0)
    assert board.recorded == ["Qh8>Qh6>Pg5>Qh6>Bd6>f4"]


def test_who_plays_what_was_refused_once_more_and_says_so_again_has_meant_it() -> None:
    # The pawn goes from c7, which is stuck, to c5. The bishop might have come from c3 by d4.
    board = Board("rnb1k1nr/1pp5/4p3/p2PBpa1/2ay1a2/1Pb1PP2/P5B1/RN2K1NR b 5 AHah - -")
    board = with_bad(board, c3=SquareState.DEAD)
    for square in ("b8", "c8", "d4", "b7", "b3", "c4", "a5"):
        board.touch(square).rest(2.0)  # These work.
    assert board.drop("c5", "b").rest(3.0) == ["ask d4"]
    assert board.touch("c5").rest(3.0) == ["restore c5"]
    assert board.lift("c5").rest(3.0) == ["restored"]
    assert board.drop("c5", "b").rest(3.0) == ["ask d4"]
    assert board.touch("c5").rest(3.0) == []
    for move in ("b3 b4", "e8 e7", "g1 h3"):
        board.move(*move.split()).rest(4.0)
    assert board.recorded == ["c7>c5", "b3>b4", "Ke8>e7", "Ng1>h3"]


def test_who_is_asked_while_he_is_not_done_has_not_answered_by_going_on() -> None:
    # The knight that the pawn has freed on b4 might stand on c6, which is dead. It joins c2.
    board = Board("r2qkb1r/p3pp2/1p3n2/1Npp2dp/1D2PP1P/7E/P1PP1K2/1RBQ1B1R b 0 ah - -")
    board = with_bad(board, c6=SquareState.DEAD)
    board.lift("c5").rest(0.8)
    board.lift("b4").drop("b4", at=board.t + 0.4)
    assert board.lift("f4", at=board.t + 0.6).drop("f4", at=board.t + 0.8).rest(1.25) == ["ask b4"]
    board.lift("c2", at=board.t + 0.55).drop("c2", "u", at=board.t + 0.85)
    assert board.rest(2.5) == ["ask c2"]
    assert board.touch("c2").rest(3.0) == ["c5>Nb4xc2"]


def test_a_chain_from_a_dead_square_that_joins_in_the_end_is_not_taken_for_set_back() -> None:
    # From f6 by e4 to d3: all stands as before, to a reed. The knight might have gone to g4 and
    # back, too, were that dead.
    board = Board("r1bqkb1r/ppp1ppp1/n4n2/7p/P3a3/3P1N2/RPP2PPP/1NBQKB1R b 5 Hah - -")
    board = with_bad(board, f6=SquareState.DEAD)
    board.lift("e4").rest(0.9)
    board.drop("e4").lift("d3", at=board.t + 0.3).drop("d3", "u", at=board.t + 0.3).rest(1.1)
    assert board.touch("d3").rest(3.5) == ["ask d3 e4"]
    board.move("f3", "h4").rest(4.0)
    assert board.recorded == ["Nf6>Pe4xd3", "Nf3>h4"]


def test_a_turn_shown_once_more_is_in_doubt_where_another_went_by_a_stuck_square() -> None:
    # The rook goes to h4, or it joins h5 and the pawn that it frees goes there.
    board = with_bad(Board("4k3/p7/8/7d/8/7r/P7/4K3 b 0 - - -"), h5=SquareState.STUCK)
    for _ in range(2):
        assert board.move("e8", "c5").rest(3.0) == ["restore c5 e8"]
        assert board.move("c5", "e8").rest(3.0) == ["restored"]
    assert board.move("h3", "h4").rest(3.0) == ["ask h5"]
    assert board.touch("h4").rest(3.0) == ["Rh3>h4"]


def test_a_chain_out_of_a_dead_square_that_rests_before_it_goes_on_was_not_set_back() -> None:
    # The knight frees the bishop on a6, who goes to b5; the knight might go there by itself.
    board = Board("r2qkbnr/pNnp2p1/vf3p2/2p1p2p/8/1PP1PP2/P2P2PP/R1B1K1NR w 4 AHah - -")
    board = with_bad(board, c7=SquareState.DEAD)
    board.move("g1", "h3").rest(0.9)
    board.lift("a6").drop("a6", "u", at=board.t + 1.1)
    assert board.drop("b5", "b", at=board.t + 1.3).rest(3.0) == ["ask a6"]
    assert board.touch("a6").rest(3.0) == ["Nc7>Ba6>b5"]


@pytest.mark.parametrize(
    ("later", "turns"),
    [("a7 a6", ["RRd4>d7", "a7>a6"]), ("e1 e2", ["RRd4>d6", "RRd6>d7", "Ke1>e2"])],
)
def test_who_plays_next_tells_whether_a_union_was_held_or_stood_on_a_stuck_square(
    later: str, turns: list[str]
) -> None:
    # White moves it to d7, or to d6, which is stuck, and Black goes on from there.
    board = with_bad(Board("4k3/p7/8/8/3h4/8/P7/4K3 w 0 - - -"), d6=SquareState.STUCK)
    board.lift("d4").rest(6.0)
    assert board.drop("d7", "u").rest(4.0) == []
    board.move(*later.split()).rest(4.0)
    assert board.recorded == turns


def test_an_end_that_nobody_was_seen_to_bring_about_is_asked_about() -> None:
    # Black's pawn, freed, has gone to g4, which is dead; then somebody touches the king on f3.
    board = Board("4k3/7p/5p2/6a1/8/5K2/PP5P/8 b 0 - - -")
    with_bad(board, g4=SquareState.DEAD)
    board.lift("f6").touch("g5").touch("h2").touch("h2").move("a2", "a3").rest(2.0)
    assert board.touch("f3").rest(20.0) == ["f6>Pg5>g4", "sako g4 f3", "a2>a3", "ask f3"]
    assert board.touch("f3").rest(3.0) == ["g4xKf3", "end 0-1 paco"]


@pytest.mark.usefixtures("without_parts")
def test_who_moves_on_at_once_has_not_waited_for_a_turn_that_shows_nowhere() -> None:
    # The bishop takes the union over that its pawn has just left; a rook might go from b1 to f1.
    fen = "b1rkqb1r/2aDaD2/8/p1B1p1dp/2d1Pf1P/P1P4B/5K2/1R5R b 11 - - -"
    board = with_bad(Board(fen), b1=SquareState.DEAD, f1=SquareState.DEAD)
    board.lift("e7").drop("e6", "b", at=board.t + 2.0).rest(1.2)
    board.lift("f8").drop("e7", "u").rest(6.0)
    assert board.recorded == ["Bf8>Pe7>e6"]


@pytest.mark.usefixtures("without_parts")
def test_where_the_next_turn_may_tell_by_which_dead_square_it_was_nothing_is_to_be_put_right() -> (
    None
):
    # The bishop goes to c7 or to d8. Or it is held, and the union has moved out of turn.
    fen = "4k1n1/4pr2/w1Bp1p2/W4a1p/1a2d2P/1C1a1PP1/R2b1N2/D3KR2 w 2 - - -"
    board = with_bad(Board(fen), c7=SquareState.DEAD, d8=SquareState.DEAD)
    board.lift("a5").lift("a2").drop("a5", "u").rest(5.0)
    assert board.lift("a5").drop("a3", "u").rest(6.0) == []
    assert board.drop("b6", "w").rest(3.0)[0] == "Ra2>Ba5>c7"
