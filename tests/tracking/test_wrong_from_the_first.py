"""Squares that read otherwise than the board is said to stand, from the first reading on."""

from __future__ import annotations

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square, square_name
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import SensorFrame, SensorKind
from tests.tracking.board import START, Board, Lay, reading

OPENING = ("g2 g4", "e7 e5", "g1 f3")
PLAYED = ["g2>g4", "e7>e5", "Ng1>f3"]

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("with_and_without_parts")]


def look(board: Board, sensor: SensorKind, at: float, **letters: str) -> Board:
    """A frame that tells of these squares alone, though no hand is near them."""
    frame = {parse_square(name): reading(sensor, letter) for name, letter in letters.items()}
    board.t = at
    board.events += board.tracker.feed(SensorFrame(at, frame))
    return board


def play(board: Board) -> list[str]:
    for move in OPENING:
        start, end = move.split()
        board.lift(start, at=board.t + 3.0).drop(end).rest(3.0)
    return board.recorded


@pytest.mark.parametrize("at", [0.0, 0.3, 1.25, 70.0])
def test_a_dead_and_a_stuck_square_are_no_piece_that_goes_nowhere(
    lay: Lay, sensor: SensorKind, at: float
) -> None:
    board = look(lay(START), sensor, at, f7=".", b3="w")
    assert play(board) == PLAYED
    assert {"dead f7", "stuck b3"} < {*board.all_said}
    assert not any(said.startswith("restore ") for said in board.all_said)


def test_it_is_all_the_same_if_they_are_told_one_by_one(lay: Lay, sensor: SensorKind) -> None:
    for first, second in (({"f7": "."}, {"b3": "w"}), ({"b3": "w"}, {"f7": "."})):
        board = look(lay(START), sensor, 1.25, **first)
        assert play(look(board, sensor, 1.25, **second)) == PLAYED


@pytest.mark.parametrize("pause", [1.0, 70.0])
@pytest.mark.parametrize("square", ["b3", "b6", "e5"])
def test_who_plays_on_has_set_nothing_down_before(
    lay: Lay, sensor: SensorKind, square: str, pause: float
) -> None:
    moves = ("g2 g4", "d7 d6", "g1 f3")
    board = look(lay(START), sensor, 1.25, **{square: "w"})
    board.rest(pause)
    for move in moves:
        start, end = move.split()
        board.lift(start, at=board.t + 1.0).drop(end).rest(3.0)
    assert board.recorded == ["g2>g4", "d7>d6", "Ng1>f3"]


def test_what_is_missing_for_long_at_first_is_dead_if_its_side_plays_on(
    lay: Lay, sensor: SensorKind
) -> None:
    board = look(lay(START), sensor, 1.25, f7=".")
    board.rest(70.0)
    assert play(board) == PLAYED


def test_a_turn_between_two_looks_is_a_turn_of_whatever_squares(
    lay: Lay, sensor: SensorKind
) -> None:
    board = look(lay(START), sensor, 1.25, b2=".", b3="w")
    assert board.rest(5.0) == ["b2>b3"]


@pytest.mark.parametrize("pause", [1.0, 70.0])
def test_bad_squares_that_look_like_a_turn_before_anybody_can_have_played_are_none(
    lay: Lay, sensor: SensorKind, pause: float
) -> None:
    board = look(lay(START), sensor, 0.1, e2=".", e4="w")
    assert not [said for said in board.rest(pause) if not said.startswith("restore ")]
    assert play(board) == PLAYED
    assert {"dead e2", "stuck e4"} < {*board.all_said}


def test_what_looks_like_a_turn_before_anybody_can_have_played_is_one_once_it_is_answered(
    lay: Lay, sensor: SensorKind
) -> None:
    board = look(lay(START), sensor, 0.1, e2=".", e4="w")
    board.lift("e7", at=5.0).drop("e5").rest(3.0)
    assert board.recorded == ["e2>e4", "e7>e5"]


def test_what_comes_just_as_a_trace_begins_was_set_down_by_nobody(
    lay: Lay, sensor: SensorKind
) -> None:
    board = look(look(lay(START), sensor, 1.25), sensor, 1.25, b2=".", b3="w")
    assert play(board) == PLAYED
    assert {"dead b2", "stuck b3"} < {*board.all_said}


def test_a_piece_out_of_a_stuck_square_comes_from_nowhere_too(lay: Lay, sensor: SensorKind) -> None:
    board = look(lay(START), sensor, 1.25, e4="w")
    board.rest(3.0)
    for move in ("e7 e5", "g1 f3", "b8 c6"):
        start, end = move.split()
        board.lift(start, at=board.t + 1.0).drop(end).rest(3.0)
    assert board.recorded == ["e2>e4", "e7>e5", "Ng1>f3", "Nb8>c6"]


def test_a_square_that_changes_after_all_is_good_again(lay: Lay, sensor: SensorKind) -> None:
    board = look(lay(START), sensor, 0.0, f7=".", b3="w")
    look(board, sensor, 3.0, f7="b", b3=".").rest(3.0)
    assert board.move("b2", "b3").rest(3.0) == ["b2>b3"]
    assert board.move("f7", "f5").rest(3.0) == ["f7>f5"]


def test_who_has_touched_a_piece_may_set_down_another(lay: Lay, sensor: SensorKind) -> None:
    board = lay(START).touch("e2")
    board.rest(3.0)
    assert board.drop("b6", "b").rest(5.0) == ["restore b6"]


# --- a board of which nobody says how it stands ---


def found(sensor: SensorKind, **letters: str) -> Board:
    """A board found as at the beginning of a game, but for these squares."""
    board = Board(START, sensor)
    home = {s: reading(sensor, board.standing(square_name(s))) for s in range(64)}
    wrong = {parse_square(name): reading(sensor, letter) for name, letter in letters.items()}
    board.tracker = Tracker(parse_fen(START), sensor, first=SensorFrame(0.0, home | wrong))
    return board


def test_two_bad_squares_of_a_board_that_is_found_so_are_left_alone_for_a_minute(
    sensor: SensorKind,
) -> None:
    board = found(sensor, f7=".", b3="w")
    assert board.rest(30.0) == ["restore b3 f7"]
    assert {*board.rest(40.0)} == {"restored", "dead f7", "stuck b3"}
    assert play(board) == PLAYED


def test_a_piece_that_was_moved_before_is_to_be_put_back_however_long_that_takes(
    sensor: SensorKind,
) -> None:
    board = found(sensor, g8=".", f6="b")
    assert board.rest(100.0) == ["restore f6 g8"]


def test_two_squares_that_are_left_of_a_board_set_up_by_the_lights_are_still_to_be_put_right(
    sensor: SensorKind,
) -> None:
    # Somebody has put two pieces back by now, and looks for the others.
    board = found(sensor, f7=".", b3="w", d2=".", e2=".")
    board.rest(2.0)
    look(board, sensor, board.t, d2="w")
    board.rest(100.0)
    look(board, sensor, board.t, e2="w")
    assert board.rest(100.0)[-1] == "restore b3 f7"
    assert not {"restored", "dead f7", "stuck b3"} & {*board.all_said}
