"""The lines of play kept open since the last recorded position: extended and narrowed down."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.tracking.complaints import Complaints
from board_daemon.tracking.contents import with_blind
from board_daemon.tracking.evidence import Evidence
from board_daemon.tracking.faults import with_faults, with_unseen_turn
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.health import Health
from board_daemon.tracking.line import (
    OUT_OF_QUESTION,
    Candidate,
    Line,
    Pool,
    each_once,
    without_other_ways,
)
from board_daemon.tracking.lines import doubt_since, extend, hasty_lines
from board_daemon.tracking.memory import Effort, Memory
from board_daemon.tracking.overlap import overlapping_turns
from board_daemon.tracking.polling import TURNS_THAT_TELL
from board_daemon.tracking.polls import is_as_said
from board_daemon.tracking.promotions import Prompt, prompt_of
from board_daemon.tracking.questions import kind_of
from board_daemon.tracking.record import Record
from board_daemon.tracking.recovery import (
    OtherTurn,
    gone_on_with,
    hasty_other_turns,
    hasty_takebacks,
    is_other_turn,
    only_other_turn,
    played_again,
    with_takebacks,
    with_turns_given_up,
)
from board_daemon.tracking.scene import Scene
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.waiting import (
    just_before,
    wait_for_later_play,
    waited_and_was_seen,
)
from board_daemon.tracking.watch import Watch

# So much of the work of one moment is done where turns wait for later play.
_SHARE_OF_A_WAIT: Final = 0.25


class Hypotheses:
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
        self.kept: Pool | None = None
        """What they led to when the board last rested and some were kept open."""
        self._other_turn: OtherTurn | None = None
        """What the last recorded turn may have been instead, once that was looked for."""
        self._adjusted_since = 0
        """From which change on all that was touched seems to have been adjusted."""
        self._effort = Effort(settings.most_work)
        """How much work may be done at this moment."""
        self.doubt_so_far = -math.inf
        """Doubt of the best of what was kept open when the board last changed, if anything was."""
        self._scene: Scene | None = None
        """All there was to go by when that was last asked for."""
        self.complaints = Complaints()
        self._taken_back: Line | None = None
        """The turn that was taken back last, and nothing recorded since."""
        self.unplayed: Line | None = None
        """The turn that the board took back, since another one may have been played."""
        self._may_be_unseen = False
        """Whether a turn of which nothing was to be seen may have been played."""
        self._given_up: dict[tuple[Position, int], Line] = {}
        """Lines that were open since, by position and ply; what came after may be a wrong move."""

    # --- what can be asked ---

    @property
    def before_root(self) -> Line | None:
        """The position before the last recorded turn, as long as that may be revised."""
        return self.root.parent if self.root.explanation is not None else None

    @property
    def scene(self) -> Scene:
        """All there is to go by now."""
        blind = self._health.blind
        seen, changes = with_blind(self._watch.seen, blind), self._watch.changes
        known = self._scene
        if known is None or (known.seen, known.changes, known.blind) != (seen, changes, blind):
            memory = Memory(self._effort)
            known = Scene(
                seen,
                changes[:],
                self._habits,
                self._settings,
                blind,
                self._board_plays,
                self._watch.hides_unions,
                memory=memory,
            )
            self._scene = known
        return known

    @property
    def evidence(self) -> Evidence:
        """What has happened since the last recorded position."""
        return self.scene.evidence(self.root)

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
        return any(waited_and_was_seen(line, self.root, self._health.blind) for line in self.lines)

    @property
    def is_stirred(self) -> bool:
        """Whether anything has changed since the last recorded position."""
        return self.root.index < len(self._watch.changes)

    @property
    def explain_the_board(self) -> bool:
        """Whether some line may lead to what is seen now, take-backs aside."""
        self.renew_effort()
        pool = extend(self.lines, self.scene, at_rest=True)
        return pool.is_cut or bool(pool.candidates)

    # --- extending ---

    def renew_effort(self) -> None:
        """Something is to be answered anew: as much work may be done for that.

        Turns that wait for later play wait at every moment: none of them may take that long.
        """
        self._effort.renew()
        if self.kept is not None and self.waits_for_later_play(self.kept):
            self._effort.limit_to(_SHARE_OF_A_WAIT)

    def about_to_change(self, lifted: Square, *, is_play: bool) -> None:
        """Before somebody lifts a piece just after an arrival: what may have ended with that.

        `is_play`: whether that may have been a turn; who puts the board right plays none.
        """
        scene = self.scene
        pool = extend(self.lines, scene, at_rest=False)
        if is_play:
            self.lines += hasty_lines(pool, self.lines, self._settings, lifted)
            if (before := self.before_root) is not None:
                self.lines += hasty_other_turns(pool, before, self.root, scene)
        if self._settings.takebacks:
            self.lines += hasty_takebacks(
                self.lines, pool, self._record, self.root, scene, self._expected_to
            )

    def changed(self) -> None:
        """The board has changed, or is about to: what was found of it holds no more."""
        self.pool = self._other_turn = None
        is_kept = self.kept is not None and self.waits_for_later_play(self.kept)
        self.doubt_so_far = self.kept.candidates[0].doubt if self.kept and is_kept else -math.inf

    def other_turn(self, before: Line) -> OtherTurn:
        """What the last recorded turn, from that position, may have been instead."""
        known = self._other_turn
        if known is None or known.recorded is not self.root or known.pool.is_cut:
            known = self._other_turn = only_other_turn(before, self.root, self.scene)
        return known

    def extended(self, *, is_play: bool, is_settled: bool) -> Pool:
        """What the lines lead to now that the board rests; `is_play` as above.

        What was left for later is looked at when this is asked again. `is_settled`: whether hands
        are hardly at it any more.
        """
        if self.pool is None or self.pool.is_cut:
            self.pool = self._extend(is_play=is_play, is_settled=is_settled)
        return self.pool

    def _extend(self, *, is_play: bool, is_settled: bool) -> Pool:
        pool = Pool(())
        is_over = self._record.status.is_over
        # A square that has changed is not dead.
        possible = self.root.blind | self._health.blind | self._health.unproven
        self.lines = [line for line in self.lines if not line.blind & ~possible]
        if not is_over:
            pool = extend(self.lines, self.scene, at_rest=True)
            if (before := self.before_root) is not None:
                gone_on = gone_on_with(before, self.root, self.scene, at_rest=True)
                pool = pool.with_more(gone_on)
                pool = pool if self.scene.is_worked_out else pool.cut(before.doubt)
        if self._settings.takebacks and not self.root.was_told:
            pool = with_takebacks(
                pool,
                self._record,
                self.root,
                self.scene,
                expected_to=self._expected_to,
                is_play=is_play,
            )
            if is_play:
                pool = with_turns_given_up(pool, self.lines, self.root, self.scene)
        if self._taken_back is not None:
            pool = pool.with_more(played_again(self._taken_back, self.root, self.scene))
        if is_play and not is_over:
            pool = self._with_faults(pool, is_settled=is_settled)
        return without_other_ways(pool, self.root)

    @property
    def _expected_to(self) -> int:
        """Up to which turn they are rather taken back than undone by a turn; 0: none is."""
        return self.complaints.expected_to(len(self._record.turns))

    def _with_faults(self, pool: Pool, *, is_settled: bool) -> Pool:
        scene, unproven = self.scene, self._health.unproven
        pool = with_faults(
            pool,
            self.root,
            scene,
            unproven,
            vanished=self.complaints.vanished,
            is_settled=is_settled,
        )
        if not pool.candidates and self._adjusted_since < self.root.index:
            # What looked like adjusting may have been a turn out of a stuck square.
            root = replace(self.root, index=self._adjusted_since)
            pool = with_faults(pool, root, scene, unproven, is_settled=is_settled)
        if not pool.candidates and (before := self.before_root) is not None:
            # What looked like one turn may have been two, by way of a dead square.
            pool = with_faults(
                pool, before, scene, unproven, self.root.index, is_settled=is_settled
            )
        if not pool.candidates and self._may_be_unseen:
            pool = with_unseen_turn(pool, self.root, scene, unproven)
        return pool

    def suppose_unseen_turn(self) -> bool:
        """Look for a turn that shows nowhere, too; False: that was done already."""
        was_supposed, self._may_be_unseen = self._may_be_unseen, True
        self.pool = None
        return not was_supposed

    def has_rival(self, step: Line, best: Candidate) -> bool:
        """Whether another turn may have been played, and a wrong move after it.

        `step`: the next one on the way to the `best` candidate.
        """
        root, settings = self.root, self._settings
        surprise = best.surprise_since(root, settings.haste)
        limit = root.doubt + surprise - settings.wrong_move + settings.margin
        unplayed = self.unplayed
        if unplayed is not None and unplayed.doubt <= limit and is_as_said(unplayed, root.said):
            return kind_of(unplayed) != kind_of(step)
        is_put_right = step.explanation is None or step.depth == root.depth
        if (best.line is step and is_put_right) or surprise <= settings.wrong_move:
            return False
        if best.line.depth - step.depth >= TURNS_THAT_TELL:
            return False  # Nobody plays on over a wrong move for so long.
        others = overlapping_turns(root, self.scene, limit).turns
        lines = [*self.lines, *self._given_up.values(), *others]
        proven = self._health.proven  # A square that has changed is not dead.
        lines = [line for line in lines if line.doubt <= limit and not line.blind & proven]
        steps = [line.step_at(step.depth) for line in lines]
        rivals = [each for each in steps if each is not None and is_as_said(each, root.said)]
        is_open = not self.scene.is_worked_out
        return is_open or any(kind_of(rival) != kind_of(step) for rival in rivals)

    def instead_of_adjusting(self) -> list[Line]:
        """The turns that may have been played where else all was only touched.

        They are no more likely than that: who puts the board right touches many pieces.
        """
        root, candidates = self.root, self.extended(is_play=True, is_settled=True).candidates
        touched = [each.doubt for each in candidates if each.line is root]
        limit = min(touched, default=root.doubt + self._settings.wrong_move) + self._settings.margin
        turns = [each.line for each in candidates if each.line.depth == root.depth + 1]
        return [replace(line, doubt=root.doubt) for line in turns if line.doubt <= limit]

    # --- narrowing down ---

    def begin_again(
        self, t: float | None = None, *, is_adjusted: bool = False, is_shown: bool = False
    ) -> None:
        """Forget all that was seen since the last recorded position.

        `t`: seconds; when that was put right, its player may still choose a promotion.
        `is_adjusted`: what was touched since it was recorded seems to have been adjusted.
        `is_shown`: the turn that was played is played once more, for the board to see its joins.
        """
        if t is not None:
            self.complaints.put_right()
        index, t = len(self._watch.changes), self.root.t if t is None else t
        if not is_adjusted:
            self._adjusted_since = index
        root = self.root.shown() if is_shown else self.root
        self.root = replace(root.without_answers(index), t=t)
        self.lines = [self.root]
        self.pool = self.kept = self.unplayed = None
        self._may_be_unseen = False
        self._given_up.clear()

    def hold(self) -> None:
        """Follow nothing beyond the last recorded position until the board is put right."""
        self.lines = [self.root]

    def keep_open(self, pool: Pool) -> None:
        """Go on from every candidate that is not out of the question.

        The last recorded position always is one: what was seen since may all become another turn.
        Where only odd stories explain the board, what was likely before may soon be so again.
        """
        self.kept = pool
        for line in self.lines:
            self._given_up.setdefault((line.position, line.ply), line)
        lines = [candidate.line for candidate in pool.near(OUT_OF_QUESTION)]
        odd = min((each.doubt for each in pool.candidates), default=0.0) - self._settings.fault
        likely = [line for line in self.lines if line.doubt <= odd]
        # What a square that tells nothing may hide is found anew at each rest.
        is_waiting = self.waits_for_later_play(pool)
        before = just_before(pool, self.root, self._settings) if is_waiting else []
        lines = each_once([*lines, *likely, *pool.unfinished, *before])
        self.lines = lines if self.root in lines else [*lines, self.root]

    def forget_since(self, index: int) -> None:
        """What came after so many changes was no part of any turn."""
        self.lines = [line for line in self.lines if line.index <= index]
        self.pool = None

    def waits_for_later_play(self, pool: Pool) -> bool:
        """Whether turns are not recorded as part of them shows nowhere, and nobody is asked."""
        return wait_for_later_play(pool, self.root, self._health.blind, self._settings)

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
        self._taken_back = self.root if is_last_taken_back else None
        if step.explanation is None:
            self.complaints.taken_back(step.undo_to)
        elif self.root.took_back is False:
            self.complaints.stands()
        self.root = step
        self._adjusted_since = step.index
        self.pool, self.kept = self._agreeing(pool), None
        self._given_up.clear()
        self.unplayed = None
        self._may_be_unseen = False
        self.complaints.gone_on()
        later = self.pool.near(OUT_OF_QUESTION)
        lines = [*(c.line for c in later), *self.pool.unfinished]
        self.lines = [step, *dict.fromkeys(line for line in lines if line.depth > step.depth)]

    def take_last_turn_back(self) -> None:
        """Go on from the position before the last recorded turn, which was another one."""
        before, wrong = self.before_root, self.root
        assert before is not None
        lines = [line for line in self.lines if line.step_at(wrong.depth) is not wrong]
        self.root, self.lines = before, [before, *(line for line in lines if line is not before)]
        self._given_up.clear()
        self.pool = self.kept = None

    def doubt_last_turn(self) -> None:
        """Take note that the board is to be put right, if the last turn may have been another."""
        before = self.before_root
        if before is None:
            return
        others = self.other_turn(before).pool.candidates
        if any(is_other_turn(other.line, self.root) for other in others):
            self.complaints.doubt(len(self._record.turns))

    def go_back(self, before: Line) -> None:
        """Go on from the position before the last recorded turn, which was not sure after all."""
        self.unplayed = self.root
        self.root, self.lines = before, [before]
        self._given_up.clear()
        self.pool = self.kept = self._other_turn = self._taken_back = None

    def reconsider(self, pool: Pool, *, is_play: bool) -> None:
        """The later steps anew, now that a silent join is no longer next to impossible."""
        lines = {self.root: self.root}
        for candidate in self._agreeing(pool).near(OUT_OF_QUESTION):
            line = candidate.line
            if line.depth > self.root.depth and line.parent is not None:
                before = line.parent
                lines[before] = replace(before, doubt=doubt_since(self.root, before, self._habits))
        self.lines = list(lines.values())
        self.pool = self._extend(is_play=is_play, is_settled=True)

    def _agreeing(self, pool: Pool) -> Pool:
        """The candidates that agree with all that is recorded."""
        return replace(
            pool,
            candidates=tuple(each for each in pool.candidates if self._agrees(each.line)),
            unfinished=tuple(filter(self._agrees, pool.unfinished)),
        )

    def _agrees(self, line: Line) -> bool:
        """Whether all that is recorded has led to the line."""
        turn = line.step_at(self.root.depth)
        return turn is not None and turn.position == self.root.position

    def agree_on(self, lines: list[Line], root: Line, *, is_named: bool) -> None:
        """Keep only these lines, and what an answer says of the next turn.

        `is_named`: whether it says what was played, and not only what was not.
        """
        least = min((line.doubt for line in lines), default=self.root.doubt)
        # However surprising it was, the player has said that it was so.
        surprise = least - self.root.doubt if is_named else 0.0
        self.root = root
        self.lines = [*(replace(line, doubt=line.doubt - surprise) for line in lines), root]
        self.pool = self.kept = None
        unplayed = self.unplayed.explanation if self.unplayed is not None else None
        if unplayed is None or not root.allows(unplayed):
            self.unplayed = None  # It was another turn indeed.
        self._given_up.clear()

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
