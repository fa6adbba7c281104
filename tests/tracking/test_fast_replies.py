"""Real games played fast: each player lifts before the other one's turn has rested, or is over."""

from __future__ import annotations

from collections.abc import Sequence
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


@pytest.mark.parametrize("sensor", [SensorKind.PRESENCE, SensorKind.COLOUR])
@pytest.mark.parametrize("slid", [(), ("h3", "h4")])
@pytest.mark.parametrize("lifted", [2.3, 2.9])
@pytest.mark.parametrize("lifted_again", [3.9, 4.5])
def test_three_turns_are_told_apart_where_each_begins_before_the_one_before_it_is_over(
    sensor: SensorKind, slid: Sequence[str], lifted: float, lifted_again: float
) -> None:
    # Black moves the union to e2, and on; White's rook slides from h2 to h5 meanwhile.
    board = Board("4k3/p7/8/8/8/2s5/7R/4K3 b 0 - - -", sensor)
    acts = [(2.0, "c3", "."), (2.6, "e2", "u"), (lifted, "h2", "."), (4.2, "h5", "w")]
    for number, square in enumerate(slid):
        acts += [(3.0 + 0.2 * number, square, "w"), (3.1 + 0.2 * number, square, ".")]
    acts += [(lifted_again, "e2", "."), (6.0, "c1", "u")]
    for at, square, what in sorted(acts):
        if what == ".":
            board.lift(square, at=at)
        else:
            board.drop(square, what, at=at)
    board.rest(4.0)
    assert board.recorded == ["NBc3>e2", "Rh2>h5", "NBe2>c1"]
