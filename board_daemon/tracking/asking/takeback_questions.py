"""Asking by a touch whether the last turn was taken back, where only such questions are known."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from board_daemon.rules.squares import Square, SquareSet, bits
from board_daemon.tracking.asking.questions import Question
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.steps import gives_the_move_back
from board_daemon.tracking.seeing.contents import Content, looks_empty
from board_daemon.tracking.seeing.debounce import Sighting


@dataclass(frozen=True, slots=True)
class TakebackQuestion(Question):
    """Was it a turn that brought the union back to this square?

    Whoever has taken his turn back has played none: if anything, he answers for the turn before
    that, where it ended.
    """

    @staticmethod
    def about(
        square: Square, root: Line, t: float, index: int, seen: Sequence[Content]
    ) -> "TakebackQuestion | None":
        """The question, put at that time in seconds, after so many changes.

        `root`: where the turn has led that moved the union away. None: it cannot be asked.
        """
        answers = answers_of_takeback(square, root)
        if answers is None:
            return None
        looks = tuple(seen)
        put = 1 << square, root.depth + 1, t, index, looks
        return TakebackQuestion(*put, ends=answers, stood=looks, at_once=answers)

    def agreeing(self, lines: Sequence[Line], touched: Square) -> list[Line] | None:
        """The lines that the touch leaves, perhaps none that is known; None: it is no answer."""
        steps = [(line, step) for line in lines if (step := line.step_at(self.depth)) is not None]
        if self.squares >> touched & 1:
            return [line for line, step in steps if step.explanation is not None]
        if not self.ends >> touched & 1:
            return None
        return [
            line for line, step in steps if step.explanation is None and gives_the_move_back(step)
        ]

    def answered(self, root: Line, touched: Square) -> Line:
        """The line that the union had moved to, with what the answer says of that turn."""
        return replace(root, took_back=not self.squares >> touched & 1)

    def refused(self, root: Line) -> Line:
        """The same, where other pieces were touched than the one that was asked for."""
        return replace(root, took_back=True)

    def still_stands(self, seen: Sequence[Content]) -> bool:
        """It does wherever the union goes: how long nobody has answered tells what it was."""
        return True

    def tells_of_a_turn(
        self, changes: Sequence[Sighting], end: Square, patience: float
    ) -> bool | None:
        """Whether it was rather a turn, once play has gone on; None: nothing tells.

        It was if somebody has touched the union all the same, in the midst of the next turn. It was
        none if he has answered for that, which has ended on the square `end`; or if for `patience`,
        in seconds, nobody has done anything.
        """
        since = [change for change in changes if change.t > self.t]
        (square,) = bits(self.squares)
        for answered, is_turn in ((square, True), (end, False)):
            if self._is_touched(answered, since):
                return is_turn
        return False if since and since[0].t >= self.t + patience else None

    def _is_touched(self, square: Square, since: Sequence[Sighting]) -> bool:
        """Whether what stands there, or came there since, was lifted and set down again."""
        looks = [self.stood[square], *(each.content for each in since if each.square == square)]
        taken = [not looks_empty(look) for look in looks]
        return any(a and not b and c for a, b, c in zip(taken, taken[1:], taken[2:], strict=False))


def answers_of_takeback(square: Square, root: Line) -> SquareSet | None:
    """Where players say by a touch whether a union has come back to that square by a turn.

    None: they cannot. Where the turn before that of `root` entered it as well, it says neither.
    """
    before = None if root.parent is None else root.parent.explanation
    if before is None:
        return 1 << square
    entered = before.entered | 1 << before.end
    return None if entered >> square & 1 else 1 << square | 1 << before.end
