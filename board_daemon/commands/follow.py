"""Following a trace: its lines in, what the tracker and the lights say out."""

from __future__ import annotations

from collections.abc import Iterator

from board_daemon.lights.roles import Role, roles_for
from board_daemon.rules.fen import parse_fen, settled
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.rules.squares import Square, square_name
from board_daemon.tracking.events import Event, event_to_json, written_time
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.trace import TraceHeader, TraceLine

Told = tuple[Event | None, dict[str, object]]
"""An event, or None for a change of the lights, and its JSON value."""


def start_of(header: TraceHeader) -> Position:
    """The position a trace begins with; raises `RulesError` where that cannot be."""
    return settled(parse_fen(header.fen, ruleset_named(header.rules)))


class TraceFollower:
    """Follows one trace."""

    def __init__(self, header: TraceHeader, *, with_lights: bool, with_parts: bool = False) -> None:
        """`with_parts`: whether to ask of parts of turns, which not all who answer know."""
        settings = TrackerSettings(asks_of_parts=with_parts)
        self._tracker = Tracker(start_of(header), header.sensor, settings)
        self._with_lights = with_lights
        self._lit: dict[Square, Role] = {}
        self._t = 0.0
        # Longer than this after the last reading nothing happens by itself.
        self._afterglow = settings.debounce + max(settings.rests)

    def begin(self) -> Iterator[Told]:
        """What there is to tell before anything was read."""
        yield from self._lights(0.0)

    def take(self, line: TraceLine) -> Iterator[Told]:
        """What a line of the trace leads to, in order."""
        yield from self._pass_time(line.t)
        yield from _told(self._tracker.take(line))
        self._t = line.t
        yield from self._lights(line.t)

    def finish(self) -> Iterator[Told]:
        """What comes of the last readings as time goes on."""
        yield from self._pass_time(self._t + self._afterglow)
        yield from _told(self._tracker.finish(self._t))
        yield from self._lights(self._t + self._afterglow)

    def _pass_time(self, until: float) -> Iterator[Told]:
        """Go on from one moment to the next, so that the lights are told when they change."""
        while (due := self._tracker.next_due) is not None and due <= until:
            yield from _told(self._tracker.advance(due))
            yield from self._lights(due)

    def _lights(self, t: float) -> Iterator[Told]:
        if not self._with_lights:
            return
        lit = roles_for(self._tracker.view())
        if lit != self._lit:
            self._lit = lit
            squares = {square_name(square): str(role) for square, role in sorted(lit.items())}
            yield None, {"event": "lights", "t": written_time(t), "squares": squares}


def _told(events: list[Event]) -> Iterator[Told]:
    for event in events:
        yield event, event_to_json(event)
