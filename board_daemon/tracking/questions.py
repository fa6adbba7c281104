"""Questions on the board: which squares to light, and what an answer says.

The player answers by lifting what stands on one of the lit squares that his turn entered and
setting it down again; if it entered none of them, by doing so on the square where it ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from board_daemon.rules.squares import Square, SquareSet
from board_daemon.tracking.contents import Content, disagreeing
from board_daemon.tracking.debounce import Sighting
from board_daemon.tracking.evidence import Evidence
from board_daemon.tracking.lines import Line


@dataclass(frozen=True, slots=True)
class Question:
    """Which of these squares did the turn enter?"""

    squares: SquareSet
    depth: int
    """The turn that is asked for."""
    index: int
    """How many changes there had been when it was put, or put again."""
    seen: tuple[Content, ...]
    """How the board looked then."""
    is_complete: bool
    """Whether every turn of comparable standing is among the open lines."""

    def touched(self, seen: Sequence[Content], changes: Sequence[Sighting]) -> Square | None:
        """The one square that was lifted from and set down on since; None: something else was."""
        evidence = Evidence(self.seen, seen, changes[self.index :])
        if evidence.dirty or len(evidence.touches) != 1:
            return None
        returned = evidence.returned()
        return returned[0] if returned else None

    def is_as_asked(self, seen: Sequence[Content]) -> bool:
        """Whether the board looks as it did when the question was put."""
        return not disagreeing(seen, self.seen)

    def agreeing(self, lines: Sequence[Line], touched: Square) -> list[Line] | None:
        """The lines that the touch leaves; None: it is no answer."""
        if self.squares >> touched & 1:
            return [line for line in lines if self._entered(line) >> touched & 1] or None
        ended_there = [
            line
            for line in lines
            if self._end(line) == touched and not self._entered(line) & self.squares
        ]
        return ended_there or None

    def _entered(self, line: Line) -> SquareSet:
        turn = line.step_at(self.depth)
        return turn.explanation.entered if turn is not None and turn.explanation else 0

    def _end(self, line: Line) -> Square | None:
        turn = line.step_at(self.depth)
        return turn.explanation.end if turn is not None and turn.explanation else None


def distinguishing_squares(turns: Sequence[Line | None]) -> SquareSet:
    """The squares that some of the turns enter and others do not; None is no turn at all."""
    entered = [
        turn.explanation.entered if turn is not None and turn.explanation else 0 for turn in turns
    ]
    by_any, by_all = 0, ~0
    for squares in entered:
        by_any |= squares
        by_all &= squares
    return by_any & ~by_all
