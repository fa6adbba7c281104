"""The pieces as small pictures for a large board: nine pixels across, eight down.

`#` is the piece, `+` its edge, blended with the ground. Kings are tallest, pawns lowest, and all
stand on the same floor. The knight looks to the right. No piece is wider than five pixels but the
knight, so that two of them find room on one square.
"""

from collections.abc import Iterator
from typing import Final

from board_daemon.rules.pieces import Color, PieceType

WIDTH: Final = 9
HEIGHT: Final = 8

_PICTURES: Final = {
    PieceType.PAWN: """
        .........
        .........
        ...+#+...
        ...###...
        ...+#+...
        ...###...
        ..#####..
        .........""",
    PieceType.ROOK: """
        .........
        ..#.#.#..
        ..#####..
        ...###...
        ...###...
        ...###...
        ..#####..
        .........""",
    PieceType.KNIGHT: """
        .........
        ....#....
        ..+####..
        ..######.
        ..###.##.
        ..+###...
        ..#####..
        .........""",
    PieceType.BISHOP: """
        ....#....
        ...+##...
        ...##+...
        ...###...
        ....#....
        ...###...
        ..#####..
        .........""",
    PieceType.QUEEN: """
        ....#....
        ..#.#.#..
        ..#####..
        ...###...
        ....#....
        ...###...
        ..#####..
        .........""",
    PieceType.KING: """
        ....#....
        ...###...
        ....#....
        ..#####..
        ..#####..
        ...###...
        ..#####..
        .........""",
}
_COVER: Final = {"#": 1.0, "+": 0.5, ".": 0.0}

Pixel = tuple[int, int, Color, float]
"""Column, row, whose piece it belongs to, and how much of it, 0 to 1."""


def piece_pixels(piece: PieceType, color: Color, shift: int = 0) -> Iterator[Pixel]:
    """The pixels of a piece alone; Black's pieces look to the left. They stay in the square."""
    for y, row in enumerate(_PICTURES[piece].split()):
        for x, mark in enumerate(row if color == Color.WHITE else reversed(row)):
            if _COVER[mark] and 0 <= x + shift < WIDTH:
                yield x + shift, y, color, _COVER[mark]


def union_pixels(white: PieceType, black: PieceType) -> Iterator[Pixel]:
    """The pixels of a union: the two stand close, and each has an arm around the other."""
    behind = list(piece_pixels(white, Color.WHITE, shift=-2))
    yield from behind
    yield from piece_pixels(black, Color.BLACK, shift=1)
    yield from (pixel for pixel in behind if pixel[1] in _WHITE_ARM_ROWS)


_WHITE_ARM_ROWS: Final = (4, 6)
