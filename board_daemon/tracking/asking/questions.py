"""Questions on the board: which squares to light, and what an answer says.

The player answers by lifting what stands on one of the lit squares that his turn entered and
setting it down again; if it entered none of them, by doing so on the square where it ended.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from operator import attrgetter
from typing import Final, Self

from board_daemon.rules.squares import ALL_SQUARES, NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.tracking.asking.answerable import taken
from board_daemon.tracking.events import AskSquareEvent, Event
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.steps import entered_by
from board_daemon.tracking.seeing.contents import (
    ANYTHING,
    HIDDEN,
    Content,
    Contents,
    alone,
    looks_empty,
    narrowed,
)
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import REACTION

# So long nothing changes before who has done something else, or holds a piece, looks and answers;
# and so long before he does who has only waited for the other player to move.
_LOOK: Final = 1.5
_LOOK_UP: Final = 0.5
# Seconds it takes most people to see what is lit and to reach for an answer.
_SEEING: Final = 1.0
# Seconds it takes somebody who was at something else to turn to what is lit: until then he may
# still be at it, as some steps of putting a union right show nowhere.
_TURNING_TO_IT: Final = 3.0
# Once anybody may adjust a piece.
_STRAYED_OFTEN: Final = 2
# So often nobody adjusts a piece while he waits: it may be joined by the one who is asked.
_ADJUSTED_OFTEN: Final = 5


@dataclass(frozen=True, slots=True)
class Question:
    """Which of these squares did the turn enter?"""

    squares: SquareSet
    depth: int
    """The turn that is asked for."""
    t: float
    """When it was put, in seconds."""
    index: int
    """How many changes there had been when it was put, or put again."""
    seen: tuple[Content, ...]
    """How the board looked then."""
    ends: SquareSet = ALL_SQUARES
    """Where the turns that it asks about ended."""
    stood: tuple[Content, ...] = ()
    """How the board looked when it was put first."""
    strayed: int = 0
    """How often since then who is asked has touched something that answers nothing."""
    adjusted: int = 0
    """How often running somebody has touched the same piece, which seems to be the other player's
    and answers nothing."""
    last_touched: Square | None = None
    """Where a piece was touched last that answers nothing."""
    own: Content = ANYTHING
    """What stands where the player who is asked has a piece."""
    at_once: SquareSet = ALL_SQUARES
    """Where one touch is an answer. Elsewhere it is asked again: with the first one the turn itself
    may have ended, or somebody has adjusted a piece where an unlikely turn would have ended."""
    again_at: Square | None = None
    """Where a touch need not have been an answer, and it was asked again; None: nowhere, or
    something else was done since."""
    replaces: bool = False
    """Whether another one stood until it was put, about other squares."""
    has_gone_on: bool = False
    """Whether what the turns set down last has moved on since it was put."""
    may_wait: bool = False
    """Whether who is asked may have answered, though play went on, and waits to hear of it."""

    @staticmethod
    def put(
        squares: SquareSet,
        depth: int,
        t: float,
        index: int,
        looks: tuple[Contents, Contents],
        turns: Sequence[Line | None],
        *,
        is_held: bool = False,
    ) -> "Question":
        """A question for some squares; `looks`: what is seen, and what is expected.

        `is_held`: whether what was played may still be in the air, and not over.
        """
        seen, expected = looks
        known = list(narrowed(seen, expected))
        for square in bits(squares):
            known[square] = seen[square] if seen[square] == HIDDEN else known[square]
        made = [(turn, turn.explanation) for turn in turns if turn and turn.explanation]
        ends = square_set([explanation.end for _, explanation in made])
        own = Content.UNION
        for turn, _ in made:
            own |= alone(turn.position.to_move.other)
        unseen = square_set([turn.end for _, turn in made if not turn.is_visible])
        at_once = squares | (ends & ~unseen if is_held else ends)
        looks_then = tuple(known)
        return Question(
            squares, depth, t, index, looks_then, ends, looks_then, own=own, at_once=at_once
        )

    def still_stands(self, seen: Sequence[Content]) -> bool:
        """Whether something stands where one of the turns ended, or was never seen to."""
        may_be_unseen = self.stood and not self.has_gone_on
        unseen = self.ends & ~taken(self.ends, self.stood) if may_be_unseen else NO_SQUARES
        return bool(unseen or taken(self.ends, seen))

    def gone_on_with(self, lines: Sequence[Line]) -> Self:
        """The same question, where what the turns set down last has moved on by these lines."""
        stands = map(self._stands, lines)
        ends = square_set([square for square in stands if square is not None])
        if not ends:
            return self
        return replace(self, ends=ends, at_once=self.at_once | ends, has_gone_on=True)

    def touched(self, seen: Sequence[Content], changes: Sequence[Sighting]) -> Square | None:
        """The one square that was lifted from and set down on since; None: something else was."""
        return self._touched_after(self._pause(seen, changes), seen, changes)

    def touched_after_a_reply(
        self, seen: Sequence[Content], changes: Sequence[Sighting]
    ) -> Square | None:
        """The same, where the other player has set down by then what looks held."""
        return self._touched_after(_LOOK_UP, seen, changes)

    def _touched_after(
        self, pause: float, seen: Sequence[Content], changes: Sequence[Sighting]
    ) -> Square | None:
        square = self._one_touch(seen, changes)
        if square is None or self._is_too_soon(changes):
            return None
        return None if self._is_right_after(pause, changes) else square

    def _is_right_after(self, pause: float, changes: Sequence[Sighting]) -> bool:
        """Whether something else was touched less than so many seconds before.

        Then it may be a step of the turn that he is playing, or of his putting things right.
        """
        return changes[self.index].t < self._last_change_before(changes) + pause

    def _is_too_soon(self, changes: Sequence[Sighting]) -> bool:
        """Whether it was touched before most people can have seen that it was asked."""
        return changes[self.index].t < self.t + REACTION

    def touched_too_soon(
        self, seen: Sequence[Content], changes: Sequence[Sighting]
    ) -> Square | None:
        """The touch that would answer, had it not come so soon.

        After the question, that is, or after something else was touched; not while anything may
        still be in the air.
        """
        square = self._one_touch(seen, changes)
        if square is None or self._is_too_soon(changes):
            return square
        if not self._answering >> square & 1 or self.is_in_hand(seen):
            return None
        return square if self._is_right_after(self._pause(seen, changes), changes) else None

    def _one_touch(self, seen: Sequence[Content], changes: Sequence[Sighting]) -> Square | None:
        """The one square that was touched since, if nothing else has changed."""
        evidence = Evidence(self.seen, seen, changes[self.index :])
        if evidence.dirty or len(evidence.touches) != 1:
            return None
        (square,) = evidence.touches
        # Whether a union stands there was what nobody could see.
        is_shown = self.squares >> square & 1 and self.seen[square] == HIDDEN
        return square if is_shown or evidence.returned else None

    def as_of_the_last_touch(self, changes: Sequence[Sighting]) -> Self:
        """The same question, to be answered by the last touch alone, if play went on before that.

        Neither does the other player wait with his reply for the answer, nor it for the reply.
        """
        later = changes[self.index :]
        last = later[-1].square if later else None
        touch = list(takewhile(lambda change: change.square == last, reversed(later)))
        first = len(changes) - len(touch)
        if last is None or first == self.index or not (self.squares | self.ends) >> last & 1:
            return self
        looks = list(self.seen)
        for change in changes[self.index : first]:
            looks[change.square] = change.content & looks[change.square] or change.content
        pause = changes[first].t - changes[first - 1].t
        return replace(self, seen=tuple(looks), index=first) if pause >= _LOOK_UP else self

    def was_touched_in_passing(self, changes: Sequence[Sighting]) -> bool:
        """Whether a touch that would answer was made while play went on, right before or after it.

        Whoever touched it may have answered, or only straightened it.
        """
        runs = [list(run) for _, run in groupby(changes[self.index :], attrgetter("square"))]
        return self.may_wait or (len(runs) > 1 and any(map(self._would_answer, runs)))

    def _would_answer(self, run: Sequence[Sighting]) -> bool:
        """Whether something was lifted and set down again by that where it answers."""
        first, last = run[0], run[-1]
        is_back = len(run) > 1 and bool(last.content & self.seen[first.square])
        is_answering = bool(self._answering >> first.square & 1)
        return is_back and first.t >= self.t + REACTION and is_answering

    @property
    def _answering(self) -> SquareSet:
        """Where a touch may be an answer, as far as is known."""
        return self.squares | self.ends if self.ends != ALL_SQUARES else self.squares

    def _pause(self, seen: Sequence[Content], changes: Sequence[Sighting]) -> float:
        """For how many seconds nothing changes before a touch that answers."""
        if self.is_in_hand(seen):
            return _LOOK
        if self._last_change_before(changes) <= self.t:
            return 0.0
        has_moved = any(map(_is_filled, self.stood, seen))
        return _LOOK_UP if has_moved else _LOOK

    def _last_change_before(self, changes: Sequence[Sighting]) -> float:
        """When the board last changed before the changes that may answer; in seconds."""
        return changes[self.index - 1].t if self.index else -math.inf

    def is_in_hand(self, seen: Sequence[Content]) -> bool:
        """Whether more is gone than has come since it was put first."""
        changed = [(look, before) for look, before in zip(seen, self.stood, strict=False)]
        gone = sum(_is_filled(look, before) for look, before in changed)
        return gone > sum(_is_filled(before, look) for look, before in changed)

    def is_soon_in_hand(
        self, seen: Sequence[Content], changes: Sequence[Sighting], patience: float
    ) -> bool:
        """Whether it was touched less than so many seconds after all else, with a piece in hand."""
        return self.is_in_hand(seen) and self._is_right_after(patience, changes)

    def touch_that_says(self, square: Square | None) -> Square | None:
        """The touch that says the same as naming a square, or None for none of those asked about.

        None: the square is none of them.
        """
        if square is None:
            others = ALL_SQUARES & ~self.squares
            return next(bits(others & self.ends or others))
        return square if self.squares >> square & 1 else None

    def fitting(self, lines: Sequence[Line], square: Square | None) -> list[Line]:
        """The lines that the player's word leaves: that square, or None for none of the squares.

        By word, where the turn ended is left open; a touch says it.
        """
        if square is not None:
            return self.agreeing(lines, square) or []
        left = [line for line in lines if not self._entered(line) & self.squares]
        # Whoever answers has played; only where no turn is left may it have been none.
        return [line for line in left if self._end(line) is not None] or left

    def is_being_answered(self, seen: Sequence[Content], changes: Sequence[Sighting]) -> bool:
        """Whether nothing happened since but that one thing was lifted, or nothing at all."""
        evidence = Evidence(self.seen, seen, changes[self.index :])
        return len(evidence.touches) <= 1 and evidence.dirty == evidence.missing != 0

    def is_held(self, seen: Sequence[Content], changes: Sequence[Sighting]) -> bool:
        """Whether nothing happened since but that a piece was lifted where it would answer."""
        evidence = Evidence(self.seen, seen, changes[self.index :])
        is_one = evidence.dirty.bit_count() == len(evidence.touches) == 1
        return is_one and bool(evidence.dirty & evidence.missing & self._answering)

    def is_being_refused(self, seen: Sequence[Content], changes: Sequence[Sighting]) -> bool:
        """Whether what has answered nothing before is lifted again, and nothing else was done."""
        touches = Evidence(self.seen, seen, changes[self.index :]).touches
        is_again = len(touches) == 1 and self.last_touched in touches
        return is_again and self.is_being_answered(seen, changes)

    def from_now_on(self, seen: Sequence[Content], changes: Sequence[Sighting]) -> Self:
        """The same question, to be answered from now on."""
        # A union may look empty: what was known of a square is known still.
        known = tuple(look & before or look for look, before in zip(seen, self.seen, strict=True))
        touched = self.touched(seen, changes)
        strays = touched is not None and self.is_own(touched)
        adjusts = touched is not None and not strays
        before = self.adjusted if touched in (None, self.last_touched) else 0
        return replace(
            self,
            seen=known,
            index=len(changes),
            strayed=self.strayed + strays,
            adjusted=before + adjusts,
            last_touched=self.last_touched if touched is None else touched,
            again_at=self.again_at if len(changes) == self.index else None,
        )

    def put_again(self, t: float, touched: Square) -> "Question":
        """The same question at that time, where one more touch of that square is an answer."""
        return replace(self, t=t, at_once=self.at_once | 1 << touched, again_at=touched)

    def is_said_again(self, touched: Square) -> bool:
        """Whether that touch says what the one before said, at which it was asked once more.

        Whose turn has entered several of the squares need not touch the same one twice.
        """
        again = self.again_at
        if again is None or again == touched:
            return again == touched
        return bool(self.squares >> again & self.squares >> touched & 1)

    def was_at_something_else(self, changes: Sequence[Sighting]) -> bool:
        """Whether somebody did something else after it was put, and may have gone on with that."""
        before = self._last_change_before(changes)
        return before > self.t and changes[self.index].t < before + _TURNING_TO_IT

    def may_be_hasty(self, changes: Sequence[Sighting]) -> bool:
        """Whether a touch came sooner than most people answer what they see lit."""
        return changes[self.index].t < self.t + _SEEING

    def may_answer_the_one_before(self, changes: Sequence[Sighting], touched: Square) -> bool:
        """Whether whoever touched that may still have meant the question that stood until then.

        Where his turn ended he says that it entered none of the squares: of those, or of these?
        """
        is_listed = self.squares >> touched & 1
        return self.replaces and not is_listed and self.may_be_hasty(changes)

    def event(self) -> Event:
        """What tells people of it."""
        return AskSquareEvent(self.t, tuple(bits(self.squares)))

    def is_own(self, square: Square) -> bool:
        """Whether surely a piece of the player who is asked stands there."""
        return not self.seen[square] & ~(self.own | Content.EMPTY)

    @property
    def is_refused(self) -> bool:
        """Whether its player has answered twice, and neither is an answer to it.

        Where he touches what seems not to be his, more often. Then his turn was none of those that
        it asks about.
        """
        return self.strayed >= _STRAYED_OFTEN or self.adjusted >= _ADJUSTED_OFTEN

    def agreeing(self, lines: Sequence[Line], touched: Square) -> list[Line] | None:
        """The lines that the touch leaves, perhaps none that is known; None: it is no answer."""
        if self.squares >> touched & 1:
            return [line for line in lines if self._entered(line) >> touched & 1] or None
        ended_there = [line for line in lines if touched in (self._end(line), self._stands(line))]
        if not ended_there:
            return None
        return [line for line in ended_there if not self._entered(line) & self.squares]

    def answered(self, root: Line, touched: Square) -> Line:
        """The line before the turn, with what the answer says of that turn."""
        if self.squares >> touched & 1:
            return replace(root, enters=root.enters | 1 << touched, answers=root.answers + 1)
        return replace(root, avoids=root.avoids | self.squares, answers=root.answers + 1)

    def refused(self, root: Line) -> Line:
        """The line before the turn, where that was none of those that the question asks about."""
        if self.depth != root.depth + 1:
            return root
        avoids = root.avoids | self.squares & ~root.enters
        return replace(root, avoids=avoids, answers=root.answers + 1)

    def settled(
        self, root: Line, lines: Sequence[Line], touched: Square, t: float
    ) -> tuple[Line, list[Line]]:
        """The line before the turn and those after it, once the answer was given at that time."""
        if self.depth != root.depth + 1:
            return root, list(lines)
        # It holds if the turn should be revised, too.
        answered = self.answered(root, touched)
        return answered, [line.grown_from(answered) for line in lines]

    def leaves_open(self, touched: Square) -> bool:
        """Whether the answer only rules something out."""
        return False

    def _entered(self, line: Line) -> SquareSet:
        return entered_by(line.step_at(self.depth))

    def _end(self, line: Line) -> Square | None:
        """Where the turn ended, or what was played instead of one that was taken back."""
        turn = line.step_at(self.depth)
        if turn is not None and turn.explanation is None:
            turn = line.step_at(self.depth + 1)
        return turn.explanation.end if turn is not None and turn.explanation else None

    def _stands(self, line: Line) -> Square | None:
        """Where what the turn has set down last stands by now, if it has moved on."""
        here = self._end(line)
        later = [step.explanation for step in line.steps_since(self.depth)]
        for turn in reversed(later):
            if turn is not None and turn.start == here:
                here = turn.end
        return here


def _is_filled(before: Content, now: Content) -> bool:
    """Whether something has come to where nothing was."""
    return looks_empty(before) and not looks_empty(now)
