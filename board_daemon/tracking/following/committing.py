"""What is certain goes into the record, and whatever learns from it is told."""

from collections.abc import Sequence
from dataclasses import replace

from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import NO_SQUARES, SquareSet, combined
from board_daemon.tracking.explaining.explanation import Explanation, Said
from board_daemon.tracking.following.choosing import Choosing
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.health import Health
from board_daemon.tracking.hypotheses.hypotheses import Hypotheses
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.other_courses import OtherCourse, recorded_from
from board_daemon.tracking.hypotheses.pace import longest_pause
from board_daemon.tracking.hypotheses.pool import Pool
from board_daemon.tracking.hypotheses.steps import on_squares
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.watch import Watch


class Committing:
    """Records turns, takes them back, and revises the last one. All times are in seconds."""

    def __init__(
        self,
        record: Record,
        watch: Watch,
        habits: Habits,
        health: Health,
        hypotheses: Hypotheses,
        choosing: Choosing,
    ) -> None:
        self._record = record
        self._watch = watch
        self._habits = habits
        self._health = health
        self._open = hypotheses
        self._choosing = choosing

    def commit(self, t: float, step: Line, pool: Pool) -> None:
        """Record a step: a turn, another turn in the place of the last one, or a take-back."""
        before, color = self._open.root, self._open.root.position.to_move
        is_revised = step.depth == before.depth
        self._open.go_on_from(step, pool)
        turn = step.explanation
        if turn is None:
            self._record.take_back(t, step.undo_to, asks_for=self._choosing.square_to_ask_on())
            self._health.acquit(_only_supposed_from(step.undo_to, before))
            return
        if is_revised:
            color = color.other
            self._forget_habits(color, before)
        elif (pause := longest_pause(step, self._watch.changes)) is not None:
            self._habits.note_pause(color, pause)
        self._habits.note(color, _as_played_unasked(step, turn))
        record = self._record.revise if is_revised else self._record.turn
        record(t, turn.actions, self._choosing.asked_after(t, step, pool))
        has_failed = step.newly_blind
        if before.was_told:
            has_failed |= before.blind & on_squares(step) & self._health.unchanged
        self._health.suspect(_joined_unfelt(step))
        self._health.confirm(t, step.blind, self._watch.seen, has_failed)
        self._health.recorded(t, step.position)

    def record_otherwise(self, t: float, course: OtherCourse) -> bool:
        """Record the other turns that were played from some turn on, in the place of the last.

        False, and nothing is changed: by a draw on the way the game would have been over.
        """
        turns = [(line, line.explanation) for line in course.turns if line.explanation]
        try:
            self._record.play_anew(t, course.ply, [turn.actions for _, turn in turns], None)
        except IllegalAction:
            return False
        for line in course.undone:
            self._forget_habits(line.position.to_move.other, line)
        for line, turn in turns:
            played = _as_played_unasked(line, turn)
            self._habits.note(line.position.to_move.other, played)
        self._open.go_on_otherwise(course)
        return True

    def record_as_proved(self, t: float, course: OtherCourse) -> bool:
        """The same, where it is known now on which squares nobody sees how pieces stand."""
        if not self.record_otherwise(t, course):
            return False
        for line in course.turns:
            self._health.confirm(t, line.blind, self._watch.seen, line.newly_blind)
        self._health.recorded(t, self._record.position)
        return True

    def take_last_turn_back(self, t: float, *, may_stand: bool = False) -> None:
        """The last recorded turn was another one, whichever; or, if it `may_stand`, perhaps not."""
        recorded = self._open.root
        self._open.take_last_turn_back(may_stand=may_stand)
        self._strike(t, recorded)

    def take_for_none(self, t: float, before: Line) -> None:
        """The last recorded turn was none: the board still stands as before it."""
        recorded = self._open.root.homecoming or self._open.root
        self._open.go_back(before, was_played=False)
        self._strike(t, recorded)

    def go_back(self, t: float, before: Line) -> None:
        """The last recorded turn, from that position on, is not sure after all."""
        recorded = self._open.root
        self._open.go_back(before)
        self._strike(t, recorded)

    def go_back_to(self, t: float, undone: Sequence[Line]) -> None:
        """These last recorded turns are not sure after all, the last one first."""
        self._strike_all(t, undone)
        self._open.go_back_to(undone)

    def reopen(self, t: float, undone: Sequence[Line], before: Line, lines: Sequence[Line]) -> None:
        """The same, where one of these lines has followed the position `before` them."""
        self._strike_all(t, undone)
        self._open.reopen(before, lines)

    def _strike_all(self, t: float, undone: Sequence[Line]) -> None:
        """Take these last recorded turns off the record, the last one first."""
        self._record.take_back(t, undone[-1].ply)
        for line in undone:
            self._forget_habits(line.position.to_move.other, line)

    def _strike(self, t: float, recorded: Line) -> None:
        """Take the last turn off the record, and learn nothing of how its player handles pieces."""
        self._record.take_back(t, len(self._record.turns))
        self._forget_habits(self._record.position.to_move, recorded)

    def _forget_habits(self, color: Color, recorded: Line) -> None:
        if recorded.explanation is not None:
            self._habits.forget(color, _as_played_unasked(recorded, recorded.explanation))


def _only_supposed_from(ply: int, root: Line) -> SquareSet:
    """The squares that no turn before that ply has taken for bad, nor any player has named.

    But those from there on did. Whoever takes them back has rather played others.
    """
    return combined(
        line.newly_blind
        for line in recorded_from(ply, root)
        if line.parent is None or not line.parent.was_told
    )


def _as_played_unasked(step: Line, turn: Explanation) -> Explanation:
    """The turn of a step, as far as it tells how its player handles pieces by himself.

    Whoever was asked to show a turn once more lifts for once what he joins. And what nobody could
    feel need not have been slipped in.
    """
    if step.parent is not None and step.parent.is_shown:
        turn = replace(turn, touched=0)
    unfelt = _joined_unfelt(step).bit_count()
    return replace(turn, silent=max(0, turn.silent - unfelt)) if unfelt else turn


def _joined_unfelt(step: Line) -> SquareSet:
    """What a turn joined though nothing showed it, nor the touch that should have said so."""
    turn = step.explanation
    if turn is None or not turn.silent or step.parent is None:
        return NO_SQUARES
    said = [each for each in step.parent.said if isinstance(each, Said)]
    return turn.entered & combined(each.squares for each in said if each.is_on and each.is_unfelt)
