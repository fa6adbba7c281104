"""Changes to the rows of the archive; each is called inside a transaction.

All raise NoSuchGame for a game that is not there, and ArchiveError for what does not fit it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Final

from board_daemon.archive.changes import (
    AddTurn,
    BeginGame,
    Finish,
    GameChange,
    GoOn,
    KeepTrace,
    LeaveClocks,
    NamePlayers,
    ReviseTurn,
    TakeBack,
)
from board_daemon.archive.errors import ArchiveError, NoSuchGame
from board_daemon.archive.records import ArchivedGame, ArchivedTurn

TURN_COLUMNS: Final = "ply, t, notation, actions, fen, status, white_left, black_left"

_TABLES_OF_A_GAME: Final = ("turns", "withdrawn", "traces", "figures")


def apply(connection: sqlite3.Connection, game: int | None, change: GameChange) -> int:
    """Make one change to a game, and return the number of the game that is recorded then."""
    if isinstance(change, BeginGame):
        if game is not None:
            _leave_out_unplayed(connection, game)
        return begin_game(connection, change)
    if game is None:
        raise ArchiveError(f"expected a game to begin first, saw {type(change).__name__}")
    match change:
        case AddTurn(turn):
            add_turn(connection, game, turn)
        case ReviseTurn(turn):
            revise_last(connection, game, turn)
        case TakeBack(ply):
            take_back(connection, game, ply)
        case Finish(result, reason):
            finish(connection, game, result, reason)
        case GoOn():
            go_on(connection, game)
        case LeaveClocks():
            leave_clocks(connection, game)
        case KeepTrace(lines):
            append_trace(connection, game, lines)
        case NamePlayers(white, black):
            name_players(connection, game, white, black)
    return game


def begin_game(connection: sqlite3.Connection, begun: BeginGame) -> int:
    """Begin a game and return its number, which no other game has ever had."""
    (number,) = connection.execute(
        "SELECT 1 + max((SELECT coalesce(max(id), 0) FROM games), "
        "(SELECT coalesce(max(game), 0) FROM deleted))"
    ).fetchone()
    control = begun.time_control
    clock = (None, None) if control is None else (control.base, control.increment)
    told = (begun.start_fen, begun.rules, begun.started_at, begun.white, begun.black)
    connection.execute(
        "INSERT INTO games (id, start_fen, rules, started_at, white, black, "
        "clock_base, clock_increment) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (number, *told, *clock),
    )
    if begun.trace_header is not None:
        append_trace(connection, number, [begun.trace_header])
    return int(number)


def _leave_out_unplayed(connection: sqlite3.Connection, game: int) -> None:
    """Remove a game if nothing was played in it before another one is begun."""
    row = connection.execute("SELECT result FROM games WHERE id = ?", (game,)).fetchone()
    if row is None or row[0] is not None:
        return
    for table in ("turns", "withdrawn"):
        if connection.execute(f"SELECT 1 FROM {table} WHERE game = ? LIMIT 1", (game,)).fetchone():
            return
    delete_game(connection, game)


def add_game(
    connection: sqlite3.Connection, game: ArchivedGame, trace: Iterable[str], fingerprint: str
) -> int:
    """Add a whole game that came from elsewhere, and return its number here."""
    begun = BeginGame(game.start_fen, game.rules, game.started_at, game.white, game.black)
    number = begin_game(connection, begun)
    for turn in game.turns:
        _insert(connection, number, turn)
    append_trace(connection, number, trace)
    connection.execute(
        "UPDATE games SET result = ?, reason = ?, imported = 1, fingerprint = ? WHERE id = ?",
        (game.result, game.reason, fingerprint, number),
    )
    return number


def add_turn(connection: sqlite3.Connection, game: int, turn: ArchivedTurn) -> None:
    """Add the next turn of a game that is not over."""
    if _result(connection, game) is not None:
        raise ArchiveError(f"expected a game that goes on, saw game {game}, which is over")
    expected = _last_ply(connection, game) + 1
    if turn.ply != expected:
        raise ArchiveError(f"expected ply {expected} of game {game}, saw ply {turn.ply}")
    _insert(connection, game, turn)


def revise_last(connection: sqlite3.Connection, game: int, turn: ArchivedTurn) -> None:
    """Put a turn in place of the last one, which is kept as withdrawn; the game goes on."""
    check_game(connection, game)
    last = _last_ply(connection, game)
    if turn.ply != last:
        raise ArchiveError(
            f"expected the last ply of game {game}, which is {last}, saw ply {turn.ply}"
        )
    _withdraw_from(connection, game, turn.ply)
    _insert(connection, game, turn)


def take_back(connection: sqlite3.Connection, game: int, ply: int) -> None:
    """Drop the turns from `ply` on, which are kept as withdrawn; the game goes on."""
    check_game(connection, game)
    last = _last_ply(connection, game)
    if not 1 <= ply <= last:
        raise ArchiveError(f"expected a ply from 1 to {last} of game {game}, saw {ply}")
    _withdraw_from(connection, game, ply)


def finish(connection: sqlite3.Connection, game: int, result: str, reason: str) -> None:
    """Say how a game ended; saying it again corrects it."""
    check_game(connection, game)
    connection.execute(
        "UPDATE games SET result = ?, reason = ? WHERE id = ?", (result, reason, game)
    )


def go_on(connection: sqlite3.Connection, game: int) -> None:
    """Say that a game which was over goes on after all."""
    check_game(connection, game)
    connection.execute("UPDATE games SET result = NULL, reason = NULL WHERE id = ?", (game,))


def leave_clocks(connection: sqlite3.Connection, game: int) -> None:
    """Say that a game is played on without clocks; what they showed before stays."""
    check_game(connection, game)
    connection.execute(
        "UPDATE games SET clock_base = NULL, clock_increment = NULL WHERE id = ?", (game,)
    )


def append_trace(connection: sqlite3.Connection, game: int, lines: Iterable[str]) -> None:
    """Add lines to the sensor trace kept beside a game."""
    check_game(connection, game)
    (last,) = connection.execute(
        "SELECT coalesce(max(line), 0) FROM traces WHERE game = ?", (game,)
    ).fetchone()
    connection.executemany(
        "INSERT INTO traces (game, line, text) VALUES (?, ?, ?)",
        ((game, number, line.rstrip("\r\n")) for number, line in enumerate(lines, last + 1)),
    )


def name_players(connection: sqlite3.Connection, game: int, white: str, black: str) -> None:
    """Say who played; names that were there are gone."""
    check_game(connection, game)
    connection.execute("UPDATE games SET white = ?, black = ? WHERE id = ?", (white, black, game))


def delete_game(connection: sqlite3.Connection, game: int) -> None:
    """Remove a game with all that is kept beside it; its number is not given again."""
    check_game(connection, game)
    for table in _TABLES_OF_A_GAME:
        connection.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
    connection.execute("DELETE FROM games WHERE id = ?", (game,))
    connection.execute("INSERT INTO deleted (game) VALUES (?)", (game,))


def check_game(connection: sqlite3.Connection, game: int) -> None:
    """Raise NoSuchGame unless there is such a game."""
    _result(connection, game)


def _result(connection: sqlite3.Connection, game: int) -> str | None:
    row = connection.execute("SELECT result FROM games WHERE id = ?", (game,)).fetchone()
    if row is None:
        raise NoSuchGame(game)
    result: str | None = row[0]
    return result


def _last_ply(connection: sqlite3.Connection, game: int) -> int:
    ply: int
    (ply,) = connection.execute(
        "SELECT coalesce(max(ply), 0) FROM turns WHERE game = ?", (game,)
    ).fetchone()
    return ply


def _insert(connection: sqlite3.Connection, game: int, turn: ArchivedTurn) -> None:
    actions = " ".join(turn.actions)
    left = (None, None) if turn.left is None else (turn.left.white, turn.left.black)
    connection.execute(
        f"INSERT INTO turns (game, {TURN_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (game, turn.ply, turn.t, turn.notation, actions, turn.fen, turn.status, *left),
    )


def _withdraw_from(connection: sqlite3.Connection, game: int, ply: int) -> None:
    connection.execute(
        f"INSERT INTO withdrawn (game, {TURN_COLUMNS}) "
        f"SELECT game, {TURN_COLUMNS} FROM turns WHERE game = ? AND ply >= ? ORDER BY ply",
        (game, ply),
    )
    connection.execute("DELETE FROM turns WHERE game = ? AND ply >= ?", (game, ply))
    go_on(connection, game)
