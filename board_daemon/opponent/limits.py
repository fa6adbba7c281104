"""How long a search may go on: so much work, so much time, and as long as it is wanted."""

from collections.abc import Callable
from typing import Final

from board_daemon.rules.work import Work, WorkDone

Clock = Callable[[], float]
"""Seconds that only grow."""
IsOver = Callable[[], bool]

UNBOUNDED: Final = 1 << 60
"""More work than anybody does."""
_BETWEEN_QUESTIONS: Final = 60
"""So many steps of work are done before it is asked again whether time is up."""


class Meter(Work):
    """A budget of work that is used up, too, once `is_over` says so.

    Like any work it ends a search by `WorkDone`.
    """

    __slots__ = ("_ask_at", "is_over", "spent")

    def __init__(self, budget: int = UNBOUNDED, is_over: IsOver | None = None) -> None:
        super().__init__(budget)
        self.is_over = is_over
        self.spent = 0
        self._ask_at = 0

    def spend(self, steps: int) -> None:
        """Take steps off the budget; raises `WorkDone` when there are too few, or time is up."""
        super().spend(steps)
        self.spent += steps
        if self.spent >= self._ask_at:
            self.ask()

    def ask(self) -> None:
        """Ask now whether it is over, and raise `WorkDone` if so."""
        self._ask_at = self.spent + _BETWEEN_QUESTIONS
        if self.is_over is not None and self.is_over():
            # Whoever asks once more, having caught the first, is told the same.
            self.left = -1
            raise WorkDone


def time_is_up(clock: Clock, seconds: float, is_stopped: IsOver | None = None) -> IsOver:
    """Says whether so many seconds have gone by, from now on, or somebody has stopped it."""
    end = clock() + seconds
    if is_stopped is None:
        return lambda: clock() >= end
    return lambda: clock() >= end or is_stopped()
