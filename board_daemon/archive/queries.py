"""What can be read from the rows of the archive."""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from board_daemon.archive.errors import NoSuchGame
from board_daemon.archive.records import (
    ArchivedGame,
    ArchivedTurn,
    GameSummary,
    TimeControl,
    TimeLeft,
)
from board_daemon.archive.rows import TURN_COLUMNS

_TurnRow = tuple[int, float, str, str, str, str, float | None, float | None]

_SUMMARY: Final = (
    "SELECT id, started_at, white, black, rules, "
    "(SELECT count(*) FROM turns WHERE turns.game = games.id), result, reason, "
    "coalesce((SELECT fen FROM turns WHERE turns.game = games.id ORDER BY ply DESC LIMIT 1), "
    "start_fen) FROM games"
)
_NONE_AFTER: Final = (1 << 63) - 1
_MOST_WORDS: Final = 8


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the games that were asked for, the newest first."""

    games: tuple[GameSummary, ...]
    next: int | None
    """The page after it: its games come before the one with this number; None: there is none."""
    total: int
    """So many games there are on all pages."""


def fold(text: str | None) -> str:
    """A text as it is searched: without accents, and no letter larger than another."""
    plain = unicodedata.normalize("NFKD", text or "")
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()


def prepare(connection: sqlite3.Connection) -> None:
    """Let statements of this connection search."""
    connection.create_function("fold", 1, fold, deterministic=True)


def summaries(connection: sqlite3.Connection) -> list[GameSummary]:
    """All games, the oldest first."""
    return [GameSummary(*row) for row in connection.execute(f"{_SUMMARY} ORDER BY id")]


def summary(connection: sqlite3.Connection, game: int) -> GameSummary:
    """One line of the list; raises NoSuchGame."""
    row = connection.execute(f"{_SUMMARY} WHERE id = ?", (game,)).fetchone()
    if row is None:
        raise NoSuchGame(game)
    return GameSummary(*row)


def page(connection: sqlite3.Connection, search: str, before: int | None, limit: int) -> Page:
    """At most `limit` games, the newest first, in which every word of the search is found.

    Searched are players, rules, result ("draw" too), reason and the text of the date.
    """
    where, words = _condition(search)
    (total,) = connection.execute(f"SELECT count(*) FROM games WHERE {where}", words).fetchone()
    rows = connection.execute(
        f"{_SUMMARY} WHERE id < ? AND {where} ORDER BY id DESC LIMIT ?",
        (_NONE_AFTER if before is None else before, *words, limit + 1),
    ).fetchall()
    games = tuple(GameSummary(*row) for row in rows[:limit])
    return Page(games, games[-1].id if len(rows) > limit and games else None, total)


def _condition(search: str) -> tuple[str, tuple[str, ...]]:
    # More words than that say nothing more, and each is a look at every game.
    words = tuple(fold(search).split()[:_MOST_WORDS])
    searched = (
        "fold(white || ' ' || black || ' ' || rules || ' ' || coalesce(result, '') || ' ' || "
        "coalesce(reason, '') || ' ' || coalesce(started_at, '') || "
        "CASE result WHEN '1/2-1/2' THEN ' draw' ELSE '' END)"
    )
    return " AND ".join(["1", *(f"instr({searched}, ?)" for _ in words)]), words


def read_game(connection: sqlite3.Connection, game: int) -> ArchivedGame:
    """A whole game: its turns as they stand; raises NoSuchGame."""
    row = connection.execute(
        "SELECT id, started_at, white, black, rules, start_fen, result, reason, "
        "clock_base, clock_increment FROM games WHERE id = ?",
        (game,),
    ).fetchone()
    if row is None:
        raise NoSuchGame(game)
    turns = connection.execute(
        f"SELECT {TURN_COLUMNS} FROM turns WHERE game = ? ORDER BY ply", (game,)
    )
    *told, base, increment = row
    control = None if base is None else TimeControl(base, increment or 0.0)
    fields = (*told, tuple(map(_turn_of, turns)), control)
    return ArchivedGame(*fields)


def withdrawn(connection: sqlite3.Connection, game: int) -> list[ArchivedTurn]:
    """The turns that were taken back or revised, in the order that happened."""
    rows = connection.execute(
        f"SELECT {TURN_COLUMNS} FROM withdrawn WHERE game = ? ORDER BY id", (game,)
    )
    return [_turn_of(row) for row in rows]


def trace(connection: sqlite3.Connection, game: int) -> list[str]:
    """The lines of the sensor trace kept beside a game."""
    rows = connection.execute("SELECT text FROM traces WHERE game = ? ORDER BY line", (game,))
    return [text for (text,) in rows]


def last_trace_line(connection: sqlite3.Connection, game: int) -> str | None:
    """The last line of a game's trace, or None."""
    row = connection.execute(
        "SELECT text FROM traces WHERE game = ? ORDER BY line DESC LIMIT 1", (game,)
    ).fetchone()
    return None if row is None else str(row[0])


def cut_off(connection: sqlite3.Connection) -> int | None:
    """The game recorded last, where it is not over; imported ones do not count."""
    row = connection.execute(
        "SELECT id, result FROM games WHERE imported = 0 ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return int(row[0]) if row is not None and row[1] is None else None


def games_like(connection: sqlite3.Connection, game: ArchivedGame) -> list[int]:
    """The games with as many turns by the same rules from the same start to the same end.

    The oldest comes first; so below.
    """
    rows = connection.execute(
        "SELECT id FROM games WHERE rules = ? AND start_fen = ? AND "
        "(SELECT count(*) FROM turns WHERE turns.game = games.id) = ? AND "
        "coalesce((SELECT fen FROM turns WHERE turns.game = games.id ORDER BY ply DESC LIMIT 1), "
        "start_fen) = ? ORDER BY id",
        (
            game.rules,
            game.start_fen,
            len(game.turns),
            game.turns[-1].fen if game.turns else game.start_fen,
        ),
    )
    return [number for (number,) in rows]


def games_with_trace(connection: sqlite3.Connection, lines: Sequence[str]) -> list[int]:
    """The games beside which just this sensor trace is kept."""
    rows = connection.execute(
        "SELECT id FROM games WHERE "
        "(SELECT max(line) FROM traces WHERE traces.game = games.id) = ? ORDER BY id",
        (len(lines),),
    ).fetchall()
    return [number for (number,) in rows if trace(connection, number) == list(lines)]


def imported_as(connection: sqlite3.Connection, fingerprint: str) -> list[int]:
    """The games that were imported with that fingerprint."""
    rows = connection.execute(
        "SELECT id FROM games WHERE fingerprint = ? ORDER BY id", (fingerprint,)
    )
    return [number for (number,) in rows]


def _turn_of(row: _TurnRow) -> ArchivedTurn:
    ply, t, notation, actions, fen, status, white, black = row
    left = None if white is None or black is None else TimeLeft(white, black)
    return ArchivedTurn(ply, t, notation, tuple(actions.split()), fen, status, left)
