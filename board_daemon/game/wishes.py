"""What players say to a table: a command, what is to be written down with it, and who waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from board_daemon.game.session import Session
from board_daemon.game.telling import Work
from board_daemon.tracking.events import Event

Command = Callable[[Session, float], list[Event]]
"""Something that players say, and what comes of it; it is passed the time, in seconds."""


@dataclass(slots=True)
class Wish:
    """What a player says, and who waits to hear of it."""

    command: Command
    t: float
    """When it was said, in seconds: what the board reported before it comes before it."""
    done: asyncio.Future[None]
    write: Work | None = None
    """What is to be written down besides, before what comes of the command."""
    is_new: bool = False
    """Whether another game begins with it."""

    def refuse(self, error: Exception) -> None:
        """Whoever waits has to know."""
        if not self.done.done():
            self.done.set_exception(error)


def nothing() -> None:
    """Nothing is to be written down."""
