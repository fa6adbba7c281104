"""The least and the most that a sensor can read, over all ways in which pieces may stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from hardware.field_model.fields import Array, MagnetField
from hardware.field_model.geometry import SQUARE, Board, Placing

_DIRECTIONS: Final = 24
_RINGS: Final = 5
_ANGLES: Final = np.linspace(0, 2 * np.pi, _DIRECTIONS, endpoint=False)


@dataclass(frozen=True, slots=True)
class Range:
    """Millitesla, from the least to the most."""

    least: float
    most: float

    def beside(self, others: Range) -> Range:
        """With neighbours that add as much as this, or less."""
        return Range(self.least + others.least, self.most + others.most)

    def measured(self, gain: float, zero: float) -> Range:
        """By a sensor whose gain is off by up to a share `gain` and its zero by up to `zero` mT."""
        corners = [self.least * (1 - gain), self.least * (1 + gain)]
        corners += [self.most * (1 - gain), self.most * (1 + gain)]
        return Range(min(corners) - zero, max(corners) + zero)

    @property
    def farthest(self) -> float:
        """The most in either direction, mT."""
        return max(abs(self.least), abs(self.most))


def offsets(limit: float) -> tuple[Array, Array]:
    """Places up to so far from the centre: rings of points, mm east and north."""
    rings = np.linspace(0, limit, _RINGS)
    return np.outer(rings, np.cos(_ANGLES)).ravel(), np.outer(rings, np.sin(_ANGLES)).ravel()


def lone(field: MagnetField, limit: float, *, east: float = 0, north: float = 0) -> Range:
    """A lone piece, its north pole up, on the square that far away."""
    x, y = offsets(limit)
    return _range(field.up(east + x, north + y))


def union(
    field: MagnetField,
    board: Board,
    limit: float,
    sign: float,
    *,
    east: float = 0,
    north: float = 0,
) -> Range:
    """Two pieces, one with its north pole up, the other with `sign` times its field."""
    x, y = (part[:, None] for part in offsets(limit))
    half_x, half_y = board.half_spacing * np.cos(_ANGLES), board.half_spacing * np.sin(_ANGLES)
    one = field.up(east + x - half_x, north + y - half_y)
    other = field.up(east + x + half_x, north + y + half_y)
    return _range(one + sign * other)


def neighbours(field: MagnetField, board: Board, placing: Placing, sign: float) -> Range:
    """The least and the most that the eight squares around can add, however they are occupied."""
    least = most = 0.0
    for file in (-1, 0, 1):
        for rank in (-1, 0, 1):
            if (file, rank) != (0, 0):
                east, north = SQUARE * file, SQUARE * rank
                one = lone(field, placing.lone, east=east, north=north)
                two = union(field, board, placing.union, sign, east=east, north=north)
                values = [0.0, *_both_ways(one, sign), two.least, two.most]
                least, most = least + min(values), most + max(values)
    return Range(least, most)


def _both_ways(one: Range, sign: float) -> tuple[float, ...]:
    """What a lone piece of either colour adds."""
    return one.least, one.most, sign * one.least, sign * one.most


def _range(values: Array) -> Range:
    return Range(float(values.min()), float(values.max()))
