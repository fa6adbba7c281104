"""`python -m benchmarks.thinking`: how fast the daemon lights the board while it thinks itself.

A real daemon plays Black at its best level. As long as it thinks, hands lift White's pieces and set
them back, and the time is taken from the reading that makes a change count until its lights are
heard. The same is done beside a daemon that does not play. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from websockets.sync.client import ClientConnection, connect

from benchmarks.measure import summary
from board_daemon.stopping import orderly_exit
from tests.daemon.running import RunningDaemon

_PLAYS: Final = "opponent: {plays: black, level: 10, moves_itself: no}\n"
_PIECES: Final = ("a1", "b1", "c1", "d1", "g1", "h1")
_COUNTS_AFTER: Final = 0.04
"""Seconds after which a change counts, and a little."""
_BETWEEN: Final = 0.5
"""Seconds on the board's clock between two changes."""


@dataclass
class _Hands:
    """Somebody who lifts and returns pieces, and hears when that is lit."""

    daemon: RunningDaemon
    socket: ClientConnection
    t: float = 10.0
    times: list[float] = field(default_factory=list)
    """Microseconds."""

    def read(self, **squares: int) -> None:
        self.t += _BETWEEN
        self.daemon.post("/api/virtual/readings", {"t": self.t, "squares": squares})

    def move(self, start: str, end: str) -> None:
        self.read(**{start: 0})
        self.read(**{end: 1})
        self.daemon.post("/api/virtual/readings", {"t": self.t + 1.0})
        self.t += 1.0

    def touch(self, square: str) -> None:
        for reading in (0, 1):
            self.read(**{square: reading})
            began = perf_counter()
            self.t += _COUNTS_AFTER
            self.daemon.post("/api/virtual/readings", {"t": self.t})
            self._hear_lights()
            self.times.append(1e6 * (perf_counter() - began))

    def _hear_lights(self) -> None:
        """Wait until the lights of this very moment are heard, not those of before."""
        while True:
            message = json.loads(self.socket.recv(timeout=30))
            # On a busy machine it may have counted before it was told to.
            if message["event"] == "lights" and message["t"] > self.t - _COUNTS_AFTER:
                return


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thinking", description=__doc__)
    parser.add_argument("--rounds", type=int, default=12, help="turns that the board thinks about")
    rounds = parser.parse_args(arguments).rounds
    with orderly_exit(), tempfile.TemporaryDirectory() as folder:
        thinking = _measure(Path(folder) / "thinking", _PLAYS, rounds)
        at_rest = _measure(Path(folder) / "rest", "", rounds, most=len(thinking))
    table = Table("a change that counts, until its lights are heard", "n", "p50", "p99", "max (ms)")
    for name, times in (("the board thinks", thinking), ("it does not play", at_rest)):
        timing = summary(times)
        table.add_row(
            name,
            str(len(times)),
            *(f"{value / 1000:.1f}" for value in (timing.median, timing.p99, timing.worst)),
        )
    Console(width=110).print(table)


def _measure(folder: Path, config: str, rounds: int, most: int | None = None) -> list[float]:
    with RunningDaemon(folder, config) as daemon:
        daemon.wait_until_ready()
        address = f"ws://127.0.0.1:{daemon.port}/api/live"
        with connect(address, compression=None) as socket:
            hands = _Hands(daemon, socket)
            for _ in range(rounds):
                hands.move("e2", "e4")
                for square in _pieces(daemon, is_thinking=bool(config)):
                    hands.touch(square)
                    if most is not None and len(hands.times) >= most:
                        return hands.times
                hands.daemon.post("/api/game/takeback", {"ply": 1})
                hands.move("e4", "e2")
            return hands.times


def _pieces(daemon: RunningDaemon, *, is_thinking: bool) -> Iterator[str]:
    """The pieces one after the other, as long as the board thinks."""
    for number in range(10_000):
        state: dict[str, Any] = daemon.state()
        if is_thinking and not state["opponent"]["thinking"]:
            return
        yield _PIECES[number % len(_PIECES)]


if __name__ == "__main__":
    main()
