"""A chain that ended where it began is taken back: nothing but touches is to be seen of that."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.tracking.board import Board, Lay

pytestmark = pytest.mark.usefixtures("with_and_without_parts")

# The bishop frees the rook on f8 and that one the knight on g8, which goes to e7; then the other
# knight frees the pawn on d6.
BISHOP_FOR_KNIGHT = "5is1/4bk2/3a4/8/2N5/8/8/4K3 b 0 - - -"
CHAIN_HOME, REPLY = "Be7>Rf8>Ng8>e7", "Nc4>Pd6>d7"


def chain_home(board: Board) -> Board:
    return board.lift("e7").touch("f8").touch("g8").drop("e7", "b")


def reply(board: Board) -> Board:
    return board.lift("c4").touch("d6").drop("d7", "w")


def reply_taken_back(board: Board) -> Board:
    return board.lift("d7").touch("d6").drop("c4", "w")


def come_home(lay: Lay) -> Board:
    board = chain_home(lay(BISHOP_FOR_KNIGHT))
    assert board.rest(3.0) == ["ask f8 g8"]
    board.touch("f8").rest(3.0)
    assert board.recorded == [CHAIN_HOME]
    return board


def come_home_and_answered(lay: Lay) -> Board:
    board = reply(come_home(lay))
    assert board.rest(3.0)[-1] == REPLY
    return board


@pytest.mark.parametrize("rest", [0.0, 1.0, 3.0])
def test_it_is_taken_back_with_the_turn_after_it_if_each_of_its_squares_is_touched_once_more(
    lay: Lay, rest: float
) -> None:
    board = reply_taken_back(come_home_and_answered(lay))
    board.rest(rest)
    board.lift("e7").touch("g8").touch("f8").drop("e7", "b").rest(3.0)
    board.move("f7", "f6").rest(3.0)
    board.move("e1", "d1").rest(3.0)
    assert board.recorded == ["Kf7>f6", "Ke1>d1"]
    assert "restore" not in " ".join(board.all_said)


def test_it_is_taken_back_alone(lay: Lay) -> None:
    board = chain_home(come_home(lay))
    board.rest(3.0)
    assert board.move("f7", "f6").rest(3.0) == ["takeback 1", "Kf7>f6"]


@pytest.mark.parametrize("play", [reply, lambda board: board.move("e1", "d1")])
def test_it_stands_where_its_squares_are_only_touched_and_the_other_player_goes_on(
    lay: Lay, play: Callable[[Board], Board]
) -> None:
    board = chain_home(reply_taken_back(come_home_and_answered(lay)))
    board.rest(3.0)
    board = play(board)
    board.rest(3.0)
    assert board.recorded[:1] == [CHAIN_HOME]
    assert len(board.recorded) == 2


@pytest.mark.parametrize("touched", [(), ("e7", "f8")])
def test_who_did_not_go_through_it_once_more_has_his_next_turn_understood_the_second_time(
    lay: Lay, touched: Sequence[str]
) -> None:
    board = reply_taken_back(come_home_and_answered(lay))
    for square in touched:
        board.touch(square)
    board.rest(3.0)
    assert board.move("f7", "f6").rest(3.0) == ["restore f6 f7"]
    assert board.move("f6", "f7").rest(3.0) == ["restored"]
    assert board.move("f7", "f6").rest(3.0) == ["takeback 1", "Kf7>f6"]


def test_a_turn_goes_back_over_a_chain_home_that_is_in_no_doubt(lay: Lay) -> None:
    # White's rook frees the queen; when a union falls over, that turn is in doubt. The chain home
    # came later, and its player has said so; then the queen frees the rook, and all looks as first.
    board = lay("2o3k1/6p1/C1PJ2a1/2eFp1a1/1pn1P3/1f4R1/2K5/iE5j w 9 - - -")
    assert board.lift("g3").touch("b3").drop("d3", "w").rest(2.0) == ["Rg3>Qb3>d3"]
    assert board.lift("h1").drop("g1", "w").drop("h2", "b").rest(3.0) == ["restore g1 h1 h2"]
    assert board.lift("h2").lift("g1").drop("h1", "u").rest(3.0) == ["restored"]
    board.lift("c4").touch("d6").touch("c5").drop("c4", "b").rest(4.0)
    board.touch("c5").rest(4.0)
    board.lift("d3").touch("b3").drop("g3", "w").rest(4.0)
    assert board.recorded == ["Rg3>Qb3>d3", "Nc4>Bd6>Pc5>c4", "Qd3>Rb3>g3"]


def test_its_own_touches_do_not_take_it_back_though_something_was_adjusted_meanwhile() -> None:
    board = Board("2k2rr1/1E1N4/p1p2o2/1PJ1pF2/1n2a2p/BP2Ca1P/3K1fB1/6R1 w 7 - - -")
    board.lift("d7").touch("f6").lift("a6")
    board.drop("f7", "w").lift("f7", at=board.t + 0.14).drop("d7", "w").drop("a6", "b")
    assert board.rest(2.0) == ["ask f6"]
    assert board.touch("f6").rest(2.0) == ["Nd7>Nf6>d7"]
    # Nothing is open but what the pawn becomes: it is asked at once.
    assert board.move("f2", "f1").rest(1.0) == ["PQf2>f1=Q", "promote f1"]
