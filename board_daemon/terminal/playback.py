"""A recorded trace, played through the tracker at a pace that is pleasant to watch.

No clock: the caller says how far the show has come, in seconds of the show at speed 1. Short gaps
of the trace take their time; of long ones, when a player thinks, only a little is kept.
"""

from collections.abc import Iterator
from typing import Final

from board_daemon.lights.frame import Cue
from board_daemon.rules.ends import Reason, Result
from board_daemon.rules.fen import start_of
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.status import Status
from board_daemon.rules.turns import status_of
from board_daemon.terminal.panel import Score
from board_daemon.tracking.events import (
    EndEvent,
    Event,
    NewGameEvent,
    RestoredEvent,
    ReviseEvent,
    TakebackEvent,
    TurnEvent,
)
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.errors import BridgeError
from firmware_bridge.trace import TraceHeader, TraceLine

KEPT: Final = 0.45
"""Seconds of a gap in the trace that are shown as they were."""
HURRY: Final = 18.0
"""How many times faster the rest of the gap goes by."""


def shown_gap(gap: float) -> float:
    """How long a gap of the trace lasts in the show, both in seconds."""
    return gap if gap <= KEPT else KEPT + (gap - KEPT) / HURRY


def traced_gap(shown: float) -> float:
    """How far the trace has come when a gap has been shown for so long, both in seconds."""
    return shown if shown <= KEPT else KEPT + (shown - KEPT) * HURRY


class Playback:
    """The show: what the tracker makes of the trace up to a moment, and the score of the game."""

    def __init__(self, header: TraceHeader, lines: Iterator[TraceLine]) -> None:
        """Set the board up; raises `RulesError` for a header that names no position or rules."""
        start = start_of(header.fen, header.rules)
        self._tracker = Tracker(start, header.sensor)
        self._first = start.to_move
        self._lines = lines
        self._turns: list[str] = []
        self._statuses: list[Status] = [status_of(start)]
        self._agreed: Result | None = None
        self._t = 0.0
        self._shown = 0.0
        self._next: TraceLine | None = None
        self._failure: BridgeError | None = None
        self.is_over = False
        """Whether the trace has been played to its end."""
        self.cue = Cue(self._tracker.view())
        """What to show, and since when, on the clock of `light_time`."""
        self._fetch()

    @property
    def position(self) -> Position:
        """The last recorded position."""
        return self._tracker.position

    @property
    def score(self) -> Score:
        """The turns recorded so far, and where the game stands."""
        return Score(tuple(self._turns), self._statuses[-1], self._first, agreed=self._agreed)

    def advance_to(self, shown: float, light_time: float) -> list[Event]:
        """Play to that moment of the show.

        `light_time` is the clock of the lights, which goes on while the show is paused. Where the
        trace breaks off, everything before is played, and the next call raises `TraceError`.
        """
        if self._failure is not None and self._next is None:
            raise self._failure
        events: list[Event] = []
        while self._next is not None and self._next_shown <= shown:
            events += self._feed(self._next)
            self._fetch()
        if self._next is not None:
            events += self._tracker.advance(self._t + traced_gap(max(0.0, shown - self._shown)))
        elif not self.is_over and self._failure is None:
            events += self._tracker.finish(self._t)
            self.is_over = True
        self._take_down(events)
        self.cue = self.cue.followed_by(self._tracker.view(), light_time)
        return events

    def play_on(self) -> list[Event]:
        """Play to the next line of the trace, however far off, or to the end."""
        return self.advance_to(self._next_shown, self._t)

    def _feed(self, line: TraceLine) -> list[Event]:
        self._shown, self._t = self._next_shown, line.t
        return self._tracker.take(line)

    def _fetch(self) -> None:
        try:
            self._next = next(self._lines, None)
        except BridgeError as error:
            self._next, self._failure = None, error

    @property
    def _next_shown(self) -> float:
        """When the next line is due in the show."""
        return self._shown + (shown_gap(self._next.t - self._t) if self._next is not None else 0.0)

    def _take_down(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, TakebackEvent | ReviseEvent):
                del self._turns[event.ply - 1 :], self._statuses[event.ply :]
            if isinstance(event, TurnEvent | ReviseEvent):
                self._turns.append(event.notation)
                self._statuses.append(event.status)
            if isinstance(event, EndEvent) and event.reason == Reason.AGREED:
                self._agreed = event.result
            if isinstance(event, NewGameEvent | RestoredEvent):
                self._agreed = None
            if isinstance(event, NewGameEvent):
                self._turns, self._statuses = [], [Status.RUN]
                self._first = Color.WHITE
