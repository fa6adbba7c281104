"""Where the last turn may have been another one, after which the board looks just the same."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from tests.tracking.board import Board, Lay
from tests.tracking.polled import with_bad

pytestmark = pytest.mark.usefixtures("with_and_without_parts")

# The knight can go to a1, or take over e1: then it is the rook that goes there.
KNIGHT_OR_ROOK = "4k3/p6p/8/8/8/8/2N4P/4h2K w 0 - - -"


@pytest.mark.parametrize("times", [1, 2])
def test_what_was_straightened_after_a_chain_makes_no_other_turn_of_it(times: int) -> None:
    board = Board(KNIGHT_OR_ROOK)
    board.lift("c2").touch("e1").drop("a1", "w").rest(3.0)
    for _ in range(times):
        board.touch("a1").rest(0.8)
    board.move("a7", "a6").rest(5.0)
    assert board.all_said == ["Nc2>Re1>a1", "a7>a6"]


@pytest.mark.parametrize(("square", "turn"), [("e1", "Nc2>Re1>a1"), ("a1", "Nc2>a1")])
def test_a_last_turn_that_no_later_one_tells_from_another_is_asked_for(
    square: str, turn: str
) -> None:
    # The knight has stood on a1. It may have gone on to e1, and the rook from there to a1.
    board = Board(KNIGHT_OR_ROOK)
    board.move("c2", "a1").rest(1.5)
    board.touch("a1").touch("e1").rest(0.6)
    board.move("a7", "a6").rest(5.0)
    assert board.all_said == ["Nc2>a1", "takeback 1", "ask e1"]
    assert board.touch(square).rest(5.0) == [turn, "a7>a6"]


@pytest.mark.parametrize(("square", "turn"), [("e1", "Nc2>Re1>a1"), ("a1", "Nc2>a1")])
def test_a_question_about_the_last_turn_is_put_for_that_one(square: str, turn: str) -> None:
    board = Board(KNIGHT_OR_ROOK)
    board.move("c2", "a1").rest(1.0)
    board.touch("e1").rest(0.8)
    board.touch("a1").rest(3.0)
    assert board.all_said == ["Nc2>a1", "takeback 1", "ask e1"]
    assert board.touch(square).rest(3.0) == [turn]


@pytest.mark.slow
def test_an_answer_that_is_as_true_of_a_likelier_last_turn_tells_nothing(lay: Lay) -> None:
    # The knight that the queen frees goes to e4. Black sets it down wrongly on h7 as he plays on
    # with it; it could have gone there at first, if a second after White has replied.
    board = lay("3rk2r/pbbdqp2/2p1pD2/1pn3ec/2PN4/P2P1PP1/1P2P3/R2QKB2 b 0 Ah - -")
    board.lift("e7").lift("f6").drop("f6", "u").drop("e4", "b")
    board.lift("h5", at=board.t + 0.2).drop("h4", "u").rest(0.6)
    board.lift("e4", at=board.t + 0.03).drop("h7", "b", at=board.t + 0.5).rest(4.0)
    board.lift("h7").lift("f6", at=board.t + 1.1).drop("f6", "u").drop("f4", "b").rest(4.0)
    board.touch("f6")
    assert board.rest(4.0) == ["restore f4 h4 h5 e7"]
    assert board.recorded == []


def test_a_wrong_move_leaves_the_last_turn_as_certain_as_it_was(lay: Lay) -> None:
    # The queen might have gone to d5 by herself, had d6 been touched for nothing meanwhile.
    board = lay("rn2kbnr/d3p3/v2aq3/1p3ppp/1a1P1P2/4P3/P3Q1PP/R1B1K1NR b 1 AHah - -")
    board.lift("e6").touch("d6").drop("d5", "b").rest(0.6)
    board.touch("d5", at=board.t + 0.2).rest(0.5)
    assert board.recorded == ["Qe6>Pd6>d5"]
    assert board.move("f4", "g4").rest(3.0) == ["restore f4 g4"]
    assert board.move("g4", "f4").rest(3.0) == ["restored"]
    assert board.move("e2", "d1").rest(3.0)[0] == "Qe2>d1"


@pytest.mark.parametrize("gap", [0.3, 0.6, 1.0])
def test_who_sets_down_what_he_frees_first_was_no_other_turn_beside_squares_known_to_be_bad(
    gap: float,
) -> None:
    # The queen is out of the union before the rook is in it. White's union on f4 might have gone
    # unseen to b8, and Black be holding his rook.
    board = Board("rT3b2/3k4/4EIr1/3t1a2/1a2Py1p/p1N2B1a/1e5R/1R2K1S1 b 2 - - -")
    with_bad(board, f4=SquareState.DEAD, f1=SquareState.STUCK)
    board.lift("b8").drop("b6", "b", at=board.t + 1.2).rest(gap)
    board.lift("a8").drop("b8", "u", at=board.t + 0.6).rest(6.0)
    assert board.recorded == ["Ra8>Qb8>b6"]
