"""Clients of a live daemon: one that plays and takes the time, and a crowd that watches."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from time import perf_counter
from typing import Final, Self

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.measure import Timing, summary
from firmware_bridge.frames import SensorFrame
from firmware_bridge.trace import TraceLine
from tests.daemon.playing import Script
from tests.daemon.running import PATIENCE, RunningDaemon, reading_body

_QUIET: Final = 0.01
"""Seconds after which no more is told about a reading that has been answered, also to others.

No hands are as fast as that: what is told of one reading never waits for that of another.
"""
_LINES_IN_A_ROW: Final = 20
"""What is told of so many lines has room on the way to a client that does not take it in."""
_ASKED: Final = 20


@dataclass(slots=True)
class PlayedThrough:
    """Milliseconds from sending a request to the last lights that came of it."""

    readings: list[float] = field(default_factory=list)
    """Of readings that changed."""
    turns: list[float] = field(default_factory=list)
    """Of time that went on until a turn was recorded."""


class _Ear:
    """When lights were last heard of."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.heard = 0
        self.forget()

    def forget(self) -> None:
        """Listen for what comes next."""
        self.lit_at: float | None = None
        self.has_turn = False

    async def count(self) -> None:
        async for _ in self._socket:
            self.heard += 1

    async def listen(self) -> None:
        async for text in self._socket:
            self.heard += 1
            now = perf_counter()
            kind = json.loads(text)["event"]
            if kind == "lights":
                self.lit_at = now
            elif kind == "turn":
                self.has_turn = True


class _Mouth:
    """Sends requests over one connection, and nothing besides."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def post(self, path: str, body: bytes) -> None:
        self._writer.write(
            b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (path.encode(), len(body), body)
        )
        head = await self._reader.readuntil(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        length = next(line for line in lines if line.startswith(b"content-length:"))
        answer = await self._reader.readexactly(int(length.split(b":")[1]))
        if b" 200 " not in lines[0]:
            raise RuntimeError(f"expected a reading to be taken in, saw {answer.decode()}")

    def close(self) -> None:
        self._writer.close()


async def play_through(
    port: int, script: Script, first: int = 0, most_turns: int | None = None
) -> PlayedThrough:
    """Play turns of a script as fast as the daemon answers."""
    (played,) = await play_side_by_side((port,), script, first, most_turns)
    return played


async def play_side_by_side(
    ports: Sequence[int],
    script: Script,
    first: int = 0,
    most_turns: int | None = None,
    in_between: Callable[[], object] = lambda: None,
) -> list[PlayedThrough]:
    """Play the same turns on several boards, each line on one after the other.

    Whatever else the machine does meanwhile, and however far the game is, meets them all alike.
    `in_between` is called now and then, while no time is taken.
    """
    lines = script.lines[first : None if most_turns is None else first + most_turns]
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(_player(port)) for port in ports]
        for number, line in enumerate(line for turn in lines for line in turn):
            for player in players if number % 2 else reversed(players):
                await player.send(line)
            if number % _LINES_IN_A_ROW == 0:
                await asyncio.to_thread(in_between)
        return [player.played for player in players]


@asynccontextmanager
async def _player(port: int) -> AsyncIterator[_Player]:
    mouth = _Mouth(*await asyncio.open_connection("127.0.0.1", port))
    async with connect(f"ws://127.0.0.1:{port}/api/live", max_size=None) as socket:
        await socket.recv()
        ear = _Ear(socket)
        listening = asyncio.create_task(ear.listen())
        yield _Player(mouth, ear)
        listening.cancel()
    mouth.close()


@dataclass(slots=True)
class _Player:
    """Who plays at one board and hears what comes of it."""

    mouth: _Mouth
    ear: _Ear
    played: PlayedThrough = field(default_factory=PlayedThrough)

    async def send(self, line: TraceLine) -> None:
        """Send a line and take the time; returns once nothing more is heard."""
        ear = self.ear
        body = json.dumps(reading_body(line)).encode()
        ear.forget()
        began = perf_counter()
        await self.mouth.post("/api/virtual/readings", body)
        await _until_quiet([ear])
        if ear.lit_at is None:
            return
        took = (ear.lit_at - began) * 1000
        if isinstance(line, SensorFrame) and line.readings and not ear.has_turn:
            self.played.readings.append(took)
        else:
            self.played.turns.append(took)


async def _until_quiet(ears: Sequence[_Ear]) -> None:
    before = None
    while before != (heard := [ear.heard for ear in ears]):
        before = heard
        await asyncio.sleep(_QUIET)


def time_of_get(daemon: RunningDaemon, path: str) -> Timing:
    """How long a GET takes, in milliseconds."""
    times = []
    for _ in range(_ASKED):
        began = perf_counter()
        daemon.get(path)
        times.append((perf_counter() - began) * 1000)
    return summary(times)


# --- those who only watch ---


class Crowd:
    """Clients that watch, in a process of their own; use it in a `with` statement.

    Fifty browsers would run on machines of their own: what reaches this one is only taken in when
    it is asked for, so that no processor is busy with that while a time is taken.
    """

    def __init__(self, port: int, number: int) -> None:
        self._here, there = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("spawn").Process(
            target=_watch, args=(port, number, there)
        )

    def __enter__(self) -> Self:
        self._process.start()
        if not self._here.poll(PATIENCE):
            raise RuntimeError("expected a crowd to come together, it did not")
        self._here.recv()
        return self

    def take(self) -> None:
        """Let them take in what was sent to them."""
        self._here.send("take")
        self._here.recv()

    def check(self) -> None:
        """Raise RuntimeError if one of them was left behind."""
        self.take()
        self._here.send("leave")
        heard: list[int] = self._here.recv()
        if len(set(heard)) > 1:
            raise RuntimeError(f"expected all to hear the same, saw {sorted(set(heard))} messages")

    def __exit__(self, *_: object) -> None:
        self._process.join(PATIENCE)
        self._process.kill()


def _watch(port: int, number: int, pipe: Connection) -> None:
    asyncio.run(_watch_all(port, number, pipe))


async def _watch_all(port: int, number: int, pipe: Connection) -> None:
    address = f"ws://127.0.0.1:{port}/api/live"
    async with AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(connect(address, max_size=None)) for _ in range(number)
        ]
        ears = [_Ear(socket) for socket in sockets]
        listening = [asyncio.create_task(ear.count()) for ear in ears]
        pipe.send("here")
        # The event loop stands still while it waits for the pipe.
        while pipe.recv() == "take":
            await _until_quiet(ears)
            pipe.send("taken")
        pipe.send([ear.heard for ear in ears])
        for task in listening:
            task.cancel()
