"""What may have been played since the last recorded position: narrowed down as the game goes on."""

import math
from collections.abc import Sequence
from dataclasses import replace

from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import NO_SQUARES, SquareSet
from board_daemon.tracking.hypotheses.doubtful import is_doubtful
from board_daemon.tracking.hypotheses.hidden import doubt_of_fault
from board_daemon.tracking.hypotheses.kept_lines import drawn_back, kept_lines, likely_before
from board_daemon.tracking.hypotheses.leafing import still_choosing
from board_daemon.tracking.hypotheses.line import Line, Spent, each_once, led_through
from board_daemon.tracking.hypotheses.lines import (
    Weighed,
    as_said,
    before_last_steps,
    other_ways_as_said,
    turns_by_what_was_said,
)
from board_daemon.tracking.hypotheses.missed_choices import gone_on_from
from board_daemon.tracking.hypotheses.open_lines import OpenLines
from board_daemon.tracking.hypotheses.other_courses import OtherCourse, recorded_from
from board_daemon.tracking.hypotheses.pool import OUT_OF_QUESTION, Pool
from board_daemon.tracking.hypotheses.proofs import Proof, course_of
from board_daemon.tracking.hypotheses.put_right import still_under_way
from board_daemon.tracking.hypotheses.seen_to_work import believing
from board_daemon.tracking.hypotheses.steps import agreeing_with
from board_daemon.tracking.hypotheses.takebacks import taken_back_as_well


