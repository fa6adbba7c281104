"""Players who slip pieces in: what needs no question, since it is seen or later play tells it."""

from __future__ import annotations

import pytest

from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import Color
from board_daemon.rules.rulesets import PACOPLAY
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board, Lay

# White may slip one pawn into d5, and later the other into b5.
TWO_JOINS = "4k3/8/8/1p1p4/P3P3/8/8/4K3 w 0 - - -"
# The pawn on f2 may go to and fro by way of the union on g3.
HOME_CHAIN = "4k3/8/8/3p4/4P3/6f1/5P2/4K3 w 0 - - -"
PATIENT = 5.0

# Nothing here is a question of squares that tell nothing.
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("with_and_without_parts")]


def careless(board: Board) -> Board:
    """White has slipped a pawn in, and Black has played since; it is White's turn."""
    board.lift("e4").slip("d5").rest(PATIENT)
    board.move("e8", "e7").rest(PATIENT)
    assert board.recorded == ["e4xd5", "Ke8>e7"]
    return board


def test_who_seems_to_have_slipped_a_piece_in_is_asked_nothing_if_the_game_goes_on() -> None:
    board = careless(Board(TWO_JOINS))
    assert board.lift("a4").slip("b5").rest(3.5) == []
    assert board.move("e7", "e6").rest() == ["a4xb5", "Ke7>e6"]


def test_who_seems_to_have_slipped_a_piece_in_is_asked_if_nobody_goes_on() -> None:
    board = careless(Board(TWO_JOINS))
    board.lift("a4").slip("b5").rest(3.5)
    assert board.rest(2.0) == ["ask b5"]
    assert board.touch("b5").rest(2.0) == ["a4xb5"]


def test_who_plays_against_the_board_is_asked_soon_as_it_does_not_go_on() -> None:
    # Only by way of a4 does the rook's turn end on b3; then the pawn may join f4.
    fen = "4k3/8/8/8/e4p2/6P1/8/R3K3 w 0 - - -"
    board = Board(fen)
    board.tracker = Tracker(parse_fen(fen, PACOPLAY), SensorKind.PRESENCE, board_plays=Color.BLACK)
    board.lift("a1").drop("b3", "w").rest(2.0)
    board.touch("a4").rest(2.0)
    assert board.recorded == ["Ra1>Ba4>b3"]
    board.events += board.tracker.await_turn(board.t, parse_actions("Le8 Pe7"))
    board.move("e8", "e7").rest(PATIENT)
    assert board.lift("g3").slip("f4").rest(3.0) == ["ask f4"]


def test_a_join_shown_by_who_slipped_pieces_in_before_is_recorded_unasked() -> None:
    # However seldom he lifts what he joins: he would hardly adjust just that with a pawn in hand.
    board = careless(Board(TWO_JOINS))
    assert board.join("a4", "b5").rest(2.0) == ["a4xb5"]


def test_a_first_piece_slipped_in_where_a_union_is_seen_is_recorded_unasked() -> None:
    for sensor in (SensorKind.COLOUR, SensorKind.FIELD):
        board = Board(TWO_JOINS, sensor)
        assert board.lift("e4").slip("d5").rest(2.0) == ["e4xd5"]


def test_a_first_piece_slipped_in_where_one_was_lifted_before_is_asked_for() -> None:
    for sensor in (SensorKind.COLOUR, SensorKind.FIELD):
        board = Board(TWO_JOINS, sensor)
        board.touch("d5").lift("e4").slip("d5")
        assert board.rest(2.0) == ["ask d5"]


@pytest.mark.parametrize(("square", "turn"), [("c5", "Ne4>Pc5xd6"), ("d6", "Ne4xd6")])
def test_who_slips_in_one_piece_may_have_slipped_in_two(square: str, turn: str) -> None:
    # The pawn of the union on c5 may have joined d6, or the knight itself.
    board = Board("4k3/6pp/3p4/2D5/4N3/8/6PP/4K3 w 0 - - -")
    board.lift("e4").rest(PATIENT)
    assert board.move("h7", "h6").rest(4.0) == ["ask c5"]
    assert board.touch(square).rest(3.0) == [turn, "h7>h6"]


@pytest.mark.parametrize(("square", "turn"), [("c5", "Ne4>Pc5xd6"), ("d6", "Ne4xd6")])
def test_who_says_that_he_slipped_in_one_piece_is_asked_whether_it_was_two(
    square: str, turn: str
) -> None:
    board = Board("4k3/6pp/3p4/2D3p1/4N3/8/6PP/4K3 w 0 - - -")
    board.lift("e4").rest(PATIENT)
    assert board.move("h7", "h6").rest(4.0) == ["ask c5 g5 d6"]
    assert board.touch("d6").rest(3.0) == ["ask c5"]
    assert board.touch(square).rest(3.0) == [turn, "h7>h6"]


def test_nobody_is_to_put_back_a_union_that_he_is_about_to_move(lay: Lay) -> None:
    board = careless(lay(HOME_CHAIN))
    board.touch("f2").rest(1.0)
    assert board.lift("g3").rest(PATIENT) == []
    assert board.drop("f4").rest() == ["QPg3>f4"]


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


def test_all_is_not_said_to_be_right_as_a_question_is_gone_while_pieces_stand_wrong() -> None:
    board = careless(Board(TWO_JOINS))
    board.lift("a4").slip("b5").rest(3.5)
    assert board.rest(2.0) == ["ask b5"]
    assert board.move("e7", "e3").rest(3.0) == ["restore e3 a4 e7"]
    # What would answer is in hand, and so is the king.
    assert board.lift("e3").lift("b5").rest(3.0) == []
    assert board.view.fix


@pytest.mark.parametrize(("paused", "is_asked"), [(0.5, True), (5.0, False)])
def test_who_takes_his_time_over_his_turns_is_not_asked_while_he_may_hold_a_piece(
    paused: float, is_asked: bool
) -> None:
    # The queen may have been slipped into g4, where nobody feels it.
    board = Board("8/2k5/8/3p4/2P3p1/8/7P/K2Q4 w 0 - - -")
    board.lift("c4").slip("d5").rest(PATIENT)
    board.move("c7", "b7").rest(PATIENT)
    for white, black in (("h2 h3", "b7 c7"), ("h3 h4", "c7 b7"), ("h4 h5", "b7 c7")):
        start, end = white.split()
        board.lift(start).drop(end, "w", at=board.t + paused).rest(PATIENT)
        board.move(*black.split()).rest(PATIENT)
    board.lift("d1")
    assert (board.rest(7.0) == ["ask g4"]) == is_asked
    assert board.rest(2.0) == ([] if is_asked else ["ask g4"])
