"""What may follow the lift of one lone piece: the graph of its chains.

Within a chain only two things change which squares are occupied: the first lift, and a union en
passant, which draws the passed pawn back by one square. Everything else that a chain does is to
exchange pieces inside unions. So a state of the chain is which of the player's kinds of piece
stands in each union, the piece in hand and its square; that fits one int (see `chain_states`), and
no move is ever made or unmade.
"""

from collections.abc import Iterator
from typing import NamedTuple

from board_daemon.rules.attacks import (
    KING_COVER,
    KNIGHT_COVER,
    LAST_RANK,
    PAWN_COVER,
    bishop_cover,
    cover,
    pawn_steps,
    rook_cover,
)
from board_daemon.rules.chain_states import (
    EP_TAKEN,
    HAND_MASK,
    HAND_SHIFT,
    SQUARE_SHIFT,
    TARGETS_MASK,
    State,
    hand_of,
    square_of,
)
from board_daemon.rules.pieces import BISHOP, KING, KNIGHT, PAWN, PROMOTIONS, QUEEN, ROOK
from board_daemon.rules.rulesets import FreedEnPassant
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import Square, SquareSet


class Entry(NamedTuple):
    """One step of a chain: a union entered."""

    square: Square
    promotion: int
    """What the entering pawn becomes on its last rank, or 0."""
    state: State


