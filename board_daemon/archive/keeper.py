"""Keeping what is played in the archive, whatever the disk does meanwhile.

What cannot be written waits in memory, in order, and is written as soon as that is possible again:
nothing twice, and nothing left out. How far the archive has come with what it was given is written
in one transaction with it (`runs`), so that even after a write whose fate is unknown, or when the
file has been put in another's place, it is certain what is still to be written.
"""

from __future__ import annotations

import json
import logging
import os
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from board_daemon.archive.aside import set_aside
from board_daemon.archive.backup import read_copy
from board_daemon.archive.changes import (
    BeginGame,
    GameChange,
    KeepTrace,
    Standing,
    changes_of,
    standing_after,
    standing_of,
)
from board_daemon.archive.errors import (
    ArchiveError,
    ArchiveUnavailable,
    DamagedArchive,
    NoSuchGame,
    Trouble,
    UnusableArchive,
)
from board_daemon.archive.problems import looked_at_closer, problem_said
from board_daemon.archive.records import ArchivedGame
from board_daemon.archive.runs import Mark
from board_daemon.archive.schema import has_log
from board_daemon.archive.store import Archive, Opening
from board_daemon.archive.waiting import Waiting
from board_daemon.languages.sentences import said

MOST_TRACE_WAITING: Final = 8_000_000
"""Characters of sensor traces that may wait; turns may always."""

_AT_ONCE: Final = 500
"""So many changes go into one transaction at most."""
_PATIENCE: Final = 1.0
"""Seconds to wait for a lock: whoever has just played waits for his light meanwhile."""
_TRACE_CUT: Final = said(
    "storage.trace-cut", "There was no room to keep the sensor trace of a whole game."
)
_SAME_CONNECTION: Final = (Trouble.FULL, Trouble.BUSY)
"""After these the file that is open is as good as before."""
_ANOTHER_FILE: Final = (Trouble.DAMAGED, Trouble.FOREIGN, Trouble.NEWER)
"""After these it is to be checked like any other."""

_log = logging.getLogger(__name__)

Opener = Callable[[Path, bool], Archive]
"""Opens an archive to record; the second says whether it has been checked before."""
FileId = tuple[int, int]
_Read = TypeVar("_Read")


def _local_time() -> datetime:
    return datetime.now().astimezone()


def _open_to_record(path: Path, is_checked: bool) -> Archive:
    return Archive(path, patience=_PATIENCE, is_checked=is_checked)


