"""The archive itself: games in one SQLite file, safe against power cuts.

A turn is one committed transaction, written through to the disk before `record_turn` returns. The
write-ahead log (WAL) lets somebody list the games while one is being recorded.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from board_daemon.archive.errors import ArchiveError, archive_errors
from board_daemon.archive.records import ArchivedGame, ArchivedTurn, GameSummary
from board_daemon.archive.schema import check_file, check_health, migrate, transaction

MEMORY: Final = ":memory:"
"""The path of an archive that is gone when it is closed."""

_TURN_COLUMNS: Final = "ply, t, notation, actions, fen, status"
_TurnRow = tuple[int, float, str, str, str, str]


class Archive:
    """An open archive; use it in a `with` statement, which closes it.

    Every method raises ArchiveError when the file cannot be read or written, when the game does not
    exist, or when a call does not fit the game as it stands; the archive is then as it was before.
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        """Open the archive in a file, making it and its folder unless `create` is False.

        A file that is no archive, a damaged or a newer one is refused and left as it is.
        """
        self._path = path
        if str(path) != MEMORY:
            _check_place(Path(path), create=create)
        with archive_errors(f"cannot open the archive {path}"):
            # Without isolation_level=None Python would begin transactions of its own.
            self._connection = sqlite3.connect(path, isolation_level=None)
        try:
            with archive_errors(f"cannot open the archive {path}"):
                self._set_up()
        except BaseException:
            self._connection.close()
            raise

    def _set_up(self) -> None:
        check_health(self._connection)
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
            return self._begin(start_fen, rules, started_at, white, black)

    def add_games(self, games: Iterable[tuple[ArchivedGame, Iterable[str]]]) -> list[int]:
        """Add whole games, each with the lines of its trace, and return their numbers.

        All in one transaction: where one cannot be added, none is. They get numbers of this
        archive, whatever their own are.
        """
        with self._change("add games"):
            return [self._add(game, trace) for game, trace in games]

    def record_turn(self, game: int, turn: ArchivedTurn) -> None:
        """Add the next turn of a game that is not over."""
        with self._change(f"record ply {turn.ply} of game {game}"):
            self._check_game(game, still_open=True)
            expected = self._last_ply(game) + 1
            if turn.ply != expected:
                raise ArchiveError(f"expected ply {expected} of game {game}, saw ply {turn.ply}")
            self._insert(game, turn)

    def revise_last(self, game: int, turn: ArchivedTurn) -> None:
        """Put a turn in place of the last one, which is kept as withdrawn; the game goes on."""
        with self._change(f"revise ply {turn.ply} of game {game}"):
            self._check_game(game)
            last = self._last_ply(game)
            if turn.ply != last:
                raise ArchiveError(
                    f"expected the last ply of game {game}, which is {last}, saw ply {turn.ply}"
                )
            self._withdraw_from(game, turn.ply)
            self._insert(game, turn)

    def take_back(self, game: int, ply: int) -> None:
        """Drop the turns from `ply` on, which are kept as withdrawn; the game goes on."""
        with self._change(f"take back game {game} to ply {ply}"):
            self._check_game(game)
            last = self._last_ply(game)
            if not 1 <= ply <= last:
                raise ArchiveError(f"expected a ply from 1 to {last} of game {game}, saw {ply}")
            self._withdraw_from(game, ply)

    def finish(self, game: int, result: str, reason: str) -> None:
        """Say how a game ended; saying it again corrects it."""
        with self._change(f"finish game {game}"):
            self._check_game(game)
            self._connection.execute(
                "UPDATE games SET result = ?, reason = ? WHERE id = ?", (result, reason, game)
            )

    def resume(self, game: int) -> None:
        """Say that a game which was over goes on after all."""
        with self._change(f"resume game {game}"):
            self._check_game(game)
            self._open_again(game)

    def append_trace(self, game: int, lines: Iterable[str]) -> None:
        """Add lines to the sensor trace kept beside a game, all in one transaction."""
        texts = [line.rstrip("\r\n") for line in lines]
        with self._change(f"keep the trace of game {game}"):
            self._check_game(game)
            self._append(game, texts)

    # --- reading ---

    def games(self) -> list[GameSummary]:
        """All games, the oldest first."""
        with archive_errors("cannot list the games"):
            rows = self._connection.execute(
                "SELECT id, started_at, white, black, rules, "
                "(SELECT count(*) FROM turns WHERE turns.game = games.id), result, reason "
                "FROM games ORDER BY id"
            )
            return [GameSummary(*row) for row in rows]

    def game(self, game: int) -> ArchivedGame:
        """A whole game: its turns as they stand, without the withdrawn ones."""
        with (
            archive_errors(f"cannot read game {game}"),
            transaction(self._connection, "DEFERRED"),
        ):
            row = self._connection.execute(
                "SELECT id, started_at, white, black, rules, start_fen, result, reason "
                "FROM games WHERE id = ?",
                (game,),
            ).fetchone()
            if row is None:
                raise _no_such_game(game)
            turns = self._connection.execute(
                f"SELECT {_TURN_COLUMNS} FROM turns WHERE game = ? ORDER BY ply", (game,)
            )
            fields = (*row, tuple(map(_turn_of, turns)))
            return ArchivedGame(*fields)

    def withdrawn(self, game: int) -> list[ArchivedTurn]:
        """The turns of a game that were taken back or revised, in the order that happened."""
        with archive_errors(f"cannot read game {game}"):
            self._check_game(game)
            rows = self._connection.execute(
                f"SELECT {_TURN_COLUMNS} FROM withdrawn WHERE game = ? ORDER BY id", (game,)
            )
            return [_turn_of(row) for row in rows]

    def trace(self, game: int) -> list[str]:
        """The lines of the sensor trace kept beside a game, without line ends."""
        with archive_errors(f"cannot read the trace of game {game}"):
            self._check_game(game)
            rows = self._connection.execute(
                "SELECT text FROM traces WHERE game = ? ORDER BY line", (game,)
            )
            return [text for (text,) in rows]

    # --- helpers, called inside a transaction where they write ---

    @contextmanager
    def _change(self, attempt: str) -> Iterator[None]:
        with archive_errors(f"cannot {attempt}"), transaction(self._connection):
            yield

    def _begin(
        self, start_fen: str, rules: str, started_at: str | None, white: str, black: str
    ) -> int:
        cursor = self._connection.execute(
            "INSERT INTO games (start_fen, rules, started_at, white, black) VALUES (?, ?, ?, ?, ?)",
            (start_fen, rules, started_at, white, black),
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def _add(self, game: ArchivedGame, trace: Iterable[str]) -> int:
        number = self._begin(game.start_fen, game.rules, game.started_at, game.white, game.black)
        for turn in game.turns:
            self._insert(number, turn)
        self._append(number, trace)
        self._connection.execute(
            "UPDATE games SET result = ?, reason = ? WHERE id = ?",
            (game.result, game.reason, number),
        )
        return number

    def _append(self, game: int, texts: Iterable[str]) -> None:
        (count,) = self._connection.execute(
            "SELECT count(*) FROM traces WHERE game = ?", (game,)
        ).fetchone()
        self._connection.executemany(
            "INSERT INTO traces (game, line, text) VALUES (?, ?, ?)",
            ((game, number, text) for number, text in enumerate(texts, count + 1)),
        )

    def _check_game(self, game: int, *, still_open: bool = False) -> None:
        row = self._connection.execute("SELECT result FROM games WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise _no_such_game(game)
        if still_open and row[0] is not None:
            raise ArchiveError(f"expected a game that goes on, saw game {game}, which is over")

    def _last_ply(self, game: int) -> int:
        ply: int
        (ply,) = self._connection.execute(
            "SELECT coalesce(max(ply), 0) FROM turns WHERE game = ?", (game,)
        ).fetchone()
        return ply

    def _insert(self, game: int, turn: ArchivedTurn) -> None:
        self._connection.execute(
            f"INSERT INTO turns (game, {_TURN_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                game,
                turn.ply,
                turn.t,
                turn.notation,
                " ".join(turn.actions),
                turn.fen,
                turn.status,
            ),
        )

    def _withdraw_from(self, game: int, ply: int) -> None:
        self._connection.execute(
            f"INSERT INTO withdrawn (game, {_TURN_COLUMNS}) "
            f"SELECT game, {_TURN_COLUMNS} FROM turns WHERE game = ? AND ply >= ? ORDER BY ply",
            (game, ply),
        )
        self._connection.execute("DELETE FROM turns WHERE game = ? AND ply >= ?", (game, ply))
        self._open_again(game)

    def _open_again(self, game: int) -> None:
        self._connection.execute(
            "UPDATE games SET result = NULL, reason = NULL WHERE id = ?", (game,)
        )


def _check_place(path: Path, *, create: bool) -> None:
    if create:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ArchiveError(
                f"expected a folder {path.parent} for the archive, saw: {error.strerror}"
            ) from error
    elif not path.exists():
        raise ArchiveError(f"expected an archive in {path}, saw no such file")
    check_file(path)


def _turn_of(row: _TurnRow) -> ArchivedTurn:
    ply, t, notation, actions, fen, status = row
    return ArchivedTurn(ply, t, notation, tuple(actions.split()), fen, status)


def _no_such_game(game: int) -> ArchiveError:
    return ArchiveError(f"expected a game of the archive, saw no game {game}")
