"""What the board looks like and since when: steady changes and moments of rest in order."""

from collections.abc import Iterator
from dataclasses import dataclass

from board_daemon.tracking.contents import Content, Contents
from board_daemon.tracking.debounce import Debouncer, Sighting
from board_daemon.tracking.sensing import SensorModel
from firmware_bridge.frames import SensorFrame


@dataclass(frozen=True, slots=True)
class Rest:
    """Nothing has changed for a while."""

    t: float
    """Seconds."""
    duration: float
    """How long the board has been at rest: one of the lengths that were asked for."""


class Watch:
    """Keeps the steady picture of the board and tells when it changes and when it rests."""

    def __init__(
        self,
        start: Contents,
        model: SensorModel,
        hold: float,
        rests: tuple[float, ...],
        *,
        since: float = 0.0,
    ) -> None:
        """Begin with a board that looks so since then, in seconds.

        `hold`: how long a change must stand to count; `rests`: lengths of rest to tell of.
        """
        self.seen: list[Content] = list(start)
        self.changes: list[Sighting] = []
        self._model = model
        self._debouncer = Debouncer(self.seen, hold)
        self._rests = tuple(sorted(set(rests)))
        self._told = 0
        self._last_change = since

    def read(self, frame: SensorFrame) -> None:
        """Take in the readings of a frame. Run `advance` up to its time first."""
        for square, reading in sorted(frame.readings.items()):
            self._debouncer.read(frame.t, square, self._model.contents(reading))

    def advance(self, t: float) -> Iterator[Sighting | Rest]:
        """Let time go on to `t`. A change is told just before it is entered into the picture."""
        while True:
            rest = self._next_rest()
            if rest is not None and rest.t <= t:
                self._told += 1
                yield rest
                continue
            due = self._debouncer.next_due
            if due is None or due > t:
                return
            for sighting in self._debouncer.steady(due):
                yield sighting
                self.seen[sighting.square] = sighting.content
                self.changes.append(sighting)
                self._last_change = sighting.t
                self._told = 0

    @property
    def next_due(self) -> float | None:
        """When the next change or rest comes if nothing more is read, in seconds; None: never."""
        rest = self._next_rest()
        due = self._debouncer.next_due
        if rest is None or due is None:
            return due if rest is None else rest.t
        return min(rest.t, due)

    def _next_rest(self) -> Rest | None:
        if self._told == len(self._rests):
            return None
        duration = self._rests[self._told]
        at = self._last_change + duration
        stirred = self._debouncer.first_stir
        if stirred is not None and stirred <= at:
            return None
        return Rest(at, duration)
