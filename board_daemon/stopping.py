"""Requests to stop, which unwind the program, so that everything is kept or put back on the way."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

SIGNALS: Final = (
    signal.SIGINT,
    signal.SIGTERM,
    *(() if sys.platform == "win32" else (signal.SIGHUP,)),
)


class Stopping:
    """Obeys the first request to stop, though not in the midst of what must be done whole.

    A second one changes nothing: a terminal that is closed may well send two.
    """

    def __init__(self) -> None:
        """Nobody has asked yet."""
        self._asked: int | None = None
        self._has_obeyed = False
        self._holds = 0

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """Do all that is inside, and only then what was asked meanwhile."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
        self._obey()

    def ask(self, number: int, frame: FrameType | None = None) -> None:
        """Take in a signal."""
        if self._asked is None:
            self._asked = number
            self._obey()

    def _obey(self) -> None:
        if self._asked is None or self._has_obeyed or self._holds:
            return
        self._has_obeyed = True
        if self._asked == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + self._asked)


@contextmanager
def orderly_exit() -> Iterator[Stopping]:
    """Let a request to stop unwind what is inside; one that was ignored before still is."""
    stopping = Stopping()
    before = {number: signal.getsignal(number) for number in SIGNALS}
    heeded = [number for number, handler in before.items() if handler != signal.SIG_IGN]
    for number in heeded:
        signal.signal(number, stopping.ask)
    try:
        yield stopping
    finally:
        for number in heeded:
            signal.signal(number, before[number])
