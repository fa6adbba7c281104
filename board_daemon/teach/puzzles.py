"""Puzzles found in recorded games: a Paco that was missed becomes an exercise."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.notation import is_notation
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.teach.errors import LessonError
from board_daemon.teach.goals import Condition, Demand, Goal
from board_daemon.teach.lessons import Exercise, Step, phrase
from board_daemon.teach.lines import Line
from board_daemon.teach.playing import played

_ID: Final = re.compile(r"game-(\d{1,12})-(\d{1,6})")
_LONGEST_FEN: Final = 200
_MOST_TURNS: Final = 200


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a recorded game in which its player missed Paco."""

    game: int
    """Its number in the archive."""
    ply: int
    """The turn that was played instead."""
    fen: str
    rules: str
    turns: tuple[str, ...]
    """In notation: every turn that forces Paco; where `wins` one that unites at once."""
    wins: bool
    """Whether it is Paco at once, else with the next turn."""

    @property
    def id(self) -> str:
        """The exercise's name."""
        return f"game-{self.game}-{self.ply}"

    @property
    def title(self) -> Line:
        """Its heading."""
        return phrase("found-title", {"game": self.game, "turn": self.ply})


def exercise_of(puzzle: Puzzle) -> Exercise:
    """The exercise that it makes; raises `PacoboardError` where it cannot be played."""
    goal: Goal = (Condition(Demand.WINS),)
    if not puzzle.wins:
        goal = (Condition(Demand.TURNS, turns=puzzle.turns),)
    second = () if puzzle.wins else (phrase("found-hint-two"),)
    step = Step(
        reply=None,
        goal=phrase("found-paco" if puzzle.wins else "found-paco-in-two"),
        solved=goal,
        show=puzzle.turns[0],
        hints=(phrase("found-hint-one"), *second),
        right=phrase("found-right"),
        wrong={},
        otherwise=None,
    )
    rules = ruleset_named(puzzle.rules)
    found = Exercise(puzzle.id, puzzle.title, None, (), puzzle.fen, rules, (step,))
    played(found.start, step.show)
    return found


def is_puzzle_id(name: str) -> bool:
    """Whether an exercise's name is one of these."""
    return _ID.fullmatch(name) is not None


def puzzle_value(puzzle: Puzzle) -> dict[str, object]:
    """The puzzle as a JSON value."""
    return {
        "game": puzzle.game,
        "ply": puzzle.ply,
        "fen": puzzle.fen,
        "rules": puzzle.rules,
        "turns": [*puzzle.turns],
        "wins": puzzle.wins,
    }


def puzzle_from(value: object) -> Puzzle:
    """The puzzle of a JSON value; raises `PacoboardError` for what is none."""
    match value:
        case {
            "game": int(game),
            "ply": int(ply),
            "fen": str(fen),
            "rules": str(rules),
            "turns": [*turns],
            "wins": bool(wins),
        } if game > 0 and ply > 0 and len(fen) <= _LONGEST_FEN and 0 < len(turns) <= _MOST_TURNS:
            if not all(isinstance(turn, str) and is_notation(turn) for turn in turns):
                raise LessonError("expected a puzzle's turns in notation")
            parse_fen(fen, ruleset_named(rules))
            return Puzzle(game, ply, fen, rules, tuple(turns), wins)
        case _:
            raise LessonError("expected a puzzle with its game, ply, fen, rules and turns")
