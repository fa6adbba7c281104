"""Whatever players answer, there is a way out: an answer, or putting right what is lit."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.lights.roles import fix_pair
from board_daemon.rules.fen import format_fen
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square, square_name, square_set
from board_daemon.rules.turns import status_of
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.view import FixSquare
from firmware_bridge.frames import SensorKind
from tests.rules.playouts import random_turn
from tests.rules.strategies import positions, seeds
from tests.tracking.board import LETTERS, SENSORS, Board

# Reeds see nothing of it if the queen joins the rook on d7 or the one on h8 while it stands.
TWO_JOINS = "6kr/3r4/8/8/3Q4/8/8/6K1 w 0 - - -"
LONG = 10.0
# Each answer rules something out; a question about dead squares halves what is left of them.
MOST_ANSWERS = 20

pytestmark = pytest.mark.usefixtures("with_and_without_parts")


def answer(board: Board, square: str | None) -> list[str]:
    named = None if square is None else parse_square(square)
    board.events += board.tracker.answer(board.t, named)
    return board.rest(LONG)


def asked_about_a_silent_join() -> Board:
    board = Board(TWO_JOINS)
    board.lift("d4").rest(LONG)
    assert board.move("g8", "f8").rest(LONG) == ["ask d7 h8"]
    return board


@pytest.mark.slow
def test_a_false_no_is_followed_by_a_correction_that_hands_can_solve() -> None:
    board = asked_about_a_silent_join()
    assert answer(board, None) == ["restore d4 f8 g8"]
    assert {square_name(fix.square) for fix in fix_pair(board.view)} == {"f8", "g8"}
    assert board.move("f8", "g8").rest(LONG) == ["restore d4"]
    assert board.drop("d4", "w").rest(LONG) == ["restored"]
    assert board.state == "SETTLED"
    assert board.join("d4", "d7").rest() == ["Qd4xRd7"]


@pytest.mark.slow
def test_whoever_plays_again_what_was_put_right_may_yet_be_asked_about_dead_squares() -> None:
    board = asked_about_a_silent_join()
    answer(board, None)
    board.move("f8", "g8").drop("d4", "w").rest(LONG)
    board.lift("d4").rest(LONG)
    board.move("g8", "f8").rest(LONG)
    said = answer(board, None)
    if board.asks_of_parts:
        assert said[0].startswith("part")
    else:
        assert said == ["restore d4 f8 g8"]


@pytest.mark.slow
def test_no_to_every_dead_square_records_none_of_them_and_ends_in_a_correction_if_asked() -> None:
    board = Board("6k1/8/8/8/3Q4/8/8/6K1 w 0 - - -")
    board.lift("d4").rest(LONG)
    board.move("g8", "f8").rest(LONG)
    for _ in range(MOST_ANSWERS):
        if board.state == "ASKING":
            answer(board, None)
    assert board.recorded == []
    if board.asks_of_parts:
        assert board.state == "CORRECTING"
        assert FixSquare(parse_square("d4"), wants_piece=True) in board.view.fix
    else:
        assert board.state == "HANDLING"  # Where she went, later play is to tell.


@pytest.mark.slow
def test_what_is_lit_until_a_turn_is_shown_again_is_only_what_still_stands_wrong() -> None:
    board = Board("rnbq1bnr/pppppkp1/8/5p1p/1P3P1P/8/P1PPP1P1/RNBQKBNR w 6 AH - -")
    board.first_look(b1=0).touch("a2").rest(100.0)  # b1 is dead ...
    assert board.move("c1", "a3").rest(2.0) == ["Bc1>a3"]
    said = board.drop("c1", "w").rest(2.0)  # ... and a3 gets stuck: the knight may be there.
    assert said[0] == "takeback 1"
    board.move("d2", "d3").move("b8", "c6").rest(12.0)
    unrecorded = set() if board.recorded else {"d2", "d3"}
    wrong = {square_name(fix.square) for fix in board.view.fix}
    assert wrong == {"a3", "c6", "b8"} | unrecorded
    board.move("c6", "b8")
    if unrecorded:
        board.move("d3", "d2")
    assert board.rest(5.0) == ["restore a3"]
    said = board.rest(20.0)
    assert (said[0], said[-1]) == ("restored", "stuck a3")
    if unrecorded:
        board.move("d2", "d3").rest()
    assert board.recorded == ["d2>d3"]


# --- any position, any answers ---


def stand(board: Board, position: Position) -> None:
    """Set the pieces as in a position, each joined one slipped in without a touch."""
    wanted = [LETTERS[content] for content in contents_of(position)]
    differing = [s for s in range(64) if board.standing(square_name(s)) != wanted[s]]
    for square in differing:
        if wanted[square] == ".":
            board.lift(square_name(square))
    for square in differing:
        if board.standing(square_name(square)) != ".":
            board.slip(square_name(square), wanted[square])
        elif wanted[square] != ".":
            board.drop(square_name(square), wanted[square])


def after_silent_turns(position: Position, sensor: SensorKind, random: Random) -> Board:
    """A board on which one to three turns were played, all joins of them silent."""
    settings = TrackerSettings(asks_of_parts=Board.asks_of_parts)
    board = Board(format_fen(position), sensor, settings)
    for _ in range(random.randint(1, 3)):
        if status_of(position).is_over:
            break
        position = random_turn(random, position)[-1][1]
        stand(board, position)
        board.rest(random.choice([0.9, 3.0, 8.0]))
    board.rest(LONG)
    return board


def answer_somehow(board: Board, random: Random) -> None:
    """Say anything that may be said, true or not, by word or with the pieces."""
    asked = [square_name(square) for square in board.view.ask]
    touchable = [square_name(square) for square in board.view.answers] or [
        square for square in asked if board.standing(square) != "."
    ]
    if touchable and random.random() < 0.5:
        board.touch(random.choice(touchable)).rest(LONG)
    else:
        answer(board, random.choice([None, *asked]))


@pytest.mark.slow
@given(positions(), st.sampled_from(SENSORS), seeds)
@settings(max_examples=250)
def test_any_answers_end_and_leave_lit_what_stands_wrong(
    position: Position, sensor: SensorKind, seed: int
) -> None:
    random = Random(seed)
    board = after_silent_turns(position, sensor, random)
    was_asked = board.state == "ASKING"
    for _ in range(MOST_ANSWERS):
        if board.state == "ASKING":
            answer_somehow(board, random)
    assert board.state != "ASKING"
    if was_asked and stands_elsewhere(board) and board.state != "OVER":
        assert board.view.fix


@pytest.mark.slow
@given(positions(), st.sampled_from(SENSORS), seeds, st.integers(0, 3))
@settings(max_examples=250)
def test_restoring_the_recorded_position_is_a_way_out_of_anything(
    position: Position, sensor: SensorKind, seed: int, answers: int
) -> None:
    random = Random(seed)
    board = after_silent_turns(position, sensor, random)
    for _ in range(answers):
        if board.state == "ASKING":
            answer_somehow(board, random)
    stand(board, board.tracker.position)
    board.rest(LONG)
    # A chain that came home looks like putting right: whoever is asked has played none.
    for _ in range(MOST_ANSWERS):
        if board.state == "ASKING":
            answer(board, None)
    assert (board.view.ask, board.view.fix) == ((), ())


def stands_elsewhere(board: Board) -> bool:
    """Whether pieces stand where the recorded position has nobody, and no hand holds more."""
    recorded = board.tracker.position.occupied
    now = square_set(s for s in range(64) if board.standing(square_name(s)) != ".")
    come, gone = now & ~recorded, recorded & ~now
    return come.bit_count() >= max(1, gone.bit_count())
