"""How much may be worked out at one moment, and how far one search goes.

What would take too long is left for later, counted in work and not in time, so that the same
readings always lead to the same turns.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from board_daemon.tracking.settings import TrackerSettings

# What each part of a search takes, by the time that it needs: to look at a state of a chain is one.
WORK_OF_A_SEARCH: Final = 6
"""To begin it, and to take stock of what was seen."""
CHANGES_PER_WORK: Final = 12
"""Of so many changes, to take stock of them takes one more."""
WAYS_PER_WORK: Final = 2
"""Of so many ways on from a state, to weigh them takes one more."""
WORK_OF_AN_END: Final = 2
"""To weigh all that speaks against a turn."""
WORK_OF_A_POSITION: Final = 3
"""To play a turn that was found."""


class Limits(NamedTuple):
    """How far one search goes."""

    margin: float
    """What has more doubt than the best by so much, in nats, is hardly looked for."""
    most_expansions: int
    """Chain states that it looks at."""
    most_explanations: int
    """Turns that it finds."""

    @staticmethod
    def of(settings: TrackerSettings) -> "Limits":
        """Those of a search that is not cut short."""
        return Limits(settings.margin, settings.most_expansions, settings.most_explanations)


class Effort:
    """How much work may still be done at this moment; one is about a chain state looked at."""

    def __init__(self, most: float = math.inf, in_all: float = math.inf) -> None:
        """`most`: at one moment; `in_all`: at all moments together until there is something new."""
        self._most = most
        self._in_all = in_all
        self._spent = 0.0
        self._given = most
        self.left = most

    @property
    def is_spent(self) -> bool:
        """Whether all else is left for later."""
        return self.left <= 0

    @property
    def spent_now(self) -> float:
        """How much work was done at this moment; 0 where any amount may be, as nobody counts."""
        return 0.0 if math.isinf(self._given) else self._given - self.left

    def begin_again(self) -> None:
        """There is something new to be worked out: whatever was spent before does not count."""
        self._spent = 0.0
        self.left = self._given = self._most

    def renew(self) -> None:
        """Another moment: what is left of all may be spent."""
        if math.isinf(self._most):
            return
        self._spent += self._given - self.left
        self.left = self._given = min(self._most, max(0.0, self._in_all - self._spent))

    def limit_to(self, most: float) -> None:
        """Only so much may be done at this moment, even if more is left."""
        allowed = min(self.left, most)
        self._given -= self.left - allowed
        self.left = allowed

    @property
    def may_be_renewed(self) -> bool:
        """Whether there is anything left for another moment, unless there is something new."""
        return self._spent + self._given - self.left < self._in_all

    @contextmanager
    def reserving_all_but(self, most: float) -> Iterator[None]:
        """Within this, only so much may be done; what is left over may be, after it."""
        reserved = max(0.0, self.left - most)
        self.left = min(self.left, most)
        try:
            yield
        finally:
            self.left += reserved
