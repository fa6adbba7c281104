"""What may follow the lift of one lone piece: the graph of its chains.

Within a chain only two things change which squares are occupied: the first lift, and a union en
passant, which draws the passed pawn back by one square. Everything else that a chain does is to
exchange pieces inside unions. So a state of the chain is which of the player's kinds of piece
stands in each union, the piece in hand and its square; that fits one int, and no move is ever made
or unmade.

A state, from the low bits up: whether a union was taken over en passant (1), which rooks that stood
in unions have lost their castling right (4), the square of the hand (6), the piece in hand (3),
then three bits for each union.
"""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from board_daemon.rules.attacks import (
    DOUBLE_STEP_RANKS,
    FORWARD,
    KING_COVER,
    KNIGHT_COVER,
    LAST_RANK,
    PAWN_COVER,
    bishop_cover,
    cover,
    pawn_steps,
    rook_cover,
)
from board_daemon.rules.pieces import BISHOP, KING, KNIGHT, PAWN, PROMOTIONS, QUEEN, ROOK
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import FreedEnPassant
from board_daemon.rules.squares import Square, SquareSet, bits

State = int

_EP_TAKEN = 1
_RIGHTS_SHIFT, _SQUARE_SHIFT, _HAND_SHIFT, _UNIONS_SHIFT = 1, 5, 11, 14
_HAND_MASK = 0x1FF << _SQUARE_SHIFT
"""The piece in hand and its square."""
_TARGETS_MASK = _HAND_MASK | _EP_TAKEN
"""What decides where the hand may be set down."""
_ROOK_BITS = {0: 1, 7: 2, 56: 4, 63: 8}


def hand_of(state: State) -> int:
    """The kind of piece in hand."""
    return state >> _HAND_SHIFT & 7


def square_of(state: State) -> Square:
    """The square where the piece in hand was lifted or freed."""
    return state >> _SQUARE_SHIFT & 63


def without_square(state: State) -> State:
    """The state but for the square of the hand: what the unions hold, and what is in hand."""
    return state & ~(63 << _SQUARE_SHIFT)


def holding(state: State, piece: int) -> State:
    """The state with another piece in hand."""
    return state & ~(7 << _HAND_SHIFT) | piece << _HAND_SHIFT


def with_hand(piece: int, square: Square, *, took_en_passant: bool) -> State:
    """A state of which only the hand matters, to ask for its targets."""
    return piece << _HAND_SHIFT | square << _SQUARE_SHIFT | took_en_passant


def rights_lost_in(state: State) -> SquareSet:
    """Home squares of the rooks that this chain has freed from their unions."""
    lost = state >> _RIGHTS_SHIFT
    return sum(1 << square for square, flag in _ROOK_BITS.items() if lost & flag)


def took_en_passant(state: State) -> bool:
    """Whether a union was taken over en passant on the way."""
    return bool(state & _EP_TAKEN)


