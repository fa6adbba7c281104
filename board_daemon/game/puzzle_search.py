"""Looks for missed Pacos in one game; a program of its own, so that no light waits for it.

It reads the game as JSON (`start_fen`, `rules`, `turns` as lists of compact actions, `game`) from
standard input and writes the puzzles as a JSON list. Its work is bounded, and it is nice.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from board_daemon.game.analysis import TurnAnalysis, analyse
from board_daemon.rules.actions import Action, parse_action
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.fen import format_fen, start_of
from board_daemon.rules.notation import format_turn
from board_daemon.rules.paco import paco_in_two
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.teach.puzzles import Puzzle, exercise_of, puzzle_value

BUDGET: Final = 60_000
"""Of each search (see `rules.work`)."""
MOST_TURNS: Final = 300
"""So many of a game's turns are looked at."""
MOST_PUZZLES: Final = 3
"""From one game."""
_APART: Final = 4
"""Turns between two puzzles of a game: what is missed is mostly missed again and again."""
_NICENESS: Final = 15


def puzzles_in(
    game: int, start_fen: str, rules: str, turns: Sequence[Sequence[Action]]
) -> list[Puzzle]:
    """The puzzles of one game, the first ones; raises `PacoboardError` for what is no game."""
    ruleset = ruleset_named(rules)
    if ruleset.remembers_moves:
        # The position alone does not say what may be played.
        return []
    start = start_of(start_fen, ruleset)
    found: list[Puzzle] = []
    for analysis in analyse(start, turns[:MOST_TURNS], BUDGET):
        if found and analysis.turn.ply < found[-1].ply + _APART:
            continue
        found += _puzzle_of(analysis, game, rules)
        if len(found) == MOST_PUZZLES:
            break
    return found


def _puzzle_of(analysis: TurnAnalysis, game: int, rules: str) -> Iterator[Puzzle]:
    before, missed = analysis.before, analysis.missed
    if missed.in_one is not None:
        ways: Sequence[tuple[Action, ...]] = [missed.in_one]
    elif missed.in_two is not None:
        ways = paco_in_two(before, BUDGET) or ()
    else:
        return
    if not ways:
        return
    turns = tuple(format_turn(before, way) for way in ways)
    puzzle = Puzzle(
        game, analysis.turn.ply, format_fen(before), rules, turns, missed.in_one is not None
    )
    with suppress(PacoboardError):
        exercise_of(puzzle)
        yield puzzle


def _answer(asked: dict[str, Any]) -> list[dict[str, object]]:
    turns = [tuple(map(parse_action, turn)) for turn in asked["turns"]]
    found = puzzles_in(asked["game"], asked["start_fen"], asked["rules"], turns)
    return [puzzle_value(puzzle) for puzzle in found]


def main() -> None:
    """Answer one question."""
    with suppress(OSError):
        os.nice(_NICENESS)
    try:
        found = _answer(json.load(sys.stdin))
    except PacoboardError:
        # A game that cannot be played holds no puzzles.
        found = []
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
