"""A trace that is replayed as a board."""

from __future__ import annotations

import asyncio

from firmware_bridge.bridge import Input
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.replay_bridge import ReplayBridge
from firmware_bridge.trace import TRACE_VERSION, TraceHeader, TraceInput

HEADER = TraceHeader(TRACE_VERSION, SensorKind.PRESENCE, "fen")
LINES: list[Input] = [
    SensorFrame(0.0, {12: 0}),
    SensorFrame(0.02, {28: 1}),
    TraceInput(0.03, "Q"),
    SensorFrame(50.0, {1: 0}),
]


def test_lines_are_delivered_when_their_time_has_come() -> None:
    told: list[Input] = []

    async def replay() -> ReplayBridge:
        bridge = ReplayBridge(HEADER, LINES, {12: 1, 1: 1})
        await bridge.open(told.append)
        while len(told) < 3:
            await asyncio.sleep(0.001)
        assert bridge.now() >= 0.03
        await bridge.close()
        await bridge.close()
        return bridge

    bridge = asyncio.run(replay())
    assert told == LINES[:3]
    assert dict(bridge.whole().readings) == {12: 0, 28: 1, 1: 1}


def test_time_stands_at_zero_until_the_replay_begins() -> None:
    clock = 100.0
    bridge = ReplayBridge(HEADER, [], {}, clock=lambda: clock)
    clock = 107.0
    assert bridge.whole().t == 0

    async def begin() -> float:
        await bridge.open(lambda line: None)
        return bridge.now()

    assert asyncio.run(begin()) == 0
    clock = 109.5
    assert bridge.now() == 2.5
