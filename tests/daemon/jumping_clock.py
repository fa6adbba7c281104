"""Runs the command line by a wall clock that jumps, forward and back, at each look at it.

As on a board without a clock of its own that is set by the network, or by hand. The virtual board's
clock goes as far as it is told.
"""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator
from itertools import cycle
from typing import Final, Self

_JUMPS: Final = (0.0, 5e8, -1.7e9, 86_400.0, -3_600.0, 2.2e9, 1.0)
"""Seconds from the true time: from 1972 to 2096."""

_true_time = time.time
_jumps: Iterator[float] = cycle(_JUMPS)


def jumping_time() -> float:
    """Whatever time it is."""
    return _true_time() + next(_jumps)


class JumpingDatetime(datetime.datetime):
    """A clock on the wall that is set again and again."""

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Self:
        return cls.fromtimestamp(jumping_time(), tz)


def run() -> None:
    """To be called before anything of ours is imported."""
    time.time = jumping_time
    datetime.datetime = JumpingDatetime  # type: ignore[misc]
    from tests.daemon import told_clock

    told_clock.main()


if __name__ == "__main__":
    run()
