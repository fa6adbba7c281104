"""Explanations of what was seen: turns that fit, how well, and what to go by in weighing them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from board_daemon.rules.actions import Action, Lift, Promote, squares_of
from board_daemon.rules.castling import rook_way
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, square_set
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings


@dataclass(frozen=True, slots=True)
class Doubts:
    """How surprising it is, in nats, that a join left no trace, or left one."""

    silent: float
    touched: float

    def of_a_touch(self, adjust: float) -> float:
        """The least doubt of a touch of a piece: it was joined, or adjusted with that doubt."""
        return min(self.touched, adjust)


@dataclass(frozen=True, slots=True)
class Answers:
    """What the player has said of the turn."""

    enters: SquareSet = NO_SQUARES
    avoids: SquareSet = NO_SQUARES
    leafed: int = 0
    """How often he had gone on to the next piece for a promotion that he owed."""
    was: PieceType = PROMOTIONS[0]
    """What that pawn is if he chooses nothing."""
    said: "tuple[Statement, ...]" = ()

    @property
    def spoken_of(self) -> SquareSet:
        """The squares of which he has said something."""
        squares = self.enters | self.avoids
        for said in self.said:
            squares |= said.squares if isinstance(said, Said) else 1 << said.square
        return squares

    def allow_entering(self, entered: SquareSet) -> bool:
        """Whether a turn that entered these squares is what he has said of those it entered."""
        return not (self.enters & ~entered or self.avoids & entered)

    def allow(self, turn: "Explanation") -> bool:
        """Whether it may have been that turn, by what he has said of its squares."""
        return all(said.is_true_of(turn) for said in self.said)


def leafed_to(leafed: int, was: PieceType) -> PieceType:
    """The piece that a player has gone on to from what it `was`, by so many touches."""
    return PROMOTIONS[(PROMOTIONS.index(was) + leafed) % len(PROMOTIONS)]


@dataclass(frozen=True, slots=True)
class Said:
    """Whether the turn began, entered or ended on one of some squares, as the player says."""

    squares: SquareSet
    is_on: bool
    is_unfelt: bool = False
    """Whether a touch of them was waited for before, in vain."""

    def is_true_of(self, turn: "Explanation | None") -> bool:
        """Whether it is true of a turn; None: nothing was played."""
        on = NO_SQUARES if turn is None else squares_on(turn)
        return bool(on & self.squares) == self.is_on


@dataclass(frozen=True, slots=True)
class SaidPiece:
    """Whether a piece of some kind, of either colour, stands on a square, as the player says."""

    square: Square
    piece: PieceType
    is_there: bool

    def is_true_of(self, turn: "Explanation | None") -> bool:
        """Whether it is true of what stands after a turn; of nothing played it tells nothing."""
        return turn is None or stands_on(turn.position, self.square, self.piece) == self.is_there


Statement = Said | SaidPiece
"""What a player says of the turn that he has played."""


def stands_on(position: Position, square: Square, piece: PieceType) -> bool:
    """Whether a piece of that kind stands on the square, whosever it is."""
    return piece in (position.white_at(square), position.black_at(square))


@dataclass(frozen=True, slots=True)
class Choice:
    """A piece that the player has named for a promotion."""

    t: float
    """When, in seconds."""
    piece: PieceType


@dataclass(frozen=True, slots=True)
class Explanation:
    """A turn that leaves the board as it looks, and how well it fits what happened."""

    actions: tuple[Action, ...]
    position: Position
    """The position after the turn."""
    doubt: float
    """In nats; zero for a turn played by the convention with nothing else touched."""
    odd: float
    """How much of it is not for its joins: for touches that no step accounts for, and the like."""
    entered: SquareSet
    """Occupied squares that the turn entered, and a square on which a union ended unseen."""
    end: Square
    """Where the turn ended."""
    silent: int
    """How many of the joins left no trace."""
    touched: int
    """How many were made by the convention."""
    is_visible: bool
    """Whether the end itself was seen: a piece arriving, or a touch."""
    is_hidden: bool
    """Whether it ended where the sensor can see neither a union nor that it came."""
    told: int
    """How many of its promotions nobody can name any more; the others go by touches."""
    named: int = 0
    """How many of the pieces that its player has named are for its promotions."""
    leaves_choice: bool = False
    """Whether it is taken, with doubt, to leave what was named to a pawn that came home later."""
    was_seen_to_go: bool = True
    """Whether what moved was seen to be taken up."""
    was_carried_singly: bool = False
    """Whether a union had arrived before all of it was gone: moved piece by piece, it seems."""

    @property
    def start(self) -> Square:
        """Where the turn began."""
        return next(action.square for action in self.actions if isinstance(action, Lift))

    @property
    def shows_its_joins(self) -> bool:
        """Whether each join was seen, as the convention asks for."""
        return not self.silent and self.touched >= self.entered.bit_count()

    @property
    def promotes(self) -> bool:
        """Whether any pawn becomes another piece."""
        return any(isinstance(action, Promote) for action in self.actions)


def squares_on(turn: Explanation) -> SquareSet:
    """The squares on which a turn began, entered or ended; in castling, the rook's as well."""
    color = turn.position.to_move.other
    way = rook_way(color, turn.start, turn.end)
    if way is None or turn.position.king_square(color) != turn.end:
        return squares_of_hand(turn)
    return squares_of_hand(turn) | square_set(way)


def squares_of_hand(turn: Explanation) -> SquareSet:
    """The squares on which a turn began, entered or ended, but for the rook's in castling."""
    return square_set(squares_of(turn.actions))


@dataclass(frozen=True, slots=True)
class Explanations:
    """What a search found, best first."""

    found: tuple[Explanation, ...]
    missed: float = math.inf
    """Doubt of the best that the search may have missed; infinity: it has missed nothing."""

    def with_more(self, others: "Explanations") -> "Explanations":
        """The turns that either of two searches has found."""
        found = sorted((*self.found, *others.found), key=lambda turn: turn.doubt)
        return Explanations(tuple(found), min(self.missed, others.missed))

    def leaving_the_choice(self, doubt: float) -> "Explanations":
        """The turns that promote, leaving what was named to a later pawn; so more doubtful."""
        found = [
            replace(turn, doubt=turn.doubt + doubt, leaves_choice=True)
            for turn in self.found
            if turn.promotes
        ]
        return Explanations(tuple(found), self.missed + doubt)


def stopping_doubt(
    stops: Sequence[tuple[float, float]], settings: TrackerSettings, until: float = math.inf
) -> float:
    """Doubt of having set something down on its way, by how long it stood there.

    After a while that rather was where a turn ended; one turn at a time, and so once for all that
    stood at the same time. `until`: what stopped later does not count.
    """
    doubt = together = 0.0
    last = -math.inf
    for came, left in sorted(stop for stop in stops if stop[0] < until):
        if came >= last:
            doubt, together = doubt + together, 0.0
        together = min(together + settings.change_of_mind * (left - came), settings.wrong_move)
        last = max(last, left)
    return doubt + together


def wandering_doubt(evidence: Evidence, settings: TrackerSettings) -> float:
    """Doubt of what was set down on empty squares and is gone again, if no turn moved it."""
    doubt = settings.silent_unseen * evidence.from_nowhere(settings.passing)
    doubt += settings.stir * evidence.stirred.bit_count()
    return doubt + stopping_doubt(evidence.stops(settings.passing), settings)
