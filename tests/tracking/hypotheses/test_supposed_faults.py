"""Squares that may have failed, where turns wait for later play: what is known stays known."""

from __future__ import annotations

import pytest

from tests.tracking.board import START, Board

pytestmark = pytest.mark.usefixtures("without_parts")


def after_a_knight_has_vanished_twice() -> Board:
    """The knight goes to c3, which is dead: once before a wrong move was put right, and again."""
    board = Board(START)
    board.move("g1", "f3").rest()
    board.move("d7", "d6").rest()
    board.lift("b1").rest(0.5)
    assert board.move("c1", "b4").rest(3.0) == ["restore b1 c1 b4"]
    assert board.move("b4", "c1").rest(2.0) == ["restore b1"]
    assert board.drop("b1").rest(3.0) == ["restored"]
    board.lift("b1").rest()
    return board


@pytest.mark.slow
def test_what_later_play_tells_is_recorded_while_the_game_goes_on() -> None:
    board = after_a_knight_has_vanished_twice()
    board.move("c8", "f5").rest()
    board.move("b2", "b3").rest()
    board.lift("f5").touch("c2").rest()
    board.move("d2", "d3").rest()
    board.move("d8", "d7").rest()
    board.drop("b1").rest()
    board.move("b7", "b6").rest()
    board.lift("d1").touch("c2").rest()  # The pawn that the queen has freed goes to c3, too.
    board.move("b6", "b5").rest()
    assert len(board.recorded) == 2
    board.move("f3", "d4").rest()
    assert board.recorded[2:] == [
        "Nb1>c3",
        "Bc8>f5",
        "b2>b3",
        "Bf5xc2",
        "d2>d3",
        "Qd8>d7",
        "Nc3>b1",
        "b7>b6",
        "Qd1>Pc2>c3",
        "b6>b5",
        "Nf3>d4",
    ]


@pytest.mark.slow
def test_a_wrong_move_does_not_tell_where_a_turn_was() -> None:
    board = Board(START)
    board.move("h2", "h4").rest()
    board.lift("c7").rest()  # To c5 or c6, one of which is dead.
    for start, end in (("b2", "b4"), ("g8", "h6"), ("g1", "f3"), ("f7", "f5"), ("d2", "d3")):
        board.move(start, end).rest()
    # The rook may not go to c4; the pawn may, from c5.
    board.move("a8", "c4").rest(1.5)
    board.move("c4", "a8").rest(2.0)
    assert board.recorded == ["h2>h4"]