class Hypotheses(OpenLines):
    """The lines that are open, and what leaves fewer of them: turns, answers, what is put right."""

    def begin_again(
        self,
        t: float | None = None,
        *,
        wrong_since: float = -math.inf,
        wrong: SquareSet = NO_SQUARES,
        is_adjusted: bool = False,
        shown_to: int = 0,
        may_be_unseen: bool = False,
    ) -> None:
        """Forget all that was seen since the last recorded position.

        `t`: seconds; when that was put right, its player may still choose a promotion, unless that
        took long. `wrong_since`: since when it was to be put right; what he chose before counts.
        `wrong`: what stood wrong; what else was touched may have been joined from a stuck square.
        `is_adjusted`: what was touched since it was recorded seems to have been adjusted.
        `shown_to`: all turns up to that one are played once more, for the board to see them;
        `may_be_unseen`: part of it may show nowhere.
        """
        self.complaints.may_be_unseen |= may_be_unseen
        if t is not None:
            was_denied = bool(self.root.said) and not self.root.was_told
            self.complaints.set_back(was_denied=was_denied)
            if wrong_since > -math.inf:
                t = max(self.root.t, min(t, wrong_since + self._settings.touch_patience))
        index, t = len(self._watch.changes), self.root.t if t is None else t
        if shown_to:
            root = self.root.shown(shown_to).without_answers(index)
        else:
            root = still_choosing(self.root, self.scene, wrong_since)
            if root.index == index:
                root = still_under_way(
                    self.root, self.scene, wrong_since, wrong, was_unplayed=self.was_unplayed
                )
        self.root = replace(root, t=t)
        self.lines = [self.root]
        self.pool = self.kept = None
        put_right = Spent(wrong, index) if wrong else None
        self._extender.faults.begin_again(None if is_adjusted or wrong else index, put_right)
        self._rivals.forget()

    def hold(self) -> None:
        """Follow nothing beyond the last recorded position until the board is put right."""
        self.lines = [self.root]

    def keep_open(self, pool: Pool) -> None:
        """Go on from every candidate that is not out of the question, and what may be so again."""
        self.kept = pool
        self._rivals.give_up(self.lines)
        self.lines = kept_lines(self.lines, pool, self.root, self._settings)

    def keep_open_too(self, line: Line) -> None:
        """Go on from that line as well as from the others."""
        if line not in self.lines:
            self.lines = [*self.lines, line]

    def return_to(self, lines: list[Line], pool: Pool | None) -> None:
        """Go on from these lines after all, and from what they were found to lead to."""
        self.lines, self.pool = lines, pool

    def forget_since(self, index: int) -> None:
        """What came after so many changes was no part of any turn."""
        self.lines = [line for line in self.lines if line.index <= index]
        self.pool = None

    def stand_again(self, known: Sequence[Line]) -> None:
        """The board was put right since: it stands as after one of those lines, or one like it."""
        index, stands = len(self._watch.changes), {line.expected for line in known}
        self.lines = [
            replace(line, index=index, has_rested=True) if line.expected in stands else line
            for line in self.lines
        ]
        self.pool = None

    def go_on_from(self, step: Line, pool: Pool) -> None:
        """Take a step for granted: a turn, or a take-back."""
        is_last_taken_back = step.explanation is None and step.undo_to == len(self._record.turns)
        self._replaced.note(self.root if step.depth == self.root.depth else None)
        self._extender.taken_back = self.root if is_last_taken_back else None
        if step.explanation is None:
            undone = self._record.turns[step.undo_to - 1]
            step = step.shown(self.complaints.not_understood(step.undo_to))
            self.complaints.taken_back(step.undo_to, undone.position)
            self._refuse_odd_turns(step.undo_to)
            if undone.position in self.complaints.refused:
                step = step.shown()  # It was another turn, of which nobody has seen enough.
            # Who goes back as the board has not understood what was played plays that once more.
            self.complaints.may_be_unseen |= step.is_shown
        elif self.root.took_back is False:
            self.complaints.stands()
        followed = [line for line in self.lines if led_through(step, line)]
        self.root, self.was_unplayed = step, False
        self.pool, self.kept = agreeing_with(pool, self.root), None
        self._extender.faults.gone_on(step.index)
        self._rivals.forget()
        self.complaints.gone_on(step.position, is_shown=step.is_shown)
        later = self.pool.near(OUT_OF_QUESTION)
        lines = [*(c.line for c in later), *self.pool.unfinished]
        lines += likely_before(followed, self.pool, self._settings)
        if step.explanation is None:
            lines += taken_back_as_well(step, self.scene)
        self.lines = [step, *dict.fromkeys(line for line in lines if line.depth > step.depth)]

    def _refuse_odd_turns(self, since: int) -> None:
        """Of the turns since that one, which are taken back, those were others that were odd."""
        for turn in recorded_from(since, self.root):
            before = turn.before_turn
            if before is not None and turn.doubt - before.doubt >= self._settings.odd:
                self.complaints.refuse(turn.position)

    def take_last_turn_back(self, *, may_stand: bool = False) -> None:
        """Go on from the position before the last recorded turn, which was another one.

        `may_stand`: it may as well have been played.
        """
        before, recorded = self.before_root, self.root
        assert before is not None
        self.complaints.unplay(recorded.position)
        lines = [
            line
            for line in self.lines
            if line is not before and (may_stand or not led_through(recorded, line))
        ]
        self.root, self.lines = before, [before, *lines]
        self._rivals.forget_lines()
        self.pool = self.kept = None

    def doubt_last_turn(self) -> None:
        """Take note that the board is to be put right, if the last turn may have been another.

        Or none: what a chain that came home would have touched may only have been straightened.
        """
        before = self.before_root
        if before is None:
            return
        if is_doubtful(self.root, self.other_turn(before), self.evidence):
            self.complaints.doubt(len(self._record.turns))

    def go_back(self, before: Line, *, was_played: bool = True) -> None:
        """Go on from the position before the last recorded turn, which was not sure after all.

        `was_played`: whether it may have been played all the same.
        """
        if was_played:
            self._rivals.take_back(self.root)
            self.complaints.unplay(self.root.position)
        else:
            self._rivals.forget()
        self._begin_at(before)
        self.was_unplayed = was_played

    def go_back_to(self, undone: Sequence[Line]) -> None:
        """Go on from before the first of these last recorded turns: none of them is sure."""
        before = undone[-1].parent
        assert before is not None
        root, _ = believing(self.scene.last_changes, self.root, (), self._health.blind)
        index = len(self._watch.changes)
        stands = replace(before.set_back_from(root, index), t=root.t)
        self._begin_at(stands)
        self.was_unplayed = False
        self._rivals.forget()
        self._extender.faults.gone_on(index)

    def go_on_otherwise(self, course: OtherCourse) -> None:
        """Go on from where other turns have led than those that were recorded."""
        self.reopen(course.turns[-1], ())

    def reopen(self, before: Line, lines: Sequence[Line]) -> None:
        """Go on from an earlier position: one of these lines has followed it."""
        self._begin_at(before)
        self.lines = [before, *lines]
        self.was_unplayed = False
        self._rivals.forget()
        self._extender.faults.gone_on(before.index)

    def forget_denials(self) -> None:
        """Go on from the last recorded position, wherever the player said that he was not."""
        self._begin_at(self.root.without_denials())

    def go_on_alone(self) -> None:
        """Go on from the last recorded position alone, whatever else was followed."""
        self._begin_at(self.root)

    def _begin_at(self, root: Line) -> None:
        self.root, self.lines = root, [root]
        self._replaced.note(None)
        self.pool = self.kept = self._extender.taken_back = None
        self._other_turns.forget()

    def weighed(self) -> Weighed:
        """How doubtful joins and faults are by the habits known now."""
        joins = {color: self._habits.doubts(color) for color in Color}
        return Weighed(joins, doubt_of_fault(self.scene))

    def reconsider(self, pool: Pool, before: Weighed, *, is_play: bool) -> None:
        """The later steps anew, now that a silent join is no longer next to impossible.

        `before`: how doubtful they were until then.
        """
        self.lines = before_last_steps(pool, self.root, before, self.scene)
        self.pool = self._extend(is_play=is_play, is_settled=True)

    def agree_on(self, lines: list[Line], root: Line, *, is_named: bool) -> None:
        """Keep only these lines, and what an answer says of the next turn.

        `is_named`: whether it says what was played, and not only what was not.
        """
        settings = self._settings
        self._scene.effort.begin_again()  # What he says is something new.
        # Whoever owes a piece for a pawn may have chosen it before the turn that he speaks of.
        may_choose = root.was_told and root.position.promoting is not None
        if is_named and (root.enters or may_choose):
            known = [as_said(line, root, self.scene) for line in lines]
            lines = each_once([*known, *turns_by_what_was_said(root, self.scene)])
        elif is_named and root.was_told:
            others = other_ways_as_said(root, self.lines, lines, self.scene)
            lines = each_once([*lines, *others])
        least = min((line.doubt for line in lines), default=self.root.doubt)
        self._rivals.agree_on(root)
        # However surprising it was, the player has said that it was so; unless that is as true of
        # the turn that was taken off the record, and a wrong move after that is likelier.
        is_said = is_named and not self._rivals.is_unplayed_likelier(least - settings.wrong_move)
        surprise = least - self.root.doubt if is_said else 0.0
        if not is_named:
            lines = [*lines, *drawn_back(self.lines, self.root)]
        self.root = root
        self.lines = [*(replace(line, doubt=line.doubt - surprise) for line in lines), root]
        self.pool = self.kept = None

    def rewrite(self, chosen: Line, root: Line, index: int | None) -> None:
        """Take it that what led to the last recorded position, from a step on, was `chosen` so.

        `root`: where that leads. `index`: after how many changes the board stands so; None: what
        happened since then is kept.
        """
        known: dict[int, Line | None] = {}
        later = (line for line in self.lines if line is not self.root and index is None)
        followed = [
            gone_on_from(chosen, line, known) for line in later if led_through(self.root, line)
        ]
        taken_back = self._extender.taken_back
        if taken_back is not None:
            self._extender.taken_back = gone_on_from(chosen, taken_back, known)
        self.root = root if index is None else root.without_answers(index)
        self.lines = [self.root, *(line for line in followed if line is not None)]
        self._rivals.forget()
        self._other_turns.forget()
        self.pool = self.kept = None

    def course_by(self, story: Line, proof: Proof) -> OtherCourse | None:
        """The game as recorded, but for a story in the place of the one that was put to the proof.

        None: what was played since is illegal then.
        """
        root, scene = self.root, self.scene
        question = course_of, story, proof, root
        return scene.once(question, lambda: course_of(story, proof, root, scene))

    def replace_lines(self, changed: dict[Line, Line]) -> bool:
        """Put other lines in the place of some; whether that changes the last recorded turn."""
        if not changed:
            return False
        root = changed.get(self.root, self.root)
        is_revised = root.position != self.root.position and root.explanation is not None
        self.lines = [changed.get(line, line) for line in self.lines]
        self.root = root
        self.pool = None
        return is_revised