class Duty(Protocol):
    """What the player must see to with the end of his turn."""

    def plain_ends(self, square: Square, targets: SquareSet) -> SquareSet:
        """Those targets that a king or a union lifted on the square may be set down on."""

    def chain_ends(self, chain: "Chain", state: State, targets: SquareSet) -> SquareSet:
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

    def layout(self) -> "Layout":
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
        shifts[square] = _UNIONS_SHIFT + 3 * index
        pieces |= side.own[square] << _UNIONS_SHIFT + 3 * index
    if side.en_passant is not None and side.victim in shifts:
        shifts[side.en_passant] = shifts[side.victim]
    # A rook of this colour that got to the other one's home square has no right to lose.
    homes = side.castling & side.unions & LAST_RANK[1 - side.color]
    rook_flags = {
        square: flag << _RIGHTS_SHIFT
        for square, flag in _ROOK_BITS.items()
        if homes >> square & 1 and side.own[square] == ROOK
    }
    return Layout(shifts, pieces, rook_flags)


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
        self.root: State = pieces | hand << _HAND_SHIFT | start << _SQUARE_SHIFT
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
        key = state & _TARGETS_MASK
        known = self._known.get(key)
        if known is not None:
            return known
        square, piece, taken = key >> _SQUARE_SHIFT & 63, key >> _HAND_SHIFT, key & _EP_TAKEN
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
        found = self.targets(state) & ~self._unions[state & _EP_TAKEN]
        return found if self._duty is None else self._duty.chain_ends(self, state, found)

    def may_unite_en_passant(self, state: State) -> bool:
        """Whether the piece in hand is a pawn that may join the one that has just passed."""
        return (
            self.en_passant >= 0
            and not state & _EP_TAKEN
            and hand_of(state) == PAWN
            and bool(PAWN_COVER[self.color][square_of(state)] >> self.en_passant & 1)
        )

    def can_enter(self, state: State) -> bool:
        """Whether the piece in hand may take over any union."""
        return bool(
            self.targets(state) & self._unions[state & _EP_TAKEN]
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
        return cover(piece, self.color, square, self._occupied[state & _EP_TAKEN])

    def entries(self, state: State) -> Iterator[Entry]:
        """The unions the piece in hand may take over, and what follows."""
        taken = state & _EP_TAKEN
        entered = self.targets(state) & self._unions[taken]
        while entered:
            low = entered & -entered
            entered ^= low
            square = low.bit_length() - 1
            yield from self._enter(state, square, square)
        if self._may_free_en_passant(state):
            is_passed = self.side.rules.freed_en_passant == FreedEnPassant.PASSED_SQUARE
            freed_on = self.en_passant if is_passed else self.side.victim
            yield from self._enter(state | _EP_TAKEN, self.en_passant, freed_on)

    def followers(self, state: State) -> list[State]:
        """The states after taking over one more union: those of `entries`, without their names."""
        hand = state >> _HAND_SHIFT & 7
        entered = self.targets(state) & self._unions[state & _EP_TAKEN]
        if self._rook_flags or (
            hand == PAWN and (self.en_passant_frees or entered & LAST_RANK[self.color])
        ):
            return [entry.state for entry in self.entries(state)]
        # The same as `_enter` for the many cases that are not special.
        found = []
        shifts = self._shifts
        without_hand = state & ~_HAND_MASK
        while entered:
            low = entered & -entered
            entered ^= low
            square = low.bit_length() - 1
            shift = shifts[square]
            freed = state >> shift & 7
            found.append(
                without_hand ^ (freed ^ hand) << shift
                | freed << _HAND_SHIFT
                | square << _SQUARE_SHIFT
            )
        return found

    def _enter(self, state: State, square: Square, freed_on: Square) -> Iterator[Entry]:
        shift = self._shifts[square]
        hand = state >> _HAND_SHIFT & 7
        freed = state >> shift & 7
        after = state & ~(_HAND_MASK | 7 << shift)
        after |= freed << _HAND_SHIFT | freed_on << _SQUARE_SHIFT
        if square in self._rook_flags:
            after |= self._rook_flags[square]
        if hand == PAWN and LAST_RANK[self.color] >> square & 1:
            for piece in PROMOTIONS:
                yield Entry(square, piece, after | piece << shift)
        else:
            yield Entry(square, 0, after | hand << shift)

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
        if state & _EP_TAKEN:
            own[self.en_passant], own[self.side.victim] = own[self.side.victim], 0
        return own

    def has_promoted(self, state: State) -> bool:
        """Whether a pawn was promoted on the way: there are fewer than there were."""
        if not LAST_RANK[self.color] & self.side.unions:
            return False
        return self._pawns(state) < self._pawns(self.root)

    def _pawns(self, state: State) -> int:
        shifts = [self._shifts[square] for square in self.side.union_squares]
        return sum(state >> shift & 7 == PAWN for shift in (*shifts, _HAND_SHIFT))

    def others_after(self, state: State) -> bytearray:
        """The other player's pieces: only en passant moves one of them."""
        other = bytearray(self.side.other)
        if state & _EP_TAKEN:
            other[self.en_passant], other[self.side.victim] = other[self.side.victim], 0
        return other
