"""The games of the archive for those who look at them while another records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from board_daemon.archive.backup import back_up
from board_daemon.archive.errors import ArchiveError
from board_daemon.archive.export import ExportFormat, export_game
from board_daemon.archive.queries import Page
from board_daemon.archive.records import ArchivedGame, GameSummary, Incoming
from board_daemon.archive.store import Archive, Opening
from board_daemon.names import name_problem

MOST_ON_A_PAGE: Final = 200
"""Games."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A game that was imported."""

    summary: GameSummary
    is_new: bool
    """False: it was here before."""


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

    def take(self, games: Iterable[Incoming]) -> list[Taken]:
        """Add games that are not here already; all or none."""
        with self._changing() as archive:
            kept = archive.import_games(games)
            return [Taken(archive.summary(number), is_new) for number, is_new in kept]

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
