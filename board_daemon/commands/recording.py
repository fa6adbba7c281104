"""Recording what is followed into an archive; here trouble of the disk ends the command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from board_daemon.archive.changes import GameChange
from board_daemon.archive.store import Archive
from board_daemon.game.recording import Recorder
from board_daemon.stopping import Stopping, orderly_exit
from board_daemon.tracking.events import Event
from firmware_bridge.trace import TraceHeader


class Recording:
    """The games that are played on one board, as they go into an archive."""

    def __init__(
        self, archive: Archive, header: TraceHeader, header_text: str, stopping: Stopping
    ) -> None:
        """Begin a game that started now, as the header of its trace says.

        `stopping`: what asks the program to stop; it waits while something is being written.
        """
        self._archive = archive
        self._stopping = stopping
        self._recorder = Recorder(lambda: datetime.now().astimezone())
        self._game: int | None = None
        self._write(self._recorder.begin(header, header_text=header_text))

    @property
    def game(self) -> int:
        """The number of the game that is being recorded."""
        assert self._game is not None
        return self._game

    def keep_line(self, text: str) -> None:
        """Keep a line of the trace, before the events to which it leads."""
        with self._stopping.held_back():
            self._write(self._recorder.keep_line(text))

    def keep(self, event: Event) -> None:
        """Keep what an event says about the game; it is safe on the disk on return."""
        with self._stopping.held_back():
            self._write(self._recorder.keep(event))

    def close(self) -> None:
        """Write all of the trace that is still waiting."""
        with self._stopping.held_back():
            self._write(self._recorder.flush())

    def _write(self, changes: list[GameChange]) -> None:
        if changes:
            self._game = self._archive.keep(self._game, changes)


@contextmanager
def recording(path: Path, header: TraceHeader, header_text: str) -> Iterator[Recording]:
    """Record into the archive at a path; what there is of its trace is kept at the end.

    So it is when a signal asks the program to stop.
    """
    with orderly_exit() as stopping, Archive(path) as archive:
        recorder = Recording(archive, header, header_text, stopping)
        try:
            yield recorder
        finally:
            recorder.close()
