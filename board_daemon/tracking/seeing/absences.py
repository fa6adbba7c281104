"""When pieces were gone: which of these times overlap, came first or lie on which squares.

Sets of them are kept as bits. Each is worked out once, however much is supposed of what they mean.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from board_daemon.rules.squares import Square, SquareSet, square_set
from board_daemon.tracking.seeing.contents import Content

AbsenceSet = int
"""Some of the absences, each by its bit."""

SHORTEST_LIFT: Final = 0.1
"""Nobody lifts a piece and sets it down again sooner, in seconds: one that was set down off-centre
only flickers."""


@dataclass(slots=True)
class Absence:
    """A time during which what stood on a square was gone."""

    square: Square
    left: float
    """When it was seen to go, in seconds; where only its return was seen: not before then."""
    bit: AbsenceSet
    """Its place among all absences, as a bit."""
    was: Content
    """What the square looked like before."""
    back: float = math.inf
    """When the square was seen to be taken again; infinity: not yet."""
    was_seen: bool = True
    """Whether it was seen to go, and not only to be back."""
    is_jump: bool = False
    """Whether all there is of it is that the field has jumped over a union that looks empty: now
    and then it does so by itself, or is told of long after a hand was there."""

    @property
    def is_over(self) -> bool:
        """Whether something was seen to come back."""
        return self.back < math.inf

    @property
    def is_flicker(self) -> bool:
        """Whether it was too short for a hand."""
        return self.was_seen and not self.is_jump and self.back < self.left + SHORTEST_LIFT


class _InOrder:
    """Absences by one of their times, in seconds: those before any other time are known at once."""

    def __init__(self, times: Iterable[tuple[float, AbsenceSet]]) -> None:
        in_order = sorted(times)
        self._times = [t for t, _ in in_order]
        self._first: list[AbsenceSet] = [0]
        """Of so many, which ones they are."""
        for _, bit in in_order:
            self._first.append(self._first[-1] | bit)

    def before(self, t: float) -> AbsenceSet:
        """Those whose time is before that one."""
        return self._first[bisect_left(self._times, t)]

    def by(self, t: float) -> AbsenceSet:
        """The same, and those of that very time."""
        return self._first[bisect_right(self._times, t)]


class Timeline:
    """All the absences of a story that goes on no further. Times are in seconds."""

    def __init__(self, absences: Sequence[Absence]) -> None:
        self._absences = absences
        self._begun = _InOrder((each.left, each.bit) for each in absences)
        self._ended = _InOrder((each.back, each.bit) for each in absences)
        self._on: dict[SquareSet, AbsenceSet] = {}
        self._while_away: dict[tuple[Square, float], AbsenceSet] = {}
        self._first_lifts: dict[AbsenceSet, float] = {}
        self._together: dict[AbsenceSet, bool] = {}

    def _where(self, holds: Callable[[Absence], bool]) -> AbsenceSet:
        return sum([each.bit for each in self._absences if holds(each)])

    def those(self, wanted: AbsenceSet) -> list[Absence]:
        """The absences of a set, in order."""
        return [each for each in self._absences if wanted & each.bit] if wanted else []

    def squares(self, wanted: AbsenceSet) -> SquareSet:
        """Where they were."""
        return square_set([each.square for each in self.those(wanted)])

    def on(self, squares: SquareSet) -> AbsenceSet:
        """Those on some squares."""
        known = self._on.get(squares)
        if known is None:
            known = self._on[squares] = self._where(lambda each: bool(squares >> each.square & 1))
        return known

    @cached_property
    def over(self) -> AbsenceSet:
        """Those that were seen to be over."""
        return self._where(lambda each: each.is_over)

    @cached_property
    def _seen(self) -> AbsenceSet:
        return self._where(lambda each: each.was_seen)

    @cached_property
    def not_seen_back(self) -> AbsenceSet:
        """Those that were seen to begin, and not to be over."""
        return self._seen & ~self.over

    def left_before(self, t: float) -> AbsenceSet:
        """Those that began before a time."""
        return self._begun.before(t)

    def left_by(self, t: float) -> AbsenceSet:
        """Those that began by a time."""
        return self._begun.by(t)

    def back_before(self, t: float) -> AbsenceSet:
        """Those that were over before a time."""
        return self._ended.before(t)

    def back_by(self, t: float) -> AbsenceSet:
        """Those that were over by a time."""
        return self._ended.by(t)

    def seen_back_before(self, t: float) -> AbsenceSet:
        """Those that were seen from their beginning on, and were over before a time."""
        return self._seen & self.back_before(t)

    def begun_between(self, since: float, until: float) -> AbsenceSet:
        """Those that began after one time and before another."""
        return self.left_before(until) & ~self.left_by(since)

    def between(self, since: float, until: float) -> AbsenceSet:
        """Those that began after one time and were over by another."""
        return self.back_by(until) & ~self.left_by(since)

    def within(self, since: float, until: float) -> AbsenceSet:
        """Those that began at one time at the earliest and were over by another."""
        return self.back_by(until) & ~self.left_before(since)

    def unseen_until_back_in(self, since: float, until: float) -> AbsenceSet:
        """Those not seen to begin that were over between two times."""
        return self.back_before(until) & ~self.back_by(since) & ~self._seen

    @cached_property
    def jumps(self) -> AbsenceSet:
        """Those of which a field that has jumped is all there is."""
        return self._where(lambda each: each.is_jump)

    def during(self, since: float, until: float) -> AbsenceSet:
        """Those that overlap with a time; not where nobody knows how long they were."""
        return self._seen & self.over & self.left_before(until) & ~self.back_by(since)

    def while_away(self, square: Square, since: float) -> AbsenceSet:
        """Those that overlap with a time, from then on, for which what stood there was gone."""
        known = self._while_away.get((square, since))
        if known is None:
            known = 0
            for each in self.those(self.on(1 << square)):
                if each.is_over and each.left >= since:
                    known |= self.during(each.left, each.back)
            self._while_away[square, since] = known
        return known

    def first_lift(self, wanted: AbsenceSet) -> float:
        """When the first of them began; infinity: there is none."""
        known = self._first_lifts.get(wanted)
        if known is None:
            known = min((each.left for each in self.those(wanted)), default=math.inf)
            self._first_lifts[wanted] = known
        return known

    def overlap_each_other(self, wanted: AbsenceSet) -> bool:
        """Whether something was lifted before something else of them had come back."""
        known = self._together.get(wanted)
        if known is None:
            known = self._together[wanted] = were_together_in_air(self.those(wanted))
        return known


def back_after(absences: Sequence[Absence], seconds: float) -> SquareSet:
    """From where something that is back was gone for so long."""
    back = (each for each in absences if each.is_over)
    return square_set(each.square for each in back if each.back - each.left >= seconds)


def were_together_in_air(absences: Sequence[Absence]) -> bool:
    """Whether something was lifted before something else had come back."""
    return any(
        earlier.was_seen and later.was_seen and later.left < earlier.back
        for earlier, later in pairwise(absences)
    )
