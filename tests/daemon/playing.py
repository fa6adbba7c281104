"""Games that hands play for a daemon, and what must be in the archive after them."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from board_daemon.archive.records import ArchivedGame
from board_daemon.archive.store import Archive, Opening
from board_daemon.hands.games import Turn, random_turn
from board_daemon.hands.perform import Performer
from board_daemon.hands.style import CLEAN
from board_daemon.rules.actions import format_action
from board_daemon.rules.fen import format_fen
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import ruleset_named
from firmware_bridge.frames import SensorKind
from firmware_bridge.trace import TraceLine

ENDLESS: Final = "pacoplay,repetitions_to_draw=never,idle_half_moves_to_draw=never"
"""Rules under which no draw ends a long game."""
REST: Final = 3.0
"""Seconds after which every turn is recorded."""


@dataclass(frozen=True, slots=True)
class Script:
    """Turns, and for each what the board reads meanwhile."""

    start: Position
    turns: tuple[Turn, ...]
    lines: tuple[tuple[TraceLine, ...], ...]

    @property
    def truth(self) -> list[tuple[str, ...]]:
        """The actions of each turn, as the archive has them."""
        return [tuple(map(format_action, turn)) for turn in self.turns]

    @property
    def fens(self) -> list[str]:
        """How the board stands after each turn."""
        game = Game(self.start)
        return [format_fen(game.play_turn(turn).position) for turn in self.turns]


@cache
def game_to_play(seed: int, turns: int, rules: str = "pacoplay") -> tuple[Turn, ...]:
    """A random game with unions and chains that is not over yet; the same seed, the same game."""
    rng, game = random.Random(seed), Game(Position.start(ruleset_named(rules)))
    while len(game.turns) < turns:
        turn = random_turn(game.position, rng)
        assert turn is not None
        if game.play_turn(turn).status.is_over:
            game.take_back(len(game.turns))
    return tuple(turn.actions for turn in game.turns)


def script_for(
    turns: Sequence[Turn], played: int = 0, rules: str = "pacoplay", after: float = 0.0
) -> Script:
    """What the board reads while the turns after the first `played` ones are played.

    `after`: seconds on the board's clock before which nothing happens.
    """
    game = Game(Position.start(ruleset_named(rules)))
    for turn in turns[:played]:
        game.play_turn(turn)
    start = game.position
    performer = Performer(start, SensorKind.PRESENCE, CLEAN, random.Random(played))
    performer.t += after
    lines: list[tuple[TraceLine, ...]] = []
    for script, _ in performer.scripts(turns[played:]):
        lines.append((*performer.run(script), *performer.rest(REST)))
    return Script(start, tuple(turns[played:]), tuple(lines))


def games_in(archive: Path) -> list[ArchivedGame]:
    """All games of an archive, the oldest first, while a daemon may be recording."""
    with Archive(archive, Opening.READ) as opened:
        return [opened.game(summary.id) for summary in opened.games()]


def actions_in(archive: Path, game: int) -> list[tuple[str, ...]]:
    """The turns of a game as they are recorded."""
    with Archive(archive, Opening.READ) as opened:
        return [turn.actions for turn in opened.game(game).turns]


def check_health(archive: Path) -> None:
    """The file and all references in it are whole."""
    with closing(sqlite3.connect(archive)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
