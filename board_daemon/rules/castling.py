"""Castling: king and rook unmoved, the way free, the king's way not covered, chains included.

English booklet, pages 64 to 67. The king is lifted and placed two squares towards the rook; the
rook, with its partner if it has one, comes to stand on his other side.
"""

from typing import Final, NamedTuple

from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.position import KING_HOME, Position
from board_daemon.rules.reach import covers_any
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import ALL_SQUARES, Square, SquareSet, square_set


class Castling(NamedTuple):
    """The squares one castling needs."""

    king_to: Square
    rook_from: Square
    rook_to: Square
    free: SquareSet
    """Squares that must be empty once the king is in hand."""
    safe: SquareSet
    """Where the king starts, passes and ends."""


def _castlings(home: Square) -> tuple[Castling, Castling]:
    return (
        Castling(
            king_to=home - 2,
            rook_from=home - 4,
            rook_to=home - 1,
            free=square_set((home - 3, home - 2, home - 1)),
            safe=square_set((home - 2, home - 1, home)),
        ),
        Castling(
            king_to=home + 2,
            rook_from=home + 3,
            rook_to=home + 1,
            free=square_set((home + 1, home + 2)),
            safe=square_set((home, home + 1, home + 2)),
        ),
    )


HOME_RANK: Final = (0xFF, 0xFF << 56)
"""Where a colour's pieces begin, and where its king loses every right when he moves."""

CASTLINGS: Final = {color: _castlings(KING_HOME[color]) for color in Color}


def castling_targets(
    position: Position, king_from: Square, among: SquareSet = ALL_SQUARES
) -> SquareSet:
    """Where the king, who is in hand and off the board, may be set down to castle.

    `among`: the only squares that matter; looking for cover of the king's way takes long.
    """
    color = position.to_move
    if king_from != KING_HOME[color]:
        return 0
    ways = [way for way in CASTLINGS[color] if among >> way.king_to & 1]
    open_ways = [way for way in ways if _is_open(position, way)]
    if not open_ways:
        return 0
    watcher = Side(position, color.other)
    return square_set([way.king_to for way in open_ways if not covers_any(watcher, way.safe)])


def _is_open(position: Position, way: Castling) -> bool:
    return (
        bool(position.castling >> way.rook_from & 1)
        and position.piece_at(position.to_move, way.rook_from) == PieceType.ROOK
        and not position.occupied & way.free
    )


def rook_way(color: Color, king_from: Square, king_to: Square) -> tuple[Square, Square] | None:
    """From where to where the rook goes when the king goes so; None when that is no castling."""
    if king_from == KING_HOME[color]:
        for way in CASTLINGS[color]:
            if way.king_to == king_to:
                return way.rook_from, way.rook_to
    return None
