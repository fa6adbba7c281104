"""Colours and the six kinds of piece (English booklet, pages 5 to 10)."""

from enum import IntEnum
from typing import Final


class Color(IntEnum):
    """A player's colour."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> "Color":
        """The opponent's colour."""
        return _OTHER[self]

    @property
    def letter(self) -> str:
        """`w` or `b`, as in a FEN."""
        return "wb"[self]


class PieceType(IntEnum):
    """A kind of piece. Zero stands for "no piece" wherever pieces are kept as bytes."""

    PAWN = 1
    ROOK = 2
    KNIGHT = 3
    BISHOP = 4
    QUEEN = 5
    KING = 6

    @property
    def letter(self) -> str:
        """The English letter, upper case; `P` for a pawn."""
        return "PRNBQK"[self - 1]

    @property
    def title_name(self) -> str:
        """The English name as the official site's JSON writes it, such as `Queen`."""
        return self.name.title()


# The kinds as plain ints, for the loops that compare thousands of them: to read a member of an
# enum takes several times as long as the comparison.
PAWN: Final = 1
ROOK: Final = 2
KNIGHT: Final = 3
BISHOP: Final = 4
QUEEN: Final = 5
KING: Final = 6

_OTHER: Final = {Color.WHITE: Color.BLACK, Color.BLACK: Color.WHITE}

PIECE_BY_LETTER: Final[dict[str, PieceType]] = {piece.letter: piece for piece in PieceType}
PIECE_BY_NAME: Final[dict[str, PieceType]] = {piece.title_name: piece for piece in PieceType}
COLOR_BY_LETTER: Final[dict[str, Color]] = {color.letter: color for color in Color}

# In the order in which a promoting player leafs through them on the board.
PROMOTIONS: Final[tuple[PieceType, ...]] = (
    PieceType.QUEEN,
    PieceType.KNIGHT,
    PieceType.ROOK,
    PieceType.BISHOP,
)
