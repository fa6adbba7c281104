"""`python -m benchmarks.live`: how fast the daemon lights the board, and what it costs at rest.

Hands play a game for a real daemon, a child process with a data folder of its own, by readings over
HTTP; what it tells comes over its WebSocket, to one client that takes the time and has come last.
A second daemon is played to at the same time that many others watch: what they add is the
difference. Nothing is asserted: times depend on the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

from rich.console import Console
from rich.table import Table

from benchmarks.at_rest import Rest, cpu_seconds, watch_at_rest
from benchmarks.live_client import (
    Crowd,
    PlayedThrough,
    play_side_by_side,
    play_through,
    time_of_get,
)
from benchmarks.live_inside import play_inside
from benchmarks.measure import Timing, summary
from board_daemon.stopping import orderly_exit
from tests.daemon.playing import ENDLESS, Script, game_to_play, script_for
from tests.daemon.running import RunningDaemon

_SEED: Final = 5
_CONFIG: Final = f"game: {{rules: '{ENDLESS}'}}\n"
_WIDTH: Final = 110


@dataclass(frozen=True, slots=True)
class Start:
    """How long a daemon takes until its page is served."""

    name: str
    seconds: tuple[float, ...]


def main() -> None:
    """Play, watch, and print the tables; no daemon outlives this, however it is ended."""
    options = _options()
    with orderly_exit():
        _measure_all(options)


def _measure_all(options: argparse.Namespace) -> None:
    console = Console()
    if not console.is_terminal:
        console = Console(width=_WIDTH)
    turns = game_to_play(_SEED, options.turns, ENDLESS)
    script = script_for(turns, rules=ENDLESS)
    console.print(
        f"One game of {len(turns)} turns under {ENDLESS}, played by the hands.", soft_wrap=True
    )
    with tempfile.TemporaryDirectory() as folder:
        rows, works = _latencies(script, options.clients, Path(folder))
        console.print(latency_table(rows))
        console.print(work_table(works))
        console.print(start_table(_starts(Path(folder))))
    with tempfile.TemporaryDirectory() as folder:
        console.print(rest_table(_rests(script, options.rest, Path(folder))))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.live", description=__doc__)
    parser.add_argument("--turns", type=int, default=2000, help="turns of the game")
    parser.add_argument("--clients", type=int, default=50, help="clients that watch besides")
    parser.add_argument("--rest", type=float, default=60.0, help="seconds to be watched at rest")
    return parser.parse_args()


# --- what is measured ---


def _latencies(
    script: Script, clients: int, folder: Path
) -> tuple[list[tuple[str, Timing]], list[tuple[str, float]]]:
    """All in milliseconds; and the processor's time for one line of readings."""
    inside = play_inside(script, folder / "inside")
    rows = [
        ("inside: a reading, until its lights are told", summary(inside.readings)),
        ("inside: a turn is recorded, until its lights are told", summary(inside.turns)),
    ]
    with (
        _daemon(folder / "alone") as alone,
        _daemon(folder / "watched") as watched,
        Crowd(watched.port, clients) as crowd,
    ):
        daemons = {"alone": alone, f"{clients} more watch": watched}
        ports = [daemon.port for daemon in daemons.values()]
        both = asyncio.run(play_side_by_side(ports, script, in_between=crowd.take))
        for name, played in zip(daemons, both, strict=True):
            rows += _rows(name, played)
        works = [(name, _work(daemon, script)) for name, daemon in daemons.items()]
        crowd.check()
        count = len(script.turns)
        rows.append((f"GET /api/state after {count} turns", time_of_get(alone, "/api/state")))
    return rows, works


def _work(daemon: RunningDaemon, script: Script) -> float:
    """Milliseconds for a line; the start counts with it, but not what other programs do."""
    return 1000 * cpu_seconds(daemon.process.pid) / sum(map(len, script.lines))


def _rows(name: str, played: PlayedThrough) -> Iterator[tuple[str, Timing]]:
    yield f"{name}: a reading sent, until its lights are heard", summary(played.readings)
    yield f"{name}: a turn is recorded, until its lights are heard", summary(played.turns)


def _starts(folder: Path) -> Iterator[Start]:
    times = []
    for attempt in range(5):
        began = perf_counter()
        with _daemon(folder / f"start-{attempt}"):
            times.append(perf_counter() - began)
    yield Start("with an empty archive", tuple(times))
    times = []
    for _ in range(5):
        began = perf_counter()
        with _daemon(folder / "alone"):
            times.append(perf_counter() - began)
    yield Start("going on with the long game", tuple(times))


def _rests(script: Script, seconds: float, folder: Path) -> Iterator[Rest]:
    with _daemon(folder) as daemon:
        yield watch_at_rest("new game, nobody watches", daemon.process.pid, seconds)
        asyncio.run(play_through(daemon.port, script, most_turns=41))
        with daemon.listen():
            yield watch_at_rest("last turn lit, a browser watches", daemon.process.pid, seconds)
        asyncio.run(play_through(daemon.port, script, first=41))
        yield watch_at_rest("after the long game", daemon.process.pid, seconds)


@contextmanager
def _daemon(folder: Path) -> Iterator[RunningDaemon]:
    with RunningDaemon(folder, _CONFIG) as daemon:
        yield daemon.wait_until_ready()
        daemon.stop()


# --- how it is shown ---


def latency_table(rows: Sequence[tuple[str, Timing]]) -> Table:
    """Times in milliseconds."""
    table = Table(title="Milliseconds", title_justify="left")
    table.add_column("from, to")
    for name in ("number", "median", "p99", "worst"):
        table.add_column(name, justify="right")
    for name, timing in rows:
        times = (timing.median, timing.p99, timing.worst)
        table.add_row(name, str(timing.count), *(f"{time:.2f}" for time in times))
    return table


def work_table(rows: Sequence[tuple[str, float]]) -> Table:
    """What the daemon works for each line, however busy the machine is with other things."""
    table = Table(title="Processor's time for one line of readings", title_justify="left")
    table.add_column("a daemon")
    table.add_column("milliseconds", justify="right")
    for name, milliseconds in rows:
        table.add_row(name, f"{milliseconds:.2f}")
    return table


def start_table(rows: Iterator[Start]) -> Table:
    """How long it takes until the page is served."""
    table = Table(title="Start: seconds", title_justify="left")
    table.add_column("a daemon")
    for name in ("number", "best", "worst"):
        table.add_column(name, justify="right")
    for row in rows:
        best, worst = min(row.seconds), max(row.seconds)
        table.add_row(row.name, str(len(row.seconds)), f"{best:.2f}", f"{worst:.2f}")
    return table


def rest_table(rows: Iterator[Rest]) -> Table:
    """What it costs while nobody plays."""
    table = Table(title="At rest", title_justify="left")
    table.add_column("a daemon")
    for name in ("seconds", "% of a core", "MB (RSS)", "of them its own"):
        table.add_column(name, justify="right")
    for row in rows:
        shares = (f"{row.seconds:.0f}", f"{row.cpu:.2f}", f"{row.resident:.1f}", f"{row.own:.1f}")
        table.add_row(row.name, *shares)
    return table


if __name__ == "__main__":
    main()
