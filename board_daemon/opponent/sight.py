"""What a player sees of chains: where his pieces reach, and Ŝako through so many take-overs.

The rules answer exactly (`rules.threats`, `rules.sako`). Here are two cheaper views: where chains
reach if no union is entered twice, for the evaluation; and Ŝako by short chains alone, for players
who overlook long ones.
"""

from typing import Final, NamedTuple

from board_daemon.rules.attacks import KNIGHT_COVER as _KNIGHT_COVER
from board_daemon.rules.attacks import LINE_COVERS, PAWN_COVER, cover
from board_daemon.rules.chains import Chain
from board_daemon.rules.pieces import KING, KNIGHT, PAWN, Color
from board_daemon.rules.position import Position
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import SquareSet, bits
from board_daemon.rules.status import RUN


class Reach(NamedTuple):
    """Squares that one colour's pieces cover."""

    covered: SquareSet
    """Directly or through a chain."""
    entered: SquareSet
    """Unions that some chain takes over."""


_NOWHERE: Final = Reach(0, 0)


def reach(position: Position, color: Color) -> Reach:
    """Where `color` reaches, were it to move, entering no union twice in one chain.

    Lines are taken as they are before the first lift. All that is found is so but for a freed piece
    that could not move on; what takes more than that is not found. The king reaches nothing.
    """
    own = position.pieces(color)
    own_squares, others = position.squares(color), position.squares(1 - color)
    if not own_squares:
        return _NOWHERE
    occupied = own_squares | others
    unions = own_squares & others
    covered, entered = _covered(own, color, own_squares & ~unions, occupied), 0
    if not position.rules.unions_may_be_taken_over:
        return Reach(covered, entered)
    new = covered & unions
    while new:
        entered |= new
        covered |= _covered(own, color, new, occupied)
        if not position.rules.freed_piece_may_take_over:
            break
        new = covered & unions & ~entered
    return Reach(covered, entered)


def _covered(own: bytes, color: int, squares: SquareSet, occupied: SquareSet) -> SquareSet:
    # As `cover` of each of them; this is asked more often than anything else.
    found = 0
    pawns = PAWN_COVER[color]
    while squares:
        low = squares & -squares
        squares ^= low
        square = low.bit_length() - 1
        piece = own[square]
        if piece == PAWN:
            found |= pawns[square]
        elif piece == KNIGHT:
            found |= _KNIGHT_COVER[square]
        elif piece != KING:
            found |= LINE_COVERS[piece](square, occupied)
    return found


def sees_sako(position: Position, color: Color, take_overs: int | None) -> bool:
    """Whether `color`, were it to move, could unite with the king by at most so many take-overs.

    None: by however many.
    """
    if take_overs is None:
        return gives_sako(position, color)
    if position.phase is not RUN:
        return False
    side = Side(position, color)
    king = position.king_square(color.other)
    return any(_reaches(side, start, king, take_overs) for start in bits(side.own_alone))


def _reaches(side: Side, start: int, goal: int, take_overs: int) -> bool:
    piece = side.own[start]
    if piece == KING:
        return False
    if cover(piece, side.color, start, side.occupied) >> goal & 1:
        return True
    if not take_overs or side.is_plain(start, side.lone_targets(start)):
        return False
    chain = Chain(side, start)
    states, seen = [chain.root], {chain.root}
    for _ in range(take_overs):
        following = []
        for state in states:
            for after in chain.followers(state):
                if after in seen:
                    continue
                if chain.covered(after) >> goal & 1:
                    return True
                seen.add(after)
                following.append(after)
        states = following
    return False
