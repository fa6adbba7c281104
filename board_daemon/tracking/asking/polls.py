"""Questions that no touch of their own squares answers: was the turn on one of these squares?

Where a turn began, entered or ended on a square that shows nothing, touching that square says
nothing either. So the board lights two pieces beside the squares that it asks about: lifting and
returning the one says yes, the other one no. The board chooses two that it can feel.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, combined
from board_daemon.tracking.asking.questions import Question
from board_daemon.tracking.events import AskPartEvent, AskTakebackEvent, Event
from board_daemon.tracking.explaining.explanation import Said, Statement
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Pool
from board_daemon.tracking.hypotheses.steps import gives_the_move_back, on_squares
from board_daemon.tracking.seeing.contents import Content, looks_empty
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.watch import Watch

_NOTICING: Final = 0.6
"""Seconds before which nobody can have seen what is lit and lifted a piece because of it."""
_READING: Final = 2.5
"""Seconds it takes at least to find the lights, to read them and to reach for an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Poll(Question):
    """Did the turn begin, enter or end on one of these squares?"""

    yes: Square
    """Where a white piece stands that says yes, or a union."""
    no: Square
    """Where a black piece stands that says no, or a union."""
    unfelt: SquareSet = NO_SQUARES
    """Squares of which a touch was waited for in vain."""
    unfelt_before: SquareSet = NO_SQUARES
    """Those that did not show either when they were joined before."""
    is_repeated: bool = False
    """Whether it was put again, as the first answer may have been none."""
    said_before: Square | None = None
    """What was touched to answer the one before it, where nobody was told that this was heard."""

    @property
    def answers(self) -> tuple[Square, ...]:
        """Where the pieces stand that say yes and no, as far as they are lit for that."""
        return self.yes, self.no

    def touched(self, seen: Sequence[Content], changes: Sequence[Sighting]) -> Square | None:
        """The one of the two pieces that was lifted and set down since; None: not so.

        A touch that was waited for in vain, and is felt after all, says yes as it would have. What
        is touched soon after something else is rather a step of somebody's turn: unless he does so
        again. What is touched at once is no answer.
        """
        square = Question.touched(self, seen, changes)
        if square is None or changes[self.index].t < self.t + _NOTICING:
            return None
        if square != self.last_touched and self.was_at_something_else(changes):
            return None
        if (self.squares & self.unfelt) >> square & 1:
            return self.yes
        return square if square in (self.yes, self.no) else None

    def from_now_on(self, seen: Sequence[Content], changes: Sequence[Sighting]) -> Self:
        """The same question, to be answered from now on; a touch of the same piece is an answer."""
        later = Question.from_now_on(self, seen, changes)
        return replace(later, last_touched=Question.touched(self, seen, changes))

    def may_be_hasty(self, changes: Sequence[Sighting]) -> bool:
        """Whether a touch came sooner than anybody finds the lights, reads them and answers.

        He may have straightened the piece that stands there. Who does so twice has answered.
        """
        return not self.is_repeated and changes[self.index].t < self.t + _READING

    def may_answer_the_one_before(self, changes: Sequence[Sighting], touched: Square) -> bool:
        """Whether whoever touched that may only have said once more what he had said to that one.

        Nothing told him that he had been heard.
        """
        is_same = touched == self.said_before and not self.is_repeated
        return is_same and Question.may_be_hasty(self, changes)

    def put_again(self, t: float, touched: Square) -> "Poll":
        """The same question at that time, the next answer to which holds."""
        return replace(self, t=t, is_repeated=True)

    def touch_that_says(self, square: Square | None) -> Square | None:
        """The one of the two pieces whose touch says the same; None: the square is none asked."""
        if square is None:
            return self.no
        is_yes = square == self.yes or self.squares >> square & 1
        return self.yes if is_yes else self.no if square == self.no else None

    def agreeing(self, lines: Sequence[Line], touched: Square) -> list[Line] | None:
        """The lines that the answer leaves, perhaps none."""
        said = self._said(touched)
        return [
            line
            for line in lines
            if (step := line.step_at(self.depth)) is not None and said.is_true_of(step.explanation)
        ]

    def fitting(self, lines: Sequence[Line], square: Square | None) -> list[Line]:
        """The lines that the player's word leaves: yes with any of the squares, no with None."""
        touched = self.touch_that_says(square)
        return [] if touched is None else self.agreeing(lines, touched) or []

    def answered(self, root: Line, touched: Square) -> Line:
        """The line before the turn, with what the answer says of that turn."""
        return root.with_said(self._said(touched))

    def _said(self, touched: Square) -> Statement:
        is_unfelt = bool(self.squares & self.unfelt)
        return Said(self.squares, is_on=touched == self.yes, is_unfelt=is_unfelt)

    def settled(
        self, root: Line, lines: Sequence[Line], touched: Square, t: float
    ) -> tuple[Line, list[Line]]:
        """The line before the turn and those after it, with what the answer says of them."""
        answered, settled = Question.settled(self, root, lines, touched, t)
        if touched == self.yes:
            answered = replace(answered, blind=answered.blind | _shared_blind(settled))
            settled = [line.grown_from(answered) for line in settled]
            is_one = self.squares.bit_count() == 1
            has_failed = not settled or self.squares & self.unfelt_before
            if has_failed and is_one and self.squares & self.unfelt:
                # He was there, and it has shown that by no turn on sound squares, or once more not.
                return replace(answered, blind=answered.blind | self.squares), []
        # What shows nowhere is seen as late as the player says so.
        return answered, [replace(line, t=t) for line in settled]

    def leaves_open(self, touched: Square) -> bool:
        """Whether the answer only rules something out."""
        return touched == self.no

    def asks_the_same(self, other: "Poll") -> bool:
        """Whether the other one asks just that, with whichever pieces to answer it."""
        return type(self) is type(other) and self.squares == other.squares

    def was_answered(self, root: Line) -> bool:
        """Whether `root`, the last recorded position, tells what is asked already."""
        is_of_next = type(self) is Poll and self.depth == root.depth + 1
        return is_of_next and root.has_said_of(self.squares)

    def event(self) -> Event:
        """What tells people of it."""
        return AskPartEvent(self.t, tuple(bits(self.squares)), self.yes, self.no)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakebackPoll(Poll):
    """Was the last turn taken back, or was another one played, as that moves its union back?"""

    def agreeing(self, lines: Sequence[Line], touched: Square) -> list[Line] | None:
        """The lines that the answer leaves, perhaps none."""
        steps = [(line, step) for line in lines if (step := line.step_at(self.depth)) is not None]
        if touched != self.yes:
            return [line for line, step in steps if step.explanation is not None]
        return [line for line, step in steps if gives_the_move_back(step)]

    def answered(self, root: Line, touched: Square) -> Line:
        """The line that the union had moved to, with what the answer says of that turn."""
        return replace(root, took_back=touched == self.yes)

    def settled(
        self, root: Line, lines: Sequence[Line], touched: Square, t: float
    ) -> tuple[Line, list[Line]]:
        """The line that the union had moved to and those after it, by the answer."""
        return Question.settled(self, root, lines, touched, t)

    def leaves_open(self, touched: Square) -> bool:
        """Whether the answer only rules something out."""
        return False

    def event(self) -> Event:
        """What tells people of it."""
        return AskTakebackEvent(self.t, next(bits(self.squares)), self.yes, self.no)


