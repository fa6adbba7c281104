"""The archive itself: games in one SQLite file, safe against power cuts.

A change is one committed transaction, written through to the disk before its call returns. The
write-ahead log (WAL) lets others read, and copy all of it, while a game is being recorded.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum, auto
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from board_daemon.archive import queries, rows
from board_daemon.archive.changes import BeginGame, GameChange
from board_daemon.archive.errors import (
    ArchiveUnavailable,
    Trouble,
    archive_errors,
    unavailable,
)
from board_daemon.archive.fingerprint import fingerprint, tells_of
from board_daemon.archive.queries import Page
from board_daemon.archive.records import ArchivedGame, ArchivedTurn, GameSummary, Incoming
from board_daemon.archive.runs import Mark, find_mark, set_mark
from board_daemon.archive.schema import (
    check_file,
    check_health,
    check_owner,
    has_log,
    is_older,
    migrate,
    transaction,
)

MEMORY: Final = ":memory:"
"""The path of an archive that is gone when it is closed."""
PATIENCE: Final = 5.0
"""Seconds to wait for another program that is writing."""


class Opening(Enum):
    """What an archive is opened for."""

    RECORD = auto()
    """To record: it is made if need be, and all of it is checked first."""
    CHANGE = auto()
    """To change what is there, also beside a recorder in this process; nothing is checked."""
    READ = auto()
    """Only to read, which a read-only disk allows, too; nothing is checked."""


class Archive:
    """An open archive; use it in a `with` statement, which closes it.

    Every method raises ArchiveError when the file cannot be read or written, when the game does not
    exist, or when a call does not fit the game as it stands; the archive is then as it was before.
    """

    def __init__(
        self,
        path: str | Path,
        opening: Opening = Opening.RECORD,
        *,
        create: bool = True,
        patience: float = PATIENCE,
        is_checked: bool = False,
    ) -> None:
        """Open the archive in a file; `create`: to record, make it and its folder where missing.

        A file that is no archive, a damaged or a newer one is refused and left as it is: see
        `UnusableArchive`. One thread at a time may use it, not only the one that opened it.
        `is_checked`: this very file was recorded into before, so it need not be looked through.
        """
        self._path = path
        checks = opening == Opening.RECORD and not is_checked
        if str(path) != MEMORY:
            _check_place(Path(path), opening, create=create)
            if checks:
                check_file(Path(path))
        with archive_errors(f"cannot open the archive {path}"):
            looks_through = checks and has_log(Path(path))
            if looks_through:
                _look_through(Path(path), patience)
            self._connection = _connect(path, opening, patience)
        try:
            with archive_errors(f"cannot open the archive {path}"):
                if not checks:
                    check_owner(self._connection, self._path)
                elif not looks_through:
                    check_health(self._connection)
                self._set_up(opening)
        except BaseException:
            self._connection.close()
            raise

    def _set_up(self, opening: Opening) -> None:
        if opening == Opening.READ:
            if is_older(self._connection):
                self._connection = _brought_up_to_date(self._connection)
            queries.prepare(self._connection)
            return
        queries.prepare(self._connection)
        self._connection.execute("PRAGMA foreign_keys = ON")
        # FULL makes each commit reach the disk in WAL mode too, where NORMAL would not.
        self._connection.execute("PRAGMA synchronous = FULL")
        # Before WAL is on, so that a new file says in its header from the start that it is ours.
        migrate(self._connection)
        self._connection.execute("PRAGMA journal_mode = WAL")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        with archive_errors("cannot close the archive"):
            self._connection.close()

    # --- recording ---

    def keep(
        self, game: int | None, changes: Sequence[GameChange], mark: Mark | None = None
    ) -> int | None:
        """Make several changes in one transaction: all of them, or none.

        `game`: what is being recorded, None before the first `BeginGame`. Returns what is recorded
        then. `mark`: how far the run has come with them, which `mark` tells again.
        """
        with self._change("record the game"):
            for change in changes:
                game = rows.apply(self._connection, game, change)
            if mark is not None:
                set_mark(self._connection, Mark(mark.run, mark.done, game))
        return game

    def mark(self, run: str) -> Mark | None:
        """How far a run had come when it last called `keep`; None: not in this archive."""
        with archive_errors("cannot read the archive"):
            return find_mark(self._connection, run)

    def new_game(
        self,
        start_fen: str,
        rules: str,
        started_at: str | None,
        white: str = "",
        black: str = "",
    ) -> int:
        """Begin a game and return its number; `started_at` is an ISO 8601 time, or None."""
        with self._change("begin a game"):
            begun = BeginGame(start_fen, rules, started_at, white, black)
            return rows.begin_game(self._connection, begun)

    def record_turn(self, game: int, turn: ArchivedTurn) -> None:
        """Add the next turn of a game that is not over."""
        with self._change(f"record ply {turn.ply} of game {game}"):
            rows.add_turn(self._connection, game, turn)

    def revise_last(self, game: int, turn: ArchivedTurn) -> None:
        """Put a turn in place of the last one, which is kept as withdrawn; the game goes on."""
        with self._change(f"revise ply {turn.ply} of game {game}"):
            rows.revise_last(self._connection, game, turn)

    def take_back(self, game: int, ply: int) -> None:
        """Drop the turns from `ply` on, which are kept as withdrawn; the game goes on."""
        with self._change(f"take back game {game} to ply {ply}"):
            rows.take_back(self._connection, game, ply)

    def finish(self, game: int, result: str, reason: str) -> None:
        """Say how a game ended; saying it again corrects it."""
        with self._change(f"finish game {game}"):
            rows.finish(self._connection, game, result, reason)

    def resume(self, game: int) -> None:
        """Say that a game which was over goes on after all."""
        with self._change(f"resume game {game}"):
            rows.go_on(self._connection, game)

    def append_trace(self, game: int, lines: Iterable[str]) -> None:
        """Add lines to the sensor trace kept beside a game, all in one transaction."""
        with self._change(f"keep the trace of game {game}"):
            rows.append_trace(self._connection, game, lines)

    # --- changing what was recorded ---

    def add_games(self, games: Iterable[tuple[ArchivedGame, Iterable[str]]]) -> list[int]:
        """Add whole games, each with the lines of its trace, and return their numbers.

        All in one transaction: where one cannot be added, none is. They get numbers of this
        archive, whatever their own are.
        """
        with self._change("add games"):
            return [
                rows.add_game(self._connection, game, trace, fingerprint(game))
                for game, trace in games
            ]

    def import_games(self, games: Iterable[Incoming]) -> list[tuple[int, bool]]:
        """Add the games that are not there yet: each one's number, and whether it is new.

        A game that was imported before is known again, also when its players have been renamed
        since; so is one that was recorded here, though the text may tell less of it. No two of
        `games` are the same one. Otherwise as `add_games`.
        """
        with self._change("import games"):
            kept: dict[int, bool] = {}
            for incoming in games:
                number, is_new = self._import(incoming, kept)
                kept[number] = is_new
            return list(kept.items())

    def name_players(self, game: int, white: str, black: str) -> None:
        """Say who played."""
        with self._change(f"name the players of game {game}"):
            rows.name_players(self._connection, game, white, black)

    def delete(self, game: int) -> None:
        """Remove a game with its turns and its trace for ever; no other game gets its number."""
        with self._change(f"delete game {game}"):
            rows.delete_game(self._connection, game)

    # --- reading ---

    def games(self) -> list[GameSummary]:
        """All games, the oldest first."""
        with archive_errors("cannot list the games"):
            return queries.summaries(self._connection)

    def page(self, search: str = "", before: int | None = None, limit: int = 50) -> Page:
        """Some of the games, the newest first; see `queries.page`."""
        with self._look("list the games"):
            return queries.page(self._connection, search, before, limit)

    def summary(self, game: int) -> GameSummary:
        """One line of the list."""
        with self._look(f"read game {game}"):
            return queries.summary(self._connection, game)

    def game(self, game: int) -> ArchivedGame:
        """A whole game: its turns as they stand, without the withdrawn ones."""
        with self._look(f"read game {game}"):
            return queries.read_game(self._connection, game)

    def cut_off(self) -> ArchivedGame | None:
        """The game that was recorded last, where it is not over; None where it is."""
        with self._look("read the game recorded last"):
            number = queries.cut_off(self._connection)
            return None if number is None else queries.read_game(self._connection, number)

    def withdrawn(self, game: int) -> list[ArchivedTurn]:
        """The turns of a game that were taken back or revised, in the order that happened."""
        with self._look(f"read game {game}"):
            rows.check_game(self._connection, game)
            return queries.withdrawn(self._connection, game)

    def trace(self, game: int) -> list[str]:
        """The lines of the sensor trace kept beside a game, without line ends."""
        with self._look(f"read the trace of game {game}"):
            rows.check_game(self._connection, game)
            return queries.trace(self._connection, game)

    def last_trace_line(self, game: int) -> str | None:
        """The last line of a game's sensor trace; None where it has none."""
        with self._look(f"read the trace of game {game}"):
            rows.check_game(self._connection, game)
            return queries.last_trace_line(self._connection, game)

    def copy_to(self, target: sqlite3.Connection) -> None:
        """Copy all of it as it stands at one moment, while others may be recording."""
        with archive_errors("cannot copy the archive"):
            # In one piece: it keeps no recorder waiting, and none makes it begin again.
            self._connection.backup(target, pages=-1)

    # --- for parts of the archive that have a module of their own ---

    @contextmanager
    def changing(self, attempt: str) -> Iterator[sqlite3.Connection]:
        """Change rows in one transaction; `attempt` begins the message where that fails."""
        with self._change(attempt):
            yield self._connection

    @contextmanager
    def looking(self, attempt: str) -> Iterator[sqlite3.Connection]:
        """Read rows of one moment; `attempt` begins the message where that fails."""
        with self._look(attempt):
            yield self._connection

    # --- helpers ---

    @contextmanager
    def _change(self, attempt: str) -> Iterator[None]:
        with archive_errors(f"cannot {attempt}"), transaction(self._connection):
            yield

    @contextmanager
    def _look(self, attempt: str) -> Iterator[None]:
        """All that is read inside is of one moment."""
        with archive_errors(f"cannot {attempt}"), transaction(self._connection, "DEFERRED"):
            yield

    def _import(self, incoming: Incoming, others: Container[int]) -> tuple[int, bool]:
        """`others`: games that it is not."""
        known = (number for number in self._known_as(incoming) if number not in others)
        if (number := next(known, None)) is not None:
            return number, False
        game = incoming.game
        return rows.add_game(self._connection, game, incoming.trace, fingerprint(game)), True

    def _known_as(self, incoming: Incoming) -> Iterator[int]:
        """The games that it may be, the likeliest first."""
        if incoming.trace:
            yield from queries.games_with_trace(self._connection, incoming.trace)
        yield from queries.imported_as(self._connection, fingerprint(incoming.game))
        for number in queries.games_like(self._connection, incoming.game):
            if tells_of(incoming, queries.read_game(self._connection, number)):
                yield number


