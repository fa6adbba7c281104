"""From readings to touches of one piece on a board that is empty otherwise, whatever the sensors.

Time is passed in: seconds on the board's clock.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from typing import Final

from firmware_bridge.frames import READING_OF_NOBODY, Reading, SensorKind

STEADY: Final = 0.25
"""Seconds that a piece must stand: one that is carried past is no touch."""
FELT: Final = 5.0
"""Millitesla by which a field differs from the empty square's where a lone piece stands: it is at
least three times as much, and beside one it stays within 1 (`hardware/README.md`)."""
_FORGOTTEN: Final = 2.5
"""Millitesla below which the piece is gone again."""
FAINT: Final = 1.0
"""Millitesla that a weak sensor must read with a piece on it: a piece on the next square is worth
0.3, and the board tells of no change below 0.6."""
_OVER_NOISE: Final = 3.0
"""So many times its own noise must a weak sensor read."""
_PATIENT: Final = 2.0
"""Seconds that a faint field must stand still: so still no hand can hold a piece above a square."""
_STILL: Final = 0.15
"""The share by which a field that stands still may change, besides its noise."""
_QUIVER: Final = 0.4
"""Millitesla, two steps of the board's converter, by which a field may change however quiet it was
on the empty board."""
_SURE: Final = 2.0
"""What reads more than its share of the strongest faint field is touched as well."""
_CALM_SEEN: Final = 100


@dataclass(frozen=True, slots=True)
class Touch:
    """What answers a touch, as the squares that the sensors are supposed to lie under."""

    squares: tuple[int, ...]
    """One; more if several answer at once and none goes out."""
    level: float
    """The strongest field meanwhile, mT, with its sign; 0 where no field is measured."""


@dataclass(frozen=True, slots=True)
class _Still:
    """A field that has not changed for a while."""

    since: float
    level: float
    is_heeded: bool = False


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
        self._calm: dict[int, deque[Reading]] = defaultdict(lambda: deque(maxlen=_CALM_SEEN))
        self._noise: dict[int, float] = {}
        """The most by which a sensor has read other than its zero with nothing on the board."""
        self._still: dict[int, _Still] = {}
        self.strongest: dict[int, float] = {}
        """The most that each sensor has read since the board was empty, mT without its sign."""
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
            if self._kind == SensorKind.FIELD:
                self._measure(square, reading, level, t)
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
        if self._kind != SensorKind.FIELD:
            return
        for square, seen in self._calm.items():
            if square not in self._since:
                self._zero[square] = sorted(seen, key=axial)[len(seen) // 2]
                self._noise[square] = max(abs(self._level(square, each)) for each in seen)
        self.strongest.clear()
        self._still.clear()

    def noise(self, square: int) -> float:
        """The most that the empty square has read beyond its zero, mT."""
        return self._noise.get(square, 0.0)

    def heed_no_more(self) -> None:
        """What stands now is known: only what comes anew is a touch."""
        self._heeded = set(self._since)
        self._still = {
            s: replace(still, is_heeded=abs(still.level) >= self._least(s))
            for s, still in self._still.items()
        }

    def touch(self, t: float) -> Touch | None:
        """What is touched at `t`, if it has stood long enough; nothing is heeded twice."""
        new = sorted(square for square in self._since if square not in self._heeded)
        if not new or any(t < self._since[square] + STEADY for square in new):
            return None
        level = max((self._levels.get(square, 0.0) for square in new), key=abs)
        new = sorted({*new, *self._nearly(abs(level))})
        return Touch(tuple(new), level if self._kind == SensorKind.FIELD else 0.0)

    def _nearly(self, level: float) -> list[int]:
        """Sensors that are just not felt beside one that just is: they read much the same."""
        return [
            square
            for square, still in self._still.items()
            if square not in self._since
            and not still.is_heeded
            and _SURE * abs(still.level) >= max(level, FELT)
        ]

    def faint_touch(self, t: float, able: Set[int], always_on: Set[int]) -> Touch | None:
        """What is touched, by a field that is too weak for `touch` but far above its noise.

        It must have stood still, on sensors of those `able`, while no other feels a piece but
        those that always do.
        """
        if self._since.keys() - always_on:
            return None
        stills = {s: still for s, still in self._still.items() if abs(still.level) >= FAINT}
        strong = [s for s, still in stills.items() if abs(still.level) >= self._least(s)]
        strong = [s for s in strong if s not in always_on]
        most = max((abs(stills[s].level) for s in strong), default=0.0)
        felt = sorted(s for s in strong if _SURE * abs(stills[s].level) >= most)
        if not felt or not set(felt) <= able:
            return None
        if any(stills[s].is_heeded or t < stills[s].since + _PATIENT for s in felt):
            return None
        return Touch(tuple(felt), max((stills[s].level for s in felt), key=abs))

    def due(self) -> float | None:
        """When there may be a touch though nothing more is read."""
        new = [since for square, since in self._since.items() if square not in self._heeded]
        return max(new) + STEADY if new else None

    def _measure(self, square: int, reading: Reading, level: float, t: float) -> None:
        if self._is_changing(square, level):
            self._forget_calm()
        self._calm[square].append(reading)
        self.strongest[square] = max(self.strongest.get(square, 0.0), abs(level))
        still = self._still.get(square, _Still(t, math.inf))
        quiver = max(2 * self.noise(square), _QUIVER) + _STILL * abs(level)
        if abs(level - still.level) > quiver:
            stays = still.is_heeded and abs(level) >= self._least(square) / 2
            self._still[square] = _Still(t, level, stays)

    def _least(self, square: int) -> float:
        """What a weak sensor must read at the least, mT."""
        return max(FAINT, _OVER_NOISE * self.noise(square))

    def _is_changing(self, square: int, level: float) -> bool:
        """Whether a piece comes or goes there."""
        return (square in self._since) != (abs(level) >= FELT)

    def _forget_calm(self) -> None:
        """What was read before the last piece was taken off says nothing of the empty board."""
        for square, seen in self._calm.items():
            seen.clear()
            seen.append(self._now[square])

    def _level(self, square: int, reading: Reading) -> float:
        """How far from empty, mT; without fields so far that it is felt, or 0."""
        if self._kind != SensorKind.FIELD:
            return FELT if reading != READING_OF_NOBODY[self._kind] else 0.0
        zero = self._zero.get(square)
        across = axial(reading) - (0.0 if zero is None else axial(zero))
        if not isinstance(reading, tuple):
            return across
        origin = zero if isinstance(zero, tuple) else (0.0,) * len(reading)
        return math.copysign(math.dist(reading, origin), across)
