"""What holds for any turn in any position, however it is done; a failing one names its seeds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from board_daemon.rules.actions import Action, Promote
from board_daemon.rules.fen import format_fen
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position
from board_daemon.rules.squares import bits, square_name
from board_daemon.rules.turns import status_of
from board_daemon.tracking.events import Event, RestoreEvent, event_to_json
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from tests.rules.playouts import random_turn
from tests.rules.strategies import positions, seeds
from tests.tracking.board import SENSORS, Board
from tests.tracking.playing import changes_of, do, in_some_order

DONE = 10.0
FLUENT = (0.05, 0.2, 0.5, 1.0)
HALTING = (0.2, 1.0, 3.0, 10.0)
sensors = st.sampled_from(SENSORS)


def some_turn(position: Position, seed: int) -> tuple[tuple[Action, ...], str]:
    """A random turn and the position it leads to."""
    assume(not status_of(position).is_over)
    turn = random_turn(Random(seed), position)
    return tuple(action for action, _ in turn), format_fen(turn[-1][1])


def played(
    position: Position,
    sensor: SensorKind,
    actions: tuple[Action, ...],
    seed: int,
    start: float = 1,
    pauses: Sequence[float] = FLUENT,
) -> Board:
    """A board on which a turn was done in some order, with some pauses, and then came to rest."""
    random = Random(seed)
    board = Board(format_fen(position), sensor)
    at = start
    for action in actions:
        if isinstance(action, Promote):
            board.choose(action.piece.letter, at=at)
    for change in in_some_order(changes_of(position, actions), random):
        at += random.choice(pauses)
        do(board, change, at)
    board.rest(DONE)
    return board


def recorded(board: Board) -> list[str]:
    return [format_fen(turn.position) for turn in board.tracker.turns]


@pytest.mark.slow
@given(positions(), sensors, seeds, seeds)
@settings(max_examples=20)
def test_a_few_turns_in_any_order_are_recorded_as_those_turns_or_not_yet(
    position: Position, sensor: SensorKind, turn_seed: int, hands_seed: int
) -> None:
    play_in_any_order(position, sensor, turn_seed, hands_seed)


@pytest.mark.slow
@given(positions(), sensors, seeds, seeds)
@settings(max_examples=300)
def test_a_turn_in_any_order_is_recorded_as_that_turn_or_not_yet(
    position: Position, sensor: SensorKind, turn_seed: int, hands_seed: int
) -> None:
    play_in_any_order(position, sensor, turn_seed, hands_seed)


def play_in_any_order(
    position: Position, sensor: SensorKind, turn_seed: int, hands_seed: int
) -> None:
    actions, after = some_turn(position, turn_seed)
    board = played(position, sensor, actions, hands_seed)
    assert recorded(board) in ([], [after])
    assert not any(isinstance(event, RestoreEvent) for event in board.events)


@pytest.mark.slow
@given(positions(), sensors, seeds, seeds)
@settings(max_examples=200)
def test_a_halting_turn_in_any_order_is_recorded_as_that_turn_or_not_yet(
    position: Position, sensor: SensorKind, turn_seed: int, hands_seed: int
) -> None:
    actions, after = some_turn(position, turn_seed)
    board = played(position, sensor, actions, hands_seed, pauses=HALTING)
    assert recorded(board) in ([], [after])


@pytest.mark.slow
@given(positions(), sensors, seeds)
@settings(max_examples=200)
def test_lifting_and_returning_any_pieces_records_nothing(
    position: Position, sensor: SensorKind, seed: int
) -> None:
    assume(not status_of(position).is_over)
    random = Random(seed)
    board = Board(format_fen(position), sensor)
    occupied = list(bits(position.occupied))
    for square in random.sample(occupied, random.randint(1, len(occupied))):
        pause = random.choice([0.1, 0.5, 3.0])
        board.touch(square_name(square), at=board.t + 0.1 + pause)
    assert board.rest(DONE) == []
    assert recorded(board) == []


@pytest.mark.slow
@given(positions(), seeds, seeds)
@settings(max_examples=150)
def test_a_colour_sensor_records_whatever_a_reed_does(
    position: Position, turn_seed: int, hands_seed: int
) -> None:
    actions, after = some_turn(position, turn_seed)
    by_reed = played(position, SensorKind.PRESENCE, actions, hands_seed)
    by_colour = played(position, SensorKind.COLOUR, actions, hands_seed)
    assert recorded(by_colour) in ([after], recorded(by_reed))


@pytest.mark.slow
@given(positions(), sensors, seeds, seeds, st.integers(1, 10**6))
@settings(max_examples=100)
def test_time_counts_only_by_its_differences(
    position: Position, sensor: SensorKind, turn_seed: int, hands_seed: int, shift: int
) -> None:
    actions, _ = some_turn(position, turn_seed)
    sooner = played(position, sensor, actions, hands_seed, start=10)
    later = played(position, sensor, actions, hands_seed, start=10 + shift)
    assert [without_time(event) for event in sooner.events] == [
        without_time(event) for event in later.events
    ]
    for one, other in zip(sooner.events, later.events, strict=True):
        assert abs(other.t - one.t - shift) < 1e-6


def without_time(event: Event) -> dict[str, object]:
    return {key: value for key, value in event_to_json(event).items() if key != "t"}


def meddle(board: Board, random: Random) -> None:
    """Lift something, and set it down again there or elsewhere, and perhaps wait."""
    squares = [square_name(square) for square in range(64)]
    standing = [square for square in squares if board.standing(square) != "."]
    start = random.choice(standing)
    free = [square for square in squares if square not in standing]
    what = board.standing(start)
    board.lift(start).rest(random.choice([0.0, 0.2, 1.0, 2.0]))
    board.drop(random.choice([start, start, random.choice(free)]), what)
    if random.random() < 0.7:
        board.rest(random.choice([0.8, 1.5, 2.5, 20.0]))


@pytest.mark.slow
@given(positions(), sensors, seeds, st.booleans())
@settings(max_examples=150)
def test_whatever_hands_do_what_is_recorded_is_a_game(
    position: Position, sensor: SensorKind, seed: int, asks_of_parts: bool
) -> None:
    assume(not status_of(position).is_over)
    random = Random(seed)
    told = TrackerSettings(asks_of_parts=asks_of_parts)
    board = Board(format_fen(position), sensor, told)
    for _ in range(random.randint(4, 14)):
        meddle(board, random)
    board.rest(DONE)
    game = Game(position)
    for turn in board.tracker.turns:
        game.play_turn(turn.actions)
    assert game.position == board.tracker.position
