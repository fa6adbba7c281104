"""Players who slip pieces in: what needs no question, since it is seen or later play tells it."""

from __future__ import annotations

import pytest

from board_daemon.rules.pieces import Color
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board, Lay

# White may slip one pawn into d5, and later the other into b5.
TWO_JOINS = "4k3/8/8/1p1p4/P3P3/8/8/4K3 w 0 - - -"
# The pawn on f2 may go to and fro by way of the union on g3.
HOME_CHAIN = "4k3/8/8/3p4/4P3/6f1/5P2/4K3 w 0 - - -"
PATIENT = 5.0

# Nothing here is a question of squares that tell nothing.
pytestmark = pytest.mark.usefixtures("with_and_without_parts")


def careless(board: Board) -> Board:
    """White has slipped a pawn in, and Black has played since; it is White's turn."""
    board.lift("e4").slip("d5").rest(PATIENT)
    board.move("e8", "e7").rest(PATIENT)
    assert board.recorded == ["e4xd5", "Ke8>e7"]
    return board


def test_nobody_is_to_put_back_a_union_that_he_is_about_to_move(lay: Lay) -> None:
    board = careless(lay(HOME_CHAIN))
    board.touch("f2").rest(1.0)
    assert board.lift("g3").rest(PATIENT) == []
    assert board.drop("f4").rest() == ["QPg3>f4"]


def test_what_is_put_right_was_not_played_to_and_fro() -> None:
    board = careless(Board(HOME_CHAIN, settings=TrackerSettings(leftover_patience=3.0)))
    board.touch("f2").rest(1.0)
    assert board.lift("g3").rest(3.5) == ["restore g3"]
    board.drop("f4").rest(2.0)
    board.move("f4", "g3").rest(PATIENT)
    assert board.recorded == ["e4xd5", "Ke8>e7"]
    assert board.state == "SETTLED"


def test_who_shows_a_turn_as_he_was_asked_to_is_not_taken_to_slip_less_in(lay: Lay) -> None:
    # The rook from d4 may have freed the one on h4, or gone to and fro until they changed places.
    board = lay("8/2k5/8/3p4/2Pc3c/8/8/K2Q4 w 0 - - -")
    board.lift("c4").slip("d5").rest(PATIENT)
    board.move("c7", "b7").rest(PATIENT)
    before = board.tracker._habits.doubts(Color.WHITE)
    board.move("d1", "g4").rest(PATIENT)
    assert board.touch("h4").rest(PATIENT) == ["restore d1 g4"]
    board.move("g4", "d1").rest()
    board.lift("d1").touch("d4").touch("h4").drop("g4", "w").rest()
    assert board.recorded[2:] == ["Qd1>Rd4>Rh4>g4"]
    assert board.tracker._habits.doubts(Color.WHITE) == before
