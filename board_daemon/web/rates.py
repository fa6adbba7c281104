"""How often somebody may do something, counted in bounded memory.

Own code, since the libraries at hand (limits, slowapi over it) count by the wall clock, which may
jump here, keep a counter for every address they ever saw, and know no WebSockets.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

MOST_KEPT: Final = 1024
"""Counters kept at once; beyond, the one that was used longest ago is dropped."""
_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Budget:
    """`burst` at once, refilled with `per_second`."""

    burst: float
    per_second: float


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


@dataclass(slots=True)
class Rates:
    """One token bucket for each key; time is the monotonic clock, in seconds, passed in.

    A key whose counter was dropped begins with a full one. Whoever commands many addresses could
    use that, so a budget for each address stands beside one for all of them together.
    """

    budget: Budget
    most_kept: int = MOST_KEPT
    _buckets: OrderedDict[str, _Bucket] = field(default_factory=OrderedDict)

    def __len__(self) -> int:
        return len(self._buckets)

    def wait(self, key: str, at: float) -> float:
        """Seconds until `key` may once more; 0 where it may now. Takes nothing."""
        lacking = 1.0 - self._refilled(key, at).left
        return lacking / self.budget.per_second if lacking > _ROUNDING else 0.0

    def take(self, key: str, at: float) -> float:
        """Take one of what `key` may; returns 0, or the seconds to wait where nothing is left."""
        wait = self.wait(key, at)
        if not wait:
            self._buckets[key].left -= 1.0
        return wait

    def _refilled(self, key: str, at: float) -> _Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = _Bucket(self.budget.burst, at)
            if len(self._buckets) > self.most_kept:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        gained = max(0.0, at - bucket.at) * self.budget.per_second
        bucket.left = min(self.budget.burst, bucket.left + gained)
        bucket.at = max(bucket.at, at)
        return bucket
