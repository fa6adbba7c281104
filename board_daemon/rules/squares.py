"""Squares and sets of squares.

A square is an int, a1 = 0, b1 = 1, … h8 = 63. A set of squares is an int with bit `n` set for
square `n`.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from board_daemon.rules.errors import SquareError, shown

Square = int
SquareSet = int

NO_SQUARES: Final[SquareSet] = 0
ALL_SQUARES: Final[SquareSet] = (1 << 64) - 1

SQUARE_NAMES: Final[tuple[str, ...]] = tuple(f + r for r in "12345678" for f in "abcdefgh")
_BY_NAME: Final[dict[str, Square]] = {name: square for square, name in enumerate(SQUARE_NAMES)}


def square_name(square: Square) -> str:
    """The name of a square, such as `e4` for 28."""
    return SQUARE_NAMES[square]


def parse_square(text: str) -> Square:
    """The square of a name such as `e4`; raises `SquareError` for anything else."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise SquareError(f"expected a square from a1 to h8, got {shown(text)}") from None


def bit(square: Square) -> SquareSet:
    """The set that holds just this square."""
    return 1 << square


def bits(squares: SquareSet) -> Iterator[Square]:
    """The squares of a set, a1 first."""
    while squares:
        low = squares & -squares
        yield low.bit_length() - 1
        squares ^= low


def square_set(squares: Iterable[Square]) -> SquareSet:
    """The set of the given squares."""
    result = NO_SQUARES
    for square in squares:
        result |= 1 << square
    return result


def combined(sets: Iterable[SquareSet]) -> SquareSet:
    """The squares that are in any of these sets."""
    result = NO_SQUARES
    for squares in sets:
        result |= squares
    return result


def file_of(square: Square) -> int:
    """0 for the a-file to 7 for the h-file."""
    return square & 7


def rank_of(square: Square) -> int:
    """0 for the first rank to 7 for the eighth."""
    return square >> 3


def lies_between(square: Square, one: Square, other: Square) -> bool:
    """Whether a square is in the rectangle that two others span, these among it."""
    files = sorted((file_of(one), file_of(other)))
    ranks = sorted((rank_of(one), rank_of(other)))
    return files[0] <= file_of(square) <= files[1] and ranks[0] <= rank_of(square) <= ranks[1]
