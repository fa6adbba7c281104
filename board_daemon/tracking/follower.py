"""Following a game: lines of play kept open, narrowed down, and recorded once they are certain.

Called whenever the board comes to rest. What it decides goes into the record; the lights ask it
what is being asked and what stands wrong.
"""

from collections.abc import Sequence
from typing import Final

from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.squares import Square, SquareSet
from board_daemon.tracking.asking import Asking
from board_daemon.tracking.certainty import Certainty
from board_daemon.tracking.committing import Committing
from board_daemon.tracking.contents import Contents, disagreeing
from board_daemon.tracking.correction import Corrections, fix_squares
from board_daemon.tracking.faults import may_be_over
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.health import Health
from board_daemon.tracking.hypotheses import Hypotheses
from board_daemon.tracking.line import (
    Candidate,
    Line,
    Pool,
    Standing,
    without_twins,
)
from board_daemon.tracking.overlap import home_chains, unseen_chains
from board_daemon.tracking.polling import Polling, Wanted
from board_daemon.tracking.polls import is_part_unseen
from board_daemon.tracking.promotions import Prompt
from board_daemon.tracking.questions import (
    answerable,
    can_be_answered,
    distinguishing_squares,
    kind_of,
    squares_left,
    starts_of,
    taken,
)
from board_daemon.tracking.record import Record
from board_daemon.tracking.recovery import is_other_turn, is_under_way
from board_daemon.tracking.scene import Scene
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.unfinished import unfinished_of
from board_daemon.tracking.view import FixSquare, UnfinishedView
from board_daemon.tracking.watch import Watch

# So many turns after a doubtful one should have told what it was.
_TURNS_THAT_TELL: Final = 2


