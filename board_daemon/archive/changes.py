"""What can happen to a game that is being recorded, and whether it fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from board_daemon.archive.errors import ArchiveError
from board_daemon.archive.records import ArchivedGame, ArchivedTurn, TimeControl


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Another game begins; all other changes are about the game that was begun last."""

    start_fen: str
    rules: str
    started_at: str | None
    """An ISO 8601 time, or None where nobody knows."""
    white: str = ""
    black: str = ""
    trace_header: str | None = None
    """The first line of its sensor trace."""
    time_control: TimeControl | None = None


@dataclass(frozen=True, slots=True)
class AddTurn:
    """The next turn of a game that is not over."""

    turn: ArchivedTurn


@dataclass(frozen=True, slots=True)
class ReviseTurn:
    """The last turn turned out to be another one; the game goes on."""

    turn: ArchivedTurn


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The turns from a ply on were taken back; the game goes on."""

    ply: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The game is over; a later one corrects it."""

    result: str
    reason: str


@dataclass(frozen=True, slots=True)
class GoOn:
    """A game that was over goes on after all."""


@dataclass(frozen=True, slots=True)
class LeaveClocks:
    """It is played on without clocks."""


@dataclass(frozen=True, slots=True)
class KeepTrace:
    """Further lines of its sensor trace."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamePlayers:
    """Who plays."""

    white: str
    black: str


GameChange = (
    BeginGame
    | AddTurn
    | ReviseTurn
    | TakeBack
    | Finish
    | GoOn
    | LeaveClocks
    | KeepTrace
    | NamePlayers
)


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a recorded game has come: as much as decides what may happen to it next."""

    plies: int = 0
    is_over: bool = False


def standing_of(game: ArchivedGame) -> Standing:
    """How far an archived game has come."""
    return Standing(len(game.turns), game.result is not None)


def standing_after(standing: Standing | None, change: GameChange) -> Standing:
    """How far the game has come after a change; None: no game has begun.

    Raises ArchiveError for a change that does not fit.
    """
    if isinstance(change, BeginGame):
        return Standing()
    if standing is None:
        raise ArchiveError(f"expected a game to begin first, saw {type(change).__name__}")
    match change:
        case AddTurn(turn):
            if standing.is_over:
                raise ArchiveError(
                    f"expected a game that goes on, saw ply {turn.ply} after its end"
                )
            _expect(turn.ply, standing.plies + 1, "the next ply")
            return replace(standing, plies=turn.ply)
        case ReviseTurn(turn):
            _expect(turn.ply, standing.plies, "the last ply")
            return replace(standing, is_over=False)
        case TakeBack(ply):
            if not 1 <= ply <= standing.plies:
                raise ArchiveError(f"expected a ply from 1 to {standing.plies}, saw {ply}")
            return Standing(ply - 1)
        case Finish():
            return replace(standing, is_over=True)
        case GoOn():
            return replace(standing, is_over=False)
        case LeaveClocks() | KeepTrace() | NamePlayers():
            return standing


def _expect(ply: int, expected: int, what: str) -> None:
    if ply != expected or ply < 1:
        raise ArchiveError(f"expected {what}, which is {expected}, saw ply {ply}")


def changes_of(game: ArchivedGame) -> Iterator[GameChange]:
    """The changes that make an archived game anew."""
    yield BeginGame(
        start_fen=game.start_fen,
        rules=game.rules,
        started_at=game.started_at,
        white=game.white,
        black=game.black,
        time_control=game.time_control,
    )
    yield from map(AddTurn, game.turns)
    if game.result is not None:
        yield Finish(game.result, game.reason or "")
