"""How certain the next step of a game is, and how long to wait for more."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from board_daemon.rules.squares import SquareSet, bits
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.line import Line, Twin, moved_a_union
from board_daemon.tracking.hypotheses.other_turns import is_other_turn
from board_daemon.tracking.hypotheses.pace import settle_time
from board_daemon.tracking.hypotheses.pool import (
    OUT_OF_QUESTION,
    Candidate,
    Pool,
    Standing,
    future_of,
)
from board_daemon.tracking.hypotheses.steps import (
    TURNS_THAT_TELL,
    distinguishing_squares,
    ends_of,
    ends_the_game_silently,
    is_as_recorded,
    kind_of,
    starts_of,
)
from board_daemon.tracking.hypotheses.twins import first_other_turn
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings

_PIECES_OF_A_UNION: Final = 2


@dataclass(frozen=True, slots=True)
class Certainty:
    """Judges what may have been played since the last recorded position."""

    root: Line
    """The last recorded position."""
    are_careless: bool
    """Whether somebody at this board slips pieces in."""
    settings: TrackerSettings
    doubt_so_far: float = -math.inf
    """Doubt of the likeliest story up to when the board was last explained, in nats."""

    def next_step(self, candidate: Candidate) -> Line | None:
        """The first step on the way to a candidate that is not recorded yet.

        A turn in the place of the last one, if that turns out to have been another.
        """
        line = candidate.line
        depth = self.root.depth
        return line.step_at(depth if is_other_turn(line, self.root) else depth + 1)

    def is_all_held(self, candidate: Candidate) -> bool:
        """Whether by a candidate nothing was played, and all that is gone is in somebody's hand."""
        return candidate.standing == Standing.IN_HAND and self.next_step(candidate) is None

    def is_believable(self, pool: Pool, *, is_wrong: bool) -> bool:
        """Whether anything explains the board better than that pieces were set down anywhere.

        `is_wrong`: whether something is to be put right, so that pieces are.
        """
        if not pool.candidates:
            return False
        best, settings = pool.candidates[0], self.settings
        limit = settings.fault if is_wrong else OUT_OF_QUESTION
        if not is_wrong and not best.line.blind & ~self.root.blind:
            # Of many turns, some may be odd.
            limit = max(limit, settings.wrong_move * (best.line.depth - self.root.depth))
        surprise = best.surprise_since(self.root, settings.haste)
        return surprise - (self._so_far - self.root.doubt) <= limit

    def is_far_fetched(self, pool: Pool) -> bool:
        """Whether little more than a faulty square explains the board."""
        limit = self._so_far + self.settings.fault - self.settings.margin
        return pool.candidates[0].doubt >= limit

    def tells_of_a_turn(self, pool: Pool | None) -> bool:
        """Whether some turn that is not odd may have been played."""
        found = () if pool is None else pool.candidates
        limit = self.root.doubt + self.settings.odd
        return any(each.standing == Standing.TURN and each.doubt < limit for each in found)

    @property
    def _so_far(self) -> float:
        """Doubt of what is taken for granted for now."""
        return max(self.root.doubt, self.doubt_so_far)

    def waits_for_more(self, pool: Pool, duration: float) -> bool:
        """Whether something was left for later that may be as good as the best that was found.

        Whoever has answered waits to be told what came of it: he is not left alone for so long.
        """
        settings, was_answered = self.settings, self.root.is_spoken_of
        patience = settings.silent_patience if was_answered else settings.partial_patience
        is_enough = bool(pool.candidates) and pool.is_complete(settings.margin)
        return pool.is_cut and duration < patience and not is_enough

    def is_guess(self, step: Line) -> bool:
        """Whether what moved may as well have gone to another square, or stand where it stood."""
        turn = step.explanation
        if turn is None or self.root.enters:
            return False
        return _came_home_silently(step) or (turn.is_hidden and not turn.is_visible)

    def is_certain(self, step: Line) -> bool:
        """Whether a step needs no later play to be believed."""
        turn = step.explanation
        if turn is None:
            return True
        if self.root.is_answered and not self._is_odd_beyond_joins(turn):
            return True  # The player has said so.
        if turn.is_hidden and not turn.was_seen_to_go:
            return False  # All there is of it is that a field has jumped.
        return turn.is_visible and (self._is_likely(step) or not turn.silent)

    def has_twin(self, pool: Pool, best: Candidate, step: Line) -> bool:
        """Whether it may have been another turn by a story that leads to the very same board.

        No later play would tell the two apart. `step`: the next one on the way to the `best`
        candidate. What players have said themselves stands.
        """
        root, margin = self.root, self.settings.margin
        is_said = root.is_spoken_of or root.took_back is not None
        if step.explanation is None or is_said or root.is_shown:
            return False
        limit = best.doubt + margin
        for each in pool.near(margin):
            twins = (twin for twin in self._new_twins(each) if each.doubt + twin.lead <= limit)
            if any(twin.ply <= step.ply for twin in twins):
                return True
            if each is not best and future_of(each) == future_of(best):
                ply = first_other_turn(best.line, each.line)
                if ply is not None and ply <= step.ply:
                    return True
        return False

    def _new_twins(self, candidate: Candidate) -> Iterable[Twin]:
        """The other stories to a candidate, but for those that players have decided between."""
        known = self.root.twins
        return (twin for twin in candidate.line.twins if twin not in known)

    def is_last_turn_open(self, pool: Pool) -> bool:
        """Whether the last turn may have been another one by a story that leads to the same board.

        Such as it was recorded as before it was revised.
        """
        root, margin = self.root, self.settings.margin
        twins = [twin for each in pool.near(margin) for twin in self._new_twins(each)]
        return any(twin.ply == root.ply and twin.lead <= margin for twin in twins)

    def is_doubtful_end(self, step: Line) -> bool:
        """Whether a turn ends the game where nobody has seen it end, nor its player said so."""
        turn = step.explanation
        if turn is None or turn.is_visible or self.root.enters >> turn.end & 1:
            return False
        return ends_the_game_silently(step)

    def _is_odd_beyond_joins(self, turn: Explanation) -> bool:
        """Whether more than its joins is odd about a turn for which its player has answered.

        A touch that no step accounts for, or one out of order: he may have joined the square that
        he has named in another turn. The more so where he plays a turn once more to show it.
        """
        if self.root.was_told:
            return False
        settings = self.settings
        return turn.odd >= (settings.wrong_move if self.root.is_shown else settings.odd)

    def _is_likely(self, step: Line) -> bool:
        """Whether a turn is more likely than a piece set down where it may not go."""
        return step.doubt - self.root.doubt <= self.settings.wrong_move

    def only_step(self, pool: Pool) -> Line | None:
        """The next step, where all that is likely agrees on it, and nothing may be missed."""
        margin = self.settings.margin
        steps = [self.next_step(candidate) for candidate in pool.near(margin)]
        step = steps[0] if steps else None
        if not pool.is_complete(margin, step) or len({kind_of(each) for each in steps}) != 1:
            return None
        if step is None or not self.is_certain(step) or self.is_guess(step):
            return None
        if self.has_twin(pool, pool.candidates[0], step):
            return None
        # What a pawn became was chosen with the turn: no wrong move later tells otherwise.
        return None if is_as_recorded(step, self.root) else step

    def rest_wanted(self, step: Line, best: Candidate) -> float:
        """Seconds of rest after which a step is recorded."""
        settings = self.settings
        in_hand = best.standing == Standing.IN_HAND
        if best.line is step:
            wanted = settle_time(self.root.position, step, settings)
            turn = step.explanation
            if turn is not None and (turn.was_carried_singly or not self._is_likely(step)):
                wanted = max(wanted, settings.restore_after)
            if step.depth == self.root.depth and moved_a_union(self.root):
                # It seems to have gone on, but may be on its way: moved by the other player.
                wanted = max(wanted, settings.restore_after)
            if ends_the_game_silently(step) and not self.root.is_answered:
                # A king that has fallen over is soon set up again.
                wanted = max(wanted, settings.partial_patience)
        elif best.doubt - self.root.doubt < settings.fault or self._is_told_plainly(step, best):
            wanted = settings.answer_rest if self._may_still_be_held(step, best) else 0.0
            if self._is_hardly_told(step, best):
                wanted = max(wanted, settings.restore_after)
            if in_hand and not all(each.is_visible for each in best.line.steps_since(step.depth)):
                wanted = max(wanted, settings.silent_patience)  # All of that may be in the air.
        else:
            # Too odd to be believed as long as hands may be at it.
            is_told = best.line.depth - step.depth >= TURNS_THAT_TELL
            may_go_on = in_hand or (self.is_first_slip(step) and not is_told)
            wanted = settings.partial_patience if may_go_on else settings.restore_after
        # What is in the air may yet turn out to belong to the same turn.
        is_hasty = in_hand and not step.has_rested
        return max(wanted, settings.answer_rest) if is_hasty else wanted

    def _is_hardly_told(self, step: Line, best: Candidate) -> bool:
        """Whether a union that seems to have been moved piece by piece has just been answered.

        Should the reply go on as a chain, that tells more of it.
        """
        is_last_but_one = best.line.parent is step and best.line.explanation is not None
        turn = step.explanation
        is_odd = turn is not None and turn.was_carried_singly and not self._is_likely(step)
        return is_last_but_one and is_odd

    def _is_told_plainly(self, step: Line, best: Candidate) -> bool:
        """Whether enough turns that are not odd at all were played after an odd one.

        Not where it supposes a fault: later play may fit another one as well.
        """
        if best.line.blind & ~self.root.blind:
            return False
        most = self.settings.haste + self.settings.adjust
        later = [line for line in best.line.steps_since(step.depth) if line.explanation]
        plain = [line for line in later if line.parent and line.doubt <= line.parent.doubt + most]
        return len(plain) >= TURNS_THAT_TELL

    def is_first_slip(self, step: Line | None) -> bool:
        """Whether somebody would have slipped a piece in though nobody here ever does."""
        return step is not None and step.is_slipped_in and not self.are_careless

    def _may_still_be_held(self, step: Line, best: Candidate) -> bool:
        """Whether what seems slipped in was hardly lifted when the reply came.

        Who never slips a piece in may be holding it still.
        """
        if not self.is_first_slip(step):
            return False
        reply = best.line.step_at(step.depth + 1)
        return reply is not None and reply.t - step.t < self.settings.partial_patience

    def comparable(self, pool: Pool) -> Sequence[Candidate]:
        """The candidates that the best one, which comes first, does not make improbable.

        A silent chain that came home looks like adjusting, and as much so however quick the answer
        to it was. And a chain that left out no touch is no less likely the longer it was: by all
        those touches somebody who still holds a piece would have gone as far.
        """
        near, hasty = (
            pool.near(self.settings.margin),
            pool.near(self.settings.margin + self.settings.haste),
        )
        steps = [(candidate, self.next_step(candidate)) for candidate in hasty[len(near) :]]
        home = [each for each, step in steps if step is not None and _came_home_silently(step)]
        if not near or near[0].standing != Standing.IN_HAND:
            return [*near, *home]
        limit = near[0].doubt + self.settings.margin
        beyond = [each for each in pool.candidates[len(near) :] if each not in home]
        return [*near, *home, *(each for each in beyond if _doubt_but_for_joins(each) <= limit)]

    def sound(self, near: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates, without more faulty squares where a sounder story is clearly better.

        What is as odd as one more of them is no sounder. However unlikely it is of each square: any
        of several may have failed.
        """
        best, settings = near[0], self.settings
        faulty = best.line.blind.bit_count()
        supposed = (faulty - self.root.blind.bit_count()) * settings.fault
        if best.surprise_since(self.root, settings.haste) - supposed >= settings.fault:
            return near
        limit = best.doubt + settings.margin / 2
        if _doubt_of_any(c for c in near if c.line.blind.bit_count() > faulty) <= limit:
            return near
        return [c for c in near if c.line.blind.bit_count() <= faulty or c.doubt <= limit]

    def not_held(
        self, near: Sequence[Candidate], evidence: Evidence, duration: float, patience: float
    ) -> Sequence[Candidate]:
        """The candidates, without that all is still in the air where a turn may have ended.

        A union may look empty: who has lifted a piece and the one that it joins sets them down
        soon, though nobody sees it. And nobody holds a piece for ever: nor does he after one of
        several turns, where no touch would tell which it was. But who hesitates in his chain makes
        no other turn of the recorded one. `patience`: for how many seconds he may hold a piece.
        """
        united = any(evidence.may_hide(square) for square in bits(evidence.missing))
        is_pair = united and evidence.missing.bit_count() >= _PIECES_OF_A_UNION
        if duration < (self.settings.answer_rest if is_pair else patience):
            return near
        steps = [self.next_step(candidate) for candidate in near]
        is_told_by_a_touch = None in steps or bool(distinguishing_squares(steps))
        in_hand = [
            candidate
            for candidate, step in zip(near, steps, strict=True)
            if candidate.standing == Standing.IN_HAND and not (step and is_told_by_a_touch)
        ]
        over = [candidate for candidate in near if candidate not in in_hand]
        if not over:
            return near
        least = min(_in_the_air(each, evidence) for each in over)
        if near[0] in in_hand and _in_the_air(near[0], evidence) <= least:
            return near  # What is held by all of them alike says nothing against the likeliest.
        are_other_turns = all(is_other_turn(each.line, self.root) for each in over)
        is_in_chain = are_other_turns and not united and duration < self.settings.touch_patience
        return near if is_in_chain else over

    def taken_back_or_likely(self, near: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates on a board that is to be put right.

        Where it looks as it did before, turns that are odder than a wrong move do not count.
        """
        first = self.next_step(near[0])
        if near[0].line is not first or first.explanation is not None:
            return near
        limit = self.root.doubt + self.settings.wrong_move
        steps = [(candidate, self.next_step(candidate)) for candidate in near]
        return [c for c, step in steps if step is first or c.doubt <= limit]

    def is_hardly_over(self, near: Sequence[Candidate], duration: float) -> bool:
        """Whether who keeps the convention has something to touch before any of these is over."""
        if self.are_careless or duration >= self.settings.silent_patience:
            return False
        return all(
            line.depth == self.root.depth + 1 and line.explanation and line.explanation.silent
            for line in (candidate.line for candidate in near)
        )

    def suspects_silence(self, near: Sequence[Candidate], duration: float, patience: float) -> bool:
        """Whether a piece has been gone so long that this player may have slipped it in.

        `patience`: for how many seconds he may hold it.
        """
        return (
            self.are_careless
            and duration >= patience
            and any(candidate.standing == Standing.IN_HAND for candidate in near)
        )

    def came_home(self, near: Sequence[Candidate], duration: float) -> bool:
        """Whether a chain that ended where it began, or adjusting, has come to rest."""
        in_hand = near[0].standing == Standing.IN_HAND
        return not in_hand and duration >= self.settings.restore_after

    def shown_in_any_order(self, turns: Sequence[Line | None]) -> Line | None:
        """The likeliest turn, where it left out no touch and others enter no other squares.

        They only do so in another order.
        """
        is_open = not self.are_of_one_way(turns)
        return None if is_open or distinguishing_squares(turns) else turns[0]

    def are_of_one_way(self, turns: Sequence[Line | None]) -> bool:
        """Whether all begin and end alike, and the likeliest one left out no touch."""
        made = [turn.explanation for turn in turns if turn is not None and turn.explanation]
        if len(made) < len(turns) or made[0].silent:
            return False
        return starts_of(turns).bit_count() == ends_of(turns).bit_count() == 1


def _doubt_of_any(candidates: Iterable[Candidate]) -> float:
    """Doubt of all that supposes one or another square to be faulty, by the likeliest of each."""
    likeliest: dict[SquareSet, float] = {}
    for each in candidates:
        blind = each.line.blind
        likeliest[blind] = min(each.doubt, likeliest.get(blind, math.inf))
    least = min(likeliest.values(), default=math.inf)
    if least == math.inf:
        return least
    return least - math.log(sum(math.exp(least - doubt) for doubt in likeliest.values()))


def _doubt_but_for_joins(candidate: Candidate) -> float:
    """What speaks against a turn that has just ended, but for its joins if all were seen."""
    turn = candidate.line.explanation
    if candidate.standing != Standing.TURN or turn is None or not turn.shows_its_joins:
        return candidate.doubt
    return candidate.doubt - (turn.doubt - turn.odd)


def _came_home_silently(step: Line) -> bool:
    """Whether a step is a chain that ended where it began, with pieces slipped in on the way."""
    turn = step.explanation
    return turn is not None and step.is_slipped_in and turn.end == turn.start


def _in_the_air(candidate: Candidate, evidence: Evidence) -> int:
    """From how many squares something is gone that is not set down, by a candidate."""
    if candidate.standing != Standing.IN_HAND:
        return 0
    line = candidate.line
    return max(1, (evidence.missing_from(line.expected) & ~line.blind).bit_count())
