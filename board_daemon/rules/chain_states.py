"""A state of a chain: which piece stands in each union, what is in hand, and where.

It is packed into one int, from the low bits up: whether a union was taken over en passant (1),
which rooks that stood in unions have lost their castling right (4), the square of the hand (6), the
piece in hand (3), then three bits for each union.
"""

from board_daemon.rules.squares import Square, SquareSet

State = int

EP_TAKEN = 1
RIGHTS_SHIFT, SQUARE_SHIFT, HAND_SHIFT, UNIONS_SHIFT = 1, 5, 11, 14
HAND_MASK = 0x1FF << SQUARE_SHIFT
"""The piece in hand and its square."""
TARGETS_MASK = HAND_MASK | EP_TAKEN
"""What decides where the hand may be set down."""
ROOK_BITS = {0: 1, 7: 2, 56: 4, 63: 8}


def hand_of(state: State) -> int:
    """The kind of piece in hand."""
    return state >> HAND_SHIFT & 7


def square_of(state: State) -> Square:
    """The square where the piece in hand was lifted or freed."""
    return state >> SQUARE_SHIFT & 63


def without_square(state: State) -> State:
    """The state but for the square of the hand: what the unions hold, and what is in hand."""
    return state & ~(63 << SQUARE_SHIFT)


def holding(state: State, piece: int) -> State:
    """The state with another piece in hand."""
    return state & ~(7 << HAND_SHIFT) | piece << HAND_SHIFT


def with_hand(piece: int, square: Square, *, took_en_passant: bool) -> State:
    """A state of which only the hand matters, to ask for its targets."""
    return piece << HAND_SHIFT | square << SQUARE_SHIFT | took_en_passant


def rights_lost_in(state: State) -> SquareSet:
    """Home squares of the rooks that this chain has freed from their unions."""
    lost = state >> RIGHTS_SHIFT
    return sum(1 << square for square, flag in ROOK_BITS.items() if lost & flag)


def took_en_passant(state: State) -> bool:
    """Whether a union was taken over en passant on the way."""
    return bool(state & EP_TAKEN)
