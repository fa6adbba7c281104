"""What broke down though nothing was thought to: a mistake of ours must not end a game."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from board_daemon.languages.sentences import said

_LOG: Final = logging.getLogger(__name__)
_MOST_LOGGED: Final = 100
_SENTENCE: Final = said(
    "board.fault",
    "Something went wrong in the board: what it shows may be out of date. "
    "Play on, what was recorded is safe.",
)

Result = TypeVar("Result")


class Mishaps:
    """Lets work break down without harm to the rest, and remembers which did the last time.

    Each is logged once, with its traceback, however often it comes back.
    """

    def __init__(self) -> None:
        """All is well."""
        self._present: set[str] = set()
        self._logged: set[object] = set()

    @property
    def sentence(self) -> str | None:
        """What people should know; None: all is well."""
        return _SENTENCE if self._present else None

    def attempt(self, name: str, work: Callable[[], Result], otherwise: Result) -> Result:
        """What comes of some work, or something else where it breaks down."""
        try:
            result = work()
        except Exception as error:
            self.note(name, error)
            return otherwise
        self.forget(name)
        return result

    async def endure(self, name: str, work: Callable[[], Awaitable[object]]) -> None:
        """Wait for some work, whatever becomes of it."""
        try:
            await work()
        except Exception as error:
            self.note(name, error)
        else:
            self.forget(name)

    def note(self, name: str, error: Exception) -> None:
        """Something broke down: it is present until it goes well again."""
        self._present.add(name)
        last = traceback.extract_tb(error.__traceback__)[-1:]
        place = [(frame.filename, frame.lineno) for frame in last]
        mishap = (name, type(error), *place)
        if mishap not in self._logged and len(self._logged) < _MOST_LOGGED:
            self._logged.add(mishap)
            _LOG.error("Expected %s to go well, it broke down", name, exc_info=error)

    def forget(self, name: str) -> None:
        """It went well again."""
        self._present.discard(name)
