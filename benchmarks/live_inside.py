"""The table in this very process: how long the daemon itself takes, without any connection."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import perf_counter

from benchmarks.live_client import PlayedThrough
from board_daemon.game.feed import Feed, Message
from board_daemon.game.keeping import ArchiveKeeping
from board_daemon.game.session import Session
from board_daemon.game.settings import BoardSettings, Choices
from board_daemon.game.setup import GameSetup
from board_daemon.game.table import Table
from board_daemon.lights.frame import LightSettings
from board_daemon.rules.position import piece_letters
from board_daemon.tracking.settings import TrackerSettings
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.trace import TraceInput, TraceLine
from firmware_bridge.virtual_bridge import VirtualBridge
from tests.daemon.playing import Script


class _TimedFeed(Feed):
    """Notes when lights and turns are told."""

    def forget(self) -> None:
        self.lit_at: float | None = None
        self.has_turn = False

    def publish(self, message: Message, with_code: Message | None = None) -> None:
        super().publish(message, with_code)
        if message["event"] == "lights":
            self.lit_at = perf_counter()
        elif message["event"] == "turn":
            self.has_turn = True


def play_inside(script: Script, folder: Path) -> PlayedThrough:
    """Play a game; the archive is written in the folder, as the daemon does it."""
    return asyncio.run(_play(script, folder))


async def _play(script: Script, folder: Path) -> PlayedThrough:
    played = PlayedThrough()
    setup = GameSetup(script.start)
    bridge = VirtualBridge(SensorKind.PRESENCE, piece_letters(setup.position))
    keeping = ArchiveKeeping(folder / "games.sqlite", bridge.sensor)
    settings = BoardSettings(Choices(), LightSettings(), TrackerSettings())
    feed = _TimedFeed("run")
    feed.forget()
    session = Session(setup, bridge.sensor, settings.tracking, bridge.whole())
    table = Table(bridge, session, keeping, feed, settings)
    keeping.begin(setup)
    running = asyncio.create_task(table.run())
    await table.look_again()
    for line in (line for turn in script.lines for line in turn):
        feed.forget()
        began = perf_counter()
        _tell(bridge, line)
        await table.look_again()
        if feed.lit_at is not None:
            took = (feed.lit_at - began) * 1000
            is_reading = isinstance(line, SensorFrame) and line.readings and not feed.has_turn
            (played.readings if is_reading else played.turns).append(took)
    running.cancel()
    await table.close()
    return played


def _tell(bridge: VirtualBridge, line: TraceLine) -> None:
    match line:
        case SensorFrame(t, readings):
            bridge.tell(readings, t)
        case TraceInput(t, letter):
            bridge.tell_promotion(letter, t)
