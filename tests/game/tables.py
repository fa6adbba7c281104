"""A table with a virtual board at it, whose time goes on only when it is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from board_daemon.game.clock import TimeLeft
from board_daemon.game.feed import Feed
from board_daemon.game.session import Session
from board_daemon.game.settings import BoardSettings, Choices
from board_daemon.game.setup import GameSetup, Players, game_setup
from board_daemon.game.table import Table
from board_daemon.game.telling import Keeping
from board_daemon.lights.frame import LightSettings
from board_daemon.rules.position import piece_letters
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.events import Event, event_to_json
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.bridge import Input
from firmware_bridge.frames import Reading, SensorKind
from firmware_bridge.trace import format_line
from firmware_bridge.virtual_board import Setup
from firmware_bridge.virtual_bridge import VirtualBridge

Lefts = Mapping[int, TimeLeft]


@dataclass
class Notebook:
    """Keeps what it is given, in memory."""

    told: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    problem: str | None = None
    waiting: int = 0
    game: int | None = None
    started_at: str | None = None

    @property
    def can_write(self) -> bool:
        return self.problem is None

    def begin(self, setup: GameSetup) -> None:
        self.told.append(f"begin {setup.start.rules.name}")
        self.game = (self.game or 0) + 1

    def keep(self, lines: Sequence[Input], events: Sequence[Event], left: Lefts) -> None:
        self.lines += map(format_line, lines)
        self.told += [str(event_to_json(event)["event"]) for event in events]

    def close(self) -> None:
        self.told.append("close")

    def retry(self) -> None:
        self.problem = None

    def name(self, players: Players) -> None:
        self.told.append(f"name {players.white} {players.black}")


def setup_for(setup: GameSetup) -> Setup:
    return piece_letters(setup.position)


@dataclass
class Sitting:
    """A table, and whoever plays at it."""

    table: Table
    bridge: VirtualBridge
    notebook: Notebook
    t: float = 0.0

    def tell(self, squares: Mapping[str, Reading] | None = None, after: float = 0.3) -> None:
        self.t += after
        named = {parse_square(name): value for name, value in (squares or {}).items()}
        self.bridge.tell(named, self.t)

    async def move(self, start: str, end: str) -> None:
        """A move to an empty square, and a rest after it."""
        self.tell({start: 0})
        self.tell({end: 1})
        self.tell(after=1.5)
        await self.table.look_again()

    def messages(self, since: int = 0) -> list[dict[str, Any]]:
        texts = self.table.feed.missed_since(since, self.table.feed.run) or []
        return [json.loads(text) for text in texts]

    def heard(self, since: int = 0) -> list[str]:
        """The kinds of events that were told."""
        return [message["event"] for message in self.messages(since)]

    def changed(self, name: str) -> Any:
        """What was last told of a part of the state."""
        values = [
            message["changed"][name]
            for message in self.messages()
            if message["event"] == "state" and name in message["changed"]
        ]
        return values[-1]


def make_table(
    setup: GameSetup | None = None,
    notebook: Notebook | None = None,
    keeping: Keeping | None = None,
) -> Sitting:
    setup = setup or game_setup("pacoplay")
    notebook = notebook or Notebook()
    bridge = VirtualBridge(SensorKind.PRESENCE, setup_for(setup), clock=lambda: 0.0)
    session = Session(setup, bridge.sensor, TrackerSettings(), bridge.whole())
    settings = BoardSettings(Choices(), LightSettings(), TrackerSettings())
    table = Table(bridge, session, keeping or notebook, Feed("run"), settings)
    return Sitting(table, bridge, notebook)


@asynccontextmanager
async def sitting_at(sitting: Sitting) -> AsyncIterator[Sitting]:
    """Let the table go on for as long as this lasts."""
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(sitting.table.run())
        await sitting.table.look_again()
        try:
            yield sitting
        finally:
            running.cancel()


def at_table(
    work: Callable[[Sitting], Awaitable[None]],
    setup: GameSetup | None = None,
    notebook: Notebook | None = None,
) -> Sitting:
    """Do some work at a table; the sitting, once it is left."""
    sitting = make_table(setup, notebook)

    async def all_of_it() -> None:
        async with sitting_at(sitting):
            await work(sitting)

    asyncio.run(all_of_it())
    return sitting
