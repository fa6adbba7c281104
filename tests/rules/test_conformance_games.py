from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest

from board_daemon.rules.actions import format_action, parse_action
from board_daemon.rules.fen import format_fen
from board_daemon.rules.game import Game
from board_daemon.rules.pieces import Color
from board_daemon.rules.play import legal_actions
from board_daemon.rules.position import Position
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.status import Status
from board_daemon.rules.turns import count_turns, distinct_outcomes
from tests.rules.conformance import AfterTurn, game_records

# Each game is played through by each test; a part of them will do between two changes.
QUICK = 25
GAMES = [
    pytest.param(number, id=f"game-{number}", marks=pytest.mark.slow if number >= QUICK else ())
    for number in range(len(game_records()))
]
PACO = (Status.PACO_W, Status.PACO_B)


@pytest.mark.slow
@pytest.mark.parametrize("number", GAMES)
def test_every_action_was_among_the_same_legal_ones(number: int) -> None:
    game, record = Game(), game_records()[number]
    for action, step in zip(record["actions"], record["steps"], strict=True):
        legal = sorted(map(format_action, legal_actions(game.position)))
        assert legal == sorted(step["legal"]), format_fen(game.position)
        game.play(parse_action(action))


@pytest.mark.parametrize("number", GAMES)
def test_every_turn_leads_to_the_same_state(number: int) -> None:
    for turn in replayed(number).turns:
        assert turn.state == turn.expected["state"]


@pytest.mark.parametrize("number", GAMES)
def test_after_every_turn_sako_is_the_same(number: int) -> None:
    for _, position, _, after in replayed(number).turns:
        for color, expected in (
            (Color.WHITE, after["white_gives_sako"]),
            (Color.BLACK, after["black_gives_sako"]),
        ):
            if expected is not None:
                assert gives_sako(position, color) == expected, format_fen(position)


# What is listed in the quick test is listed in the slow one, too.
@pytest.mark.slow
@pytest.mark.parametrize("number", GAMES)
@pytest.mark.parametrize("listed", [100, pytest.param(10**9, marks=pytest.mark.slow)])
def test_before_every_turn_there_were_as_many_turns(number: int, listed: int) -> None:
    """In most games the random players put off winning: there turns that win are left out.

    To tell how many those are, turns must be listed: up to `listed` of them.
    """
    expected = {turn.before: turn.expected for turn in replayed(number).turns}
    counts = {before: count_turns(before) for before in expected}
    if all(counts[before] == after["turns_before"] for before, after in expected.items()):
        return
    for before, after in expected.items():
        may_win = gives_sako(before, before.to_move)
        if may_win and counts[before] > listed:
            assert counts[before] > after["turns_before"], format_fen(before)
        else:
            wins = winning_turns(before) if may_win else 0
            assert counts[before] - wins == after["turns_before"], format_fen(before)


@pytest.mark.parametrize("number", GAMES)
def test_every_game_ends_in_the_same_state(number: int) -> None:
    assert replayed(number).end == game_records()[number]["end"]


class Turn(NamedTuple):
    """A turn of a game, as we play it and as it should be."""

    before: Position
    position: Position
    state: str
    expected: AfterTurn


class Replayed(NamedTuple):
    """A whole game, as we play it."""

    turns: list[Turn]
    end: str


# All tests of a game look at the same one, and each need not play it anew.
@cache
def replayed(number: int) -> Replayed:
    record = game_records()[number]
    game, turns = Game(), list[Turn]()
    for action, step in zip(record["actions"], record["steps"], strict=True):
        game.play(parse_action(action))
        if "after" in step:
            before = game.position_before(len(game.turns))
            turns.append(Turn(before, game.position, state_of(game), step["after"]))
    return Replayed(turns, state_of(game))


def state_of(game: Game) -> str:
    return f"{format_fen(game.position)}|{game.status}"


def winning_turns(position: Position) -> int:
    return sum(after.phase in PACO for after in distinct_outcomes(position))
