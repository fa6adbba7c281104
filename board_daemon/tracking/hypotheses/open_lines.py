"""The lines of play kept open since the last recorded position, and where they lead by now."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import SquareSet
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.health import Health
from board_daemon.tracking.hypotheses.complaints import Complaints
from board_daemon.tracking.hypotheses.current_scene import CurrentScene
from board_daemon.tracking.hypotheses.extender import Extender
from board_daemon.tracking.hypotheses.home_chains import home_chains, may_be_under_way_unseen
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import (
    extend,
)
from board_daemon.tracking.hypotheses.moving_on import Lifted
from board_daemon.tracking.hypotheses.other_turns import OtherTurn, OtherTurns
from board_daemon.tracking.hypotheses.pool import Candidate, Pool
from board_daemon.tracking.hypotheses.promotions import Prompt, prompt_of
from board_daemon.tracking.hypotheses.replaced import Replaced
from board_daemon.tracking.hypotheses.rivals import Rivals
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.seen_to_work import believing
from board_daemon.tracking.hypotheses.waiting import (
    beside_a_slip,
    wait_for_later_play,
    were_set_back,
)
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.seeing.watch import Watch
from board_daemon.tracking.settings import TrackerSettings

_Answer = TypeVar("_Answer")


class OpenLines:
    """What may have been played since the last recorded position."""

    def __init__(
        self,
        record: Record,
        watch: Watch,
        settings: TrackerSettings,
        habits: Habits,
        health: Health,
        board_plays: Color | None = None,
        since: float = 0.0,
    ) -> None:
        """`board_plays`: the side whose turns are not worked out of what is seen.

        `since`: from when on the game is followed, in seconds.
        """
        self._board_plays = board_plays
        self._record = record
        self._watch = watch
        self._settings = settings
        self._habits = habits
        self._health = health
        self.root = Line.at(record.position, 0, ply=len(record.turns), t=since)
        """The last recorded position."""
        self.lines: list[Line] = [self.root]
        self.pool: Pool | None = None
        """What the lines lead to at this moment, once that was looked for."""
        self.led_to: Sequence[Line] = ()
        """What they were found to lead to at the last rest, if to anything, before more was
        supposed."""
        self.kept: Pool | None = None
        """What they led to when the board last rested and some were kept open."""
        self._other_turns = OtherTurns()
        self.doubt_so_far = -math.inf
        """Doubt of the best of what was kept open when the board last changed, if anything was."""
        self.complaints = Complaints()
        self._scene = CurrentScene(watch, settings, habits, health, board_plays)
        self._extender = Extender(record, health, self.complaints)
        self._rivals = Rivals()
        self._replaced = Replaced()
        self.was_unplayed = False
        """Whether the next turn was recorded, and taken back as another one may have been."""
        self._step_of_work = settings.step_at(0.0)
        self._ran_out = False
        """Whether there was too little time to see all of it."""
        self._is_undone = False
        """Whether there was too little for something else that was asked in steps."""
        self._must_do = False
        """Whether the board has rested for so long that what is known of that must do."""
        self._was_extended = False
        """Whether it was looked at this moment where the lines lead."""
        self._unknown_until = 0
        """After how many changes turns may last have been missed that were over by then."""

    # --- what can be asked ---

    @property
    def before_root(self) -> Line | None:
        """The position before the last recorded turn, as long as that may be revised."""
        return self.root.before_turn

    @property
    def was_revised(self) -> bool:
        """Whether the last recorded turn has taken the place of another one."""
        return self._replaced.is_known

    @property
    def scene(self) -> Scene:
        """All there is to go by now."""
        return self._scene.look(self.complaints.refused, self.complaints.refused_often)

    @property
    def evidence(self) -> Evidence:
        """What has happened since the last recorded position."""
        return self.scene.evidence(self.root)

    @property
    def are_all_known(self) -> bool:
        """Whether no turn can have been missed of those that were over before the next began."""
        return self._unknown_until <= self.root.index

    def prompt_of(self, line: Line) -> Prompt | None:
        """The promotion that people may still choose after a line's last turn."""
        prompt = prompt_of(line)
        is_boards = line.position.to_move == self._board_plays
        return None if prompt is not None and prompt.is_owed and is_boards else prompt

    @property
    def was_set_back(self) -> bool:
        """Whether all that waited for later play seems to have been taken back."""
        if self._settings.asks_of_parts or not self.is_stirred or self.evidence.dirty:
            return False
        position = self.root.position
        if home_chains(position, self.evidence):
            return False  # A chain that came home looks just so.
        if may_be_under_way_unseen(position, self.evidence):
            return False
        return were_set_back(self.lines, self.kept, self.root, self._health.blind, self._settings)

    @property
    def is_stirred(self) -> bool:
        """Whether anything has changed since the last recorded position."""
        return self.root.index < len(self._watch.changes)

    @property
    def came_by_themselves(self) -> SquareSet:
        """Where something seems to have come since, and rather a square has just got stuck."""
        return self.scene.changed_by_themselves(self.root) & self.evidence.come

    @property
    def has_work_left(self) -> bool:
        """Whether some of what may have been played is still to be worked out."""
        return self._ran_out or self._is_undone

    def may_work_on(self, duration: float) -> bool:
        """Whether some of that may be worked out once the board has rested for so many seconds."""
        is_left_alone = duration >= self._settings.silent_patience
        return self.has_work_left and (is_left_alone or self._scene.effort.may_be_renewed)

    def explain_the_board(self) -> bool:
        """Whether some line may lead to what is seen now, take-backs aside."""
        self.renew_effort()
        pool = extend(self.lines, self.scene, at_rest=True)
        return pool.is_cut or bool(pool.candidates)

    @property
    def doubt_of_nothing(self) -> float:
        """How doubtful it is that nothing was played and all was only touched, in nats.

        Minus infinity where that does not explain the board, or nobody knows.
        """
        rest = () if self.kept is None else self.kept.candidates
        nothing = (each.doubt for each in rest if each.line.depth == self.root.depth)
        return min(nothing, default=-math.inf)

    def waits_for_later_play(self, pool: Pool) -> bool:
        """Whether turns are not recorded as part of them shows nowhere, and nobody is asked."""
        waits = wait_for_later_play(pool, self.root, self._health.blind, self._settings)
        return waits or bool(self.beside_a_slip(pool))

    def beside_a_slip(self, pool: Pool) -> Sequence[Candidate]:
        """What a faulty square explains, where else such a turn was played."""
        return beside_a_slip(pool, self.root, self._habits, self._settings)

    @property
    def _is_waiting(self) -> bool:
        """Whether turns are waiting for later play to tell what they were."""
        return self.kept is not None and self.waits_for_later_play(self.kept)

    def is_refuted(self, line: Line) -> bool:
        """Whether a square that the line takes for dead or stuck has changed since."""
        return line.is_refuted(self.root.depth, self.scene.last_changes)

    def has_rival(self, step: Line, best: Candidate) -> bool:
        """Whether another turn may have been played, and a wrong move after it.

        `step`: the next one on the way to the `best` candidate.
        """
        return self._rivals.are_likely(step, best, self.root, self.lines, self.scene)

    # --- extending ---

    def renew_effort(self, duration: float = 0.0) -> None:
        """Work may be done again: all of it where there is something new, else what is left of it.

        All of it, too, at each rest once the board is left alone. Turns that wait for later play
        wait at every moment: none of them may take that long. `duration`: seconds of rest since
        anything was new.
        """
        self._was_extended = self._is_undone = False
        effort = self._scene.effort
        if 0 < duration < self._settings.silent_patience:
            effort.renew()
        else:
            effort.begin_again()
        self._step_of_work = self._settings.step_at(duration)
        self._must_do = duration >= self._settings.partial_patience
        if self._is_waiting and not duration:
            effort.limit_to(2 * self._step_of_work)

    def about_to_change(self, lifted: Lifted, *, is_play: bool) -> None:
        """Before somebody lifts a piece just after an arrival: what may have ended with that.

        `is_play`: whether that may have been a turn; who puts the board right plays none.
        """
        pool, lines = self._ended_by_now(lifted, is_play=is_play)
        if not pool.is_complete(self._settings.margin):
            self._unknown_until = len(self.scene.changes)
        self.lines += lines

    def look_ahead(self, duration: float, *, is_play: bool) -> None:
        """Begin with that before anybody lifts a piece: then less of it is left to be done."""
        if self._is_waiting:
            return  # Little is done at a time, then.
        self.renew_effort(duration)
        with self._scene.effort.reserving_all_but(2 * self._step_of_work):
            self._ended_by_now(Lifted(self._watch.changes[-1].square), is_play=is_play)

    def _ended_by_now(self, lifted: Lifted, *, is_play: bool) -> tuple[Pool, list[Line]]:
        """What the lines lead to, and those that may have ended with the last arrival."""
        scene, is_waiting = self.scene, self._is_waiting
        lines = self._lines_beside(scene)
        pool = extend(lines, scene, at_rest=False, latest_first=is_waiting)
        hasty = self._extender.hasty(
            pool, lines, self.root, scene, lifted, is_play=is_play, is_waiting=is_waiting
        )
        return pool, hasty

    def changed(self) -> None:
        """The board has changed, or is about to: what was found of it holds no more."""
        self.pool, self.led_to, self._ran_out, self._is_undone = None, (), False, False
        self._other_turns.forget()
        self.doubt_so_far = (
            self.kept.candidates[0].doubt if self.kept and self._is_waiting else -math.inf
        )

    def forget_pool(self) -> None:
        """What the lines lead to is to be found anew."""
        self.pool = None

    def other_turn(self, before: Line) -> OtherTurn:
        """What the last recorded turn, from that position, may have been instead."""
        return self._other_turns.instead_of(self.root, before, self.scene)

    def extended(self, *, is_play: bool, is_settled: bool, in_steps: bool = False) -> Pool:
        """What the lines lead to now that the board rests; `is_play` as above.

        What was left for later is looked at when this is asked again. `is_settled`: whether hands
        are hardly at it any more; `in_steps`: whether it may be asked again at the next rest, so
        that it is enough to do a little of the work.
        """
        may_go_on = not self._was_extended or (not in_steps and self.scene.is_worked_out)
        if self.pool is None or (self.pool.is_cut and may_go_on):
            most = self._left_of_step if in_steps else math.inf
            with self._scene.effort.reserving_all_but(most):
                self.pool = self._extend(is_play=is_play, is_settled=is_settled)
                self._ran_out = not self.scene.is_worked_out
            if in_steps and self.pool.candidates:
                self.led_to = tuple(each.line for each in self.pool.candidates)
            self._was_extended = True
        return self.pool

    def in_steps(self, work_out: Callable[[], _Answer]) -> _Answer | None:
        """What is worked out within this moment's step of work; None: nobody knows yet.

        What was left then is gone on with when this is asked again, at another rest. Where there is
        none soon, or the board has rested for long, what is known must do.
        """
        with self.a_step():
            answer = work_out()
            is_undone = not self.scene.is_worked_out
        may_wait = self._scene.effort.may_be_renewed and not self._must_do
        return None if is_undone and may_wait else answer

    @contextmanager
    def a_step(self) -> Iterator[None]:
        """Within this no more is worked out than this moment's step of work.

        What is left then is gone on with at another rest.
        """
        with self._scene.effort.reserving_all_but(self._left_of_step):
            yield
            self._is_undone |= not self.scene.is_worked_out

    @property
    def _left_of_step(self) -> float:
        return max(0.0, self._step_of_work - self._scene.effort.spent_now)

    def _extend(self, *, is_play: bool, is_settled: bool) -> Pool:
        last_changes, blind = self.scene.last_changes, self._health.blind
        self.root, self.lines = believing(last_changes, self.root, self.lines, blind)
        return self._extender.extend(
            self._lines_beside(self.scene),
            self.root,
            self.scene,
            is_play=is_play,
            is_settled=is_settled,
            is_waiting=self._is_waiting,
        )

    def _lines_beside(self, scene: Scene) -> list[Line]:
        """The open lines, and what the last turn was recorded as before, if that may stand."""
        return [*self.lines, *self._replaced.beside(self.root, scene)]

    def suppose_vanished(self) -> None:
        """What is gone now need not be in anybody's hand, nor what was touched only adjusted."""
        handled = self.evidence.handled
        if handled & ~self.complaints.vanished:
            self.complaints.vanished |= handled
            self.forget_pool()

    def suppose_more_faults(self) -> bool:
        """Look for a turn that shows nowhere, too, and for squares that have failed since.

        False: that was done already.
        """
        self.forget_pool()
        return self._extender.faults.suppose_more()
