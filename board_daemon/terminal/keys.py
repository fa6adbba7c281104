"""Single keys from the terminal, which is always left as it was found."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from board_daemon.languages.sentences import said
from board_daemon.languages.speaking import spoken_apart

try:
    import select
    import termios
    import tty
except ImportError:  # pragma: no cover - not on this system: the show runs without keys
    _HAS_KEYS = False
else:
    _HAS_KEYS = True

QUIT: Final = said("console.key.quit", "quit")

ReadKey = Callable[[float], str]
"""Waits up to that many seconds for a key; an empty text when none was pressed."""


def key_hint(*keys: tuple[str, str]) -> str:
    """Which key does what, in a row: the keys, or what they are called, and what they do."""
    return "   ".join(f"{spoken_apart(key)} {spoken_apart(does)}" for key, does in keys)


@contextmanager
def single_keys(stream: TextIO | None) -> Iterator[ReadKey]:
    """Read keys as they are pressed, unseen; where that cannot be, only wait."""
    if not _HAS_KEYS or stream is None or not stream.isatty():
        yield _only_wait
        return
    number = stream.fileno()
    before = termios.tcgetattr(number)

    def read_key(seconds: float) -> str:
        ready, _, _ = select.select([number], [], [], seconds)
        return os.read(number, 1).decode("ascii", "ignore") if ready else ""

    try:
        tty.setcbreak(number)
        yield read_key
    finally:
        termios.tcsetattr(number, termios.TCSAFLUSH, before)


def _only_wait(seconds: float) -> str:
    time.sleep(seconds)
    return ""