class Keeper:
    """Records what is played into the archive in a file, and never raises for trouble of the disk.

    One caller at a time; its properties may be read from anywhere. Every method that is given what
    does not fit raises ArchiveError.
    """

    def __init__(
        self,
        path: Path,
        *,
        now: Callable[[], datetime] = _local_time,
        most_trace_waiting: int = MOST_TRACE_WAITING,
        opener: Opener = _open_to_record,
    ) -> None:
        """Open the archive, which is checked, and made where there is none.

        A broken file is set aside and a new one begun. Another program's file and that of a newer
        version are left alone: all waits until something else is in their place. `now`: for the
        name of what is set aside. `opener`: how an archive is opened to record.
        """
        self._path = path
        self._now = now
        self._opener = opener
        self._lock = threading.RLock()

        self._run = uuid.uuid4().hex
        self._archive: Archive | None = None
        self._file: FileId | None = None
        """Which file is, or was last, open, as far as it is whole."""
        self._has_opened = False
        self._is_marked = False
        """Whether the file says how far this run has come."""

        self._waiting = Waiting(most_trace_waiting)
        self._written: list[GameChange] = []
        """What has been written of the game that is recorded, without its trace."""
        self._done = 0
        self._game: int | None = None
        self._standing: Standing | None = None

        self._trouble: Trouble | None = None
        self._notice: str | None = None
        self._sum_up()
        with self._heeding_trouble():
            self._open(makes_folder=True)

    # --- what can be asked ---

    @property
    def problem(self) -> str | None:
        """One sentence for people on what is wrong, or what was; None: all is well."""
        return self._problem

    @property
    def can_write(self) -> bool:
        """Whether the archive could be written when that was last tried."""
        return self._trouble is None

    @property
    def waiting(self) -> int:
        """So many turns wait to be written."""
        return self._turns_waiting

    @property
    def game(self) -> int | None:
        """The number of the game that is recorded; None while it waits for one."""
        return self._number

    # --- recording ---

    def keep(self, changes: Sequence[GameChange]) -> None:
        """Keep changes in order; on return they are on the disk, or they wait.

        Where one does not fit the game, none of them is kept.
        """
        with self._lock:
            standing = self._standing
            for change in changes:
                standing = standing_after(standing, change)
            self._standing = standing
            for change in changes:
                self._take_in(change)
            self._write()

    def retry(self) -> None:
        """Try to write what waits; to be called every few seconds."""
        with self._lock:
            if self._waiting or self._archive is None:
                self._write()

    def close(self) -> None:
        """Write what can be written, and close the file."""
        with self._lock:
            self.retry()
            if self._waiting:
                _log.error("closing with %d changes that could not be written", len(self._waiting))
            self._drop_connection()

    # --- going on with a game that was cut off ---

    def unfinished(self) -> ArchivedGame | None:
        """The game that was recorded last, where it is not over; None also where none can be read.

        Imported games do not count, nor do older ones: those were left for another.
        """
        with self._lock:
            try:
                return self._reading(Archive.cut_off)
            except ArchiveError as error:
                _log.warning("what was recorded last cannot be read: %s", error)
                return None

    def resume(self, game: int) -> float:
        """Go on recording into a game; what follows comes after its turns.

        Returns when the last of it was, in seconds on the clock that its times are of: what follows
        should have later ones. Raises NoSuchGame, ArchiveUnavailable where it cannot be read, and
        ArchiveError where something of another game still waits.
        """
        with self._lock:
            if self._waiting:
                raise ArchiveError("expected nothing to wait when a game is resumed")
            found, last_line = self._reading(
                lambda archive: (archive.game(game), archive.last_trace_line(game))
            )
            self._written = list(changes_of(found))
            self._game = game
            self._standing = standing_of(found)
            self._sum_up()
            return max(_time_of(last_line), *(turn.t for turn in found.turns), 0.0)

    def _reading(self, read: Callable[[Archive], _Read]) -> _Read:
        if self._archive is not None:
            return read(self._archive)
        # It may well be readable where it cannot be written.
        try:
            with Archive(self._path, Opening.READ, patience=_PATIENCE) as archive:
                return read(archive)
        except ArchiveUnavailable:
            if not has_log(self._path):
                raise
        return read_copy(self._path, read)

    # --- writing ---

    def _take_in(self, change: GameChange) -> None:
        if not self._waiting.add(change) and self._notice != _TRACE_CUT:
            self._notice = _TRACE_CUT
            _log.warning("too much waits: no room for the rest of the sensor trace")

    def _write(self) -> None:
        with self._heeding_trouble():
            try:
                self._write_all()
            except DamagedArchive as error:
                _log.error("%s", error)
                self._drop_connection()
                # It is to be looked through again.
                self._file = None
                self._write_all()

    def _write_all(self) -> None:
        self._leave_lost_file()
        archive = self._archive or self._open(makes_folder=not self._has_opened)
        at_once = _AT_ONCE
        while self._waiting:
            try:
                self._write_some(archive, at_once)
            except NoSuchGame as error:
                _log.error("%s: it is recorded anew", error)
                self._begin_again()
            except UnusableArchive as error:
                # Less of it may still find room.
                at_once = min(at_once, len(self._waiting)) // 2
                if error.trouble != Trouble.FULL or not at_once:
                    raise
            except ArchiveError:
                if at_once == 1:
                    _log.error("given up: %s", self._waiting.take_first())
                    raise
                at_once = 1

    def _write_some(self, archive: Archive, at_once: int) -> None:
        changes = self._waiting.first(at_once)
        mark = Mark(self._run, self._done + len(changes))
        self._game = archive.keep(self._game, changes, mark)
        self._is_marked = True
        for _ in changes:
            self._count_as_written()

    def _count_as_written(self) -> None:
        """The first of what waits is on the disk."""
        change = self._waiting.take_first()
        self._done += 1
        if isinstance(change, BeginGame):
            self._written.clear()
        if not isinstance(change, KeepTrace):
            self._written.append(change)

    # --- the file ---

    def _open(self, *, makes_folder: bool) -> Archive:
        if not makes_folder and not self._path.parent.is_dir():
            # Perhaps a disk that was taken out: another must not be filled in its place.
            raise ArchiveUnavailable(f"no folder {self._path.parent}", Trouble.GONE)
        # The same file again after trouble of the disk: nobody waits until all is looked through.
        is_checked = self._file is not None and _file_at(self._path) == self._file
        try:
            archive = self._opener(self._path, is_checked)
        except DamagedArchive as error:
            aside = set_aside(self._path, self._now())
            _log.error("%s; it was set aside as %s", error, aside)
            self._notice = said(
                "storage.set-aside",
                "The archive was damaged: it was set aside as {name}, and a new one begun.",
                name=aside.name,
            )
            archive = self._opener(self._path, False)
        self._archive = archive
        self._has_opened = True
        self._file = _file_at(self._path)
        self._find_place(archive)
        return archive

    def _find_place(self, archive: Archive) -> None:
        """Find out how much of what this run was given is in the file that was just opened."""
        mark = archive.mark(self._run)
        if mark is not None and mark.done >= self._done:
            while self._done < mark.done:
                self._count_as_written()
            self._game = mark.game
        elif self._written and not self._has_resumed_in(archive):
            _log.warning("the game is not in %s: it is recorded anew", self._path)
            self._begin_again()

    def _has_resumed_in(self, archive: Archive) -> bool:
        """Whether this is where a game was read to be gone on with, and nothing more."""
        if self._is_marked or self._game is None:
            return False
        try:
            archive.game(self._game)
        except NoSuchGame:
            return False
        return True

    def _begin_again(self) -> None:
        self._waiting.put_before(self._written)
        self._written = []
        self._game = None

    def _leave_lost_file(self) -> None:
        """What is written to a file that is not there any more would be lost with it."""
        if self._archive is not None and _file_at(self._path) != self._file:
            _log.error("the archive %s is not there any more", self._path)
            self._drop_connection()

    def _drop_connection(self) -> None:
        if self._archive is not None:
            with suppress(ArchiveError):
                self._archive.close()
            self._archive = None

    # --- trouble ---

    @contextmanager
    def _heeding_trouble(self) -> Iterator[None]:
        try:
            yield
        except UnusableArchive as error:
            trouble = looked_at_closer(error.trouble, self._path.parent)
            if trouble != self._trouble:
                _log.error("%s", error)
            self._trouble = trouble
            if trouble not in _SAME_CONNECTION:
                self._drop_connection()
            if trouble in _ANOTHER_FILE:
                self._file = None
        else:
            if self._trouble is not None:
                _log.info("the archive can be written again")
            self._trouble = None
        finally:
            self._sum_up()

    def _sum_up(self) -> None:
        """Make anew what may be read from anywhere at any time."""
        self._turns_waiting = self._waiting.turns
        self._number = None if self._waiting.begins_game else self._game
        self._problem = self._notice
        if self._trouble is not None:
            self._problem = problem_said(self._trouble, self._turns_waiting)


def _file_at(path: Path) -> FileId | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _time_of(line: str | None) -> float:
    """When a line of a trace was; 0 for its header, or none."""
    with suppress(ValueError, RecursionError):
        value = json.loads(line or "")
        if isinstance(value, dict) and isinstance(value.get("t"), int | float):
            return float(value["t"])
    return 0.0
