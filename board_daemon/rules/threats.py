"""Threats: the squares a side covers now, chains included.

A square is covered when the side could come to it with a lone piece in one turn, directly or
freed in a chain, if somebody of the other colour stood there alone to be joined; everything else is
taken as it stands. It is what Ŝako asks of the king's square and castling of the king's way
(English booklet, pages 48 and 64). The king covers nothing where he joins nobody.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from board_daemon.rules.actions import Promote
from board_daemon.rules.attacks import KING_COVER, cover
from board_daemon.rules.chains import Chain
from board_daemon.rules.pieces import KING, PROMOTIONS, Color
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.reach import way_to
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import ALL_SQUARES, SquareSet, bits
from board_daemon.rules.status import Status

_WALKED: Final = 1000
"""States of all chains that are looked at; what they leave open is asked square by square."""


@dataclass(frozen=True, slots=True)
class Threats:
    """What one side covers, were it to move."""

    covered: SquareSet
    """Every covered square but those on which a lone piece of the side itself stands."""
    joinable: SquareSet
    """Covered squares on which an enemy stands alone: he can be joined with the next turn."""
    enterable: SquareSet
    """Covered squares of unions. Taking one over also needs a way on for the piece it frees."""


def threats(position: Position, color: Color) -> Threats:
    """What `color` covers in a settled position; nothing once the game is over.

    A promotion that `color` owes comes first: what any of the four pieces would cover counts.
    """
    covered = _covered(position, color)
    own, other = position.squares(color), position.squares(color.other)
    covered &= ~(own & ~other)
    unions = own & other if position.rules.unions_may_be_taken_over else 0
    return Threats(covered, covered & other & ~own, covered & unions)


def _covered(position: Position, color: Color) -> SquareSet:
    if position.phase.is_over:
        return 0
    if position.phase == Status.PROMOTE_LIFT and position.to_move == color:
        covered = 0
        for piece in PROMOTIONS:
            covered |= _covered(play(position, Promote(piece)), color)
        return covered
    side = Side(position, color)
    covered = 0
    for square in bits(side.own_alone):
        is_uniting_king = side.own[square] == KING and side.rules.king_unites
        near = KING_COVER[square] if is_uniting_king else 0
        covered |= near | cover(side.own[square], color, square, side.occupied)
    left = _WALKED
    for chain in _chains(side):
        for state in chain.reachable():
            covered |= chain.covered(state)
            left -= 1
            if not left:
                return covered | _asked_one_by_one(side, ~covered)
    return covered


def _chains(side: Side) -> Iterator[Chain]:
    for square in bits(side.own_alone):
        if side.own[square] != KING or side.rules.king_unites:
            chain = Chain(side, square)
            if chain.can_enter(chain.root):
                yield chain


def _asked_one_by_one(side: Side, squares: SquareSet) -> SquareSet:
    found = 0
    for square in bits(squares & ~side.own_alone & ALL_SQUARES):
        if way_to(side, square) is not None:
            found |= 1 << square
    return found
