"""What was read at a table and is not written down yet: the last lines of the game's trace."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from board_daemon.game.clock import TimeLeft
from board_daemon.game.mishaps import Mishaps
from board_daemon.game.session import Session
from board_daemon.game.telling import Keeping, Work
from board_daemon.tracking.events import Event, ReviseEvent, TurnEvent
from firmware_bridge.bridge import Input
from firmware_bridge.frames import SensorFrame

_MOST: Final = 500
"""So many lines wait for the next event at most."""


class UnkeptLines:
    """The lines that go into the archive with the next event; those of a lesson do not."""

    def __init__(self, keeping: Keeping, mishaps: Mishaps) -> None:
        self._keeping = keeping
        self._mishaps = mishaps
        self._lines: list[Input] = []

    @property
    def are_many(self) -> bool:
        """Whether they should not wait any longer."""
        return len(self._lines) >= _MOST

    def note(self, line: Input, session: Session) -> None:
        """Something was read."""
        if session.is_recorded:
            self._lines.append(line)

    def note_how_it_stands(self, session: Session, t: float) -> None:
        """The trace of a game begins, or goes on, with all that is read at that time."""
        self.note(SensorFrame(t, dict(session.readings)), session)

    def to_keep(self, session: Session, events: Sequence[Event] = ()) -> list[Work]:
        """To write down what was read, and what came of it."""
        lines, self._lines = self._lines, []
        if not lines and not events:
            return []
        nothing: dict[int, TimeLeft] = {}
        left = self._mishaps.attempt(
            "to read what the clocks showed", lambda: _left_after(session, events), nothing
        )
        return [partial(self._keeping.keep, lines, events, left)]


def _left_after(session: Session, events: Sequence[Event]) -> dict[int, TimeLeft]:
    """What the clocks showed after each of these turns, by its ply."""
    turns = (event for event in events if isinstance(event, TurnEvent | ReviseEvent))
    shown = {turn.ply: session.left_after(turn.ply) for turn in turns}
    return {ply: time for ply, time in shown.items() if time is not None}
