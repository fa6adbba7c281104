"""Keeping what is followed: each game's turns the moment they are recorded, and its trace."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from board_daemon.archive.records import ArchivedTurn
from board_daemon.archive.store import Archive
from board_daemon.rules.actions import format_action
from board_daemon.rules.fen import start_fen
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.stopping import Stopping, orderly_exit
from board_daemon.tracking.events import (
    EndEvent,
    Event,
    NewGameEvent,
    RestoredEvent,
    ReviseEvent,
    TakebackEvent,
    TurnEvent,
)
from firmware_bridge.trace import TraceHeader, format_header

# Trace lines go in with the next turn, or when there are so many.
_MOST_LINES_WAITING: Final = 500


class Recorder:
    """Writes what is played on one board into an archive.

    A game that has ended stays as it is: when its pieces are set up again, the next game begins.
    """

    def __init__(
        self, archive: Archive, header: TraceHeader, header_text: str, stopping: Stopping
    ) -> None:
        """Begin a game that started now, as the header of its trace says.

        `stopping`: what asks the program to stop; it waits while something is being written.
        """
        self._archive = archive
        self._header = header
        self._header_text = header_text
        self._stopping = stopping
        self._line: str | None = None
        self._begin_game()

    def _begin_game(self) -> None:
        now = datetime.now().astimezone().isoformat(timespec="seconds")
        self.game = self._archive.new_game(self._header.fen, self._header.rules, now)
        """The number of the game that is being recorded."""
        self._has_ended = False
        self._waiting = [self._header_text]

    def keep_line(self, text: str) -> None:
        """Keep a line of the trace, before the events to which it leads.

        It goes with the game that is being recorded after them.
        """
        with self._stopping.held_back():
            self._put_line_by()
            self._line = text
            if len(self._waiting) >= _MOST_LINES_WAITING:
                self._flush()

    def keep(self, event: Event) -> None:
        """Keep what an event says about the game; it is safe on the disk on return."""
        with self._stopping.held_back():
            self._keep(event)

    def close(self) -> None:
        """Write all of the trace that is still waiting."""
        with self._stopping.held_back():
            self._put_line_by()
            self._flush()

    def _keep(self, event: Event) -> None:
        match event:
            case TurnEvent():
                self._archive.record_turn(self.game, _archived(event))
            case ReviseEvent():
                self._archive.revise_last(self.game, _archived(event))
                self._has_ended = False
            case TakebackEvent(_, 1) if self._has_ended:
                self._flush()
                self._begin_game()
            case NewGameEvent():
                self._flush()
                self._header = replace(
                    self._header, fen=start_fen(ruleset_named(self._header.rules))
                )
                self._header_text = format_header(self._header)
                self._begin_game()
            case RestoredEvent() if self._has_ended:
                # The kings went back from the centre: nothing else comes after an end.
                self._archive.resume(self.game)
                self._has_ended = False
            case TakebackEvent(_, ply):
                self._archive.take_back(self.game, ply)
                self._has_ended = False
            case EndEvent(_, result, reason):
                self._archive.finish(self.game, result, reason)
                self._has_ended = True
            case _:
                return
        self._flush()

    def _put_line_by(self) -> None:
        """The last line has led to all that it leads to."""
        if self._line is not None:
            self._waiting.append(self._line)
            self._line = None

    def _flush(self) -> None:
        if self._waiting:
            self._archive.append_trace(self.game, self._waiting)
            self._waiting.clear()


@contextmanager
def recording(path: Path, header: TraceHeader, header_text: str) -> Iterator[Recorder]:
    """Record into the archive at a path; what there is of its trace is kept at the end.

    So it is when a signal asks the program to stop.
    """
    with orderly_exit() as stopping, Archive(path) as archive:
        recorder = Recorder(archive, header, header_text, stopping)
        try:
            yield recorder
        finally:
            recorder.close()


def _archived(event: TurnEvent | ReviseEvent) -> ArchivedTurn:
    return ArchivedTurn(
        ply=event.ply,
        t=event.t,
        notation=event.notation,
        actions=tuple(map(format_action, event.actions)),
        fen=event.fen,
        status=str(event.status),
    )
