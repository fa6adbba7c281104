"""The model of a board behind a pty, as a USB cable would bring it: to be plugged in and out."""

from __future__ import annotations

import asyncio
import os
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.firmware_bridge.model_board import ModelBoard

TICK: Final = 0.001
PATIENCE: Final = 30.0
"""Seconds after which a test gives up waiting; nothing ever takes so long."""


class PtyBoard:
    """A board whose port is the file `path` while it is plugged in."""

    def __init__(self, path: Path, board: ModelBoard | None = None) -> None:
        self.path = path
        self.board = board or ModelBoard()
        self.heard = 0
        """Bytes that the host has sent."""
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()
        self._master = self._slave = -1
        self._ticking = self._loop.call_soon(self._tick)

    @property
    def now(self) -> float:
        return self._loop.time() - self._began

    def plug_in(self) -> None:
        """The port is there; the board begins anew, as it does when it gets its power."""
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path.symlink_to(os.ttyname(self._slave))
        self._loop.add_reader(self._master, self._read)
        self.board.reset(self.now)

    def unplug(self) -> None:
        """The port is gone, and the board without power."""
        if self._master >= 0:
            self._loop.remove_reader(self._master)
            os.close(self._master)
            os.close(self._slave)
            self._master = self._slave = -1
            self.path.unlink()

    def close(self) -> None:
        self._ticking.cancel()
        self.unplug()

    def read(self, sensor: int, reading: int) -> None:
        """A sensor reads something else from now on."""
        self.board.read(sensor, reading, self.now)

    def _read(self) -> None:
        with suppress(BlockingIOError):
            data = os.read(self._master, 4096)
            self.heard += len(data)
            self.board.receive(data, self.now)
            self._speak()

    def _tick(self) -> None:
        self._speak()
        self._ticking = self._loop.call_later(TICK, self._tick)

    def _speak(self) -> None:
        if self._master < 0:
            return
        self.board.advance(self.now)
        # What the host does not take in time is lost, as on a real line.
        with suppress(BlockingIOError):
            os.write(self._master, self.board.take_output())


async def until(is_so: Callable[[], object], what: str = "it") -> None:
    """Wait until something is so."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await asyncio.sleep(TICK)
    except TimeoutError:
        raise AssertionError(f"expected {what} at last, saw nothing of the kind") from None
