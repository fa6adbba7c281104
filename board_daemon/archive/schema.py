"""The tables, as numbered migrations, and how a file is known to be ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from board_daemon.archive.errors import ArchiveError

APPLICATION_ID: Final = 0x5061636F
"""The letters "Paco". SQLite keeps this number in a file's header, to tell whose file it is."""

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_SIZE: Final = 100
_APPLICATION_ID_AT: Final = slice(68, 72)


@dataclass(frozen=True, slots=True)
class Migration:
    """One step from an older form of the tables to a newer one. Once released it never changes."""

    number: int
    name: str
    statements: tuple[str, ...]


_TURN_COLUMNS: Final = """
    ply INTEGER NOT NULL CHECK (ply > 0),
    t REAL NOT NULL,
    notation TEXT NOT NULL,
    actions TEXT NOT NULL,
    fen TEXT NOT NULL,
    status TEXT NOT NULL
"""

MIGRATIONS: Final = (
    Migration(
        1,
        "games, turns and traces",
        (
            """
            CREATE TABLE games (
                id INTEGER PRIMARY KEY,
                started_at TEXT,
                white TEXT NOT NULL,
                black TEXT NOT NULL,
                rules TEXT NOT NULL,
                start_fen TEXT NOT NULL,
                result TEXT,
                reason TEXT
            ) STRICT
            """,
            f"""
            CREATE TABLE turns (
                game INTEGER NOT NULL REFERENCES games (id),
                {_TURN_COLUMNS},
                PRIMARY KEY (game, ply)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE traces (
                game INTEGER NOT NULL REFERENCES games (id),
                line INTEGER NOT NULL,
                text TEXT NOT NULL,
                PRIMARY KEY (game, line)
            ) STRICT, WITHOUT ROWID
            """,
        ),
    ),
    Migration(
        2,
        "turns that were withdrawn",
        (
            f"""
            CREATE TABLE withdrawn (
                id INTEGER PRIMARY KEY,
                game INTEGER NOT NULL REFERENCES games (id),
                {_TURN_COLUMNS}
            ) STRICT
            """,
            "CREATE INDEX withdrawn_by_game ON withdrawn (game)",
        ),
    ),
)


def check_file(path: Path) -> None:
    """Raise ArchiveError unless a file is missing, empty, or an archive of ours.

    Only the file's header is read: whatever else it may be is left exactly as it is.
    """
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_SIZE)
    except FileNotFoundError:
        return
    except OSError as error:
        raise ArchiveError(f"expected an archive in {path}, saw: {error.strerror}") from error
    if not header:
        return
    if not header.startswith(_MAGIC) or len(header) < _HEADER_SIZE:
        raise ArchiveError(f"expected an archive in {path}, saw a file that is no database")
    if int.from_bytes(header[_APPLICATION_ID_AT]) != APPLICATION_ID:
        raise ArchiveError(f"expected an archive in {path}, saw a database of another program")


def check_health(connection: sqlite3.Connection) -> None:
    """Raise ArchiveError when pages of the database are damaged."""
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise ArchiveError(f"the archive is damaged: {' '.join(verdict.split())}")


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the tables to their newest form, each step with its record in one transaction.

    Raises ArchiveError when the tables are of a newer form than is known here.
    """
    if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        _claim(connection)
    newest = max(migration.number for migration in migrations)
    found = _version(connection)
    if found > newest:
        raise ArchiveError(
            f"expected an archive of version {newest} or older, saw version {found}: "
            "a newer pacoboard made it"
        )
    for migration in migrations:
        with transaction(connection):
            # Asked again inside, as another process may just have done the same step.
            if migration.number > _version(connection):
                _apply(connection, migration)


@contextmanager
def transaction(connection: sqlite3.Connection, kind: str = "IMMEDIATE") -> Iterator[None]:
    """Keep all that is done inside, or, when anything is raised, none of it.

    IMMEDIATE waits its turn to write; DEFERRED is for reading several things of one moment.
    """
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # A full disk makes SQLite roll back by itself; doing it twice would hide that error.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _claim(connection: sqlite3.Connection) -> None:
    with transaction(connection):
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(
            """
            CREATE TABLE IF NOT EXISTS migrations (
                number INTEGER PRIMARY KEY,
                name TEXT NOT NULL,
                applied_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
            ) STRICT
            """
        )


def _version(connection: sqlite3.Connection) -> int:
    version: int
    (version,) = connection.execute("SELECT coalesce(max(number), 0) FROM migrations").fetchone()
    return version


def _apply(connection: sqlite3.Connection, migration: Migration) -> None:
    for statement in migration.statements:
        connection.execute(statement)
    connection.execute(
        "INSERT INTO migrations (number, name) VALUES (?, ?)", (migration.number, migration.name)
    )
