"""What the archive holds, as it travels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each player has, in seconds."""

    base: float
    increment: float = 0.0
    """Added after each of a player's turns."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What both players' clocks show, in seconds."""

    white: float
    black: float


@dataclass(frozen=True, slots=True)
class ArchivedTurn:
    """One turn of one player."""

    ply: int
    """Counts the turns of a game from 1."""
    t: float
    """When it committed, in seconds on the board's clock."""
    notation: str
    actions: tuple[str, ...]
    """Compact tokens such as "Le2", "Pe4", "=Q"."""
    fen: str
    """The position after the turn."""
    status: str
    """The status after the turn, as it stands beside a FEN: "run", "paco-w" and so on."""
    left: TimeLeft | None = None
    """What the clocks showed after the turn; None: there were none, or nobody knows."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A line in the list of games."""

    id: int
    started_at: str | None
    """An ISO 8601 time, or None where nobody knew."""
    white: str
    black: str
    rules: str
    turn_count: int
    result: str | None
    """None while the game goes on."""
    reason: str | None
    fen: str
    """The last position."""


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A whole game."""

    id: int
    started_at: str | None
    white: str
    black: str
    rules: str
    start_fen: str
    result: str | None
    """None while the game goes on."""
    reason: str | None
    turns: tuple[ArchivedTurn, ...]
    """The turns as they stand, without the withdrawn ones."""
    time_control: TimeControl | None = None
    """None where it is played without clocks, or on without them, or where nobody knows."""


@dataclass(frozen=True, slots=True)
class GameHeading:
    """What a game's statistics need beside its turns."""

    id: int
    started_at: str | None
    white: str
    black: str
    start_fen: str
    rules: str
    result: str | None
    reason: str | None


class TurnRow(NamedTuple):
    """A turn as it is counted: by the hundred thousand, so as light as can be."""

    ply: int
    t: float
    actions: str
    """Compact tokens with spaces between them."""
    fen: str
    """The position after the turn."""
    status: str


@dataclass(frozen=True, slots=True)
class Incoming:
    """A game that came as a text."""

    game: ArchivedGame
    trace: tuple[str, ...] = ()
    """The lines of its sensor trace, where it came as one."""
    tells_ways: bool = True
    """False: it says how the board stood after each turn, and the turns were made out of that."""
