"""What may stand on a square, as far as sensors can ever tell: nobody, White, Black, a union."""

from collections.abc import Sequence
from enum import IntFlag
from typing import Final

from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, SquareSet


class Content(IntFlag):
    """One kind of content, or several between which a reading cannot tell."""

    EMPTY = 1
    WHITE = 2
    BLACK = 4
    UNION = 8


SOMEBODY: Final = Content.WHITE | Content.BLACK | Content.UNION
ANYTHING: Final = SOMEBODY | Content.EMPTY

Contents = tuple[Content, ...]
"""The content of each of the 64 squares."""


def alone(color: int) -> Content:
    """The content of a square on which a lone piece of that colour stands."""
    return Content.BLACK if color == Color.BLACK else Content.WHITE


def contents_of(position: Position) -> Contents:
    """What stands on each square of a settled position."""
    return tuple(content_at(position, square) for square in range(64))


def content_at(position: Position, square: Square) -> Content:
    """What stands on one square."""
    white, black = position.white[square], position.black[square]
    if white:
        return Content.UNION if black else Content.WHITE
    return Content.BLACK if black else Content.EMPTY


def disagreeing(seen: Sequence[Content], expected: Contents) -> SquareSet:
    """The squares where what is seen rules out what is expected."""
    found = 0
    for square in range(64):
        if not seen[square] & expected[square]:
            found |= 1 << square
    return found
