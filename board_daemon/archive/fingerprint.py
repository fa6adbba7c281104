"""By what a game is known again."""

from __future__ import annotations

import hashlib
import json

from board_daemon.archive.records import ArchivedGame


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
