"""How far each run of a program has come with the changes it keeps, in the archive itself.

Written in one transaction with the changes, so that after any trouble it is certain which of them
are on the disk.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Final

_RUNS_REMEMBERED: Final = 10


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a run has come."""

    run: str
    """A name that no other run has."""
    done: int
    """How many of its changes the archive holds."""
    game: int | None = None
    """The game that was recorded then."""


def find_mark(connection: sqlite3.Connection, run: str) -> Mark | None:
    """The mark of a run, or None."""
    row = connection.execute("SELECT done, game FROM runs WHERE run = ?", (run,)).fetchone()
    return None if row is None else Mark(run, *row)


def set_mark(connection: sqlite3.Connection, mark: Mark) -> None:
    """Remember a mark in place of the run's former one; that of a run long past goes."""
    connection.execute(
        "INSERT INTO runs (run, done, game) VALUES (?, ?, ?) "
        "ON CONFLICT (run) DO UPDATE SET done = excluded.done, game = excluded.game",
        (mark.run, mark.done, mark.game),
    )
    connection.execute(
        "DELETE FROM runs WHERE run <> ? AND id <= (SELECT max(id) FROM runs) - ?",
        (mark.run, _RUNS_REMEMBERED),
    )
