"""The games of the archive for those who look at them while another records."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from board_daemon.archive.backup import back_up
from board_daemon.archive.errors import ArchiveError
from board_daemon.archive.export import ExportFormat, export_game
from board_daemon.archive.importing import read_game
from board_daemon.archive.names import name_problem
from board_daemon.archive.queries import Page
from board_daemon.archive.records import ArchivedGame
from board_daemon.archive.store import Archive, Opening
from board_daemon.rules.rulesets import PACOPLAY, Ruleset

MOST_ON_A_PAGE: Final = 200
"""Games."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A game that was imported."""

    game: int
    """Its number here."""
    is_new: bool
    """False: it was here before."""
    lost: str | None
    """What the text could not tell, in one sentence."""


class GameLibrary:
    """Looks into the archive in a file, with a connection of its own for every call.

    So it may be used from several threads at once, and beside a `Keeper`. Every method raises
    ArchiveUnavailable where the archive cannot be read or written now, and NoSuchGame.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def page(self, search: str = "", before: int | None = None, limit: int = 50) -> Page:
        """Some of the games, the newest first; see `queries.page`."""
        with self._reading() as archive:
            return archive.page(search, before, max(1, min(limit, MOST_ON_A_PAGE)))

    def game(self, game: int) -> ArchivedGame:
        """A whole game."""
        with self._reading() as archive:
            return archive.game(game)

    def export(self, game: int, form: ExportFormat) -> str:
        """A game as text; see `export_game`."""
        with self._reading() as archive:
            return export_game(archive, game, form)

    def take(self, text: str, rules: Ruleset = PACOPLAY) -> Taken:
        """Import a game, unless it is here already; raises what `read_game` does."""
        imported = read_game(text, rules)
        with self._changing() as archive:
            [(game, is_new)] = archive.import_games([(imported.game, [])])
        return Taken(game, is_new, imported.lost)

    def name_players(self, game: int, white: str, black: str) -> None:
        """Say who played; raises ArchiveError for what is no name."""
        for who, name in (("white", white), ("black", black)):
            if problem := name_problem(name):
                raise ArchiveError(f"{who}: {problem}")
        with self._changing() as archive:
            archive.name_players(game, white, black)

    def delete(self, game: int) -> None:
        """Remove a game for ever."""
        with self._changing() as archive:
            archive.delete(game)

    def back_up(self, target: Path) -> None:
        """Copy all games into a new file; see `backup.back_up`."""
        with self._reading() as archive:
            back_up(archive, target)

    def _reading(self) -> Archive:
        return Archive(self._path, Opening.READ)

    def _changing(self) -> Archive:
        return Archive(self._path, Opening.CHANGE)
