"""Asking by a touch whether a union has gone to where nothing shows, and has come back by a turn.

Whoever has straightened it has played nothing since: he says so where his last turn ended.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from board_daemon.rules.squares import Square, SquareSet, combined
from board_daemon.tracking.asking.polls import Poll
from board_daemon.tracking.events import AskSquareEvent, Event
from board_daemon.tracking.explaining.explanation import Said, Statement
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.steps import entered_by, on_squares
from board_daemon.tracking.seeing.contents import looks_empty
from board_daemon.tracking.seeing.watch import Watch


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnPoll(Poll):
    """Was it a turn that has brought the union back to this square?"""

    by_way_of: SquareSet
    """Where it may have stood meanwhile."""
    stories: tuple[Line, ...]
    """The two turns that it has gone and come by, as they may have been."""

    @staticmethod
    def about(
        square: Square, root: Line, stories: tuple[Line, ...], t: float, watch: Watch
    ) -> "ReturnPoll | None":
        """The question, put at that time in seconds.

        `root`: the last recorded position; `stories`: how the union may have gone and come back.
        None: it cannot be asked, as the last turn was on that square, or nothing is left of it.
        """
        last, seen = root.explanation, tuple(watch.seen)
        if last is None or on_squares(root) >> square & 1 or looks_empty(seen[last.end]):
            return None
        ways = [entered_by(line.step_at(root.depth + 1)) for line in stories]
        return ReturnPoll(
            1 << square,
            root.depth + 1,
            t,
            len(watch.changes),
            seen,
            yes=square,
            no=last.end,
            by_way_of=combined(ways),
            stories=stories,
        )

    @property
    def answers(self) -> tuple[Square, ...]:
        """No piece is lit for the answer: a touch of the square says yes, as ever."""
        return ()

    def agreeing(self, lines: Sequence[Line], touched: Square) -> list[Line] | None:
        """The lines that the answer leaves, perhaps none."""
        return [self._told(line) for line in self.stories] if touched == self.yes else []

    def _told(self, line: Line) -> Line:
        """The line of two turns, of the second of which it is said that it has ended there."""
        there = line.parent
        return line if there is None else replace(line, parent=replace(there, enters=self.squares))

    def was_answered(self, root: Line) -> bool:
        """Whether `root`, the last recorded position, tells what is asked already."""
        return root.has_said_of(self.by_way_of)

    def event(self) -> Event:
        """What tells people of it."""
        return AskSquareEvent(self.t, (self.yes,))

    def _said(self, touched: Square) -> Statement:
        return Said(self.by_way_of, is_on=touched == self.yes)
