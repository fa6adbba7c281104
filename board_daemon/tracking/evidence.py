"""What was seen since a settled moment, square by square."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from board_daemon.rules.squares import Square, SquareSet, bits, square_set
from board_daemon.tracking.contents import ANYTHING, Content, Contents, disagreeing
from board_daemon.tracking.debounce import Sighting


@dataclass(slots=True)
class Touch:
    """What happened on one square."""

    last: float
    """When it was last seen to change, in seconds."""
    absences: list[tuple[float, float]]
    """From when to when what stood there was gone; infinity: it has not come back."""

    def answered_after(self, t: float) -> float | None:
        """When the first absence began that ended after `t`; None: there is none.

        Who sets a piece down must have had it in hand by then.
        """
        for left, back in self.absences:
            if back > t:
                return left
        return None


class Evidence:
    """The changes since a settled moment, and how the board looks now."""

    def __init__(
        self, expected: Contents, seen: Iterable[Content], changes: Iterable[Sighting]
    ) -> None:
        self.expected = expected
        self.seen = list(seen)
        self.touches: dict[Square, Touch] = {}
        for change in changes:
            self._note(change)
        self.dirty: SquareSet = disagreeing(self.seen, expected)

    def _note(self, change: Sighting) -> None:
        touch = self.touches.setdefault(change.square, Touch(change.t, []))
        touch.last = change.t
        expected = self.expected[change.square]
        absences = touch.absences
        is_absent = bool(absences) and absences[-1][1] == math.inf
        if is_absent and change.content != Content.EMPTY:
            absences[-1] = (absences[-1][0], change.t)
        # Somebody else joining is no absence; one partner of a union leaving is.
        elif (
            not is_absent
            and not change.content & expected
            and (change.content == Content.EMPTY or expected == Content.UNION)
        ):
            absences.append((change.t, math.inf))

    @property
    def touched(self) -> SquareSet:
        """Squares on which anything was seen to change."""
        return square_set(list(self.touches))

    @property
    def missing(self) -> SquareSet:
        """Squares that should hold somebody and look empty."""
        return sum(1 << sq for sq in bits(self.dirty) if self.seen[sq] == Content.EMPTY)

    def returned(self) -> list[Square]:
        """Squares from which something was lifted and on which it may stand again."""
        return [
            square
            for square, touch in self.touches.items()
            if touch.absences and not self.dirty >> square & 1
        ]

    def supposing_returned(self, squares: SquareSet) -> "Evidence":
        """The same, as if what is missing on these squares might still come back as anything."""
        seen = [
            ANYTHING if squares >> square & 1 else content
            for square, content in enumerate(self.seen)
        ]
        supposed = Evidence(self.expected, seen, ())
        supposed.touches = self.touches
        return supposed
