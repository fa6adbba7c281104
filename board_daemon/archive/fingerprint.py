"""By what a game is known again."""

from __future__ import annotations

import hashlib
import json
from operator import ne

from board_daemon.archive.records import ArchivedGame, Incoming


def fingerprint(game: ArchivedGame) -> str:
    """What two games have in common that are the same one: as good as never anything else.

    Who played what by which rules from where on, when it began and how it ended. The times of the
    turns do not count, as a score sheet has none.
    """
    told = [
        game.rules,
        game.start_fen,
        [turn.actions for turn in game.turns],
        game.result,
        game.reason,
        game.white,
        game.black,
        game.started_at,
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def tells_of(text: Incoming, game: ArchivedGame) -> bool:
    """Whether a text tells of a game: all that it says fits.

    What it leaves open does not count: a sensor trace knows nobody's name, and positions do not say
    which way a chain went.
    """
    told = text.game
    if (told.rules, told.start_fen) != (game.rules, game.start_fen):
        return False
    if [turn.fen for turn in told.turns] != [turn.fen for turn in game.turns]:
        return False
    ways = [(each.actions for each in one.turns) for one in (told, game)]
    if text.tells_ways and any(map(ne, *ways)):
        return False
    said = zip(_said(told), _said(game), strict=True)
    return all(one == other for one, other in said if one)


def _said(game: ArchivedGame) -> tuple[str | None, ...]:
    return game.started_at, game.white, game.black, game.result, game.reason
