from __future__ import annotations

from collections.abc import Iterator

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
from tests.rules.conformance import AfterTurn, GameRecord, game_records

GAMES = [pytest.param(game, id=f"game-{number}") for number, game in enumerate(game_records())]
PACO = (Status.PACO_W, Status.PACO_B)


@pytest.mark.parametrize("record", GAMES)
def test_every_action_was_among_the_same_legal_ones(record: GameRecord) -> None:
    game = Game()
    for action, step in zip(record["actions"], record["steps"], strict=True):
        legal = sorted(map(format_action, legal_actions(game.position)))
        assert legal == sorted(step["legal"]), format_fen(game.position)
        game.play(parse_action(action))


@pytest.mark.parametrize("record", GAMES)
def test_every_turn_leads_to_the_same_state(record: GameRecord) -> None:
    for game, after in turns_of(record):
        assert f"{format_fen(game.position)}|{game.status}" == after["state"]


@pytest.mark.parametrize("record", GAMES)
def test_after_every_turn_sako_is_the_same(record: GameRecord) -> None:
    for game, after in turns_of(record):
        for color, expected in (
            (Color.WHITE, after["white_gives_sako"]),
            (Color.BLACK, after["black_gives_sako"]),
        ):
            if expected is not None:
                assert gives_sako(game.position, color) == expected, format_fen(game.position)


@pytest.mark.parametrize("record", GAMES)
@pytest.mark.parametrize("listed", [2000, pytest.param(10**9, marks=pytest.mark.slow)])
def test_before_every_turn_there_were_as_many_turns(record: GameRecord, listed: int) -> None:
    """In most games the random players put off winning: there turns that win are left out.

    To tell how many those are, turns must be listed: up to `listed` of them.
    """
    expected = {game.position_before(len(game.turns)): after for game, after in turns_of(record)}
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


@pytest.mark.parametrize("record", GAMES)
def test_every_game_ends_in_the_same_state(record: GameRecord) -> None:
    game = Game()
    for action in record["actions"]:
        game.play(parse_action(action))
    assert f"{format_fen(game.position)}|{game.status}" == record["end"]


def turns_of(record: GameRecord) -> Iterator[tuple[Game, AfterTurn]]:
    """The game as it stood after each of its turns."""
    game = Game()
    for action, step in zip(record["actions"], record["steps"], strict=True):
        game.play(parse_action(action))
        if "after" in step:
            yield game, step["after"]


def winning_turns(position: Position) -> int:
    return sum(after.phase in PACO for after in distinct_outcomes(position))
