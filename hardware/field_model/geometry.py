"""Magnets, boards and hands, in millimetres and tesla."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

SQUARE: Final = 50.0
"""Side of a square, mm."""

N42_REMANENCE: Final = 1.30
"""Tesla: the middle of what the grade N42 has (1.28 to 1.32 T by the makers' data sheets)."""

AIR: Final = 1.0
"""What lies between a magnet and the wood, and the wood and a sensor, together: felt, glue, mm."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A magnet in the foot of a piece: a disc that stands upright, a pole up and a pole down."""

    diameter: float
    """mm."""
    height: float
    """mm."""

    def __str__(self) -> str:
        return f"{self.diameter:g}×{self.height:g}"


@dataclass(frozen=True, slots=True)
class Board:
    """What lies between the pieces and the sensors."""

    wood: float = 5.0
    """Thickness over the sensors, mm."""
    half_spacing: float = 10.5
    """From the middle of a union to each of its two magnets, mm."""

    @property
    def gap(self) -> float:
        """From a magnet's lower face to a sensor, mm."""
        return self.wood + AIR


@dataclass(frozen=True, slots=True)
class Placing:
    """How far from the centre of a square pieces are set down, at most, mm."""

    lone: float
    union: float


class Hands(Enum):
    """How carefully people set pieces down."""

    CAREFUL = Placing(3, 2)
    NORMAL = Placing(5, 3)
    SLOPPY = Placing(8, 4)

    @property
    def word(self) -> str:
        """For tables."""
        return self.name.lower()


RECOMMENDED_DISC: Final = Disc(10, 3)
RECOMMENDED_BOARD: Final = Board()

RECOMMENDED_REED_BOARD: Final = Board(wood=8.0)
"""Reeds lie lower: a union then closes them as surely as a lone piece, and neighbours less."""
