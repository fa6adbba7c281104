"""What was worked out while the board looks as it does, and how much more may be.

Nothing is worked out twice. What would take too long is left for later, counted in work and not in
time, so that the same readings always lead to the same turns.
"""

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from board_daemon.rules.squares import Square
from board_daemon.tracking.explaining.explanation import Explanations
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.seeing.history import Since
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
        """How much of it was done at this moment; none that counts, where there is no end of it."""
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

    def limit_to(self, share: float) -> None:
        """Only that share of the work may be done at this moment."""
        allowed = min(self.left, self._most * share)
        self._given -= self.left - allowed
        self.left = allowed


class Memory:
    """What was worked out since the board last changed. It is forgotten as soon as it changes."""

    def __init__(self, effort: Effort | None = None) -> None:
        self.effort = effort or Effort()
        self.last_changes: Mapping[Square, int] | None = None
        self.evidence: dict[Hashable, Evidence] = {}
        self.since: dict[Hashable, Since] = {}
        self.splits: dict[Hashable, Sequence[int]] = {}
        """By where something may have begun: after how many changes it may have been over."""
        self.explanations: dict[Hashable, Explanations] = {}
        self.supposed: dict[Hashable, Any] = {}
        """By a line and what is supposed of squares: its candidates, the doubt of one missed."""
        self._earlier: dict[Hashable, Memory] = {}

    def of_earlier(self, moment: Hashable) -> "Memory":
        """What was worked out of an earlier moment, for as much work as this one allows."""
        return self._earlier.setdefault(moment, Memory(self.effort))
