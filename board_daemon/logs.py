"""The daemon's log: to the journal under systemd, else in short lines to standard error.

A log is read by others than the owner of the board, and is kept for long. So whatever looks like
a key of somebody's session is struck out, and no text from outside can begin a line of its own.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Mapping
from typing import Final, TextIO

_LEVELS: Final = {
    logging.DEBUG: 7,
    logging.INFO: 6,
    logging.WARNING: 4,
    logging.ERROR: 3,
    logging.CRITICAL: 2,
}
"""The priorities of syslog, which systemd reads from the start of a line: `<4>`."""

STRUCK: Final = "[struck out]"
# Long enough that no word is one; small letters alone with _ and - are names in the code.
_SECRET: Final = re.compile(r"(?<![\w-])(?=[\w-]*[A-Z0-9])[\w-]{32,}(?![\w-])", re.ASCII)
_HEADER: Final = re.compile(r"(?i)\b((?:set-)?cookie|authorization)(['\"]?\s*[=:]).*")
_NAMED_SECRET: Final = re.compile(
    r"(?i)(token|secret|password|session)(=|['\"]\s*:\s*['\"]?)[^\s,;&'\"]+"
)


def set_up_logging(
    level: str = "info",
    stream: TextIO | None = None,
    environment: Mapping[str, str] = os.environ,
) -> None:
    """Send all that is logged to `stream` (standard error), once; `level` as in the configuration.

    Raises ValueError for another level.
    """
    threshold = logging.getLevelNamesMapping().get(level.upper())
    if threshold is None:
        raise ValueError(
            f"expected debug, info, warning or error as the log's level, saw {level!r}"
        )
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JournalLines() if is_journal(stream, environment) else ShortLines())
    root = logging.getLogger()
    for old in [*root.handlers]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(threshold)
    _quieten_libraries(threshold)


def is_journal(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether what is written there goes to systemd's journal (systemd.exec(5), JOURNAL_STREAM)."""
    named = environment.get("JOURNAL_STREAM", "")
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return named == f"{status.st_dev}:{status.st_ino}"


class _Lines(logging.Formatter):
    """One line for a message; a traceback's lines follow it."""

    def format(self, record: logging.LogRecord) -> str:
        """The record, without secrets and without characters that do something."""
        lines = [_harmless(_message(record))]
        if record.exc_info:
            lines += map(_harmless, self.formatException(record.exc_info).splitlines())
        if record.stack_info:
            lines += map(_harmless, record.stack_info.splitlines())
        return self._joined(record, lines)

    def _joined(self, record: logging.LogRecord, lines: list[str]) -> str:
        raise NotImplementedError


class JournalLines(_Lines):
    """For the journal, which has its own clock and takes a priority at the start of each line."""

    def _joined(self, record: logging.LogRecord, lines: list[str]) -> str:
        lower = [value for number, value in _LEVELS.items() if number <= record.levelno]
        prefix = f"<{min(lower, default=7)}>"
        return "\n".join(prefix + line for line in lines)


class ShortLines(_Lines):
    """For people who look on: the time of day, and the level where it is a serious one."""

    def _joined(self, record: logging.LogRecord, lines: list[str]) -> str:
        clock = self.formatTime(record, "%H:%M:%S")
        word = f"{record.levelname.lower()}: " if record.levelno >= logging.WARNING else ""
        return "\n".join([f"{clock} {word}{lines[0]}", *lines[1:]])


def without_secrets(text: str) -> str:
    """The text with whatever looks like a key of somebody's session struck out."""
    text = _HEADER.sub(rf"\1\2 {STRUCK}", text)
    text = _NAMED_SECRET.sub(rf"\1\2{STRUCK}", text)
    return _SECRET.sub(STRUCK, text)


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError, KeyError):
        return f"{record.msg} (with arguments that do not fit)"


def _harmless(text: str) -> str:
    """No secrets, no control characters: neither a new line nor what a terminal would obey."""
    shown = (letter if letter.isprintable() else _escaped(letter) for letter in text)
    return without_secrets("".join(shown))


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def _quieten_libraries(threshold: int) -> None:
    """Of the servers below us only what is wrong; their accesses hold addresses of people."""
    for name in ("uvicorn", "uvicorn.error", "uvicorn.asgi", "websockets", "asyncio"):
        library = logging.getLogger(name)
        library.handlers.clear()
        library.propagate = True
        library.setLevel(max(threshold, logging.WARNING))
    access = logging.getLogger("uvicorn.access")
    access.handlers.clear()
    access.propagate = False
