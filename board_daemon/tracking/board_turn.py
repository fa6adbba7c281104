"""The side that the board plays itself: which turn may be played for it, and when that is done."""

from __future__ import annotations

from collections.abc import Sequence

from board_daemon.rules.actions import Action
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import Square, SquareSet
from board_daemon.tracking.awaited import AwaitedTurn, Progress, Stage
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.view import StepView


class BoardTurn:
    """Nothing may be played for that side until a turn is decided, and then nothing else."""

    def __init__(self, color: Color | None) -> None:
        """`color`: the side that the board plays; None: people play both."""
        self.color = color
        self._decided: AwaitedTurn | None = None
        """It holds as long as its position stands."""

    def decide(self, record: Record, actions: Sequence[Action]) -> None:
        """Let this turn be played; raises `IllegalAction` where that cannot be."""
        if record.position.to_move != self.color or record.status.is_over:
            raise IllegalAction("expected the board to be to move, it is not")
        self._decided = AwaitedTurn(record.position, tuple(actions))

    def awaited(self, record: Record) -> AwaitedTurn | None:
        """The turn that is to be played now, if one is decided."""
        decided = self._decided
        if decided is None or record.status.is_over or decided.position != record.position:
            return None
        return decided


def next_step(awaited: AwaitedTurn, evidence: Evidence) -> StepView | None:
    """What is to be done next of a turn; None: something is amiss."""
    progress = awaited.progress(evidence)
    return awaited.step_view(progress) if progress.stage != Stage.ASTRAY else None


def ended(progress: Progress, rested: float, patience: float) -> bool:
    """Whether a turn is over, when the board has rested for so many seconds.

    `patience`: how long what looks done may still be in somebody's hand.
    """
    is_over = progress.stage == Stage.LOOKS_DONE and rested >= patience
    return progress.stage == Stage.DONE or is_over


def goes_on(progress: Progress) -> bool:
    """Whether a turn has begun, and nothing else has happened."""
    return progress.stage in (Stage.UNDER_WAY, Stage.LOOKS_DONE)


def ahead_before(awaited: AwaitedTurn, lifted: Square, evidence: Evidence) -> SquareSet | None:
    """What the answer has begun with, where a turn is over as something is about to be lifted.

    None: it is not over.
    """
    progress = awaited.progress(evidence)
    return progress.ahead if awaited.is_over_before(lifted, progress, evidence) else None
