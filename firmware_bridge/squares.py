"""Squares on the wire: numbers from a1 = 0, b1 = 1, to h8 = 63."""

from __future__ import annotations

from typing import Final

from firmware_bridge.errors import SquareNameError

SQUARE_COUNT: Final = 64
_NAMES: Final = tuple(f"{file}{rank}" for rank in "12345678" for file in "abcdefgh")
_NUMBERS: Final = {name: number for number, name in enumerate(_NAMES)}


def square_name(square: int) -> str:
    """Return the name of a square, "e4" for 28; raise SquareNameError outside 0..63."""
    if not 0 <= square < SQUARE_COUNT:
        raise SquareNameError(f"expected a square from 0 to 63, saw {square}")
    return _NAMES[square]


def parse_square(name: str) -> int:
    """Return the number of a square, 28 for "e4"; raise SquareNameError for any other text."""
    try:
        return _NUMBERS[name]
    except KeyError:
        raise SquareNameError(f"expected a square from a1 to h8, saw {name[:20]!a}") from None
