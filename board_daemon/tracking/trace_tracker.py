"""A tracker for a trace: time passes between its lines as it did on the board."""

from collections.abc import Iterator

from board_daemon.rules.fen import start_of
from board_daemon.tracking.events import Event
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import Tracker
from board_daemon.tracking.view import BoardView
from firmware_bridge.trace import TraceHeader, TraceLine

Moment = tuple[float, list[Event]]
"""When, in seconds, and what the tracker said then: nothing, often."""


class TraceTracker:
    """Follows one trace."""

    def __init__(self, header: TraceHeader, settings: TrackerSettings) -> None:
        """Raises `RulesError` where the header names no position or rules to begin with."""
        self._tracker = Tracker(start_of(header.fen, header.rules), header.sensor, settings)
        self._t = 0.0
        self._afterglow = settings.afterglow

    def take(self, line: TraceLine) -> Iterator[Moment]:
        """What was due before a line of the trace, and what the line itself leads to."""
        yield from self._pass_time(line.t)
        self._t = line.t
        yield line.t, self._tracker.take(line)

    def finish(self) -> Iterator[Moment]:
        """What comes of the last readings as time goes on."""
        until = self._t + self._afterglow
        yield from self._pass_time(until)
        yield until, self._tracker.advance(until)

    def view(self) -> BoardView:
        """What there is to show now."""
        return self._tracker.view()

    def _pass_time(self, until: float) -> Iterator[Moment]:
        while (due := self._tracker.next_due) is not None and due <= until:
            yield due, self._tracker.advance(due)
