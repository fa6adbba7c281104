from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from board_daemon.archive.errors import ArchiveError, NewerArchive
from board_daemon.archive.people import (
    NameInGames,
    Person,
    PlayerColor,
    PlayerLevel,
    PlayerList,
)
from board_daemon.archive.records import ArchivedTurn, TimeLeft
from board_daemon.archive.schema import MIGRATIONS, Migration, migrate
from board_daemon.archive.store import Archive, Opening

TABLES = {"migrations", "games", "turns", "traces", "withdrawn", "deleted", "runs"}
TABLES |= {"players", "figures"}
NEWEST = len(MIGRATIONS)
SINCE = date(2026, 5, 17)


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as opened:
        yield opened


def tables(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return {name for (name,) in rows}


def applied(connection: sqlite3.Connection) -> list[tuple[int, str]]:
    return connection.execute("SELECT number, name FROM migrations ORDER BY number").fetchall()


def test_migrations_are_numbered_from_one_without_a_gap() -> None:
    assert [migration.number for migration in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


def test_all_migrations_make_all_tables_and_are_recorded(connection: sqlite3.Connection) -> None:
    migrate(connection)
    assert tables(connection) == TABLES
    assert applied(connection) == [(m.number, m.name) for m in MIGRATIONS]


def test_migrating_again_changes_nothing(connection: sqlite3.Connection) -> None:
    migrate(connection)
    before = list(connection.iterdump())
    migrate(connection)
    assert list(connection.iterdump()) == before


def test_an_older_archive_is_brought_up_to_date_and_keeps_its_games(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:1])
        connection.execute(
            "INSERT INTO games (white, black, rules, start_fen) VALUES ('Ann', 'Bob', 'r', 'f')"
        )
        connection.execute("INSERT INTO turns VALUES (1, 1, 2.5, 'e2>e4', 'Le2 Pe4', 'g', 'run')")
    turn = ArchivedTurn(1, 2.5, "e2>e4", ("Le2", "Pe4"), "g", "run")
    with Archive(path) as archive:
        assert archive.game(1).turns == (turn,)
        archive.take_back(1, 1)
        assert archive.withdrawn(1) == [turn]


def test_an_older_archive_can_be_read_where_nothing_may_be_written(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:3])
        connection.execute(
            "INSERT INTO games (white, black, rules, start_fen) VALUES ('Ann', 'Bob', 'r', 'f')"
        )
    before = path.read_bytes()
    with Archive(path, Opening.READ) as archive:
        assert (archive.game(1).white, archive.game(1).time_control) == ("Ann", None)
        assert archive.page("bob").total == 1
    assert path.read_bytes() == before


def test_an_archive_without_a_list_of_players_gets_one_and_keeps_all_it_had(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:4])
        connection.execute(
            "INSERT INTO games (white, black, rules, start_fen, clock_base) "
            "VALUES ('Ann', 'Bob', 'r', 'f', 300)"
        )
        connection.execute(
            "INSERT INTO turns VALUES (1, 1, 2.5, 'e2>e4', 'Le2 Pe4', 'g', 'run', 290, 300)"
        )
    with Archive(path) as archive:
        before = archive.game(1)
        assert (before.white, before.turns[0].left) == ("Ann", TimeLeft(290, 300))
    names = PlayerList(path).everybody()
    assert names.players == ()
    assert names.others == (NameInGames("Ann", 1), NameInGames("Bob", 1))
    number = PlayerList(path).add(Person("Ann", PlayerColor.SKY, PlayerLevel.STEADY, SINCE))
    assert PlayerList(path).player(number).games == 1
    with Archive(path) as archive:
        assert archive.game(1) == before


def test_a_migration_that_fails_leaves_nothing_of_itself(connection: sqlite3.Connection) -> None:
    broken = Migration(NEWEST + 1, "broken", ("CREATE TABLE half (x)", "CREATE TABLE games (x)"))
    with pytest.raises(sqlite3.OperationalError, match="games already exists"):
        migrate(connection, (*MIGRATIONS, broken))
    assert tables(connection) == TABLES
    assert [number for number, _ in applied(connection)] == list(range(1, NEWEST + 1))
    assert not connection.in_transaction


def test_the_archive_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, (*MIGRATIONS, Migration(99, "later", ())))
    before = path.read_bytes()
    message = f"expected an archive of version {NEWEST} or older, saw version 99"
    with pytest.raises(NewerArchive, match=message):
        Archive(path)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.touch()
    with Archive(path) as archive:
        assert archive.games() == []


def test_the_journal_is_a_write_ahead_log(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    Archive(path).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def a_real_archive(path: Path) -> bytes:
    with Archive(path) as archive:
        for _ in range(20):
            game = archive.new_game("fen", "pacoplay", None)
            archive.append_trace(game, [f"line {number} " + "x" * 80 for number in range(200)])
    return path.read_bytes()


def foreign_database(path: Path) -> bytes:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE games (theirs)")
    return path.read_bytes()


def test_what_is_no_archive_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    whole = a_real_archive(path)
    damaged = bytearray(whole)
    damaged[4096:] = b"\xa5" * len(whole[4096:])
    contents = {
        "a text": b"Dear diary, ...\n" * 99,
        "a short file": b"S",
        "zeros": bytes(8192),
        "half a header": whole[:50],
        "a foreign database": foreign_database(tmp_path / "foreign"),
        "cut short": whole[: len(whole) // 2],
        "cut after its first page": whole[:4096],
        "overwritten": bytes(damaged),
        "header only": whole[:100],
    }
    for name, content in contents.items():
        path.write_bytes(content)
        with pytest.raises(ArchiveError) as caught:
            Archive(path)
        assert "\n" not in str(caught.value), name
        assert path.read_bytes() == content, name
        assert sorted(file.name for file in tmp_path.iterdir()) == ["foreign", path.name], name


def test_a_refusal_says_what_was_seen(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_text("hello")
    with pytest.raises(ArchiveError, match=rf"^expected an archive in {path}, saw a file that is"):
        Archive(path)
    foreign_database(tmp_path / "foreign")
    with pytest.raises(ArchiveError, match=r"saw a database of another program$"):
        Archive(tmp_path / "foreign")
    shutil.rmtree(tmp_path)
    with pytest.raises(ArchiveError, match=rf"^expected an archive in {path}, saw no such file$"):
        Archive(path, create=False)
    assert not tmp_path.exists()


def test_a_place_where_nothing_can_be_kept_gets_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"expected an archive in .*, saw: Is a directory$"):
        Archive(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(ArchiveError, match=r"expected a folder .* for the archive, saw: "):
        Archive(tmp_path / "file" / "games.sqlite3")
