"""One player's view of a position: what he may lift, and where it may go."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from board_daemon.rules.attacks import (
    DOUBLE_STEP_RANKS,
    FORWARD,
    LAST_RANK,
    PAWN_COVER,
    cover,
    pawn_steps,
)
from board_daemon.rules.chain_states import RIGHTS_SHIFT, ROOK_BITS, UNIONS_SHIFT, State
from board_daemon.rules.pieces import KING, PAWN, ROOK
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, SquareSet, bits

if TYPE_CHECKING:
    from board_daemon.rules.chains import Chain


class Duty(Protocol):
    """What the player must see to with the end of his turn."""

    def plain_ends(self, square: Square, targets: SquareSet) -> SquareSet:
        """Those targets that a king or a union lifted on the square may be set down on."""

    def chain_ends(self, chain: Chain, state: State, targets: SquareSet) -> SquareSet:
        """Those targets that a chain may end on from that state."""


class Side:
    """One player's view of a position: what he may lift and enter. Made once a position."""

    __slots__ = (
        "_layout", "_limits_unions", "castling", "closed", "color", "duty", "en_passant",
        "enemy_alone", "enterable", "joinable", "occupied", "other", "other_squares", "own",
        "own_alone", "position", "rules", "two_steps", "union_squares", "unions", "victim",
    )  # fmt: skip

    def __init__(self, position: Position, color: int) -> None:
        self.position = position
        self.color = color
        self.own = position.pieces(color)
        self.other = position.pieces(1 - color)
        own_squares = position.squares(color)
        self.other_squares = position.squares(1 - color)
        self.occupied = own_squares | self.other_squares
        self.unions = own_squares & self.other_squares
        self.own_alone = own_squares & ~self.unions
        self.enemy_alone = self.other_squares & ~self.unions
        self.union_squares = tuple(bits(self.unions))
        self.castling = position.castling
        self.rules = rules = position.rules
        memory = position.memory
        self.two_steps = memory.two_steps & DOUBLE_STEP_RANKS[color]
        self._limits_unions = memory.last_union_move is not None
        # Where a lone piece never goes, and the unions that it may take over.
        self.closed, self.enterable = self.own_alone, self.unions
        if not rules.unions_may_be_taken_over:
            self.closed, self.enterable = own_squares, 0
        self.joinable = self.other_squares & ~self.closed
        self.duty: Duty | None = None
        # Only the side to move may unite en passant; asked for the other side, there is none.
        self.en_passant = position.en_passant if position.to_move == color else None
        self.victim = -1 if self.en_passant is None else self.en_passant - FORWARD[color]
        if self.victim >= 0 and self.closed >> self.victim & 1:
            # Joining the pawn that has passed would take over its union.
            self.en_passant, self.victim = None, -1
        self._layout: Layout | None = None

    def pair_targets(self, square: Square) -> SquareSet:
        """Empty squares to which the union on `square` may be moved."""
        piece = self.own[square]
        if piece == PAWN:
            found = pawn_steps(self.color, square, self.occupied, self.two_steps)
        else:
            found = cover(piece, self.color, square, self.occupied) & ~self.occupied
        return self._limited(square, found) if self._limits_unions else found

    def _limited(self, square: Square, targets: SquareSet) -> SquareSet:
        last = self.position.memory.last_union_move
        if last is not None and last[1] == square and self.position.to_move == self.color:
            targets &= ~(1 << last[0])
        return targets if self.duty is None else self.duty.plain_ends(square, targets)

    def bind(self, duty: Duty | None) -> None:
        """Let the player see to something with the end of his turn; None: let him off again."""
        self.duty = duty
        self._limits_unions = duty is not None or self.position.memory.last_union_move is not None

    def lone_targets(self, square: Square) -> SquareSet:
        """Where the lone piece on `square` may be set down first, dead ends included.

        A union en passant is left out, and the king has none.
        """
        piece = self.own[square]
        if piece == PAWN:
            found = pawn_steps(self.color, square, self.occupied, self.two_steps)
            return found | PAWN_COVER[self.color][square] & self.joinable
        return cover(piece, self.color, square, self.occupied) & ~self.closed

    def may_begin_chain(self, square: Square) -> bool:
        """Whether a lone piece is one that may form and take over unions."""
        return self.own[square] != KING or self.rules.king_unites

    def is_plain(self, square: Square, targets: SquareSet) -> bool:
        """Whether the lone piece on `square`, which has these targets, only moves or joins.

        Whether it may end its turn on all of them is not asked.
        """
        if targets & self.unions:
            return False
        return (
            self.en_passant is None
            or self.own[square] != PAWN
            or not PAWN_COVER[self.color][square] >> self.en_passant & 1
        )

    def layout(self) -> Layout:
        """Where in a chain's states to find the unions; the same for every first lift."""
        if self._layout is None:
            self._layout = _layout_of(self)
        return self._layout


class Layout(NamedTuple):
    """How the unions of a side are kept in the states of its chains."""

    shifts: dict[Square, int]
    """By the square of a union: where in a state its piece begins."""
    pieces: State
    """The pieces that stand in the unions before anything is lifted."""
    rook_flags: dict[Square, int]
    """By home square: the bit that says that the rook there has lost its castling right."""


def _layout_of(side: Side) -> Layout:
    shifts = {}
    pieces = 0
    for index, square in enumerate(side.union_squares):
        shifts[square] = UNIONS_SHIFT + 3 * index
        pieces |= side.own[square] << UNIONS_SHIFT + 3 * index
    if side.en_passant is not None and side.victim in shifts:
        shifts[side.en_passant] = shifts[side.victim]
    # A rook of this colour that got to the other one's home square has no right to lose.
    homes = side.castling & side.unions & LAST_RANK[1 - side.color]
    rook_flags = {
        square: flag << RIGHTS_SHIFT
        for square, flag in ROOK_BITS.items()
        if homes >> square & 1 and side.own[square] == ROOK
    }
    return Layout(shifts, pieces, rook_flags)
