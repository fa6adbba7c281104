"""Whoever thinks about positions for a table: for the opponent's turns and for hints alike.

The daemon has one, `Daemon.thinker`, an `OpponentProcess`: it starts with the first question, and
is closed when the daemon stops. It answers one question at a time; who has no use for an answer any
more cancels the task that waits for it.
"""

from collections.abc import Callable
from typing import Protocol

from board_daemon.opponent.grading import Grading
from board_daemon.opponent.questions import GradesQuestion, TurnAnswer, TurnQuestion


class Thinker(Protocol):
    """Answers questions about positions while everything else goes on."""

    async def start(self) -> None:
        """Get ready for the first question; see `OpponentProcess.start`."""

    async def turn(
        self, question: TurnQuestion, told: Callable[[TurnAnswer], None] | None = None
    ) -> TurnAnswer:
        """The turn a level plays; see `OpponentProcess.turn`."""

    async def grade(
        self, question: GradesQuestion, told: Callable[[Grading], None]
    ) -> Grading | None:
        """How good every live destination is; see `OpponentProcess.grade`."""
