"""Asking by a touch whether the last turn was taken back, where only such questions are known."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet
from board_daemon.tracking.asking.questions import Question
from board_daemon.tracking.hypotheses.line import Line, led_through
from board_daemon.tracking.hypotheses.promotions import prompt_of
from board_daemon.tracking.hypotheses.steps import ends_of, entered_by, gives_the_move_back
from board_daemon.tracking.seeing.contents import Content, looks_empty
from board_daemon.tracking.seeing.debounce import Sighting


@dataclass(frozen=True, slots=True)
class TakebackQuestion(Question):
    """Was it a turn that brought the union back to this square?

    Whoever has taken his turn back has played none: if anything, he answers for the turn before
    that, where it ended, or for one that was played since.
    """

    @staticmethod
    def about(
        square: Square,
        root: Line,
        t: float,
        index: int,
        seen: Sequence[Content],
        back: Sequence[Line],
    ) -> "TakebackQuestion | None":
        """The question, put at that time in seconds, after so many changes.

        `root`: where the turn has led that moved the union away; `back`: the lines in which it was
        taken back. None: it cannot be asked.
        """
        answers = _answers_of_takeback(square, root, back)
        if answers is None or looks_empty(seen[square]):
            return None
        looks = tuple(seen)
        put = 1 << square, root.depth + 1, t, index, looks
        return TakebackQuestion(*put, ends=answers, stood=looks, at_once=answers)

    def agreeing(self, lines: Sequence[Line], touched: Square) -> list[Line] | None:
        """The lines that the touch leaves, perhaps none that is known; None: it is no answer."""
        steps = [(line, step) for line in lines if (step := line.step_at(self.depth)) is not None]
        back = [line for line, step in steps if gives_the_move_back(step)]
        if self.squares >> touched & 1:
            since = (step for line in back for step in line.steps_since(self.depth))
            if any(entered_by(step) >> touched & 1 for step in since):
                return None  # Of the turn that was played since he would say the same.
            return [line for line, step in steps if step.explanation is not None]
        return back if (self.ends | answering_since(back, self.depth)) >> touched & 1 else None

    def answered(self, root: Line, touched: Square) -> Line:
        """The line that the union had moved to, with what the answer says of that turn."""
        return replace(root, took_back=not self.squares >> touched & 1)

    def settled(
        self, root: Line, lines: Sequence[Line], touched: Square, t: float
    ) -> tuple[Line, list[Line]]:
        """The same and the lines after it; by a turn that followed it, the one before stands."""
        if self.squares >> touched & 1:
            lines = [line for line in lines if led_through(root, line)] or lines
        # Not `super()`: a data class with slots replaces the class that it knows.
        return Question.settled(self, root, lines, touched, t)

    def refused(self, root: Line) -> Line:
        """The same, where other pieces were touched than the one that was asked for."""
        return replace(root, took_back=True)

    def still_stands(self, seen: Sequence[Content]) -> bool:
        """It does wherever the union goes: how long nobody has answered tells what it was."""
        return True

    def was_left_alone(self, changes: Sequence[Sighting], patience: float) -> bool:
        """Whether nobody has done anything for so long, in seconds, though he was asked."""
        first = next((change.t for change in changes if change.t > self.t), self.t)
        return first >= self.t + patience

    def is_touched(self, square: Square, changes: Sequence[Sighting]) -> bool:
        """Whether what stands there, or came there since it was put, was lifted and set down again.

        `changes`: those that count.
        """
        since = [each.content for each in changes if each.square == square and each.t > self.t]
        taken = [not looks_empty(look) for look in (self.stood[square], *since)]
        return any(a and not b and c for a, b, c in zip(taken, taken[1:], taken[2:], strict=False))


def answering_since(lines: Sequence[Line], depth: int) -> SquareSet:
    """Where a touch says no: where the turns of these lines after that depth have ended.

    Not where it may also be chosen what a pawn becomes. Where more than one turn was taken back,
    so it does where the one before those had ended.
    """
    steps = (step for line in lines for step in line.steps_since(depth))
    backs = (step for line in lines if (step := line.step_at(depth)) is not None)
    left = (step.after_turn(step.ply) for step in backs if _undoes_more_than_one(step))
    ended = [*steps, *(step for step in left if step is not None)]
    return ends_of(step for step in ended if prompt_of(step) is None)


def _undoes_more_than_one(step: Line) -> bool:
    return step.parent is not None and step.ply < step.parent.ply - 1


def _answers_of_takeback(square: Square, root: Line, back: Sequence[Line]) -> SquareSet | None:
    """Where players say by a touch whether a union has come back to that square by a turn.

    None: they cannot. Where the turn before that of `root` entered it as well, it says neither,
    until they have played on by all the lines that lead `back`.
    """
    stood = None if root.parent is None else root.parent.after_turn(root.parent.ply)
    before = None if stood is None else stood.explanation
    after = answering_since(back, root.depth + 1)
    entered = NO_SQUARES if before is None else before.entered | 1 << before.end
    speaks_for_before = not back or any(_is_last_of(line, root) for line in back)
    if after >> square & 1 or (entered >> square & 1 and speaks_for_before):
        return None
    ended = NO_SQUARES if before is None or entered >> square & 1 else 1 << before.end
    return 1 << square | ended | after


def _is_last_of(line: Line, root: Line) -> bool:
    """Whether a line only takes the turn of `root` back: then the turn before it is the last."""
    return line.depth == root.depth + 1 and not _undoes_more_than_one(line)
