"""Timing a question on many inputs."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter_ns, process_time
from typing import TypeVar

Input = TypeVar("Input")

_ADDITIONS = 100_000
_REPEATS = 5
# A question that takes longer than this once is not asked again.
_ENOUGH_NS = 50_000_000


@dataclass(frozen=True, slots=True)
class Timing:
    """How long one question took, over all inputs; microseconds."""

    count: int
    median: float
    p99: float
    worst: float


def timed(question: Callable[[Input], object], inputs: Sequence[Input]) -> Timing:
    """Ask each input several times and keep its best time, as the others only measure noise."""
    with _undisturbed():
        return summary(_best_of(question, each) for each in inputs)


def summary(microseconds: Iterable[float]) -> Timing:
    """Median, 99th percentile and worst of some times."""
    times = sorted(microseconds)
    return Timing(
        count=len(times),
        median=times[len(times) // 2],
        p99=times[max(0, math.ceil(0.99 * len(times)) - 1)],
        worst=times[-1],
    )


def pace() -> float:
    """Milliseconds of processor time that a million additions take now, one after the other.

    A machine that is shared with others is several times slower at one hour than at another: times
    can be compared by what they are of this.
    """
    start, total = process_time(), 0
    for number in range(_ADDITIONS):
        total += number
    return (process_time() - start) * 1000 * (1_000_000 / _ADDITIONS)


def _best_of(question: Callable[[Input], object], each: Input) -> float:
    best = math.inf
    for _ in range(_REPEATS):
        start = perf_counter_ns()
        question(each)
        elapsed = perf_counter_ns() - start
        best = min(best, elapsed)
        if elapsed > _ENOUGH_NS:
            break
    return best / 1000


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Keep the garbage collector from running in the midst of a measurement."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
