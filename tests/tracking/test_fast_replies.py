"""Real games played fast: each player lifts before the other one's turn has rested, or is over."""

from __future__ import annotations

from functools import reduce

import pytest

from board_daemon.rules.actions import Promote, parse_actions
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from firmware_bridge.frames import SensorKind
from tests.tracking.board import START, Board
from tests.tracking.playing import Change, changes_of, do
from tests.tracking.test_traces import Turn, kept, played

GAMES = ("game-13103", "game-15313")
# In the other game a union goes to and fro: done at once, that looks like adjusting it.
NO_WAY_BACK = "game-13103"
STROKE = 0.2
"""Seconds from one change to the next within a turn."""


def cut(game: str) -> list[list[Change]]:
    """The changes of each turn of a game in which nothing is promoted."""
    position = Position.start()
    turns = []
    for turn in played(game):
        actions = parse_actions(" ".join(turn.actions))
        assert not any(isinstance(action, Promote) for action in actions)
        turns.append(changes_of(position, actions))
        position = reduce(play, actions, position)
    return turns


def overlapping(turns: list[list[Change]]) -> list[list[Change]]:
    """The same, but Black lifts before White has set down, wherever they touch other squares."""
    overlapped = []
    for white, black in zip(turns[::2], turns[1::2], strict=False):
        if {change.square for change in white} & {change.square for change in black}:
            overlapped += [white, black]
        else:
            overlapped.append([*white[:-1], black[0], white[-1], *black[1:]])
    return overlapped + turns[len(turns) // 2 * 2 :]


def tracked(turns: list[list[Change]], sensor: SensorKind, pause: float) -> list[Turn]:
    """What is recorded of turns with so long a pause between them."""
    board = Board(START, sensor)
    at = 1.0
    for turn in turns:
        at += pause - STROKE
        for change in turn:
            at += STROKE
            do(board, change, at)
    board.rest(10.0)
    return kept(tuple(board.events))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "pause"), [(NO_WAY_BACK, 0.35), (NO_WAY_BACK, 0.5), *((game, 0.7) for game in GAMES)]
)
def test_a_game_answered_before_the_turns_have_rested_is_recorded(
    game: str, pause: float, sensor: SensorKind
) -> None:
    assert tracked(cut(game), sensor, pause) == played(game)


@pytest.mark.slow
def test_a_game_without_any_rest_is_recorded(sensor: SensorKind) -> None:
    assert tracked(cut(NO_WAY_BACK), sensor, STROKE) == played(NO_WAY_BACK)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_answered_before_the_turns_are_over_is_recorded(
    game: str, sensor: SensorKind
) -> None:
    turns = overlapping(cut(game))
    assert len(turns) < 0.7 * len(played(game))
    assert tracked(turns, sensor, 1.0) == played(game)


@pytest.mark.parametrize("early", [0.06, 0.3, 1.0])
def test_who_takes_his_piece_up_a_moment_before_it_is_his_turn_has_replied(early: float) -> None:
    board = Board("rnbqkbnr/ppp1pppp/8/3p4/7P/8/PPPPPPP1/RNBQKBNR b 0 AHah - -")
    board.lift("h4").lift("c8", at=board.t + early).drop("f5", "b", at=board.t + 0.7)
    board.drop("h5", "w", at=board.t + 0.2).rest(3.0)
    assert board.recorded == ["Bc8>f5", "h4>h5"]


def test_who_has_set_it_down_before_the_other_one_has_played_out_of_turn() -> None:
    board = Board("rnbqkbnr/ppp1pppp/8/3p4/7P/8/PPPPPPP1/RNBQKBNR b 0 AHah - -")
    board.lift("h4").lift("c8", at=board.t + 0.3).drop("h5", "w", at=board.t + 0.5)
    board.drop("f5", "b", at=board.t + 0.4).rest(3.0)
    assert board.recorded == []
