"""What one axis reads where nobody stands, on the board at hand: how far from zero, and why.

A union hides only as far as empty squares differ from one another. They do so by the magnets that
stand beside them, which are known; by noise, and by where each sensor has its zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from board_daemon.rules.squares import Square
from board_daemon.tracking.seeing.contents import HIDDEN, Content, Contents
from board_daemon.tracking.seeing.debounce import Jump
from board_daemon.tracking.seeing.sensing import NEAR_ZERO

# What a lone white piece adds to the squares beside it, in millitesla: 10x3 mm discs, squares of
# 50 mm (the table of the field model).
_BESIDE: Final = -0.18
_AT_THE_CORNER: Final = -0.07

# So many empty squares show how much they differ. The one that differs most is not the worst there
# may be: neither of all, nor of all hours.
_LEAST_SQUARES: Final = 8
_MOST_SQUARES: Final = 16
_SHARE_MORE: Final = 1.25
_SLACK: Final = 0.5
# Boards tell of a field once it has changed by some 1.5 mT: a union that reads less off what nobody
# does may leave, and nothing is told of it.
_NARROWEST: Final = 2.6
_STAYS: Final = 0.3
# Drift and neighbours change a field by less from one reading to the next.
_LEAST_JUMP: Final = 1.0
# Seconds that a reading must have stood to be what a square reads.
_WHILE: Final = 1.0
# What a hand does to one square makes boards tell what the squares beside it read, too: they have
# drifted since they were told last, and noise comes to it. More than that was a hand there.
_MOST_DRIFT: Final = 2.2
_REMEMBERED: Final = 0.5
_AT_ONCE: Final = 0.02
"""Seconds between readings of one scan, at most."""
# So much more, in millitesla, tells which of two squares it was.
_CLEARLY_MORE: Final = 0.5


class EmptyField:
    """Tells unions from nobody near zero, as well as the squares empty at the start allow."""

    def __init__(self, start: Contents) -> None:
        """`start`: what the squares hold at first."""
        self._start = start
        self._learned: set[Square] = set()
        self._most = 0.0
        self._readings: dict[Square, tuple[float, float]] = {}
        """When each square was read last, in seconds, and what, in millitesla."""
        self._levels: dict[Square, float] = {}
        """What it had read for a while before that."""
        self._changes: list[tuple[float, Square, float]] = []
        """The last changes: when, in seconds, where, and by how much, in millitesla."""

    def contents(
        self, square: Square, reading: float, before: Content, seen: Sequence[Content]
    ) -> Content:
        """What may stand on a square that reads so little, in millitesla.

        `before`: what its last reading left possible; `seen`: what the squares hold. Every reading
        of the square is to be noted, and this one first.
        """
        around, jumped = beside(square, seen), self.has_jumped(square)
        offset, width = abs(reading - around), self.width
        if before != Content.UNION:
            return Content.UNION if offset >= width and jumped else HIDDEN
        # It may only have begun to fade: whether a hand lifts it, the next readings tell.
        level = self._levels.get(square, reading)
        nearest = offset if jumped else max(offset, abs(level - around))
        return Content.UNION if nearest >= width - _STAYS else HIDDEN

    def note(self, t: float, square: Square, reading: float, seen: Sequence[Content]) -> None:
        """Take in a reading, in millitesla, at `t` seconds; `seen` as above."""
        known = self._readings.get(square)
        self._readings[square] = t, reading
        since, last = known or (t, 0.0)
        self._changes = [each for each in self._changes if each[0] >= t - _REMEMBERED]
        self._changes.append((t, square, abs(reading - last)))
        if known is None:
            self._learn(square, abs(reading - beside(square, seen)))
            return
        level = self._levels.get(square, last)
        self._levels[square] = last + (level - last) * math.exp((since - t) / _WHILE)

    def _learn(self, square: Square, offset: float) -> None:
        is_empty = self._start[square] == Content.EMPTY and offset < NEAR_ZERO
        if is_empty and len(self._learned) < _MOST_SQUARES:
            self._learned.add(square)
            self._most = max(self._most, offset)

    def has_jumped(self, square: Square) -> bool:
        """Whether the last reading of a square is not what drift had made of the one before."""
        level = self._levels.get(square)
        return level is None or abs(self._readings[square][1] - level) >= _LEAST_JUMP

    @property
    def width(self) -> float:
        """How far off, in millitesla, a square with nobody on it reads at the most."""
        return max(_NARROWEST, self._most_of_nobody)

    @property
    def _most_of_nobody(self) -> float:
        """The same, where it does not matter what boards tell nothing of."""
        if len(self._learned) < _LEAST_SQUARES:
            return NEAR_ZERO
        return min(NEAR_ZERO, _SHARE_MORE * self._most + _SLACK)

    def jump(self, square: Square, seen: Sequence[Content]) -> Jump:
        """What became of the field of a square that has jumped with its last reading."""
        if len(self._learned) < _LEAST_SQUARES:
            return Jump.UNKNOWN
        offset = abs(self._readings[square][1] - beside(square, seen))
        if offset >= self._most_of_nobody:
            return Jump.TO_UNION
        return Jump.TO_NOBODY if offset < _SHARE_MORE * self._most else Jump.UNCLEAR

    def jump_at(self, t: float, square: Square, jump: Jump) -> Jump:
        """The same jump in the light of what was read on the squares around at that time."""
        own = self._change_at(t, square)
        around = max((self._change_at(t, near) for near in _around(square)), default=0.0)
        if own >= _MOST_DRIFT or around < _LEAST_JUMP or own > around + _CLEARLY_MORE:
            return jump
        return Jump.AS_BESIDE if around > own + _CLEARLY_MORE else Jump.UNCLEAR

    def _change_at(self, t: float, square: Square) -> float:
        return max(
            (by for at, where, by in self._changes if where == square and abs(at - t) < _AT_ONCE),
            default=0.0,
        )


def _around(square: Square) -> list[Square]:
    """The squares beside a square and at its corners."""
    file, rank = square & 7, square >> 3
    return [
        8 * to_rank + to_file
        for to_rank in range(max(0, rank - 1), min(8, rank + 2))
        for to_file in range(max(0, file - 1), min(8, file + 2))
        if 8 * to_rank + to_file != square
    ]


def beside(square: Square, seen: Sequence[Content]) -> float:
    """What the lone pieces on the squares around add to the field of a square, in millitesla."""
    file, rank = square & 7, square >> 3
    field = 0.0
    for near in _around(square):
        look = seen[near]
        if look in (Content.WHITE, Content.BLACK):
            is_straight = file == near & 7 or rank == near >> 3
            part = _BESIDE if is_straight else _AT_THE_CORNER
            field += part if look == Content.WHITE else -part
    return field
