"""Two clocks read together, and the board's own count of time for what outlives a restart."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

DAY: Final = 86_400.0
MOST_COUNTED: Final = 15 * DAY
"""Of a gap that only the wall clock vouches for, at most so much counts (seconds)."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment on both clocks, in seconds."""

    wall: float
    """Since 1970; may be wrong, and may be set while the board runs."""
    monotonic: float
    """Since some moment of this run; never goes back, and starts anew with each run."""


def read_clocks() -> Moment:
    """The present moment."""
    return Moment(time.time(), time.monotonic())


class BoardTime:
    """Seconds since the board was first used, as far as they can be trusted.

    A Pi has no clock of its own: it starts with a stale time and is set when the network is there.
    So this time advances by the monotonic clock; what the wall clock says beyond that (the board
    was off, or somebody set the clock) counts up to MOST_COUNTED, and a step back counts nothing.
    Hence no jump brings an expired session back, and no single one ends sessions in use, whose
    limit of idleness is longer.
    """

    def __init__(self, seconds: float = 0.0, wall: float | None = None) -> None:
        """Go on from a stored count, written when the wall clock stood at `wall`."""
        self._seconds = seconds
        self._wall = wall
        self._monotonic: float | None = None

    @property
    def wall(self) -> float | None:
        """The wall clock at the last reading, to be stored beside the count."""
        return self._wall

    @property
    def seconds(self) -> float:
        """The count at the last reading."""
        return self._seconds

    def at(self, now: Moment) -> float:
        """The count at this moment; it never goes back."""
        ran = 0.0 if self._monotonic is None else max(0.0, now.monotonic - self._monotonic)
        beyond = 0.0 if self._wall is None else now.wall - self._wall - ran
        self._seconds += ran + min(max(0.0, beyond), MOST_COUNTED)
        self._wall = now.wall
        self._monotonic = now.monotonic
        return self._seconds
