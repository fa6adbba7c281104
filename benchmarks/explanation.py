"""How fast the tracker explains what the sensors read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter_ns

from benchmarks.data import traces
from benchmarks.measure import Timing, summary
from board_daemon.rules.fen import parse_fen
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.trace import TraceReader


@dataclass(frozen=True, slots=True)
class TraceRow:
    """All traces of one sensor and one way of handling."""

    name: str
    timing: Timing
    """Per line of the trace, the rest before it included."""
    per_turn: float
    """Microseconds for all of a turn."""


def measure_traces() -> list[TraceRow]:
    """Feed every trace through a tracker."""
    return [_row(name, paths) for name, paths in traces().items()]


def _row(name: str, paths: list[Path]) -> TraceRow:
    times: list[float] = []
    turns = 0
    for path in paths:
        of_trace, turns_of_trace = _follow(path)
        times += of_trace
        turns += turns_of_trace
    return TraceRow(name, summary(times), sum(times) / max(1, turns))


def _follow(path: Path) -> tuple[list[float], int]:
    with path.open(encoding="utf-8") as stream:
        reader = TraceReader(stream)
        lines = list(reader)
    tracker = Tracker(parse_fen(reader.header.fen), reader.header.sensor)
    times = []
    for line in lines:
        start = perf_counter_ns()
        tracker.take(line)
        times.append((perf_counter_ns() - start) / 1000)
    tracker.finish(lines[-1].t)
    return times, len(tracker.turns)
