"""The levels that one axis reads on a board whose readings are much alike, learned by playing.

Where lone pieces read alike wherever they are set down, each square gathers the field of all that
stands on it, and a union reads their sum, or else what the unions seen so far do. If that is clear
of what nobody reads and of what one piece does, a union never hides there.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from board_daemon.rules.squares import Square
from board_daemon.tracking.contents import Content

_CONTENTS: Final = (Content.WHITE, Content.BLACK, Content.EMPTY, Content.UNION)

# On fewer squares lone pieces of a colour may read alike by chance.
_LEAST_SQUARES: Final = 6
# By how much of their level lone pieces may differ. On a board that feels where they stand they
# differ by half (`HARDWARE-FINDINGS`, section 4).
_MOST_SPREAD: Final = 0.2
# How far apart two levels must be at the least, in millitesla and in widths of what nobody reads.
_LEAST_GAP: Final = 3.0
_LEAST_GAP_IN_WIDTHS: Final = 2.0
# How much of the way to the next level a reading may be off: halfway it is neither.
_SHARE_OF_GAP: Final = 0.35


@dataclass(frozen=True, slots=True)
class Level:
    """From which reading to which one content is to be expected, in millitesla."""

    content: Content
    least: float
    most: float


class Samples:
    """What was read where one content was known to stand."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._squares = 0
        self.least = math.inf
        self.most = -math.inf

    def add(self, square: Square, reading: float) -> None:
        """Take in a reading in millitesla."""
        self._squares |= 1 << square
        self.least = min(self.least, reading)
        self.most = max(self.most, reading)

    @property
    def is_enough(self) -> bool:
        """Whether it was read on so many squares that they are not alike by chance."""
        return self._squares.bit_count() >= _LEAST_SQUARES

    @property
    def width(self) -> float:
        """How much the readings differ, in millitesla."""
        return self.most - self.least

    @property
    def is_alike(self) -> bool:
        """Whether the readings differ by little of what they are."""
        return self.width <= _MOST_SPREAD * abs(self.most + self.least) / 2


class Levels:
    """Four levels that are clear of one another."""

    def __init__(self, levels: tuple[Level, ...]) -> None:
        """`levels`: as they were seen, in ascending order."""
        borders = [-math.inf]
        for lower, upper in itertools.pairwise(levels):
            reach = _SHARE_OF_GAP * (upper.least - lower.most)
            borders += [lower.most + reach, upper.least - reach]
        borders.append(math.inf)
        self._levels = [
            Level(level.content, low, high)
            for level, low, high in zip(levels, borders[::2], borders[1::2], strict=True)
        ]

    def content(self, reading: float) -> Content | None:
        """The one content whose level is near; None: it is between two."""
        near = (each.content for each in self._levels if each.least <= reading <= each.most)
        return next(near, None)


def levels_of(samples: Mapping[Content, Samples]) -> Levels | None:
    """The levels by what each content reads; None: a union may hide, or they are not known yet."""
    none = Samples()
    white, black, nobody, union = (samples.get(content, none) for content in _CONTENTS)
    if not (white.is_enough and black.is_enough and nobody.is_enough):
        return None
    if not (white.is_alike and black.is_alike):
        return None
    levels = [
        Level(Content.WHITE, white.least, white.most),
        Level(Content.BLACK, black.least, black.most),
        Level(Content.EMPTY, nobody.least, nobody.most),
        _union_level(union, white, black),
    ]
    levels.sort(key=lambda level: level.least)
    gap = min(upper.least - lower.most for lower, upper in itertools.pairwise(levels))
    if gap < max(_LEAST_GAP, _LEAST_GAP_IN_WIDTHS * nobody.width):
        return None
    return Levels(tuple(levels))


def _union_level(union: Samples, white: Samples, black: Samples) -> Level:
    """What unions read by those that were seen; too few, and the sum of two pieces counts too."""
    if union.is_enough and union.is_alike:
        return Level(Content.UNION, union.least, union.most)
    least = min(union.least, white.least + black.least)
    return Level(Content.UNION, least, max(union.most, white.most + black.most))
