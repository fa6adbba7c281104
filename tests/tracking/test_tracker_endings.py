"""Ŝako, Paco and the draws, as the tracker tells of them."""

from __future__ import annotations

import pytest

from firmware_bridge.frames import SensorKind
from tests.tracking.board import START, Board, Lay, names
from tests.tracking.slipping import slip_half_of_all_in

pytestmark = pytest.mark.slow

QUEEN_BEFORE_KING = "4k3/8/8/8/8/8/4Q3/4K3 w 0 - - -"
# c4 may join d5; on h4 the king is only reached by freeing the rook on d4.
KING_BEHIND_A_UNION = "8/8/8/3p3k/2Pc4/8/8/K2Q4 w 0 - - -"


def test_a_turn_that_gives_sako_says_the_way_to_the_king(lay: Lay) -> None:
    board = lay("4k3/8/8/8/8/8/8/3QK3 w 0 - - -")
    assert board.move("d1", "a4").rest() == ["Qd1>a4", "sako a4 e8"]
    assert names(board.view.sako) == "a4 e8"
    assert board.move("e8", "e7").rest() == ["Ke8>e7"]
    assert names(board.view.sako) == ""


def test_sako_is_told_with_the_whole_chain(lay: Lay) -> None:
    # From b2 the queen frees the rook on b8, who looks at the king.
    board = lay("1c2k3/8/8/8/8/8/8/3QK3 w 0 - - -")
    assert board.move("d1", "b3").rest() == ["Qd1>b3", "sako b3 b8 e8"]


def test_a_union_with_the_king_ends_the_game(lay: Lay) -> None:
    board = lay(QUEEN_BEFORE_KING)
    assert board.join("e2", "e8").rest() == ["Qe2xKe8", "end 1-0 paco"]
    assert board.state == "OVER"


def test_black_wins_as_well(lay: Lay) -> None:
    board = lay("4k3/8/8/8/8/8/r7/K7 b 0 - - -")
    assert board.join("a2", "a1").rest() == ["Ra2xKa1", "end 0-1 paco"]


def test_adjusting_after_the_end_changes_nothing(lay: Lay) -> None:
    board = lay(QUEEN_BEFORE_KING)
    board.join("e2", "e8").rest()
    assert board.touch("e1").touch("e8").rest(10.0) == []
    assert board.recorded == ["Qe2xKe8"]
    assert board.state == "OVER"


def test_the_third_time_of_a_position_ends_the_game(lay: Lay) -> None:
    board = lay(START)
    said: list[str] = []
    for move in ("g1 f3", "g8 f6", "f3 g1", "f6 g8") * 2:
        said += board.move(*move.split()).rest()
    assert len(said) == 8
    assert board.move("g1", "f3").rest() == ["Ng1>f3", "end 1/2-1/2 repetition"]


def test_a_hundred_half_moves_without_progress_end_the_game(lay: Lay) -> None:
    board = lay("4k3/8/8/8/8/8/8/4K3 w 99 - - -")
    assert board.move("e1", "e2").rest() == ["Ke1>e2", "end 1/2-1/2 progress"]


def test_clearing_the_board_after_the_end_changes_nothing(lay: Lay) -> None:
    board = lay(QUEEN_BEFORE_KING)
    board.join("e2", "e8").rest()
    assert board.move("e1", "e3").rest(10.0) == []
    assert board.lift("e8").rest(10.0) == []
    assert board.lift("e3").rest(10.0) == []
    assert board.recorded == ["Qe2xKe8"]


def test_a_king_straightened_while_a_chain_is_under_way_ends_no_game(lay: Lay) -> None:
    # The rook frees the queen on a3, the black king on a8 is lifted and set down meanwhile.
    board = lay("k7/8/8/8/8/l7/8/R3K3 w 0 - - -").lift("a1").touch("a3").touch("a8").drop("b4", "w")
    board.rest(5.0)
    assert board.recorded == ["Ra1>Qa3>b4"]
    assert not any(said.startswith("end") for said in board.all_said[-1:])


ROOK_BEFORE_KING = "k7/8/8/8/8/8/3n4/R3K3 w 0 - - -"


def test_an_end_is_revised_once_the_attacker_is_set_down_elsewhere() -> None:
    # The king was only straightened, with the rook in hand: as if it had joined him.
    board = Board(ROOK_BEFORE_KING).lift("a1").touch("a8")
    assert board.rest(4.0) == ["Ra1xKa8", "end 1-0 paco"]
    assert board.drop("a5", "w").rest(3.0) == ["revise Ra1>a5", "sako a5 a8"]


def test_an_end_is_taken_back_however_much_was_played_after_it() -> None:
    board = Board(ROOK_BEFORE_KING).lift("a1").touch("a8")
    board.rest(5.0)
    board.drop("a5", "w")
    for move in ("d2 f3", "e1 e2", "f3 d2", "e2 e1") * 8:
        board.move(*move.split()).rest()
    assert board.move("a5", "a1").rest() == ["takeback 1"]


def slipped(sensor: SensorKind) -> Board:
    """Somebody has slipped a pawn in; White is to move, and Black's king stands on h4."""
    board = Board(KING_BEHIND_A_UNION, sensor)
    board.lift("c4").slip("d5").rest(5.0)
    board.move("h5", "h4").rest(5.0)
    assert board.recorded == ["c4xd5", "Kh5>h4"]
    return board


