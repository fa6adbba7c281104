"""Unions and chains set back as the lights show: that is no turn, though it might be one."""

from __future__ import annotations

import pytest

from tests.tracking.board import Board, Lay
from tests.tracking.playing import see


@pytest.mark.slow
@pytest.mark.usefixtures("without_parts")
def test_unions_set_back_as_the_lights_show_are_no_turns() -> None:
    # The queen goes to g4 by herself or frees the rook on d4 to go there: nobody stands there any
    # more to answer, and no other piece may. So all is to be put right; that could be the union
    # moves of both players.
    board = Board("8/2k5/8/3p4/2Pc4/8/7o/K2Q4 w 0 - - -")
    board.lift("c4").slip("d5").rest(5.0)
    board.move("c7", "b7").rest(5.0)
    board.move("d1", "g4").lift("d4", at=board.t + 0.5).drop("d3", at=board.t + 0.9)
    board.lift("h2", at=board.t + 0.5).drop("f1", at=board.t + 0.9)
    assert board.rest(4.0)[-1] == "restore d1 f1 h2 d3 d4 g4"
    assert board.move("f1", "h2").rest(3.0) == ["restore d1 d3 d4 g4"]
    assert board.move("d3", "d4").rest(3.0) == ["restored", "ask d4"]
    assert board.touch("g4").rest(3.0) == ["Qd1>g4"]
    assert board.recorded == ["c4xd5", "Kc7>b7", "Qd1>g4"]
    assert board.move("d4", "d3").rest() == ["PRd4>d3"]


def test_a_union_that_stood_elsewhere_as_the_board_complained_is_set_back_with_all_else(
    lay: Lay,
) -> None:
    # Halfway the board looks as if only White's turn had been taken back.
    board = lay("4k3/8/8/8/8/6f1/5P2/4K3 w 0 - - -")
    assert board.move("g3", "f4").rest() == ["QPg3>f4"]
    board.move("e8", "e5").rest(0.5)
    assert board.move("f4", "g3").rest(2.0) == ["restore g3 f4 e5 e8"]
    board.touch("g3").rest(2.0)
    assert board.move("e5", "e8").rest(20.0) == ["restore g3 f4"]
    assert board.move("g3", "f4").rest(2.0) == ["restored"]
    assert board.recorded == ["QPg3>f4"]
    assert board.move("f4", "g3").rest(4.0) == ["takeback 1"]


def test_a_union_moved_back_over_a_complaint_takes_no_turn_back_when_that_is_seen_to(
    lay: Lay,
) -> None:
    board = lay("4k3/8/8/8/8/6f1/5P2/4K3 w 0 - - -")
    assert board.move("g3", "f4").rest() == ["QPg3>f4"]
    assert board.move("e8", "e5").rest(2.0) == ["restore e5 e8"]
    board.move("f4", "g3").rest(2.0)
    board.move("e5", "e8").rest(2.0)
    assert board.all_said[-1] == "restore g3 f4"
    assert board.rest(20.0) == []
    assert board.move("g3", "f4").rest(2.0) == ["restored"]
    assert board.recorded == ["QPg3>f4"]


def test_a_turn_that_is_set_back_as_the_lights_say_was_no_chain_that_came_home(lay: Lay) -> None:
    # The rook frees the queen for c5, and somebody knocks pawns over; all of it is put right.
    board = lay("7k/5pp1/8/8/8/l7/8/R3K3 w 0 - - -").lift("a1").touch("a3").drop("c5", "w")
    board.lift("g7", at=board.t + 0.4).lift("f7").drop("g8", "b", at=board.t + 0.3).drop("f8", "b")
    assert board.rest(3.0) == ["restore a1 c5 f7 g7 f8 g8"]
    board.lift("g8").drop("g7", "b", at=board.t + 1.0)
    board.lift("f8").drop("f7", "b", at=board.t + 1.0)
    board.lift("c5", at=board.t + 1.0).drop("a1", "w", at=board.t + 1.0)
    assert board.rest(5.0) == ["restored"]
    assert board.lift("a1").touch("a3").drop("c5", "w").rest(2.0)[0] == "Ra1>Qa3>c5"


@pytest.mark.usefixtures("with_and_without_parts")
@pytest.mark.parametrize("stood", [0.1, 0.3, 0.5, 0.65])
def test_who_holds_a_union_over_there_for_a_moment_may_move_another_one(
    lay: Lay, stood: float
) -> None:
    board = lay("1nb1k2l/1f1p1P2/3C1o2/p1baR3/P2F1edp/5P2/7P/R2W2K1 b 0 - - -")
    board.lift("h8", at=1.0).drop("h6", "u", at=1.2).lift("h6", at=1.2 + stood)
    board.drop("h8", "u", at=1.5 + stood).rest(6.0)
    board.move("d4", "e4").rest(2.0)
    assert board.recorded == ["QPd4>e4"]


def test_a_turn_is_taken_back_once_a_union_made_after_it_was_taken_apart() -> None:
    # White takes the bishop back out of f6, and Black his castling, the rook first. The bishop was
    # back on b2 before anything left Black's squares: it came out of the union.
    board = Board("rnbqk2r/ppppppbp/5n2/6a1/8/1P6/PBPPP1PP/RN1QKBNR b 2 AHah - -")
    see(board, "5.2:e8:. 5.9:h8:. 7.9:g8:b 8.4:f8:b").rest(1.5)
    see(board, "10.2:f6:. 10.4:b2:. 10.6:f6:u 11.2:f6:. 11.5:f6:b 12.0:b2:w")
    assert board.recorded == ["0-0", "Bb2xNf6"]
    see(board, "12.5:f8:. 13.1:h8:b 14.7:g8:. 15.7:e8:b").rest(3.0)
    assert board.recorded == []
    assert board.move("d7", "d5").rest(2.0)[-1] == "d7>d5"


def test_a_castling_with_a_union_is_taken_back_piece_by_piece() -> None:
    # The rook was first seen to go to f8 alone. White might have moved the union back from there.
    board = Board("1r2k2l/1pp4p/3pTdp1/s7/2E1PP2/c5P1/1Pa4P/2B1wIK1 b 1 h - -")
    see(board, "1.0:h8:. 1.2:g8:b 1.27:f8:u 1.3:g8:. 2.05:e8:. 2.85:g8:b").rest(1.0)
    assert board.recorded == ["0-0"]
    see(board, "4.45:g8:. 4.5:h8:b 5.15:e8:b 5.2:f8:.").rest(3.0)
    assert board.recorded == []
