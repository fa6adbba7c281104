"""`python -m benchmarks.hints`: how soon graded hints come, and that no light waits for them."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from rich.console import Console
from rich.table import Table as Shown

from benchmarks.data import conformance_games, explosions
from benchmarks.measure import summary
from board_daemon.game.feed import Feed, Message
from board_daemon.game.hint_asking import TableHints
from board_daemon.game.session import Session
from board_daemon.game.settings import BoardSettings, Choices
from board_daemon.game.setup import GameSetup
from board_daemon.game.table import Table
from board_daemon.lights.frame import LightSettings
from board_daemon.opponent.process import NICENESS, OpponentProcess
from board_daemon.rules.destinations import live_destinations
from board_daemon.rules.position import Position, piece_letters
from board_daemon.rules.squares import Square
from board_daemon.rules.status import Status
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorKind
from firmware_bridge.virtual_bridge import VirtualBridge
from tests.game.tables import Notebook

_WIDTH: Final = 100
_HELD: Final = 0.3
"""Seconds for which a piece is held after its first grades: they are refined meanwhile."""
_TO_THE_NEXT: Final = 0.2
"""Seconds that a hand takes to the next piece."""
_PATIENCE: Final = 20.0
_DEBOUNCE: Final = TrackerSettings().debounce
_MANY_UNIONS: Final = 7
_QUALITIES: Final = {"best", "fine", "risky"}


@dataclass
class Times:
    """Milliseconds."""

    lifted: list[float] = field(default_factory=list)
    """From a change to its lights, while nothing is graded."""
    graded: list[float] = field(default_factory=list)
    """From a lift to the first grades, the debouncing of the contact included."""
    put_back: list[float] = field(default_factory=list)
    """From a change to its lights, in the midst of grading."""
    graded_alone: list[float] = field(default_factory=list)
    """As `graded`, without the time for which other programs had the processor."""
    put_back_alone: list[float] = field(default_factory=list)


class _WatchedFeed(Feed):
    """Notes when lights are told, and which."""

    def __init__(self) -> None:
        super().__init__("run")
        self.lit = asyncio.Event()
        self.at = 0.0
        self.roles: set[str] = set()

    def publish(self, message: Message, with_code: Message | None = None) -> None:
        super().publish(message, with_code)
        squares = message.get("squares")
        if message["event"] == "lights" and isinstance(squares, dict):
            self.at, self.roles = perf_counter(), set(squares.values())
            self.lit.set()

    async def until(self, *, is_graded: bool = False) -> float:
        """When the lights are next told, or the first graded ones."""
        async with asyncio.timeout(_PATIENCE):
            while True:
                await self.lit.wait()
                self.lit.clear()
                if not is_graded or self.roles & _QUALITIES:
                    return self.at


class _Board:
    """A table with graded hints in one position; a hand lifts pieces there and puts them back."""

    def __init__(self, position: Position, process: OpponentProcess) -> None:
        setup = GameSetup(position)
        self.bridge = VirtualBridge(SensorKind.PRESENCE, piece_letters(position))
        self.feed = _WatchedFeed()
        choices = Choices(hints_white="graded", hints_black="graded", hints_pieces=0)
        settings = BoardSettings(choices, LightSettings(), TrackerSettings())
        session = Session(setup, self.bridge.sensor, settings.tracking, self.bridge.whole())
        self.table = Table(self.bridge, session, Notebook(), self.feed, settings)
        self.hints = TableHints(self.table, process)
        self._process = process

    async def lift(self, square: Square, times: Times) -> None:
        """Lift a piece, wait for its grades, hold it for a while and put it back."""
        self.feed.lit.clear()
        queued = self._queued()
        began = self._change(square, 0)
        times.lifted.append(1000 * (await self.feed.until() - began))
        first = await self.feed.until(is_graded=True)
        times.graded.append(1000 * (first - began + _DEBOUNCE))
        times.graded_alone.append(times.graded[-1] - self._queued() + queued)
        await asyncio.sleep(_HELD)
        self.feed.lit.clear()
        queued = _queued(os.getpid())
        began = self._change(square, 1)
        times.put_back.append(1000 * (await self.feed.until() - began))
        times.put_back_alone.append(times.put_back[-1] - _queued(os.getpid()) + queued)
        await asyncio.sleep(_TO_THE_NEXT)

    def _queued(self) -> float:
        """For how long both processes have waited for a processor so far, in milliseconds."""
        searching = self._process.process_id
        return _queued(os.getpid()) + (_queued(searching) if searching is not None else 0.0)

    def _change(self, square: Square, reading: int) -> float:
        """A square reads otherwise, for long enough to count; when."""
        bridge = self.bridge
        began = perf_counter()
        bridge.tell({square: reading}, bridge.now() + 0.001)
        bridge.tell({}, bridge.now() + 1.1 * _DEBOUNCE)
        return began


def _queued(process: int) -> float:
    """For how long a process has waited for a processor, in milliseconds; 0 where nobody says."""
    try:
        text = Path(f"/proc/{process}/schedstat").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return int(text.split()[1]) / 1e6


def main(arguments: Sequence[str] | None = None) -> None:
    """Lift pieces in positions of games and in such with many unions."""
    chosen = _parser().parse_args(arguments)
    console = Console() if sys.stdout.isatty() else Console(width=_WIDTH)
    found = asyncio.run(_measured(chosen.lifts, chosen.niceness))
    console.print(_shown(found))
    console.print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make bench-hints ARGS=...", description=__doc__)
    parser.add_argument("--lifts", type=int, default=150, help="pieces lifted of each kind")
    parser.add_argument(
        "--niceness", type=int, default=NICENESS, help="of the process that searches"
    )
    return parser


async def _measured(lifts: int, niceness: int) -> dict[str, Times]:
    found: dict[str, Times] = {}
    async with OpponentProcess(niceness=niceness) as process:
        await process.start()
        for name, positions in _kinds().items():
            times = found[name] = Times()
            choose = Random(7)
            while len(times.graded) < lifts:
                await _lift_some(choose.choice(positions), process, times, choose)
    return found


async def _lift_some(
    position: Position, process: OpponentProcess, times: Times, choose: Random
) -> None:
    king = 1 << position.king_square(position.to_move.other)
    # Where there is nothing but Paco, it is gold with and without grades.
    starts = sorted(s for s, live in live_destinations(position).items() if live & ~king)
    board = _Board(position, process)
    running = asyncio.create_task(board.table.run())
    await board.table.look_again()
    for square in choose.sample(starts, min(3, len(starts))):
        await board.lift(square, times)
    await board.hints.close()
    running.cancel()


def _kinds() -> dict[str, list[Position]]:
    positions = [*_middle_games()]
    many = [each for each in positions if each.unions.bit_count() >= _MANY_UNIONS]
    return {
        "middle game": positions,
        f"{_MANY_UNIONS} unions or more": [*many, *filter(_may_be_lifted, explosions())],
    }


def _middle_games() -> Iterator[Position]:
    for game in conformance_games(40):
        for turn in game.turns[20:100:5]:
            if _may_be_lifted(turn.position):
                yield turn.position


def _may_be_lifted(position: Position) -> bool:
    return position.phase == Status.RUN and bool(live_destinations(position))


def _shown(found: dict[str, Times]) -> Shown:
    shown = Shown(title="Graded hints, milliseconds")
    for column in ("", "lifts", "median", "p99", "worst"):
        shown.add_column(column, justify="left" if not column else "right")
    for name, times in found.items():
        for what, listed in (
            ("lift → first grades", times.graded),
            ("the same, waiting for a processor aside", times.graded_alone),
            ("change → lights", times.lifted),
            ("change → lights while grading runs", times.put_back),
            ("the same, waiting for a processor aside", times.put_back_alone),
        ):
            timing = summary(listed)
            values = (timing.median, timing.p99, timing.worst)
            shown.add_row(f"{name}: {what}", str(timing.count), *(f"{v:.1f}" for v in values))
    return shown


if __name__ == "__main__":
    main()
