"""A board at the end of a cable, for a daemon in a process of its own: it lives in a thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

from board_daemon.rules.position import Position
from board_daemon.tracking.seeing.contents import Content, contents_of
from firmware_bridge.message_parts import BoardKind, Rgb
from firmware_bridge.square_map import SquareMap, load_square_map
from tests.firmware_bridge.model_board import ModelBoard
from tests.firmware_bridge.pty_board import PATIENCE, PtyBoard

T = TypeVar("T")

HOME = {square: int(c != Content.EMPTY) for square, c in enumerate(contents_of(Position.start()))}
"""What reeds read at the beginning of a game."""
EMPTY = {BoardKind.REED: 0, BoardKind.HALL: 512}


class Cable(Protocol):
    """A board that can be plugged in and out, and what is done to it."""

    @property
    def build(self) -> str:
        """How it is built, as the configuration calls it."""

    @property
    def path(self) -> Path:
        """Its port, while it is plugged in."""

    def plug_in(self) -> None: ...

    def unplug(self) -> None: ...

    def reset(self) -> None: ...

    def read(self, raw: Mapping[int, int]) -> None:
        """Let squares read so from now on: 0 or 1, or ADC steps."""

    def lights(self) -> tuple[Rgb, ...]:
        """What the squares were lit with last, a1 first."""


class CabledBoard:
    """The model of a board; what is done to it happens in its own thread."""

    def __init__(self, port: PtyBoard, squares: SquareMap, loop: asyncio.AbstractEventLoop) -> None:
        self._port = port
        self._squares = squares
        self._loop = loop

    @property
    def build(self) -> str:
        """How it is built, as the configuration calls it."""
        return self._squares.build

    @property
    def path(self) -> Path:
        """Its port, while it is plugged in."""
        return self._port.path

    def plug_in(self) -> None:
        self._do(self._port.plug_in)

    def unplug(self) -> None:
        self._do(self._port.unplug)

    def reset(self) -> None:
        self._do(lambda: self._port.board.reset(self._port.now))

    def read(self, raw: Mapping[int, int]) -> None:
        """Let squares read so from now on: 0 or 1, or ADC steps."""
        self._do(lambda: self._read(raw))

    def lights(self) -> tuple[Rgb, ...]:
        """What the squares were lit with last, a1 first."""
        shown = self._do(lambda: self._port.board.shows[-1])
        by_square = dict(zip(self._squares.leds, shown, strict=True))
        return tuple(by_square[square] for square in range(64))

    def _read(self, raw: Mapping[int, int]) -> None:
        for square, reading in raw.items():
            self._port.read(self._squares.sensors.index(square), reading)

    def _do(self, work: Callable[[], T]) -> T:
        async def done() -> T:
            return work()

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(PATIENCE)


@contextmanager
def cabled_board(folder: Path, build: str = "reed-serial") -> Iterator[CabledBoard]:
    """A board with empty squares that is not plugged in yet."""
    squares = load_square_map(build)
    is_up, over = threading.Event(), asyncio.Event()
    found: list[CabledBoard] = []

    async def live() -> None:
        kind = squares.board_kind
        port = PtyBoard(folder / "board", ModelBoard(kind, sensors=[EMPTY[kind]] * 64))
        found.append(CabledBoard(port, squares, asyncio.get_running_loop()))
        is_up.set()
        await over.wait()
        port.close()

    thread = threading.Thread(target=lambda: asyncio.run(live()), name="board")
    thread.start()
    assert is_up.wait(PATIENCE)
    (board,) = found
    try:
        yield board
    finally:
        board._loop.call_soon_threadsafe(over.set)
        thread.join(PATIENCE)
