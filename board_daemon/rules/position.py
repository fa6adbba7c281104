"""A position: who stands where, who is to move, what is in hand."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.rulesets import PACOPLAY, Ruleset
from board_daemon.rules.squares import ALL_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.rules.status import Status

# One byte a square, 0 for "nobody of this colour", else a PieceType.
Pieces = bytes

_AS_BINARY_DIGITS: Final = b"0" + b"1" * 255

_HOME_ROW: Final = bytes(
    (
        PieceType.ROOK,
        PieceType.KNIGHT,
        PieceType.BISHOP,
        PieceType.QUEEN,
        PieceType.KING,
        PieceType.BISHOP,
        PieceType.KNIGHT,
        PieceType.ROOK,
    )
)
_PAWN_ROW: Final = bytes((PieceType.PAWN,)) * 8
ROOK_HOMES: Final[SquareSet] = square_set((0, 7, 56, 63))
KING_HOME: Final[tuple[Square, Square]] = (4, 60)


def occupied_squares(pieces: Pieces) -> SquareSet:
    """The set of squares on which somebody of this colour stands."""
    return int(pieces[::-1].translate(_AS_BINARY_DIGITS), 2)


@dataclass(frozen=True, slots=True)
class Hand:
    """What the player to move holds, and the square it was taken from or freed on."""

    square: Square
    piece: PieceType
    partner: PieceType | None = None
    """The other player's piece, where a union was lifted."""


MOST_COUNTED: Final = 9999
"""Half-moves and turns are counted so far, and a FEN holds no more."""


class Memory(NamedTuple):
    """What a position must remember under some rulesets; under the others it never changes."""

    two_steps: SquareSet = ALL_SQUARES
    """Squares of first and second ranks from which a pawn may still go two squares."""
    last_union_move: tuple[Square, Square] | None = None
    """From where to where the last turn moved a union, where that may not be undone at once."""
    turns_played: int = 0
    """Counted where the ruleset's FEN says it."""
    answers_sako: bool = False
    """Whether the turn under way must leave the mover's king out of Ŝako, or win."""


NOTHING: Final = Memory()


@dataclass(frozen=True, slots=True)
class Position:
    """All that decides what may be played next, but for repetitions (see `game.Game`)."""

    white: Pieces
    black: Pieces
    to_move: Color
    no_progress: int
    """Half-moves since the last new union or promotion; a lift counts at once."""
    castling: SquareSet
    """Home squares of the rooks that may still castle."""
    en_passant: Square | None
    """The square that a pawn has just passed over."""
    phase: Status = Status.RUN
    """What the side to move owes next, or PACO_W, PACO_B, DRAW_PROGRESS."""
    hand: Hand | None = None
    promoting: Square | None = None
    """Where a pawn waits to be promoted."""
    rules: Ruleset = PACOPLAY
    memory: Memory = NOTHING
    white_squares: SquareSet = field(init=False, compare=False, repr=False)
    black_squares: SquareSet = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "white_squares", occupied_squares(self.white))
        object.__setattr__(self, "black_squares", occupied_squares(self.black))

    def __hash__(self) -> int:
        # Positions differ in these, but for few; what they hold as bytes is hashed only once.
        return hash((self.white, self.black, self.to_move, self.no_progress, self.castling))

    @staticmethod
    def start(rules: Ruleset = PACOPLAY) -> "Position":
        """All 32 on their home squares, White to move (English booklet, page 11)."""
        return Position(
            white=_HOME_ROW + _PAWN_ROW + bytes(48),
            black=bytes(48) + _PAWN_ROW + _HOME_ROW,
            to_move=Color.WHITE,
            no_progress=0,
            castling=ROOK_HOMES,
            en_passant=None,
            rules=rules,
        )

    @property
    def occupied(self) -> SquareSet:
        """Squares on which anybody stands."""
        return self.white_squares | self.black_squares

    @property
    def unions(self) -> SquareSet:
        """Squares on which two pieces stand."""
        return self.white_squares & self.black_squares

    @property
    def is_idle_too_long(self) -> bool:
        """Whether so many half-moves without progress have passed that the game is a draw."""
        limit = self.rules.idle_half_moves_to_draw
        return limit is not None and self.no_progress >= limit

    @property
    def no_progress_when_lifted(self) -> int:
        """Half-moves without progress once something more is lifted."""
        if self.rules.remembers_moves and self.rules.idle_half_moves_to_draw is None:
            return self.no_progress  # Neither the rules nor their FEN ask for it.
        return min(self.no_progress + 1, MOST_COUNTED)

    def but_for_counts(self) -> Hashable:
        """All of it that is not only counted, for comparing."""
        rest = self.castling, self.en_passant, self.phase, self.hand, self.promoting, self.rules
        memory = self.memory._replace(turns_played=0)
        return self.white, self.black, self.to_move, *rest, memory

    @property
    def all_dance(self) -> bool:
        """Whether every piece but the kings stands in a union."""
        alone = self.white_squares ^ self.black_squares
        kings = sum(1 << self.king_square(color) for color in Color if self.king_square(color) >= 0)
        return bool(self.unions) and not alone & ~kings and self.hand is None

    def pieces(self, color: int) -> Pieces:
        """One colour's pieces, one byte a square."""
        return self.black if color else self.white

    def squares(self, color: int) -> SquareSet:
        """Squares on which one colour stands, alone or in a union."""
        return self.black_squares if color else self.white_squares

    def piece_at(self, color: int, square: Square) -> PieceType | None:
        """The piece of that colour on the square."""
        piece = self.pieces(color)[square]
        return PieceType(piece) if piece else None

    def white_at(self, square: Square) -> PieceType | None:
        """The white piece on the square."""
        return self.piece_at(Color.WHITE, square)

    def black_at(self, square: Square) -> PieceType | None:
        """The black piece on the square."""
        return self.piece_at(Color.BLACK, square)

    def king_square(self, color: int) -> Square:
        """Where that colour's king stands, or -1 while he is in hand."""
        return self.pieces(color).find(PieceType.KING)


def piece_letters(position: Position) -> dict[Square, tuple[str, str]]:
    """The letters of White's and of Black's piece on every square that is taken, "" for none.

    So a virtual board is told how its pieces stand.
    """
    return {
        square: (_letter(position.white[square]), _letter(position.black[square]))
        for square in bits(position.occupied)
    }


def _letter(kind: int) -> str:
    return PieceType(kind).letter if kind else ""
