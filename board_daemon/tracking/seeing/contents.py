"""What may stand on a square, as far as sensors can ever tell: nobody, White, Black, a union."""

import operator
from collections.abc import Iterable, Mapping, Sequence
from enum import IntFlag
from functools import lru_cache
from typing import Final

from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Pieces, Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits


class Content(IntFlag):
    """One kind of content, or several between which a reading cannot tell."""

    EMPTY = 1
    WHITE = 2
    BLACK = 4
    UNION = 8


SOMEBODY: Final = Content.WHITE | Content.BLACK | Content.UNION
ANYTHING: Final = SOMEBODY | Content.EMPTY
HIDDEN: Final = Content.EMPTY | Content.UNION
"""Near zero to a sensor for which the fields of two pieces cancel out: nobody or a union."""

Contents = tuple[Content, ...]
"""The content of each of the 64 squares."""


# White counts one, Black two: what stands on a square by the sum.
_SOMEBODY_WHITE: Final = bytes(1) + bytes((1,)) * 255
_SOMEBODY_BLACK: Final = bytes(1) + bytes((2,)) * 255
# By content: flags would make an object of what two of them have in common.
_LOOKS_EMPTY: Final = tuple(bool(look & int(Content.EMPTY)) for look in range(ANYTHING + 1))
_NOTHING_IN_COMMON: Final = b"1" + b"0" * 255
_MAY_HOLD: Final = {
    content: bytes(b"01"[bool(look & int(content))] for look in range(256)) for content in Content
}
_JUST: Final = tuple(
    bytes(b"01"[look == other] for other in range(256)) for look in range(ANYTHING + 1)
)
_BY_COLOURS: Final = (Content.EMPTY, Content.WHITE, Content.BLACK, Content.UNION)


def alone(color: int) -> Content:
    """The content of a square on which a lone piece of that colour stands."""
    return Content.BLACK if color == Color.BLACK else Content.WHITE


def contents_of(position: Position) -> Contents:
    """What stands on each square of a settled position."""
    return _contents(position.white, position.black)


# Of one rest after the other much the same positions are asked for.
@lru_cache(maxsize=1024)
def _contents(white: Pieces, black: Pieces) -> Contents:
    by_white, by_black = white.translate(_SOMEBODY_WHITE), black.translate(_SOMEBODY_BLACK)
    return tuple(map(_BY_COLOURS.__getitem__, map(operator.or_, by_white, by_black)))


def content_at(position: Position, square: Square) -> Content:
    """What stands on one square."""
    white, black = position.white[square], position.black[square]
    if white:
        return Content.UNION if black else Content.WHITE
    return Content.BLACK if black else Content.EMPTY


def looks_empty(content: Content) -> bool:
    """Whether nobody may stand there."""
    return _LOOKS_EMPTY[content]


def squares_by_content(seen: Sequence[Content]) -> Mapping[Content, SquareSet]:
    """For each kind of content: the squares on which it may stand, by what is seen there."""
    return _squares_by_content(bytes(seen))


def squares_like(seen: Sequence[Content], look: Content) -> SquareSet:
    """The squares that look just like that."""
    looks = bytes(seen)
    return _where(_JUST[look], looks) if look in looks else NO_SQUARES


# Much is supposed about a board that looks the same all the while.
@lru_cache(maxsize=256)
def _squares_by_content(seen: bytes) -> Mapping[Content, SquareSet]:
    return {content: _where(mark, seen) for content, mark in _MAY_HOLD.items()}


def _where(mark: bytes, looks: bytes) -> SquareSet:
    """The squares whose looks are marked by a one, of all looks there are."""
    # The last square comes first in a number.
    return int(looks[::-1].translate(mark), 2)


def disagreeing(seen: Sequence[Content], expected: Contents) -> SquareSet:
    """The squares where what is seen rules out what is expected."""
    return _where(_NOTHING_IN_COMMON, _common(seen, expected))


def agree(seen: Sequence[Content], expected: Contents) -> bool:
    """Whether nothing that is seen rules out what is expected."""
    return 0 not in _common(seen, expected)


def _common(seen: Sequence[Content], expected: Sequence[Content]) -> bytes:
    """What is both seen and expected, one byte a square."""
    # All squares at once: it is asked of each turn that may have been played.
    both = int.from_bytes(bytes(seen), "little") & int.from_bytes(bytes(expected), "little")
    return both.to_bytes(len(expected), "little")


def with_blind(seen: Iterable[Content], blind: SquareSet) -> list[Content]:
    """What is seen, where anything may stand on the squares whose readings say nothing."""
    looks = list(seen)
    for square in bits(blind) if blind else ():
        looks[square] = ANYTHING
    return looks


def narrowed(seen: Sequence[Content], expected: Contents) -> Contents:
    """What is seen, where it fits what is expected no more than that: a union may look empty."""
    return tuple(look & content or look for look, content in zip(seen, expected, strict=True))
