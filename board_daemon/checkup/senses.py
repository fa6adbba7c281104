"""From readings to touches of one piece on a board that is empty otherwise, whatever the sensors.

Time is passed in: seconds on the board's clock.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from firmware_bridge.frames import Reading, SensorKind

STEADY: Final = 0.25
"""Seconds that a piece must stand: one that is carried past is no touch."""
FELT: Final = 5.0
"""Millitesla by which a field differs from the empty square's where a lone piece stands: it is at
least three times as much, and beside one it stays within 1 (`hardware/README.md`)."""
_FORGOTTEN: Final = 2.5
"""Millitesla below which the piece is gone again."""
_EMPTY: Final[Mapping[SensorKind, Reading]] = {SensorKind.PRESENCE: 0, SensorKind.COLOUR: "."}


@dataclass(frozen=True, slots=True)
class Touch:
    """What answers a touch, as the squares that the sensors are supposed to lie under."""

    squares: tuple[int, ...]
    """One; more if several answer at once and none goes out."""
    level: float
    """The strongest field meanwhile, mT, with its sign; 0 where no field is measured."""


def axial(reading: Reading) -> float:
    """The field across the board, mT: the only axis there is, or the last of several."""
    if isinstance(reading, tuple):
        return float(reading[-1])
    return 0.0 if isinstance(reading, str) else float(reading)


class Senses:
    """What stands on which sensor, and since when."""

    def __init__(self, kind: SensorKind, readings: Mapping[int, Reading], t: float) -> None:
        """`readings`: of all squares now; a field far from 0 is taken for a piece at first."""
        self._kind = kind
        self._zero: dict[int, Reading] = {}
        self._since: dict[int, float] = {}
        self._levels: dict[int, float] = {}
        self._heeded: set[int] = set()
        self._now: dict[int, Reading] = {}
        self.read(t, readings)

    @property
    def occupied(self) -> frozenset[int]:
        """The sensors that feel a piece now."""
        return frozenset(self._since)

    def read(self, t: float, readings: Mapping[int, Reading]) -> None:
        """Take in readings."""
        self._now.update(readings)
        for square, reading in readings.items():
            level = self._level(square, reading)
            is_on = abs(level) >= (_FORGOTTEN if square in self._since else FELT)
            if not is_on:
                self._since.pop(square, None)
                self._heeded.discard(square)
                continue
            if square not in self._since:
                self._since[square] = t
                self._levels[square] = 0.0
            if abs(level) > abs(self._levels.get(square, 0.0)):
                self._levels[square] = level

    def learn_empty(self) -> None:
        """The board is empty now: so it reads without a piece."""
        if self._kind == SensorKind.FIELD:
            empty = {s: reading for s, reading in self._now.items() if s not in self._since}
            self._zero.update(empty)

    def heed_no_more(self) -> None:
        """What stands now is known: only what comes anew is a touch."""
        self._heeded = set(self._since)

    def touch(self, t: float) -> Touch | None:
        """What is touched at `t`, if it has stood long enough; nothing is heeded twice."""
        new = sorted(square for square in self._since if square not in self._heeded)
        if not new or any(t < self._since[square] + STEADY for square in new):
            return None
        level = max((self._levels.get(square, 0.0) for square in new), key=abs)
        return Touch(tuple(new), level if self._kind == SensorKind.FIELD else 0.0)

    def due(self) -> float | None:
        """When there may be a touch though nothing more is read."""
        new = [since for square, since in self._since.items() if square not in self._heeded]
        return max(new) + STEADY if new else None

    def _level(self, square: int, reading: Reading) -> float:
        """How far from empty, mT; without fields so far that it is felt, or 0."""
        if self._kind != SensorKind.FIELD:
            return FELT if reading != _EMPTY[self._kind] else 0.0
        zero = self._zero.get(square)
        across = axial(reading) - (0.0 if zero is None else axial(zero))
        if not isinstance(reading, tuple):
            return across
        origin = zero if isinstance(zero, tuple) else (0.0,) * len(reading)
        return math.copysign(math.dist(reading, origin), across)
