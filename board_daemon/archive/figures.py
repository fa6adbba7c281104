"""What was counted in each game, kept beside it until its turns change.

What the text of a count means is for whoever counts; see `board_daemon.game.figures`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from board_daemon.archive.records import GameHeading, TurnRow


def headings(connection: sqlite3.Connection, version: int) -> list[tuple[GameHeading, str | None]]:
    """All games, the oldest first, each with what that version counted in it, if it did."""
    rows = connection.execute(
        "SELECT id, started_at, white, black, start_fen, rules, result, reason, counted "
        "FROM games LEFT JOIN figures ON figures.game = games.id AND version = ? ORDER BY id",
        (version,),
    )
    return [(GameHeading(*row[:-1]), row[-1]) for row in rows]


def turns_of(
    connection: sqlite3.Connection, games: Sequence[int]
) -> Iterator[tuple[int, list[TurnRow]]]:
    """The turns of those of some games that have any, each with the game's number."""
    places = ", ".join("?" * len(games))
    rows = connection.execute(
        "SELECT game, ply, t, actions, fen, status FROM turns "
        f"WHERE game IN ({places}) ORDER BY game, ply",
        tuple(games),
    )
    for game, group in groupby(rows, itemgetter(0)):
        yield game, [TurnRow._make(row[1:]) for row in group]


def keep_figures(
    connection: sqlite3.Connection,
    version: int,
    counted: Iterable[tuple[int, Sequence[TurnRow], str]],
) -> None:
    """Keep what was counted in the turns of games, but of those that have changed meanwhile."""
    for game, turns, text in counted:
        last = turns[-1] if turns else None
        connection.execute(
            "INSERT OR REPLACE INTO figures (game, version, counted) "
            "SELECT id, ?, ? FROM games WHERE id = ? AND "
            "(SELECT count(*) FROM turns WHERE game = id) = ? AND "
            "(SELECT fen FROM turns WHERE game = id ORDER BY ply DESC LIMIT 1) IS ?",
            (version, text, game, len(turns), None if last is None else last.fen),
        )