def _shared_blind(lines: Sequence[Line]) -> SquareSet:
    """The squares that all these lines take for dead or stuck; none where there are no lines."""
    shared = lines[0].blind if lines else NO_SQUARES
    for line in lines[1:]:
        shared &= line.blind
    return shared


def parting_squares(turns: Sequence[Line | None], known: SquareSet) -> SquareSet:
    """Squares to ask about: about half of the turns were on one of them; none where all alike.

    `turns`: the likeliest first; None is no turn at all. `known`: squares known to show nothing,
    which are asked about rather than others, as are those that a turn itself supposes to do so:
    where others were on sound ones, that was seen.
    """
    on = [on_squares(turn) for turn in turns]
    if None in turns:
        # Wherever a piece in hand goes, or has gone, it began where it was seen to be taken up.
        reached = [each & ~_seen_start(turn, known) for each, turn in zip(on, turns, strict=True)]
        on = reached if combined(reached) else on
    blind = [NO_SQUARES if turn is None else turn.blind for turn in turns]
    unseen = known | combined(blind)
    supposed = [each & (known | own) for each, own in zip(on, blind, strict=True)]
    ways = [_parting(supposed, on), _parting([each & unseen for each in on], on)]
    return max(ways, key=lambda squares: _parted(on, squares)) or _parting(on, on)


def _seen_start(turn: Line | None, known: SquareSet) -> SquareSet:
    """The square where a turn was seen to begin; none where it was not."""
    if turn is None or turn.explanation is None or not turn.explanation.was_seen_to_go:
        return NO_SQUARES
    start = 1 << turn.explanation.start
    came_home = turn.explanation.end == turn.explanation.start
    return start if came_home or not start & (known | turn.blind) else NO_SQUARES


def squares_of_first(turns: Sequence[Line | None], known: SquareSet) -> SquareSet:
    """Squares that show nothing and on which the first turn alone was, of all these; `known` above.

    None where it is no turn.
    """
    on = [on_squares(turn) for turn in turns]
    own = NO_SQUARES if turns[0] is None else turns[0].blind
    return on[0] & (known | own) & ~combined(on[1:])


def _parting(among: Sequence[SquareSet], on: Sequence[SquareSet]) -> SquareSet:
    """Of the squares of each turn, those that part the turns best that were `on` all these."""
    ways = [combined(among[:number]) & ~combined(on[number:]) for number in range(1, len(on))]
    ways += [1 << square for square in bits(combined(among))]
    best = max(ways, key=lambda squares: _parted(on, squares), default=NO_SQUARES)
    return best if _parted(on, best) else NO_SQUARES


def _parted(on: Sequence[SquareSet], squares: SquareSet) -> int:
    """How many turns at least an answer rules out."""
    hit = sum(bool(each & squares) for each in on)
    return min(hit, len(on) - hit)


def answers_have_gone(poll: Poll, watch: Watch, pool: Pool | None) -> bool:
    """Whether one of the pieces that answer it has moved on, as part of a turn.

    `pool`: what may have been played; None: nobody knows.
    """
    seen, answers = watch.seen, (poll.yes, poll.no)
    if not poll.is_being_answered(seen, watch.changes) and any(
        looks_empty(seen[sq]) for sq in answers
    ):
        return True
    if pool is None or not pool.candidates:
        return False
    stands = pool.candidates[0].line.expected
    return any(looks_empty(stands[square]) for square in answers)
