"""Trackers with something wrong about them, to see what is said of it."""

from __future__ import annotations

from board_daemon.tracking.events import Event
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import SensorFrame


class Silent(Tracker):
    """A tracker that never says anything."""

    def feed(self, frame: SensorFrame) -> list[Event]:
        return []

    def finish(self, t: float) -> list[Event]:
        return []


class Failing(Tracker):
    """A tracker with an error in it that shows after a few changes."""

    def feed(self, frame: SensorFrame) -> list[Event]:
        if frame.t > 20:
            raise LookupError("no such square")
        return super().feed(frame)


class FailingAtTheEnd(Tracker):
    """A tracker with an error in it that shows as the game is over."""

    def finish(self, t: float) -> list[Event]:
        raise LookupError("no such turn")
