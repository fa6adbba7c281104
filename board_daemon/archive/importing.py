"""A game as text, from the official site or one of our exports, back into what the archive keeps.

`export` writes the same forms. What each of them cannot carry is said in `Imported.lost`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Final

from board_daemon.archive.errors import GameTextError
from board_daemon.archive.export import ExportFormat
from board_daemon.archive.records import ArchivedGame, Incoming
from board_daemon.archive.replay import read_replay
from board_daemon.archive.sheets import read_fens, read_score
from board_daemon.languages.sentences import said, said_count
from board_daemon.rules.rulesets import PACOPLAY, Ruleset

MOST_CHARACTERS: Final = 1 << 24
"""Whoever reads a file need not read more: no game is so long."""

_PLACEMENT: Final = re.compile(r"\s*(?:[^\s/]+/){7}[^\s/]+\s")
_NO_TIMES: Final = said("archive.no-times", "A score sheet does not say when each turn was played.")
_NO_WAYS: Final = said(
    "archive.no-ways",
    "FENs say neither who played nor when, nor what was agreed, nor which way a chain went: where "
    "several ways lead to a position, a short one was taken.",
)


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was read; its number is not one of an archive yet."""

    game: ArchivedGame
    lost: str | None
    """What the text could not tell, in one sentence."""
    tells_ways: bool = True
    """See `Incoming`."""

    @property
    def incoming(self) -> Incoming:
        """The game for an archive."""
        return Incoming(self.game, tells_ways=self.tells_ways)


def form_of(text: str) -> ExportFormat:
    """In which form a text seems to be; raises `GameTextError` where there is none at all."""
    if not text.strip():
        raise GameTextError(said("archive.nothing", "expected a game, saw nothing"))
    if text.lstrip()[0] in "{[":
        return ExportFormat.TRACE if _begins_a_trace(text) else ExportFormat.ACTIONS
    return ExportFormat.FEN if _PLACEMENT.match(text) else ExportFormat.NOTATION


def read_game(text: str, rules: Ruleset = PACOPLAY) -> Imported:
    """The game of a text in any form but a sensor trace, whose turns only the tracker can tell.

    `rules`: those it was played by where the text does not say. Raises `GameTextError`, and
    `RulesError` for a start or a ruleset that cannot be.
    """
    text = text.removeprefix("\ufeff")
    _check(text)
    match form_of(text):
        case ExportFormat.ACTIONS:
            replay = read_replay(text, rules)
            return Imported(replay.game, _left_over(replay.left_over))
        case ExportFormat.NOTATION:
            return Imported(read_score(text, rules), _NO_TIMES)
        case ExportFormat.FEN:
            return Imported(read_fens(text, rules), _NO_WAYS, tells_ways=False)
        case ExportFormat.TRACE:
            raise GameTextError(
                said("archive.saw-trace", "expected the turns of a game, saw a sensor trace")
            )


def _check(text: str) -> None:
    # Bytes that are no UTF-8 come in disguise, see `firmware_bridge.text_source`.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.isascii() and any("\ud800" <= letter <= "\udfff" for letter in line):
            raise GameTextError(
                said(
                    "archive.not-text",
                    "line {number}: expected UTF-8 text, saw bytes that are none",
                    number=number,
                )
            )


def _begins_a_trace(text: str) -> bool:
    first = text.lstrip().partition("\n")[0]
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and "trace" in value


def _left_over(actions: int) -> str | None:
    if not actions:
        return None
    return said_count(
        "archive.left-over",
        actions,
        "The last action makes no whole turn and was left out.",
        "The last {count} actions make no whole turn and were left out.",
    )
