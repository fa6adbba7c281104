"""What a visitor may do, and how a route says what it needs."""

# Annotations are evaluated here: FastAPI reads those of `LevelGate.__call__`.
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from fastapi import Depends
from fastapi.requests import HTTPConnection

from board_daemon.languages.sentences import Sentence, said
from board_daemon.rules.errors import PacoboardError

VISITOR_KEY: Final = "pacoboard.visitor"
"""Where in the ASGI scope the guard leaves the `Visitor`."""


class Level(StrEnum):
    """What somebody may do; each level may all that the ones before it may.

    NOBODY may load the page and ask to be paired, WATCH see the game and the archive, PLAY act on
    the board, OWNER change settings, devices and the archive, and set up a position.
    """

    NOBODY = "nobody"
    WATCH = "watch"
    PLAY = "play"
    OWNER = "owner"

    @property
    def rank(self) -> int:
        """0 for nobody to 3 for an owner."""
        return _RANKS[self]

    # A str compares by the alphabet, in which an owner comes before a player.
    def __lt__(self, other: str) -> bool:
        return self.rank < Level(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Level(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Level(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Level(other).rank


_RANKS: Final = {level: rank for rank, level in enumerate(Level)}


class AccessError(PacoboardError):
    """A request was refused; the message is for people, `status` is the HTTP status."""

    status = 403

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        """Seconds after which it is worth trying again, where that is known."""


class NotPaired(AccessError):
    """Only a paired device may do this, and this one is not."""

    status = 401


class LevelTooLow(AccessError):
    """The device is paired, though not for this."""

    status = 403


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sent a request: worked out by the guard, once for each request or WebSocket."""

    client: str
    """The address at the other end of the socket, as text; never what a header claims."""
    level: Level
    device_id: str | None = None
    """The number of the paired device, None for one that is not paired."""
    device_name: str | None = None
    token: str | None = None
    """The session token that was presented, good or not."""
    ticket: str | None = None
    """The ticket of a pairing that this device started."""
    is_local: bool = False
    """Whether it sits on this machine, with nothing in between."""

    def you(self) -> dict[str, str | None]:
        """`you` in the state: the level and the name of the device."""
        return {"level": self.level.value, "device": self.device_name}


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who sent this request; raises RuntimeError where no guard stands before the routes."""
    visitor = connection.scope.get(VISITOR_KEY)
    if not isinstance(visitor, Visitor):
        raise RuntimeError("no guard stands before the routes, so nobody may pass")
    return visitor


def check_level(visitor: Visitor, needed: Level) -> None:
    """Raise NotPaired or LevelTooLow unless the visitor has at least this level."""
    if visitor.level >= needed:
        return
    if visitor.device_id is None:
        raise NotPaired(
            said("refused.unpaired", "This device is not paired with the board: pair it first.")
        )
    raise LevelTooLow(
        said(
            "refused.level-needed",
            "This needs the level {needed}, and this device has {level}.",
            needed=_named(needed),
            level=_named(visitor.level),
        )
    )


def _named(level: Level) -> Sentence:
    return Sentence(level.value, f"level.{level.value}")


@dataclass(frozen=True, slots=True)
class LevelGate:
    """Lets pass who has at least `level`."""

    level: Level

    async def __call__(self, connection: HTTPConnection) -> None:
        """Raise an AccessError unless the visitor may pass."""
        check_level(visitor_of(connection), self.level)


def needs(level: Level) -> Any:
    """The level a route or WebSocket needs: `dependencies=[needs(Level.WATCH)]`."""
    return Depends(LevelGate(level))
