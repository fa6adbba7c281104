"""A line between a host and a board in virtual time: it takes its time, and may be a bad one."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from firmware_bridge.link import Event, HostLink, ReadAll, ReadChange
from firmware_bridge.message_parts import BoardKind, Rgb
from firmware_bridge.numbered import BoardWishes
from tests.firmware_bridge.model_board import ModelBoard

BYTE = 10 / 250_000
"""Seconds."""
CHUNK = 0.001
"""Seconds between two looks at what has arrived."""
MOST = round(CHUNK / BYTE)
"""Bytes that the line takes meanwhile."""

KINDS = pytest.mark.parametrize("kind", list(BoardKind), ids=["reed", "hall"])


@dataclass
class Wire:
    """One direction. `bad`: the share of bytes that are flipped, lost or doubled."""

    rng: random.Random
    bad: float = 0.0
    _waiting: deque[int] = field(default_factory=deque)

    def send(self, data: bytes) -> None:
        for byte in data:
            self._waiting.extend(self._what_arrives(byte))

    def _what_arrives(self, byte: int) -> tuple[int, ...]:
        if self.rng.random() >= self.bad:
            return (byte,)
        match self.rng.randrange(3):
            case 0:
                return (byte ^ 1 << self.rng.randrange(8),)
            case 1:
                return ()
            case _:
                return (byte, byte)

    def arrive(self, most: int) -> bytes:
        return bytes(self._waiting.popleft() for _ in range(min(most, len(self._waiting))))

    def cut(self) -> None:
        self._waiting.clear()

    @property
    def is_idle(self) -> bool:
        return not self._waiting


class Both:
    """Host and board with a line between them."""

    def __init__(
        self, board: ModelBoard, link: HostLink, rng: random.Random, bad: float = 0.0, size: int = 0
    ) -> None:
        """`size`: bytes that arrive at once, instead of all that the line takes in a while."""
        self.board = board
        self.link = link
        self.t = 0.0
        self.up, self.down = Wire(rng, bad), Wire(rng, bad)
        self.size = size or MOST
        self.events: list[Event] = []
        self.believed: list[int] = []
        self.is_plugged_in = True
        self.heed: Callable[[Event], None] = self._note

    def begin(self) -> None:
        self.link.begin(self.t)

    def _note(self, event: Event) -> None:
        self.events.append(event)
        match event:
            case ReadAll(_, readings, _):
                self.believed = list(readings)
            case ReadChange(_, sensor, reading):
                self.believed[sensor] = reading

    def run(self, seconds: float) -> None:
        """Let so much time go by."""
        end = self.t + seconds
        while self.t < end:
            self._step()
            self.t = min(end, max(self.t + CHUNK, self._next_due()))

    def run_until(self, is_so: Callable[[], bool], most: float = 30.0) -> None:
        end = self.t + most
        while not is_so():
            assert self.t < end, f"expected it within {most} s"
            self.run(CHUNK)

    def _step(self) -> None:
        self.board.advance(self.t)
        if self.is_plugged_in:
            self.up.send(self.board.take_output())
            self.down.send(self.link.waiting)
        else:
            self.board.take_output()
        self.link.sent(len(self.link.waiting))
        for piece in self._pieces(self.down):
            self.board.receive(piece, self.t)
        for piece in self._pieces(self.up):
            for event in self.link.receive(piece, self.t):
                self.heed(event)
        for event in self.link.advance(self.t):
            self.heed(event)

    def _pieces(self, wire: Wire) -> Iterator[bytes]:
        data = wire.arrive(MOST)
        for start in range(0, len(data), self.size):
            yield data[start : start + self.size]

    def _next_due(self) -> float:
        if not (self.up.is_idle and self.down.is_idle) or self.board.out or self.link.waiting:
            return self.t
        due = self.link.next_due
        return min(self.board.next_due, self.board.next_due if due is None else due)


def joined(
    kind: BoardKind = BoardKind.REED, bad: float = 0.0, size: int = 0, seed: int = 1, major: int = 1
) -> Both:
    """A board and a host that was just connected to it."""
    board = ModelBoard(kind, major)
    if kind == BoardKind.HALL:
        board.sensors = [512] * 64
    link = HostLink(kind, BoardWishes(), random.Random(seed))
    both = Both(board, link, random.Random(seed), bad, size)
    both.begin()
    return both


def met(kind: BoardKind = BoardKind.REED, bad: float = 0.0, size: int = 0, seed: int = 1) -> Both:
    both = joined(kind, bad, size, seed)
    both.run_until(lambda: both.believed != [])
    return both


def changes_told(both: Both) -> list[tuple[int, int]]:
    return [(e.sensor, e.reading) for e in both.events if isinstance(e, ReadChange)]


def picture(rng: random.Random) -> tuple[Rgb, ...]:
    return tuple((rng.randrange(256), rng.randrange(256), rng.randrange(256)) for _ in range(64))