class Chain:
    """The states that can follow the lift of one lone piece."""

    __slots__ = (
        "_closed", "_duty", "_known", "color", "en_passant", "en_passant_frees", "root", "side",
        "_shifts", "_unions", "_occupied", "start", "_rook_flags", "_two_steps", "_frees_once",
    )  # fmt: skip

    def __init__(self, side: Side, start: Square, in_hand: int = 0) -> None:
        """The chain of the lone piece on `start`, or of `in_hand`, freed there and in the air."""
        self.side = side
        self.start = start
        self.color = side.color
        left = 0 if in_hand else 1 << start
        self._closed = side.closed & ~left
        self._duty = side.duty
        self._two_steps = side.two_steps
        occupied = side.occupied ^ left
        self.en_passant = -1 if side.en_passant is None else side.en_passant
        self.en_passant_frees = self.en_passant >= 0 and bool(side.unions >> side.victim & 1)
        self._shifts, pieces, self._rook_flags = side.layout()
        hand = in_hand or side.own[start]
        if hand == KING:
            self._rook_flags = {}  # He has lost every right of his own already.
        self.root: State = pieces | hand << HAND_SHIFT | start << SQUARE_SHIFT
        # Before and after a union en passant.
        self._unions = (side.enterable, side.enterable)
        self._occupied = (occupied, occupied)
        if self.en_passant_frees:
            drawn_back = 1 << side.victim | 1 << self.en_passant
            self._unions = (side.unions, side.unions ^ drawn_back)
            self._occupied = (occupied, occupied ^ drawn_back)
        self._known: dict[int, SquareSet] = {}
        self._frees_once = not side.rules.freed_piece_may_take_over

    def targets(self, state: State) -> SquareSet:
        """Squares where the hand may be set down, dead ends included, en passant left out."""
        key = state & TARGETS_MASK
        known = self._known.get(key)
        if known is not None:
            return known
        square, piece, taken = key >> SQUARE_SHIFT & 63, key >> HAND_SHIFT, key & EP_TAKEN
        occupied = self._occupied[taken]
        if piece == PAWN:
            others = self._unions[taken] | self.side.enemy_alone
            found = pawn_steps(self.color, square, occupied, self._two_steps)
            found |= PAWN_COVER[self.color][square] & others
        elif piece == KNIGHT:
            found = KNIGHT_COVER[square] & ~self._closed
        elif piece == ROOK:
            found = rook_cover(square, occupied) & ~self._closed
        elif piece == BISHOP:
            found = bishop_cover(square, occupied) & ~self._closed
        elif piece == QUEEN:
            found = rook_cover(square, occupied) | bishop_cover(square, occupied)
            found &= ~self._closed
        else:
            found = KING_COVER[square] & ~self._closed
        if self._frees_once and self._unions[taken] >> square & 1:
            found &= ~self._unions[taken]
        self._known[key] = found
        return found

    def exits(self, state: State) -> SquareSet:
        """Squares on which the turn can end, a union en passant left out."""
        found = self.targets(state) & ~self._unions[state & EP_TAKEN]
        return found if self._duty is None else self._duty.chain_ends(self, state, found)

    def may_unite_en_passant(self, state: State) -> bool:
        """Whether the piece in hand is a pawn that may join the one that has just passed."""
        return (
            self.en_passant >= 0
            and not state & EP_TAKEN
            and hand_of(state) == PAWN
            and bool(PAWN_COVER[self.color][square_of(state)] >> self.en_passant & 1)
        )

    def can_enter(self, state: State) -> bool:
        """Whether the piece in hand may take over any union."""
        return bool(
            self.targets(state) & self._unions[state & EP_TAKEN]
        ) or self._may_free_en_passant(state)

    def _may_free_en_passant(self, state: State) -> bool:
        """Whether the piece in hand is a pawn that may take over the union that has just passed."""
        if not self.en_passant_frees or not self.may_unite_en_passant(state):
            return False
        # Nothing was taken over en passant yet: the unions stand as they did.
        return not (self._frees_once and self._unions[0] >> square_of(state) & 1)

    def union_pieces(self, state: State) -> dict[Square, int]:
        """The player's piece in each union; one drawn back en passant is named on both squares."""
        return {square: state >> shift & 7 for square, shift in self._shifts.items()}

    def ends_en_passant(self, state: State) -> bool:
        """Whether the turn can end with a new union en passant."""
        if self.en_passant_frees or not self.may_unite_en_passant(state):
            return False
        passed = 1 << self.en_passant
        return self._duty is None or bool(self._duty.chain_ends(self, state, passed))

    def covered(self, state: State) -> SquareSet:
        """Squares the piece in hand could reach if an enemy stood there."""
        piece, square = hand_of(state), square_of(state)
        if piece == KING:
            return KING_COVER[square]
        return cover(piece, self.color, square, self._occupied[state & EP_TAKEN])

    def entries(self, state: State) -> list[Entry]:
        """The unions the piece in hand may take over, and what follows."""
        taken = state & EP_TAKEN
        entered = self.targets(state) & self._unions[taken]
        found: list[Entry] = []
        while entered:
            low = entered & -entered
            entered ^= low
            square = low.bit_length() - 1
            found += self._enter(state, square, square)
        if self.en_passant_frees and self._may_free_en_passant(state):
            is_passed = self.side.rules.freed_en_passant == FreedEnPassant.PASSED_SQUARE
            freed_on = self.en_passant if is_passed else self.side.victim
            found += self._enter(state | EP_TAKEN, self.en_passant, freed_on)
        return found

    def followers(self, state: State) -> list[State]:
        """The states after taking over one more union: those of `entries`, without their names."""
        hand = state >> HAND_SHIFT & 7
        entered = self.targets(state) & self._unions[state & EP_TAKEN]
        if self._rook_flags or (
            hand == PAWN and (self.en_passant_frees or entered & LAST_RANK[self.color])
        ):
            return [entry.state for entry in self.entries(state)]
        # The same as `_enter` for the many cases that are not special.
        found = []
        shifts = self._shifts
        without_hand = state & ~HAND_MASK
        while entered:
            low = entered & -entered
            entered ^= low
            square = low.bit_length() - 1
            shift = shifts[square]
            freed = state >> shift & 7
            found.append(
                without_hand ^ (freed ^ hand) << shift
                | freed << HAND_SHIFT
                | square << SQUARE_SHIFT
            )
        return found

    def _enter(self, state: State, square: Square, freed_on: Square) -> tuple[Entry, ...]:
        shift = self._shifts[square]
        hand = state >> HAND_SHIFT & 7
        freed = state >> shift & 7
        after = state & ~(HAND_MASK | 7 << shift)
        after |= freed << HAND_SHIFT | freed_on << SQUARE_SHIFT
        if square in self._rook_flags:
            after |= self._rook_flags[square]
        if hand == PAWN and LAST_RANK[self.color] >> square & 1:
            return tuple(Entry(square, piece, after | piece << shift) for piece in PROMOTIONS)
        return (Entry(square, 0, after | hand << shift),)

    def reachable(self) -> Iterator[State]:
        """Every state of the chain, the bare lift first; each once."""
        stack = [self.root]
        seen = {self.root}
        while stack:
            state = stack.pop()
            yield state
            for after in self.followers(state):
                if after not in seen:
                    seen.add(after)
                    stack.append(after)

    def pieces_after(self, state: State) -> bytearray:
        """The player's pieces while the hand of `state` is in the air."""
        own = bytearray(self.side.own)
        own[self.start] = 0
        for square in self.side.union_squares:
            own[square] = state >> self._shifts[square] & 7
        if state & EP_TAKEN:
            own[self.en_passant], own[self.side.victim] = own[self.side.victim], 0
        return own

    def has_promoted(self, state: State) -> bool:
        """Whether a pawn was promoted on the way: there are fewer than there were."""
        if not LAST_RANK[self.color] & self.side.unions:
            return False
        return self._pawns(state) < self._pawns(self.root)

    def _pawns(self, state: State) -> int:
        shifts = [self._shifts[square] for square in self.side.union_squares]
        return sum(state >> shift & 7 == PAWN for shift in (*shifts, HAND_SHIFT))

    def others_after(self, state: State) -> bytearray:
        """The other player's pieces: only en passant moves one of them."""
        other = bytearray(self.side.other)
        if state & EP_TAKEN:
            other[self.en_passant], other[self.side.victim] = other[self.side.victim], 0
        return other