class Follower:
    """Decides what of all that may have been played is certain, and asks where nothing is."""

    def __init__(
        self,
        record: Record,
        watch: Watch,
        settings: TrackerSettings,
        habits: Habits,
        health: Health,
        board_plays: Color | None = None,
    ) -> None:
        """`board_plays`: the side that the board plays itself: nobody's turns are followed."""
        self._record = record
        self._watch = watch
        self._board_plays = board_plays
        self._settings = settings
        self._habits = habits
        self._health = health
        self._open = Hypotheses(record, watch, settings, habits, health, board_plays)
        self._committing = Committing(record, watch, habits, health, self._open)
        self._asking = Asking(record, watch, settings, self._open)
        self.corrections = Corrections(record, watch)
        """What is to be put right."""
        self._complained_of: set[Contents] = set()
        """What the board has looked like when it was to be put right, since the last turn."""
        self._t = 0.0

    # --- what can be asked ---

    @property
    def root(self) -> Line:
        """The last recorded position."""
        return self._open.root

    @property
    def prompt(self) -> Prompt | None:
        """The promotion that people may still choose there."""
        return self._open.prompt_of(self.root)

    @property
    def asked(self) -> SquareSet:
        """The squares of the question that stands, if any."""
        return self._asking.squares

    @property
    def answers(self) -> tuple[Square, ...]:
        """Where the pieces stand that say yes and no to it, if it takes those."""
        return self._asking.answers

    @property
    def is_stirred(self) -> bool:
        """Whether anything has changed since the last recorded position."""
        return self._open.is_stirred

    @property
    def explains(self) -> bool:
        """Whether some line leads to what is seen now, take-backs aside."""
        return self._open.explain_the_board

    @property
    def unfinished(self) -> UnfinishedView | None:
        """What is left of a castling or a union en passant that is half done."""
        if self._stands_right():
            return None
        # A rook that has castled first was recorded: its king may follow.
        before = self._open.before_root
        lines = self._open.lines if before is None else [*self._open.lines, before]
        people = [line for line in lines if line.position.to_move != self._board_plays]
        return unfinished_of(people, self.scene)

    @property
    def scene(self) -> Scene:
        """All there is to go by now."""
        return self._open.scene

    # --- what happens ---

    def told(self, t: float, piece: PieceType) -> None:
        """The player has named a piece for his pawn."""
        self._t = t
        self._open.renew_effort()
        self._committing.choose(t, piece)

    def answered(self, t: float, square: Square | None) -> bool:
        """Take the player's word for what is asked, as `Asking.answer` does."""
        self._t = t
        self._open.renew_effort()
        if not self._asking.answer(t, square):
            return False
        # What the board would have done by now, had it known.
        self.rested(t, max(self._settings.answer_rest, self._watch.rested_for(t)))
        return True

    def set_down(self, t: float) -> None:
        """Hands are at rest, whoever has just set something down: its player has spoken instead."""
        if self.is_stirred and not self.corrections.wrong:
            self.rested(t, self._settings.settle)

    def withdraw_all(self, t: float) -> None:
        """Say that nothing is asked or to be put right any more, if anything was."""
        self._asking.withdraw(t)
        self.corrections.withdraw(t)

    def about_to_change(self, t: float, lifted: Square | None) -> None:
        """Before the board changes; `lifted`: just after an arrival, somebody lifts a piece."""
        self._open.renew_effort()
        is_put_right = bool(self.corrections.wrong) and self._stands_right()
        if lifted is not None and is_put_right and not self._slides_over(lifted, t):
            # Whoever has set down the last piece may play at once.
            self._take_for_right()
        if lifted is not None:
            self._open.about_to_change(lifted, is_play=not self.corrections.wrong)
        self._open.changed()

    def _slides_over(self, square: Square, t: float) -> bool:
        """Whether what is lifted there at that time has only been passing."""
        last = self._watch.changes[-1]
        return last.square == square and t - last.t <= self._settings.passing

    def rested(self, t: float, duration: float) -> None:
        """The board has been at rest for a while."""
        self._t = t
        self._open.renew_effort()
        if not self.is_stirred and len(self._open.lines) == 1 and not self.corrections.wrong:
            return
        if self.corrections.wrong and duration >= self._settings.settle and self._stands_right():
            self._take_for_right()
        elif self._asking.may_be_answered(t, duration):
            return
        self._committing.leaf_through_promotions(t)
        has_settled = duration >= self._settings.settle
        if self._is_held and self.prompt is None:
            self.corrections.forget_touches()
        pool = self._open.extended(is_play=not self.corrections.wrong, is_settled=has_settled)
        certainty = self._certainty
        if certainty.waits_for_more(pool, duration):
            if has_settled:
                self._keep_open(pool)
        elif certainty.is_believable(pool, is_wrong=bool(self.corrections.wrong)):
            is_odd = has_settled and certainty.is_far_fetched(pool)
            if not is_odd or not self._revises(duration, pool):
                self._decide(pool, duration)
        elif has_settled:
            self._do_without_candidates(duration)

    # --- deciding ---

    @property
    def _certainty(self) -> Certainty:
        return Certainty(self._open.root, self._habits.are_careless, self._settings)

    @property
    def _polling(self) -> Polling:
        asking = self._asking
        known = self._health.blind
        return Polling(self._certainty, known, asking.polled_at, asking.square_asked_at)

    def _decide(self, pool: Pool, duration: float) -> None:
        certainty = self._certainty
        if self._takes_a_poll(pool, duration):
            return
        near = self._near(pool, duration)
        turns = [certainty.next_step(candidate) for candidate in near]
        kinds = {kind_of(turn) for turn in turns}
        if kinds == {None}:
            self._nothing_played(pool, near, duration)
        elif len(kinds) == 1:
            self._commit_if_certain(pool, self._best_seen(near), duration)
        elif None not in kinds and duration >= self._settings.settle:
            self._keep_open(pool)
            # Whether a turn was taken back is no question of squares: the next turn will tell.
            were_played = all(
                turn is not None
                and turn.explanation is not None
                and turn.depth > self._open.root.depth
                for turn in turns
            )
            if not were_played:
                self._go_back_for_an_answer(pool, duration)
            elif not certainty.is_hardly_over(near, duration):
                shown = certainty.shown_in_full(turns)
                known = self._health.blind
                if shown is not None and not any(is_part_unseen(turn, known) for turn in turns):
                    self._commit_and_go_on(pool, shown, near[0], duration)
                else:
                    self._ask(pool, turns, duration)
        elif duration >= self._settings.settle:
            self._keep_open(pool)
            if turns[0] is not None and turns[0].depth == self._open.root.depth:
                if len(kinds) == 2 and duration >= self._settings.restore_after:
                    # The other player holds nothing of his own: the last one goes on.
                    self._commit_and_go_on(pool, turns[0], near[0], duration)
                return
            alike = [c for c in near if c.doubt <= near[0].doubt + self._settings.adjust]
            may_be_over = any(certainty.next_step(each) is not None for each in alike)
            was_played = may_be_over and certainty.came_home(near, duration)
            if was_played or certainty.suspects_silence(near, duration):
                self._ask(pool, turns, duration)

    def _best_seen(self, near: Sequence[Candidate]) -> Candidate:
        """The best of these candidates for the same turn, of those whose turn was seen to end.

        Only what a pawn has become may differ, and that its player may still put right.
        """
        steps = ((candidate, self._certainty.next_step(candidate)) for candidate in near)
        return next((each for each, step in steps if step and step.is_visible), near[0])

    def _near(self, pool: Pool, duration: float) -> Sequence[Candidate]:
        """The candidates that count."""
        certainty = self._certainty
        near = certainty.sound(without_twins(pool.near(self._settings.margin)))
        if not self._asking.stands:
            near = certainty.not_held(near, self._open.evidence, duration)
        if self.corrections.wrong:
            near = certainty.taken_back_or_likely(near)
        return near

    def _nothing_played(self, pool: Pool, near: Sequence[Candidate], duration: float) -> None:
        if duration < self._settings.settle:
            return
        if any(candidate.standing == Standing.IN_HAND for candidate in near):
            self._keep_open(pool)
            return
        # What was asked about is gone again: the board stands as it did.
        self._asking.withdraw(self._t)
        self.corrections.withdraw(self._t)
        evidence = self._open.evidence
        certainty = self._certainty
        steps = [certainty.next_step(c) for c in pool.candidates if c not in near]
        is_only = len(near) == 1 and all(step and certainty.is_guess(step) for step in steps)
        position = self._open.root.position
        may_go_on = home_chains(position, evidence) or unseen_chains(position, evidence)
        if is_only and not may_go_on:
            # Whatever was touched was only adjusted.
            self._open.begin_again(is_adjusted=True)
        else:
            self._keep_open(pool)

    def _stands_right(self) -> bool:
        """Whether the board looks as it was recorded last."""
        return not self._open.evidence.dirty

    def _take_for_right(self) -> None:
        """Whatever the changes might have been, they put the board right.

        Only that a chain came home on the way looks just so.
        """
        self.corrections.withdraw(self._t)
        self._asking.forget()
        root = self._open.root
        chains: list[Line] = []
        if not root.is_answered and home_chains(root.position, self._open.evidence):
            chains = self._open.instead_of_adjusting()
        self._open.begin_again(self._t)
        self._open.lines = [*chains, *self._open.lines]

    def _commit_if_certain(self, pool: Pool, best: Candidate, duration: float) -> None:
        step = self._certainty.next_step(best)
        assert step is not None
        if self._record.status.is_over and step.explanation is not None:
            return
        known = self._health.blind
        is_complete = pool.is_complete(self._settings.margin)
        is_guess = self._certainty.is_guess(step)
        is_believed = is_complete and self._is_believed(step, best)
        is_sound = self._polling.is_certain(step, best) and not may_be_over(pool, best, known)
        if best.standing == Standing.IN_HAND and self.unfinished is not None:
            is_sound = False  # What is in the air may belong to a castling.
        if is_believed and is_sound and duration >= self._rest_wanted(step, best):
            self._commit_and_go_on(pool, step, best, duration)
            return
        if duration < self._settings.settle:
            return
        self._keep_open(pool)
        looks_moved = self._open.evidence.dirty
        is_still = duration >= self._settings.restore_after
        may_ask = is_complete and (step.is_visible or is_guess)
        if not is_believed and may_ask and looks_moved and is_still:
            # Either pieces were slipped in, or this is no turn at all.
            self._ask(pool, [step, None], duration)

    def _is_believed(self, step: Line, best: Candidate) -> bool:
        """Whether nothing speaks against a step on the way to the best candidate."""
        known = self._health.blind
        # What shows nowhere confirms nothing.
        later = best.line.steps_since(step.depth)
        was_followed = any(not is_part_unseen(line, known) for line in later)
        is_guess = self._certainty.is_guess(step)
        if not (was_followed and not is_guess) and not self._certainty.is_certain(step):
            return False
        if self.corrections.wrong and step.expected == self._open.root.expected:
            # A turn that changes nothing to be seen does not account for what stands wrong.
            return False
        return not self._open.has_rival(step, best)

    def _rest_wanted(self, step: Line, best: Candidate) -> float:
        """Seconds of rest after which a step is recorded."""
        changed = disagreeing(step.expected, self._open.root.expected)
        is_leftover = step.explanation is not None and not self.corrections.saw_played(changed)
        if self.corrections.wrong and is_leftover:
            # Halfway to how it should stand the board may look like after a turn.
            return self._settings.leftover_patience
        return self._certainty.rest_wanted(step, best)

    def _commit_and_go_on(self, pool: Pool, step: Line, best: Candidate, duration: float) -> None:
        """Record a step, and what certainly followed it."""
        were_careless = self._habits.are_careless
        self._commit(pool, step)
        if best.line is step:
            return
        if self._habits.are_careless != were_careless:
            self._open.reconsider(pool, is_play=not self.corrections.wrong)
        later = self._open.pool
        if (
            later is not None
            and later.candidates
            and not self._certainty.waits_for_more(later, duration)
        ):
            self._decide(later, duration)

    def _commit(self, pool: Pool, step: Line) -> None:
        if self.corrections.wrong:
            self._open.put_right()
        self.corrections.withdraw(self._t)
        self._asking.forget()
        self._committing.commit(self._t, step, pool)
        self._complained_of.clear()

    # --- asking ---

    def _ask(self, pool: Pool, turns: Sequence[Line | None], duration: float) -> None:
        may_be_in_hand = pool.candidates[0].standing == Standing.IN_HAND
        squares = distinguishing_squares(turns)
        if may_be_in_hand:
            squares = squares_left(turns, self._open.evidence.returned())
            # Touching a union may be a step of the chain like any other.
            squares = squares & ~self._open.root.position.unions or squares
        # What the player has said he need not say again.
        squares &= ~(self._open.root.enters | self._open.root.avoids)
        squares = taken(squares, self._watch.seen) or squares
        if not squares:
            # Turns that enter the same squares in another order: only seeing it again can tell.
            evidence = self._open.evidence
            patience = self._settings.partial_patience
            if len(starts_of(turns)) > 1:
                patience = self._settings.restore_after
            if evidence.dirty and duration >= patience:
                self._demand_order()
            return
        if self.asked == squares:
            return
        if not can_be_answered(squares, turns, self._watch.seen):
            # Whoever holds the very piece that would answer sets it down before he looks.
            left = answerable(squares, turns, self._watch.seen)
            if turns[0] in left and len({kind_of(turn) for turn in left}) > 1:
                self._ask(pool, left, duration)
            else:
                self._go_back_for_an_answer(pool, duration)
            return
        # One thing at a time: what a question is about does not stand wrong.
        self.corrections.withdraw(self._t)
        self._asking.put(self._t, squares, turns, pool.candidates[0].line.expected)

    def _takes_a_poll(self, pool: Pool, duration: float) -> bool:
        """Whether only the player can say where a turn was that shows nothing there; ask him."""
        if not self.is_stirred:
            return False  # Whatever may be read out of it, nobody has done anything since.
        wanted = self._polling.wanted(pool)
        if wanted is None or (wanted.may_be_nothing and duration < wanted.patience):
            return False
        poll = self._polling.poll(wanted, self._t, self._watch, self._health.proven)
        if poll is None:
            return False
        if self._settings.asks_of_parts and duration >= self._settings.settle:
            self._keep_open(pool)
        if self._may_be_a_wrong_move(wanted):
            # Who does so again meant it.
            if duration >= max(wanted.patience, self._settings.restore_after):
                self._complained_of.add(tuple(self._watch.seen))
                self._demand_order()
            return True
        if duration < wanted.patience:
            return self._settings.asks_of_parts
        if not self._settings.asks_of_parts:
            # All else goes on, but two more turns must tell.
            if wanted.squares:
                self._asking.put_poll(poll)
            return False
        if wanted.squares:
            self.corrections.withdraw(self._t)
            self._asking.put_poll(poll)
        else:
            self._committing.take_last_turn_back(self._t)
            self.rested(self._t, duration)
        return True

    def _may_be_a_wrong_move(self, wanted: Wanted) -> bool:
        """Whether rather a piece was set where it may not go than a square has just failed."""
        if not self._polling.rests_on_a_new_fault(wanted):
            return False
        # Who has said that his turn was none of those that need no fault may have played none.
        was_denied = bool(self._open.root.avoids)
        if not self._settings.asks_of_parts:
            return was_denied
        is_first = tuple(self._watch.seen) not in self._complained_of
        return (self._open.evidence.is_one_piece_moved or was_denied) and (
            is_first or self.corrections.are_left_alone
        )

    def _go_back_for_an_answer(self, pool: Pool, duration: float) -> None:
        """Where no touch can answer, the next turns will tell; else they are to be played again."""
        turns_played = pool.candidates[0].line.depth - self._open.root.depth
        if turns_played > _TURNS_THAT_TELL and duration >= self._settings.answer_rest:
            # What is open explains the board: should nobody set it back, later play may tell.
            self._demand(fix_squares(self._open.evidence), is_held=False)

    # --- when nothing explains the board ---

    def _revises(self, duration: float, pool: Pool) -> bool:
        """Whether the last turn turns out to have been longer, or another one, or may soon do so.

        A piece that slid on after a rest, a castling that began with the rook, a change of mind.
        `pool`: what may have been played after it.
        """
        before = self._open.before_root
        if before is None:
            return False
        other = self._open.other_turn(before)
        best = other.best
        turn = None if best is None else best.line.step_at(self._open.root.depth)
        if best is None or turn is None or turn.explanation is None:
            return False
        doubt = best.doubt - before.doubt
        if doubt > self._settings.silent_unseen:
            return False  # Rather somebody has set a piece where it may not go.
        is_odd = doubt > self._settings.wrong_move
        if best.standing == Standing.IN_HAND and self._record.status.is_over:
            return False  # Who clears the board after the game takes nothing back.
        is_open = best.standing == Standing.IN_HAND or is_odd
        if is_open and duration < self._settings.partial_patience:
            return True
        others = [candidate.doubt for candidate in pool.candidates[:1]]
        wrong_move = self._open.root.doubt + self._settings.wrong_move
        is_doubtful = best.doubt > min([wrong_move, *others]) - self._settings.margin
        if is_doubtful and not self._record.status.is_over:
            # Neither is certain: rather a turn is played again than the wrong one recorded.
            self._ask_to_put_right(duration)
            return True
        self._commit_and_go_on(other.pool, turn, best, duration)
        return True

    def _do_without_candidates(self, duration: float) -> None:
        if self.unfinished is not None:
            if duration >= self._settings.restore_after:
                self._commit_what_was_sure()
            self.corrections.withdraw(self._t)
        elif not self._revises(duration, Pool(())):
            self._ask_to_put_right(duration)

    def _commit_what_was_sure(self) -> None:
        """Record the turn that explained the board until somebody made a wrong move after it."""
        pool = self._open.kept
        if pool is not None and (step := self._certainty.only_step(pool)) is not None:
            self._commit(pool, step)
            self._open.pool = None

    def _unplays(self) -> bool:
        """Take back the last turn if another one may account for what happened since.

        Neither that nor a wrong move after it is sure: it is to be asked for, or played again.
        """
        before = self._open.before_root
        if before is None or self.corrections.wrong:
            return False
        settings = self._settings
        limit = settings.wrong_move + settings.margin
        others = self._open.other_turn(before).pool.candidates
        likely = [o.line for o in others if o.surprise_since(before, settings.haste) <= limit]
        # It may have explained all up to a wrong move.
        likely += [line for line in self._open.lines if line.doubt <= before.doubt + limit]
        if not any(is_other_turn(line, self._open.root) for line in likely):
            return False
        self._committing.go_back(self._t, before)
        return True

    def _ask_to_put_right(self, duration: float) -> None:
        if duration < self._settings.restore_after or self._record.status.is_over:
            return
        may_be_under_way = duration < self._settings.partial_patience
        if may_be_under_way and is_under_way(self._open.lines, self._open.scene):
            return
        self._commit_what_was_sure()
        if self._unplays():
            self.rested(self._t, duration)
            return
        self._demand_order()

    def _demand_order(self) -> None:
        """Ask to put right all that stands wrong, unless a turn is only half done."""
        if self.unfinished is None:
            self._demand(fix_squares(self._open.evidence))
        else:
            self.corrections.withdraw(self._t)

    def _demand(self, wrong: tuple[FixSquare, ...], *, is_held: bool = True) -> None:
        """Ask to put these squares right; unless not `is_held`, no turn is followed meanwhile."""
        if not self.corrections.wrong:
            self._open.doubt_last_turn()
        self.corrections.demand(self._t, wrong)
        if is_held:
            self._open.hold()

    @property
    def _is_held(self) -> bool:
        """Whether no turn is followed, as something is to be put right."""
        return bool(self.corrections.wrong) and len(self._open.lines) == 1

    def _keep_open(self, pool: Pool) -> None:
        if not self._is_held:
            self._open.keep_open(pool)
