"""What is wrong with a board from the first.

Whoever begins a trace says how the board stands. What reads otherwise then is a bad sensor, unless
it may be play: a piece lifted just now, or a turn made between two looks of a slow board. A piece
that comes from nowhere was set down by nobody, but for one case: it may have left a stuck square.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from board_daemon.rules.destinations import live_destinations
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.tracking.seeing.contents import (
    Content,
    contents_of,
    disagreeing,
    looks_empty,
)

# So early, in seconds, nobody has done anything.
_EARLY: Final = 0.5
# A look may be told square by square. No hand lifts and sets down as fast.
_ONE_LOOK: Final = 0.03
# A frame that tells of so many squares is a look at the whole board.
_WHOLE_BOARD: Final = 60
# More squares than this that look wrong at first are a board that is set up wrongly.
_MOST_SUSPECTS: Final = 2


class Wrong(NamedTuple):
    """Squares that look otherwise than the board is said to stand."""

    suspects: SquareSet = NO_SQUARES
    """They are bad as far as anybody can tell."""
    doubtful: SquareSet = NO_SQUARES
    """They may be bad: so it is if no turn explains what comes later."""


class Opening:
    """Looks at the first readings of a board, until somebody plays."""

    def __init__(self, start: Position) -> None:
        """`start`: how the board is said to stand."""
        self._start = start
        self._stands = contents_of(start)
        self._begins: float | None = None
        """When the first line was, if it told of nothing."""
        self._first: float | None = None
        """When something was read first, in seconds."""
        self._seen: dict[Square, Content] = {}
        self.wrong = Wrong()
        """What looks wrong as far as was told."""
        self.is_early = False
        """Whether the first look came before anybody can have played."""
        self.is_over = False
        """Whether what changes from now on is play."""

    def find(self, looks: Mapping[Square, Content]) -> SquareSet:
        """Take in how a board was found of which nobody says how it stands; what is bad there.

        What is missing here and too many there is rather a piece that was moved.
        """
        self.is_over = True
        self._seen.update(looks)
        wrong, arrived = self._otherwise, self._arrived
        is_one_kind = arrived in (NO_SQUARES, wrong)
        return wrong if is_one_kind and wrong.bit_count() <= _MOST_SUSPECTS else NO_SQUARES

    def look(self, t: float, looks: Mapping[Square, Content]) -> Wrong | None:
        """Take in what is read at that time, in seconds; what is wrong, if that says anything."""
        if not looks:
            self._begins = t if self._begins is None and self._first is None else self._begins
            return None
        if self._first is None:
            self._first = t
            is_whole = self._begins is None and len(looks) >= _WHOLE_BOARD
            self.is_early = is_whole or t <= _EARLY
        is_first_look = t - self._first <= _ONE_LOOK
        self._seen.update(looks)
        if is_first_look:
            self.wrong = self._at_first()
        elif self._is_somebody_at_it:
            self.is_over = True
            return None
        else:
            self.wrong = self._with_arrivals(t, looks)
        return self.wrong

    @property
    def _is_at_once(self) -> bool:
        """Whether the first line told of nothing, and the first look came right after it.

        Who has lifted a piece may begin so as well, but none that he has set down.
        """
        if self._begins is None or self._first is None:
            return False
        return self._first - self._begins <= _ONE_LOOK

    @property
    def _is_somebody_at_it(self) -> bool:
        """Whether a piece is lifted, or what was missing is back."""
        suspects, doubtful = self.wrong
        return bool(self._left & ~suspects or (suspects | doubtful) & ~self._otherwise)

    @property
    def _left(self) -> SquareSet:
        """Squares where somebody should stand, and nobody seems to."""
        return square_set([s for s in bits(self._otherwise) if looks_empty(self._seen[s])])

    @property
    def _otherwise(self) -> SquareSet:
        return square_set([s for s, look in self._seen.items() if not look & self._stands[s]])

    @property
    def _arrived(self) -> SquareSet:
        """Squares where nobody should stand, and somebody does."""
        wrong = bits(self._otherwise)
        return square_set([s for s in wrong if self._stands[s] == Content.EMPTY])

    def _at_first(self) -> Wrong:
        """What the first look says."""
        wrong, arrived = self._otherwise, self._arrived
        if wrong.bit_count() > _MOST_SUSPECTS:
            return Wrong()
        if arrived and self._is_at_once:
            return Wrong(wrong)
        if self._may_be_a_turn(wrong & ~arrived, arrived):
            # Who goes on as if nothing had been played, has not played.
            return Wrong(doubtful=wrong)
        if self.is_early or (arrived and wrong.bit_count() > 1):
            return Wrong(wrong)
        return Wrong(doubtful=wrong)

    def _with_arrivals(self, t: float, looks: Mapping[Square, Content]) -> Wrong:
        """The same, and what has come from nowhere since: nobody has lifted anything."""
        suspects, doubtful = self.wrong
        came = self._arrived & square_set(looks) & ~(suspects | doubtful)
        if not came:
            return self.wrong
        is_certain = t <= _EARLY and (suspects | came).bit_count() <= _MOST_SUSPECTS
        if is_certain and not self._may_be_a_turn(suspects & ~self._arrived, came):
            return Wrong(suspects | came, doubtful)
        return Wrong(suspects, doubtful | came)

    def _may_be_a_turn(self, left: SquareSet, reached: SquareSet) -> bool:
        """Whether who is to move may have gone from the one square to the other."""
        if left.bit_count() != 1 or reached.bit_count() != 1:
            return False
        return _may_go(self._start, left, reached)


def _may_go(position: Position, left: SquareSet, reached: SquareSet) -> bool:
    """Whether the side to move has a turn from one square to an empty one.

    It has if it may begin a chain: that may end anywhere.
    """
    targets = live_destinations(position).get(left.bit_length() - 1, NO_SQUARES)
    return bool(targets & (reached | position.unions))


def may_have_been_moved(
    position: Position, before: Position | None, left: SquareSet, reached: SquareSet
) -> bool:
    """Whether somebody has gone so, whoever was to move, or has taken the last turn back.

    `before`: the position before that; None: there was no turn.
    """
    if left.bit_count() != 1 or reached.bit_count() != 1:
        return False
    if before is not None:
        last = disagreeing(contents_of(before), contents_of(position))
        if last == left | reached:
            return True
    return any(
        _may_go(replace(position, to_move=color, en_passant=None), left, reached)
        for color in Color
        if position.squares(color) & left
    )
