"""Steady sightings from bouncing readings: a change counts once it has stood for a while."""

from collections.abc import Iterator
from dataclasses import dataclass

from board_daemon.rules.squares import Square
from board_daemon.tracking.contents import Content


@dataclass(frozen=True, slots=True)
class Sighting:
    """From some time on a square has looked different."""

    t: float
    """When the reading took its new value, in seconds."""
    square: Square
    content: Content
    """What may stand there, as far as the sensor can tell."""


class Debouncer:
    """Keeps back every change until it has stood for `hold` seconds."""

    def __init__(self, seen: list[Content], hold: float) -> None:
        self._steady = list(seen)
        self._hold = hold
        self._waiting: dict[Square, Sighting] = {}

    def read(self, t: float, square: Square, content: Content) -> None:
        """Take in a reading. Call `steady` up to `t` first."""
        if content == self._steady[square]:
            self._waiting.pop(square, None)
        elif square not in self._waiting or self._waiting[square].content != content:
            self._waiting[square] = Sighting(t, square, content)

    def steady(self, t: float) -> Iterator[Sighting]:
        """The changes that by time `t` have stood long enough, in the order they began."""
        due = [s for s in self._waiting.values() if s.t + self._hold <= t]
        for sighting in sorted(due, key=lambda s: (s.t, s.square)):
            del self._waiting[sighting.square]
            self._steady[sighting.square] = sighting.content
            yield sighting

    @property
    def first_stir(self) -> float | None:
        """When the first of the changes that are still kept back began."""
        return min((s.t for s in self._waiting.values()), default=None)

    @property
    def next_due(self) -> float | None:
        """When the next change will have stood long enough; None: nothing is waiting."""
        stirred = self.first_stir
        return None if stirred is None else stirred + self._hold
