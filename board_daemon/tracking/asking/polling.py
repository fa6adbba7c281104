"""When to ask where a turn was that shows nothing there, and about which squares (see `polls`)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Final

from board_daemon.rules.pieces import PieceType
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, combined, square_set
from board_daemon.tracking.asking.piece_polls import parting_piece
from board_daemon.tracking.asking.polls import parting_squares, squares_of_first
from board_daemon.tracking.asking.wanted import Wanted
from board_daemon.tracking.explaining.explanation import Explanation, Said
from board_daemon.tracking.hypotheses.certainty import Certainty
from board_daemon.tracking.hypotheses.faults import is_confirmed
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import (
    OUT_OF_QUESTION,
    Candidate,
    Pool,
    Standing,
    without_twins,
)
from board_daemon.tracking.hypotheses.steps import (
    TURNS_THAT_TELL,
    ends_of,
    entered_by,
    goes_back,
    is_as_said,
    is_part_unseen,
    is_set_back_unseen,
    kind_of,
    lead_of_first,
    on_squares,
)
from board_daemon.tracking.hypotheses.undoing import (
    TURNS_REMEMBERED,
    Undoing,
    instead_of_taking_back,
    undoing_of,
)
from board_daemon.tracking.seeing.contents import Content

# Nats: how much more doubt a turn may have that is asked for because part of it shows nowhere.
_MORE_DOUBT: Final = 2.0


@dataclass(frozen=True, slots=True)
class Polling:
    """Judges whether anything but the player's word can tell what was played."""

    certainty: Certainty
    known: SquareSet
    """Squares known to be dead or stuck."""
    asked_at: float | None = None
    """Since when such a question stands, in seconds; None: none does."""
    square_asked_at: float | None = None
    """The same of a question that a touch of one of its own squares answers."""
    may_be_unfelt: bool = False
    """Whether such a question was put in vain: what answers it may be dead or stuck."""
    held_for_long: SquareSet = NO_SQUARES
    """From where something was gone for so long, though it is back, that its player may have waited
    for the board, having set it down where nothing shows."""
    is_one_piece_moved: bool = False
    """Whether all looks as if one thing had gone from its square to an empty one."""

    @property
    def _root(self) -> Line:
        return self.certainty.root

    def wanted(self, pool: Pool, seen: Sequence[Content]) -> Wanted | None:
        """What is to be asked; None: nothing is, or no answer would tell.

        `seen`: what is seen on the squares now.
        """
        near, steps = self._as_said(self._comparable(pool))
        if not any(map(self._shows_in_part, steps)):
            return None
        if self._is_last_turn(steps[0]):
            return self._other_last_turn(pool)
        if any(map(self._is_last_turn, steps)):
            # Players would not know which of the two turns they are asked for.
            wanted = self._wanted(near, NO_SQUARES, may_be_nothing=steps[0] is None)
            return replace(wanted, last_may_stand=True)
        squares = self._squares(near, steps)
        if squares:
            return self._wanted(near, squares, may_be_nothing=steps[0] is None)
        return self._wanted_piece(near, steps, seen)

    def of_pieces(self, pool: Pool, seen: Sequence[Content]) -> Wanted | None:
        """Which piece is to be asked for, among turns that differ in nothing else; None: none.

        `seen` as above.
        """
        near, steps = self._as_said(pool.near(self.certainty.settings.margin))
        return self._wanted_piece(near, steps, seen) if steps else None

    def _as_said(self, near: Sequence[Candidate]) -> tuple[list[Candidate], list[Line | None]]:
        """Those of the candidates that are as the player says, and the next step to each.

        What he has said of his turn says nothing of the last recorded one, in the place of which
        another one may stand before it.
        """
        steps = self._steps(near)
        pairs = zip(near, steps, strict=True)
        agreeing = [self._agrees(candidate.line, step) for candidate, step in pairs]
        return list(compress(near, agreeing)), list(compress(steps, agreeing))

    def _agrees(self, line: Line, step: Line | None) -> bool:
        """Whether a line, with that as its next step, is as the player says."""
        if self._is_last_turn(step):
            step = line.step_at(self._root.depth + 1)
            before = None if step is None else step.parent
            if before is None or before.position.to_move != self._root.position.to_move:
                return True
        return is_as_said(step, self._root.said)

    def _wanted_piece(
        self, near: Sequence[Candidate], steps: Sequence[Line | None], seen: Sequence[Content]
    ) -> Wanted | None:
        """What is to be asked where all of them are turns, and were on the same squares."""
        depth = self._root.depth + 1
        turns = [step for step in steps if step and step.explanation and step.depth == depth]
        if len(turns) < len(steps):
            return None
        empty = square_set([sq for sq, content in enumerate(seen) if content == Content.EMPTY])
        parting = parting_piece(near, turns, empty & ~self.known)
        if parting is None:
            return None
        square, piece = parting
        wanted = self._wanted(near, 1 << square, may_be_nothing=False)
        return replace(wanted, piece=piece)

    def rests_on_a_new_fault(self, wanted: Wanted) -> bool:
        """Whether each of the turns supposes a fault that nobody knows of yet."""
        turns = [step for step in self._steps(wanted.near) if step is not None]
        return bool(turns) and not any(is_confirmed(turn, self.known) for turn in turns)

    def needs_no_asking(self, step: Line, best: Candidate, duration: float = 0.0) -> bool:
        """Whether the only turn that fits needs no asking for, though part of it shows nowhere.

        `duration`: seconds of rest.
        """
        if not is_part_unseen(step, self.known):
            return True
        if self._root.was_told:
            return not self._unsaid(step)
        surprise = best.doubt - self._root.doubt
        is_likely = surprise <= self.certainty.settings.wrong_move
        is_sound = is_confirmed(step, self.known) and is_likely and not self._shows_nowhere(step)
        is_sound = is_sound and not self._may_be_a_wrong_move(step, best)
        if not self.certainty.settings.asks_of_parts:
            if self._root.enters:
                return True  # He has said which of those that may have been played it was.
            # Of a turn that is being set back, part is not seen either.
            is_sound = is_sound and not goes_back(step, self._root.depth - TURNS_THAT_TELL)
        return is_sound or self._was_left_at_that(step, best, duration)

    def _shows_nowhere(self, step: Line) -> bool:
        """Whether nothing shows a turn on any square that it was on: any other would do as well.

        All of them are known to be bad, or were joined silently. That the game has gone on as if
        the other player had played is all there is to it.
        """
        turn, shown = step.explanation, on_squares(step) & ~self.known
        return turn is not None and shown.bit_count() <= turn.silent

    def _may_be_a_wrong_move(self, step: Line, best: Candidate) -> bool:
        """Whether what came, as it seems from where nobody sees it go, is what else is gone.

        Not where its player has said something of it.
        """
        turn, is_held = step.explanation, best.standing == Standing.IN_HAND
        is_start_unseen = turn is not None and bool(self.known >> turn.start & 1)
        return is_held and is_start_unseen and self.is_one_piece_moved and not self._root.said

    def _was_left_at_that(self, step: Line, best: Candidate, duration: float) -> bool:
        """Whether players who do not answer have gone on from it all the same, by two more turns.

        `duration`: seconds of rest.
        """
        later = list(best.line.steps_since(step.depth))
        if not self.certainty.settings.asks_of_parts:
            is_in_the_air = best.standing == Standing.IN_HAND
            return self._was_told_by_play(step, later, duration, is_in_the_air=is_in_the_air)
        if self.asked_at is None:
            return False
        are_seen = not any(is_part_unseen(turn, self.known) for turn in later)
        return are_seen and sum(turn.t >= self.asked_at for turn in later) >= TURNS_THAT_TELL

    def _was_told_by_play(
        self, step: Line, later: Sequence[Line], duration: float, *, is_in_the_air: bool
    ) -> bool:
        """The same where nobody is asked: as two turns tell that were seen, or bear it out.

        One more is enough once the board has long been left alone after it, if `step` itself was
        seen to end. `later`: the turns since, the last one first; `is_in_the_air`: whether
        anything is, after that one.
        """
        settings, asked_at = self.certainty.settings, self.square_asked_at
        telling: list[Line] = []
        for turn in later:
            is_seen = not is_part_unseen(turn, self.known)
            # The last of all that bears it out may be a wrong move as well.
            if is_seen or ((telling or is_in_the_air) and self._bears_out(turn, step)):
                telling.append(turn)
        if asked_at is not None and duration < settings.partial_patience:
            # He may still answer.
            telling = [turn for turn in telling if turn.t >= asked_at]
        was_seen = step.is_visible and len(telling) == len(later)
        enough = 1 if was_seen and duration >= settings.touch_patience else TURNS_THAT_TELL
        # Whoever sets all back that is not recorded plays nothing by that.
        return sum(not goes_back(turn, self._root.depth) for turn in telling) >= enough

    def _bears_out(self, turn: Line, step: Line) -> bool:
        """Whether a later turn was seen to end that goes on with what a step has unseen put there.

        Not where it takes another square to be faulty.
        """
        unseen = (self.known | turn.blind) & on_squares(turn)
        played, ended = step.explanation, turn.explanation
        if played is None or ended is None or unseen & ~(self.known | step.blind):
            return False
        return turn.is_visible and bool(unseen >> played.end & 1) and ended.end != played.end

    def _steps(self, near: Sequence[Candidate]) -> list[Line | None]:
        return [self.certainty.next_step(candidate) for candidate in near]

    def _comparable(self, pool: Pool) -> Sequence[Candidate]:
        """The candidates among which nothing but an answer decides.

        Where only odd stories explain the board, one is hardly odder than another.
        """
        settings = self.certainty.settings
        best = pool.candidates[0]
        first, more = self.certainty.next_step(best), settings.margin
        surprise = best.surprise_since(self._root, settings.haste)
        if first is not None:
            # That others were quick to answer makes none of the turns odder.
            surprise = max(surprise, first.doubt - self._root.doubt)
        can_be_touched = self._can_be_touched(pool, first)
        if not can_be_touched:
            more += _MORE_DOUBT
        is_odd = surprise >= settings.odd and not can_be_touched
        # What its player has said of a bad square needs no other one to be bad as well.
        is_said = self._root.was_told and first is not None and is_confirmed(first, self.known)
        if is_odd or (self._shows_in_part(first) and not is_said):
            more = max(more, settings.fault + settings.unseen + settings.margin - surprise)
        if is_part_unseen(first, self.known) and self.certainty.is_first_slip(first):
            more = max(more, settings.fault + settings.unseen - settings.silent_unseen)
        near = without_twins(pool.near(more))
        if held := self._held_for_nothing(best, first):
            # Later play tells nothing of a turn to and fro.
            return [*near, *self._set_down_unseen(pool, more, held)]
        return near

    def _held_for_nothing(self, best: Candidate, first: Line | None) -> SquareSet:
        """From where something was gone for long, if by the likeliest story that was for nothing.

        None where people were asked, and have played on all the same.
        """
        later = list(best.line.steps_since(self._root.depth))
        if first is None:
            return self.held_for_long if best.standing == Standing.AT_REST else NO_SQUARES
        asked_at = math.inf if self.asked_at is None else self.asked_at
        if (
            self._is_last_turn(first)
            or sum(turn.t >= asked_at for turn in later) >= TURNS_THAT_TELL
        ):
            return NO_SQUARES
        return self.held_for_long & ~combined(map(entered_by, later))

    def _shows_in_part(self, step: Line | None) -> bool:
        """Whether part of a step, a turn or a take-back, shows nowhere."""
        return is_part_unseen(step, self.known) or is_set_back_unseen(step, self.known)

    def _set_down_unseen(self, pool: Pool, more: float, held: SquareSet) -> Sequence[Candidate]:
        """The less likely candidates in which what was gone for long was set down unseen.

        They are asked about though `more` nats beside the best are too many: no later play would
        tell of them. `held`: from where it was gone.
        """
        near = pool.near(more)
        others = pool.near(max(more, OUT_OF_QUESTION))[len(near) :]
        return [
            each
            for each, step in zip(others, self._steps(others), strict=True)
            if step and step.explanation and held >> step.explanation.start & 1
        ]

    def _can_be_touched(self, pool: Pool, first: Line | None) -> bool:
        """Whether a touch of what was joined silently tells, if anybody did that; ask that first.

        Who has gone on without an answer may have nothing to touch that shows.
        """
        if first is None or first.explanation is None or not first.explanation.silent:
            return False
        if self.may_be_unfelt or self._root.said:
            return False  # Who has said where his turn was not, is asked on in the same way.
        near = pool.near(self.certainty.settings.margin)
        later = list(near[0].line.steps_since(first.depth))
        if len({kind_of(step) for step in self._steps(near)}) == 1:
            return not later
        asked_at = self.square_asked_at
        return asked_at is None or all(turn.t < asked_at for turn in later)

    def _squares(self, near: Sequence[Candidate], steps: Sequence[Line | None]) -> SquareSet:
        first = steps[0]
        turns = list({kind_of(step): step for step in reversed(steps)}.values())[::-1]
        if len(turns) > 1:
            is_lead = lead_of_first(near, steps) >= self.certainty.settings.margin
            if is_lead and self._root.said and is_set_back_unseen(first, self.known):
                return NO_SQUARES  # He would say no of one square after the other.
            # Asked together with others, a yes would leave the likeliest one though it was another.
            alone = squares_of_first(turns, self.known) if is_lead else NO_SQUARES
            return alone or parting_squares(turns, self.known)
        if first is None or self.needs_no_asking(first, near[0]):
            return NO_SQUARES
        unsaid = self._unsaid(first)
        if self._root.was_told and unsaid:
            return 1 << next(bits(unsaid))
        return on_squares(first) & (first.blind & ~self.known or self.known)

    def _unsaid(self, step: Line) -> SquareSet:
        """The squares that a step was on and takes for faulty, and that its player has not named.

        Where there are several, next to nothing was seen of it. What is left of such turns need not
        be what he has played: that may be none of which the board has thought. Of one of which
        nothing shows anywhere he names what it joined, too.
        """
        said = [each for each in self._root.said if isinstance(each, Said)]
        denied = combined(each.squares for each in said if not each.is_on)
        named = {each.squares & ~denied for each in said if each.is_on}
        if self._shows_nowhere(step):
            joined = on_squares(step) & ~self.known
            return square_set([sq for sq in bits(joined) if 1 << sq not in named])
        supposed = on_squares(step) & step.blind & ~self.known
        if denied and not step.is_visible:
            supposed |= ends_of([step])
        if supposed.bit_count() == 1 and not denied:
            return NO_SQUARES
        return square_set([square for square in bits(supposed) if 1 << square not in named])

    def _other_last_turn(self, pool: Pool) -> Wanted | None:
        """Where the last recorded turn was another one, and only the player can say which.

        It may stand all the same, if a turn after it was an odd one.
        """
        near = without_twins(pool.near(self.certainty.settings.margin + _MORE_DOUBT))
        steps = self._steps(near)
        first = steps[0]
        if first is None:
            return None
        if not all(map(self._is_last_turn, steps)):
            wanted = self._wanted(near, NO_SQUARES, may_be_nothing=False)
            return replace(wanted, last_may_stand=True)
        is_single = len({kind_of(step) for step in steps}) == 1
        if is_single and self.needs_no_asking(first, near[0]):
            return None
        return self._wanted(near, NO_SQUARES, may_be_nothing=False)

    def _is_last_turn(self, step: Line | None) -> bool:
        """Whether a step stands in the place of the last recorded turn."""
        return step is not None and step.depth == self._root.depth

    def _wanted(
        self, near: Sequence[Candidate], squares: SquareSet, *, may_be_nothing: bool
    ) -> Wanted:
        settings = self.certainty.settings
        is_held = near[0].standing == Standing.IN_HAND
        patience = settings.silent_patience if is_held else settings.answer_rest
        return Wanted(near, squares, patience, may_be_nothing)

    def undoing_in(self, pool: Pool) -> Undoing | None:
        """The two ways in which a union went straight back, where nobody has said which it was."""
        near = pool.near(self.certainty.settings.margin)
        return undoing_of(self._steps(near)) if self._root.took_back is None else None

    def of_takeback(self, pool: Pool) -> Wanted | None:
        """What is to be asked where the last turn was taken back or undone; None: it was not so."""
        near, undoing = pool.near(self.certainty.settings.margin), self.undoing_in(pool)
        if undoing is None or near[0].line.depth - self._root.depth - 1 > TURNS_REMEMBERED:
            return None
        return self._wanted(near, 1 << undoing.square, may_be_nothing=False)

    def instead_of_takeback(self, near: Sequence[Candidate]) -> Explanation | None:
        """The likeliest turn, where the last one was taken back or else that was played."""
        return instead_of_taking_back(near, self._steps(near), self._root)

    def of_takeback_or_turn(self, near: Sequence[Candidate]) -> Wanted | None:
        """What is to be asked where the last turn was taken back, or else another turn was played.

        That may be one in its place. None: nothing, or its player's turn ended there by either.
        """
        turn = self.instead_of_takeback(near)
        return None if turn is None else self._wanted(near, 1 << turn.end, may_be_nothing=False)

    def of_choice(self, pool: Pool, square: Square, piece: PieceType) -> Wanted:
        """The question whether the pawn that came home became that piece and stands there now."""
        near = pool.near(self.certainty.settings.margin)
        wanted = self._wanted(near, 1 << square, may_be_nothing=False)
        return replace(wanted, piece=piece, is_choice=True)
