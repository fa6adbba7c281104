"""Following a trace: its lines in, what the tracker and the lights say out."""

from __future__ import annotations

from collections.abc import Iterator

from board_daemon.lights.roles import Role, roles_for
from board_daemon.rules.squares import Square, square_name
from board_daemon.tracking.events import Event, event_to_json, written_time
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.trace_tracker import Moment, TraceTracker
from firmware_bridge.trace import TraceHeader, TraceLine

Told = tuple[Event | None, dict[str, object]]
"""An event, or None for a change of the lights, and its JSON value."""


class TraceFollower:
    """Follows one trace."""

    def __init__(self, header: TraceHeader, *, with_lights: bool, with_parts: bool = False) -> None:
        """`with_parts`: whether to ask of parts of turns, which not all who answer know."""
        self._tracker = TraceTracker(header, TrackerSettings(asks_of_parts=with_parts))
        self._with_lights = with_lights
        self._lit: dict[Square, Role] = {}

    def begin(self) -> Iterator[Told]:
        """What there is to tell before anything was read."""
        yield from self._lights(0.0)

    def take(self, line: TraceLine) -> Iterator[Told]:
        """What a line of the trace leads to, in order."""
        yield from self._told(self._tracker.take(line))

    def finish(self) -> Iterator[Told]:
        """What comes of the last readings as time goes on."""
        yield from self._told(self._tracker.finish())

    def _told(self, moments: Iterator[Moment]) -> Iterator[Told]:
        """Each moment by itself, so that the lights are told when they change."""
        for t, events in moments:
            for event in events:
                yield event, event_to_json(event)
            yield from self._lights(t)

    def _lights(self, t: float) -> Iterator[Told]:
        if not self._with_lights:
            return
        lit = roles_for(self._tracker.view())
        if lit != self._lit:
            self._lit = lit
            squares = {square_name(square): str(role) for square, role in sorted(lit.items())}
            yield None, {"event": "lights", "t": written_time(t), "squares": squares}
