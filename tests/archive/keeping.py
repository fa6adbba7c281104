"""A disk that has trouble when a test wants it to, and what a keeper has written there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from board_daemon.archive.changes import (
    AddTurn,
    BeginGame,
    GameChange,
)
from board_daemon.archive.errors import ArchiveUnavailable, Trouble
from board_daemon.archive.keeper import Keeper
from board_daemon.archive.records import ArchivedTurn
from board_daemon.archive.runs import Mark
from board_daemon.archive.store import Archive, Opening
from board_daemon.rules.fen import START_FEN

Played = tuple[ArchivedTurn, ...]
BEGIN = BeginGame(START_FEN, "pacoplay", "2026-11-20T19:30:00+01:00", "Ann", "Bo", '{"trace":1}')
NOON = datetime(2026, 11, 20, 12, 0, 0)


class Disk:
    """Opens archives, which then have the trouble that the disk has at the time."""

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        self.fails_after_writing = False
        self.opened = 0

    def open(self, path: Path, is_checked: bool) -> Archive:
        if self.trouble is not None:
            raise ArchiveUnavailable(f"cannot open {path}", self.trouble)
        self.opened += 1
        return ArchiveOn(self, path, is_checked)


class ArchiveOn(Archive):
    """An archive on such a disk."""

    def __init__(self, disk: Disk, path: Path, is_checked: bool) -> None:
        super().__init__(path, is_checked=is_checked)
        self._disk = disk

    def keep(
        self, game: int | None, changes: Sequence[GameChange], mark: Mark | None = None
    ) -> int | None:
        if self._disk.trouble is not None:
            if self._disk.fails_after_writing:
                super().keep(game, changes, mark)
            raise ArchiveUnavailable("cannot record", self._disk.trouble)
        return super().keep(game, changes, mark)


def turns(played: Played) -> list[GameChange]:
    return [AddTurn(turn) for turn in played]


def problem(keeper: Keeper) -> str | None:
    return keeper.problem


def number(keeper: Keeper) -> int | None:
    return keeper.game


def read(path: Path, game: int = 1) -> Played:
    with Archive(path, Opening.READ) as archive:
        return archive.game(game).turns


def numbers(path: Path) -> list[int]:
    with Archive(path, Opening.READ) as archive:
        return [game.id for game in archive.games()]
