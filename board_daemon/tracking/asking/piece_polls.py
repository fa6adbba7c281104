"""The question which piece stands on a square now, where turns over the same squares differ in it.

A chain that comes by a stuck square once more, or not, enters no other squares for that: only which
piece is where tells the two apart. That nobody need remember, it is to be seen on the board.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from board_daemon.rules.actions import promoted_pieces
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.squares import ALL_SQUARES, NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.tracking.asking.polls import Poll
from board_daemon.tracking.asking.questions import Question
from board_daemon.tracking.events import AskPieceEvent, Event
from board_daemon.tracking.explaining.explanation import Said, SaidPiece, Statement, stands_on
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate
from board_daemon.tracking.hypotheses.steps import ends_of, kind_of, on_squares

_KINDS: Final = PROMOTIONS
"""The kinds of pieces that have a colour of light: where a pawn stands or another piece, it is
enough to ask for the other one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PiecePoll(Poll):
    """Does a piece of this kind stand on the square now?"""

    piece: PieceType

    @property
    def square(self) -> Square:
        """The square that is asked about."""
        return next(bits(self.squares))

    def asks_the_same(self, other: Poll) -> bool:
        """Whether the other one asks just that, with whichever pieces to answer it."""
        is_same = isinstance(other, PiecePoll) and other.piece == self.piece
        return is_same and Poll.asks_the_same(self, other)

    def _said(self, touched: Square) -> Statement:
        return SaidPiece(self.square, self.piece, is_there=touched == self.yes)

    def answered(self, root: Line, touched: Square) -> Line:
        """The line before the turn, with what the answer says of that turn."""
        stood = stands_on(root.position, self.square, self.piece)
        if stood != (touched == self.yes):
            # Something else stands there than before: the turn was there.
            root = root.with_said(Said(self.squares, is_on=True))
        return root.with_said(self._said(touched))

    def settled(
        self, root: Line, lines: Sequence[Line], touched: Square, t: float
    ) -> tuple[Line, list[Line]]:
        """The line before the turn and those after it, by the answer."""
        return Question.settled(self, root, lines, touched, t)

    def event(self) -> Event:
        """What tells people of it."""
        return AskPieceEvent(self.t, self.square, self.piece, self.yes, self.no)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicePoll(PiecePoll):
    """Has the pawn become that piece which the last recorded turn brought home, unfelt?"""

    def agreeing(self, lines: Sequence[Line], touched: Square) -> list[Line] | None:
        """The lines of later turns: whichever piece it is, they may have been played."""
        return [line for line in lines if line.depth >= self.depth]

    def answered(self, root: Line, touched: Square) -> Line:
        """The last recorded position, with what the answer says of its pawn."""
        others = tuple(piece for piece in PROMOTIONS if piece != self.piece)
        denied = others if touched == self.yes else (self.piece,)
        return replace(root, ruled_out=(*root.ruled_out, *denied))

    def leaves_open(self, touched: Square) -> bool:
        """Whether the answer only rules something out: of the turns after it, it tells nothing."""
        return True


def parting_piece(
    near: Sequence[Candidate], turns: Sequence[Line], in_hand: SquareSet
) -> tuple[Square, PieceType] | None:
    """The square and the kind of piece of which an answer tells most; None: it tells nothing.

    `near`: what may stand on the board now, the likeliest first; `turns`: the one of each that is
    asked for. What was moved since or is `in_hand`, or may be another piece as soon as its player
    says so, is not asked about; where a turn ended only if nothing else tells: its player may go on
    from there, and has answered for what stood there before.
    """
    ends = ends_of(turns)
    still = _unmoved(near, turns) & ~in_hand
    return _parting_most(still & ~ends, turns) or _parting_most(still & ends, turns)


def _parting_most(squares: SquareSet, turns: Sequence[Line]) -> tuple[Square, PieceType] | None:
    positions = {kind_of(turn): turn.position for turn in reversed(turns)}.values()
    best, most = None, 0
    for square in bits(squares):
        for piece in _KINDS:
            there = sum(stands_on(position, square, piece) for position in positions)
            parted = min(there, len(positions) - there)
            if parted > most:
                best, most = (square, piece), parted
    return best


def _unmoved(near: Iterable[Candidate], turns: Iterable[Line]) -> SquareSet:
    """Squares that no step after the one asked for was on, and where no promoted pawn stands."""
    moved = NO_SQUARES
    for candidate, turn in zip(near, turns, strict=True):
        for later in candidate.line.steps_since(turn.depth):
            moved |= on_squares(later)
        if turn.explanation is not None:
            moved |= square_set(promoted_pieces(turn.explanation.actions))
    return ALL_SQUARES & ~moved
