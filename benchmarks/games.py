"""How long it takes to import and to analyse whole games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from benchmarks.data import conformance_games
from benchmarks.measure import timed
from benchmarks.rules import Row
from board_daemon.archive.assembling import Told, archived
from board_daemon.archive.export import actions_of, fens_of, score_of
from board_daemon.archive.importing import read_game
from board_daemon.archive.records import ArchivedGame
from board_daemon.game.analysis import analyse
from board_daemon.rules.game import Game

_GAMES: Final = 8

Text = Callable[[ArchivedGame], str]

_FORMS: Final[dict[str, Text]] = {
    "import, actions": actions_of,
    "import, notation": lambda game: "\n".join(score_of(game)),
    "import, FENs": lambda game: "\n".join(fens_of(game)),
}


def measure_games() -> list[Row]:
    """Import some random games from each form, and analyse them."""
    games = conformance_games(_GAMES)
    kept = [archived(game, [0.0] * len(game.turns), Told()) for game in games]
    rows = [
        Row(name, "random", timed(read_game, [text(game) for game in kept]))
        for name, text in _FORMS.items()
    ]
    rows.append(Row("analysis", "random", timed(_analysed, games)))
    return rows


def _analysed(game: Game) -> int:
    return sum(1 for _ in analyse(game.start, [turn.actions for turn in game.turns]))
