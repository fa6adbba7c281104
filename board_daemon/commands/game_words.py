"""A game in a few words, as several commands tell of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from board_daemon.archive.records import ArchivedGame
from board_daemon.languages.sentences import said, said_count
from board_daemon.rules.ends import Reason
from board_daemon.terminal.words import NO_NAMES, Names

_REASONS: Final[Mapping[str, str]] = {
    Reason.PACO: said("console.reason.paco", "paco"),
    Reason.PROGRESS: said("console.reason.progress", "progress"),
    Reason.REPETITION: said("console.reason.repetition", "repetition"),
    Reason.NO_TURN: said("console.reason.no-turn", "no-turn"),
    Reason.ALL_DANCE: said("console.reason.all-dance", "all-dance"),
    Reason.KINGS: said("console.reason.kings", "kings"),
    Reason.RESIGNED: said("console.reason.resigned", "resigned"),
    Reason.AGREED: said("console.reason.agreed", "agreed"),
    Reason.TIME: said("console.reason.time", "time"),
}
"""What another program or a person wrote down as the reason stays as it is."""


def names_of(game: ArchivedGame) -> Names:
    """What the players are called, or else their colours."""
    return Names(game.white or NO_NAMES.white, game.black or NO_NAMES.black)


def players_of(game: ArchivedGame) -> str:
    """Both players."""
    names = names_of(game)
    return said("game.players", "{white} and {black}", white=names.white, black=names.black)


def turns_counted(count: int) -> str:
    """So many turns."""
    return said_count("game.turns", count, "{count} turn", "{count} turns")


def result_words(result: str, reason: str | None) -> str:
    """A result and its reason in a word."""
    if not reason:
        return result
    return said(
        "console.result",
        "{result} ({reason})",
        result=result,
        reason=_REASONS.get(reason, reason),
    )
