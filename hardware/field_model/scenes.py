"""Squares as they come in play, drawn at random: pieces put down anyhow, neighbours around."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.field_model.fields import Array, MagnetField
from hardware.field_model.geometry import SQUARE, Board, Placing

GAIN_SPREAD: Final = 0.10
"""How far off, at most, a sensor's sensitivity is: a share."""
ZERO_SPREAD: Final = 0.5
"""How far off, at most, its zero is, mT."""
_NEIGHBOUR_SHARES: Final = (0.5, 0.2, 0.2, 0.1)
"""How often a neighbouring square is empty, white's, black's or a union."""


class Standing(Enum):
    """Who stands on the square."""

    EMPTY = "empty"
    WHITE = "white"
    BLACK = "black"
    UNION = "union"


@dataclass(frozen=True, slots=True)
class Scenes:
    """Many squares with the same content: for each, where its magnets are and which way up."""

    east: Array
    """mm from the sensor's square's centre; one row a scene, one column a magnet."""
    north: Array
    sign: Array
    """1 for a north pole up (white), -1 for the other way, 0 for no magnet."""

    def vectors(self, field: MagnetField, east: float = 0, north: float = 0) -> Array:
        """East, north and up in mT for each scene, at a sensor so far from the centre."""
        each = field.vector(east - self.east, north - self.north)
        return np.asarray((each * self.sign[:, :, None]).sum(axis=1))


def scenes(
    standing: Standing, board: Board, placing: Placing, count: int, rng: np.random.Generator
) -> Scenes:
    """That many squares with such a content, neighbours at random. Black's magnets point down."""
    parts = [_on_square(np.full(count, _CODES[standing]), board, placing, (0, 0), rng)]
    for file in (-1, 0, 1):
        for rank in (-1, 0, 1):
            if (file, rank) != (0, 0):
                codes = rng.choice(4, size=count, p=_NEIGHBOUR_SHARES)
                parts.append(_on_square(codes, board, placing, (file, rank), rng))
    return Scenes(*(np.concatenate(columns, axis=1) for columns in zip(*parts, strict=True)))


_CODES: Final = {standing: code for code, standing in enumerate(Standing)}
_WHITE_SIGNS: Final = np.array([0.0, 1.0, 0.0, 1.0])
_BLACK_SIGNS: Final = np.array([0.0, 0.0, -1.0, -1.0])


def _on_square(
    codes: NDArray[np.int64],
    board: Board,
    placing: Placing,
    at: tuple[int, int],
    rng: np.random.Generator,
) -> tuple[Array, Array, Array]:
    """East, north and sign of a white and a black magnet on each of these squares."""
    count = len(codes)
    is_union = codes == _CODES[Standing.UNION]
    limit = np.where(is_union, placing.union, placing.lone)
    away, heading = limit * np.sqrt(rng.random(count)), 2 * np.pi * rng.random(count)
    turned = 2 * np.pi * rng.random(count)
    half = np.where(is_union, board.half_spacing, 0.0)
    east = SQUARE * at[0] + away * np.cos(heading)
    north = SQUARE * at[1] + away * np.sin(heading)
    lean_east, lean_north = half * np.cos(turned), half * np.sin(turned)
    return (
        np.stack([east - lean_east, east + lean_east], axis=1),
        np.stack([north - lean_north, north + lean_north], axis=1),
        np.stack([_WHITE_SIGNS[codes], _BLACK_SIGNS[codes]], axis=1),
    )


def measured(values: Array, rng: np.random.Generator) -> Array:
    """The same by real sensors, each with a gain and a zero of its own. One row a scene."""
    gains = 1 + GAIN_SPREAD * (2 * rng.random((len(values), 1)) - 1)
    zeros = ZERO_SPREAD * (2 * rng.random(values.shape) - 1)
    return np.asarray(values * gains + zeros)
