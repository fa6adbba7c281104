"""Whether somebody has played on over what was to be put right."""

from board_daemon.rules.squares import SquareSet, bits
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line, moved_a_union
from board_daemon.tracking.record import Record
from board_daemon.tracking.seeing.contents import disagreeing


class PlayedOver:
    """Tells a union that was played on over a complaint from one whose turn was taken back."""

    def __init__(self, record: Record, workings: Workings) -> None:
        self._record = record
        self._game = workings
        self._last: tuple[float, SquareSet] | None = None
        """Since when all was to be put right first, and where a union has moved all the same."""

    def tells(self, step: Line) -> bool:
        """Whether a union has gone back before all was put right that was to be.

        Rather somebody has played on over the complaint than taken the last turn back.
        """
        game = self._game
        is_last = step.explanation is None and step.undo_to == len(self._record.turns)
        if not game.is_wrong or not is_last or not moved_a_union(game.open.root):
            return False
        evidence = game.open.evidence
        changed = disagreeing(step.expected, game.open.root.expected)
        told = game.corrections.squares & ~changed
        last = max((evidence.last_change(square) for square in bits(changed)), default=0.0)
        first = min((evidence.last_change(square) for square in bits(told)), default=0.0)
        played_over = game.corrections.since, changed
        if max(game.corrections.since, last) < first:
            self._last = played_over
            return True
        return played_over == self._last and game.corrections.are_left_alone