@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
def test_a_king_that_falls_over_like_a_union_does_not_end_the_game(sensor: SensorKind) -> None:
    board = slipped(sensor).lift("d1").slip("h4", "u")
    board.rest(2.5)
    board.lift("h4").drop("h4", "b").drop("e2", "w").rest(5.0)
    assert board.recorded[2:] == ["Qd1>e2"]
    assert not any(said.startswith("end") for said in board.all_said)


@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
def test_a_game_that_seemed_to_end_goes_on_by_what_was_played(sensor: SensorKind) -> None:
    # On d2 the queen may end by herself, or the rook that she frees.
    board = slipped(sensor).lift("d1").slip("h4", "u")
    board.rest(10.0)
    assert board.recorded[2:] == ["Qd1>Rd4xKh4"]
    board.lift("h4").drop("h4", "b").drop("d2", "w").rest(10.0)
    assert board.recorded[2:] == []
    board.touch("d2").rest(5.0)
    assert board.recorded[2:] == ["Qd1>d2"]


def test_a_king_is_not_united_with_on_the_word_for_another_square() -> None:
    board = slipped(SensorKind.PRESENCE).lift("d1")
    board.rest(1.0)
    assert board.touch("a1").rest(2.0) == ["ask d4 h4"]
    assert board.touch("d4").rest(6.0) == ["ask h4"]
    assert board.touch("h4").rest(6.0) == ["Qd1>Rd4xKh4", "end 1-0 paco"]


@pytest.mark.parametrize("soon", [0.2, 0.5, 1.0])
def test_a_game_goes_on_whose_end_was_taken_back_though_both_play_on_at_once(soon: float) -> None:
    board = Board("4k3/6p1/8/8/8/8/4R3/3K4 w 0 - - -").lift("e2").lift("e8")
    assert board.drop("e8", at=board.t + 1.0).rest(0.6) == ["Re2xKe8", "end 1-0 paco"]
    board.drop("e2", "w", at=board.t + 0.5)
    board.lift("d1", at=board.t + soon).drop("c1", "w")
    board.lift("g7", at=board.t + 0.2).rest(3.0)
    assert board.recorded == ["Kd1>c1"]


def test_a_chain_goes_on_past_a_king_who_was_only_straightened_beside_another_piece() -> None:
    # The rook on c3 frees queens on a3, a1 and b2. Pawns and the king on b1 are lifted meanwhile.
    fen = "3r3k/2a3p1/2D4P/4a3/1E1Q1I2/F1reaENc/1e6/TK6 b 2 - - -"
    board = Board(fen).lift("a3").lift("c3").drop("a3").touch("a1")
    board.lift("b1").lift("h6").drop("b1").drop("h6", "w").touch("g7")
    assert board.rest(1.5) == ["Rc3>Qa3>Qa1xKb1", "end 0-1 paco"]
    board.touch("b2").touch("a1").touch("b2").drop("a2", "u")
    assert board.rest(4.0)[0] == "revise Rc3>Qa3>Qa1>Pb2>Qa1=Q>Qb2>a2"


def beside_a_king() -> Board:
    """Black, who slips pieces in, has joined the rook on a3 or the king on g1."""
    board = Board("4k3/6p1/8/2bp4/4P3/R7/P6P/6K1 b 0 - - -")
    board.lift("d5").slip("e4").rest(5.0)
    board.move("h2", "h3").rest(5.0)
    assert board.lift("c5").rest(3.0) == ["ask g1 a3"]
    return board


def test_a_king_who_is_straightened_beside_another_answer_does_not_end_the_game_at_once() -> None:
    board = beside_a_king()
    assert board.touch("g1").rest(3.0) == ["ask g1 a3"]
    assert board.touch("a3").rest(3.0) == ["Bc5xRa3"]


def test_who_says_twice_that_he_has_united_with_the_king_has_done_so() -> None:
    board = beside_a_king()
    board.touch("g1").rest(3.0)
    assert board.touch("g1").rest(5.0) == ["Bc5xKg1", "end 0-1 paco"]


LONG_CHAIN = "e4 e7 d6 c5 d6 e7 e4 d6 e7 d6 f7 d5 a8 d5 d1"


def test_a_long_chain_ends_the_game_though_some_here_slip_every_other_piece_in(lay: Lay) -> None:
    # Any of its steps may have hidden another one: nobody can work out all that it may have been.
    board = lay("w1k5/P3vFc1/3f2l1/2wv1D2/4i3/2E2o2/5n1I/2Kh4 b 0 - - -")
    slip_half_of_all_in(board)
    board.lift("f2")
    for square in LONG_CHAIN.split():
        board.touch(square)
    heard = board.lift("c1").drop("c1", "u").rest(5.0)
    if heard == ["ask c1"]:  # Somebody might have straightened the king meanwhile.
        heard = board.touch("c1", at=board.t + 1.0).rest(5.0)
    turn = "Nf2>Re4>Be7>Pd6>Bc5>Bd6>Re7>Ne4>Bd6>Be7>Nd6>Qf7>Bd5>Ba8>Qd5>Rd1xKc1"
    assert heard == [turn, "end 0-1 paco"]