def _check_place(path: Path, opening: Opening, *, create: bool) -> None:
    if opening == Opening.RECORD and create:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unavailable(
                f"expected a folder {path.parent} for the archive, saw: {error.strerror}", error
            ) from error
    elif not path.exists():
        raise ArchiveUnavailable(
            f"expected an archive in {path}, saw no such file", trouble=Trouble.GONE
        )


def _look_through(path: Path, patience: float) -> None:
    """Check an archive beside which there is a log, and leave both as they are.

    To close a connection that may write would put the log into a file that is damaged.
    """
    connection = _connect(path, Opening.READ, patience)
    try:
        check_owner(connection, path)
        check_health(connection)
    finally:
        connection.close()


def _brought_up_to_date(older: sqlite3.Connection) -> sqlite3.Connection:
    """A copy in memory of an archive that an older version made and that is only to be read."""
    copy = _connected(MEMORY, PATIENCE, uri=False)
    older.backup(copy)
    older.close()
    migrate(copy)
    return copy


def _connect(path: str | Path, opening: Opening, patience: float) -> sqlite3.Connection:
    if opening == Opening.RECORD:
        return _connected(str(path), patience, uri=False)
    place = Path(path).absolute().as_uri()
    if opening == Opening.CHANGE:
        return _connected(f"{place}?mode=rw", patience)
    connection = _connected(f"{place}?mode=ro", patience)
    try:
        connection.execute("PRAGMA schema_version")
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CANTOPEN or has_log(Path(path)):
            raise
        # On a read-only disk the files beside it cannot be made; without a log none is needed.
        return _connected(f"{place}?immutable=1", patience)
    return connection


def _connected(place: str, patience: float, *, uri: bool = True) -> sqlite3.Connection:
    # Without isolation_level=None Python would begin transactions of its own.
    return sqlite3.connect(
        place,
        timeout=patience,
        isolation_level=None,
        check_same_thread=False,
        uri=uri,
    )
