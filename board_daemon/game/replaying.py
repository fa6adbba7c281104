"""An archived game step by step, and how much work it may cost to look through it."""

from __future__ import annotations

from typing import Final

from board_daemon.archive.records import ArchivedGame
from board_daemon.rules.actions import Action, parse_action
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.paco import BUDGET
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import ruleset_named

_WORK_OF_A_GAME: Final = 50_000_000
_LEAST_BUDGET: Final = 10_000
"""Enough for a turn of an ordinary position."""


def start_of_game(game: ArchivedGame) -> Position:
    """The position an archived game began with; raises `RulesError` where that cannot be."""
    return parse_fen(game.start_fen, ruleset_named(game.rules))


def actions_of_turns(game: ArchivedGame) -> list[tuple[Action, ...]]:
    """The actions of each turn; raises `RulesError` for what is none."""
    return [tuple(map(parse_action, turn.actions)) for turn in game.turns]


def steps_of(game: ArchivedGame) -> list[list[str]]:
    """For each turn the FEN after every single action; in the midst of a turn with what is in hand.

    Raises `RulesError` where the game cannot be played.
    """
    position = start_of_game(game)
    steps = []
    for actions in actions_of_turns(game):
        fens = []
        for action in actions:
            position = play(position, action)
            fens.append(format_fen(position))
        steps.append(fens)
    return steps


def search_budget(turns: int) -> int:
    """What each search of an analysis may cost, so that a long game costs no more than others."""
    return max(_LEAST_BUDGET, min(BUDGET, _WORK_OF_A_GAME // max(turns, 1)))
