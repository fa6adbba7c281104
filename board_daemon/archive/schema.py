"""The tables, as numbered migrations, and how a file is known to be ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from board_daemon.archive.errors import (
    DamagedArchive,
    ForeignFile,
    NewerArchive,
    unavailable,
)
from board_daemon.languages.reasons import reason_of
from board_daemon.languages.sentences import Verbatim, said

APPLICATION_ID: Final = 0x5061636F
"""The letters "Paco". SQLite keeps this number in a file's header, to tell whose file it is."""

SIDE_FILES: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database: its name with one of these at the end."""

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_SIZE: Final = 100
_APPLICATION_ID_AT: Final = slice(68, 72)
_LOOKED_AT: Final = 4096
_DATABASE_NAMES: Final = (".sqlite", ".sqlite3", ".db")


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
    Migration(
        3,
        "imported and deleted games, and how far each run has come",
        (
            "ALTER TABLE games ADD COLUMN imported INTEGER NOT NULL DEFAULT 0",
            "ALTER TABLE games ADD COLUMN fingerprint TEXT",
            "CREATE INDEX games_by_fingerprint ON games (fingerprint)",
            """
            CREATE TABLE deleted (
                game INTEGER PRIMARY KEY,
                deleted_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
            ) STRICT
            """,
            """
            CREATE TABLE runs (
                id INTEGER PRIMARY KEY,
                run TEXT NOT NULL UNIQUE,
                done INTEGER NOT NULL,
                game INTEGER
            ) STRICT
            """,
        ),
    ),
    Migration(
        4,
        "the players' clocks",
        (
            "ALTER TABLE games ADD COLUMN clock_base REAL",
            "ALTER TABLE games ADD COLUMN clock_increment REAL",
            # Of those that were withdrawn, too: whole rows go over.
            "ALTER TABLE turns ADD COLUMN white_left REAL",
            "ALTER TABLE turns ADD COLUMN black_left REAL",
            "ALTER TABLE withdrawn ADD COLUMN white_left REAL",
            "ALTER TABLE withdrawn ADD COLUMN black_left REAL",
        ),
    ),
    Migration(
        5,
        "the people who play, and what was counted in each game",
        (
            """
            CREATE TABLE players (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                color TEXT NOT NULL,
                level TEXT NOT NULL,
                since TEXT NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE figures (
                game INTEGER PRIMARY KEY REFERENCES games (id),
                version INTEGER NOT NULL,
                counted TEXT NOT NULL
            ) STRICT
            """,
            # Whatever changes the turns of a game, what was counted in it holds no longer.
            """
            CREATE TRIGGER figures_of_added_turns AFTER INSERT ON turns
            BEGIN DELETE FROM figures WHERE game = NEW.game; END
            """,
            """
            CREATE TRIGGER figures_of_dropped_turns AFTER DELETE ON turns
            BEGIN DELETE FROM figures WHERE game = OLD.game; END
            """,
        ),
    ),
)


def check_file(path: Path) -> None:
    """Refuse a file unless it is missing, empty, or an archive of ours, by its header alone.

    Raises ForeignFile for what is another program's, which is left exactly as it is, DamagedArchive
    for what seems to have been an archive, ArchiveUnavailable where the file cannot be read. Not to
    be called while this process has the archive open: to close any file descriptor of it drops the
    locks of them all.
    """
    begins = _beginning(path)
    if not begins:
        if has_log(path):
            # SQLite would throw away the log, and with it what was recorded last.
            raise DamagedArchive(
                said(
                    "archive.only-log",
                    "expected an archive in {path}, saw only its log",
                    path=Verbatim(path),
                )
            )
        return
    if not begins.startswith(_MAGIC) or len(begins) < _HEADER_SIZE:
        kind = DamagedArchive if _was_database(path, begins) else ForeignFile
        raise kind(
            said(
                "archive.no-database",
                "expected an archive in {path}, saw a file that is no database",
                path=Verbatim(path),
            )
        )
    if int.from_bytes(begins[_APPLICATION_ID_AT]) != APPLICATION_ID:
        raise _foreign(path)


def _foreign(path: Path | str) -> ForeignFile:
    return ForeignFile(
        said(
            "archive.foreign",
            "expected an archive in {path}, saw a database of another program",
            path=Verbatim(path),
        )
    )


def _beginning(path: Path) -> bytes:
    """What a file begins with; nothing where it is missing or empty."""
    try:
        with path.open("rb") as file:
            return file.read(_LOOKED_AT)
    except FileNotFoundError:
        return b""
    except OSError as error:
        message = said(
            "archive.none",
            "expected an archive in {path}, saw: {why}",
            path=Verbatim(path),
            why=reason_of(error),
        )
        raise unavailable(message, error) from error


def has_log(path: Path) -> bool:
    """Whether there is a write-ahead log beside a database, with something in it."""
    log = Path(f"{path}-wal")
    return log.exists() and log.stat().st_size > 0


def _was_database(path: Path, begins: bytes) -> bool:
    """Whether a file that begins otherwise seems to have been a database: no text is one."""
    if begins.startswith(_MAGIC) or _MAGIC.startswith(begins) or has_log(path):
        return True
    is_text = b"\0" not in begins and not begins.decode("utf-8", "replace").count("\ufffd") > 1
    return not is_text and path.suffix in _DATABASE_NAMES


def check_owner(connection: sqlite3.Connection, path: Path | str) -> None:
    """Raise ForeignFile or NewerArchive unless a database is an archive that is known here."""
    if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        raise _foreign(path)
    check_version(connection)


def check_version(
    connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Raise NewerArchive when the tables are of a newer form than is known here."""
    newest = max(migration.number for migration in migrations)
    found = _version(connection)
    if found > newest:
        raise NewerArchive(
            f"expected an archive of version {newest} or older, saw version {found}: "
            "a newer pacoboard made it"
        )


def is_older(connection: sqlite3.Connection) -> bool:
    """Whether the tables are of an older form, which `migrate` would bring up to date."""
    return _version(connection) < MIGRATIONS[-1].number


def check_health(connection: sqlite3.Connection) -> None:
    """Raise DamagedArchive when anything in the database is damaged; all of it is read."""
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise DamagedArchive(f"the archive is damaged: {' '.join(verdict.split())}")


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the tables to their newest form, each step with its record in one transaction.

    Raises NewerArchive when the tables are of a newer form than is known here.
    """
    if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
        _claim(connection)
    check_version(connection, migrations)
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
