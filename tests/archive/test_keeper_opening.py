from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from board_daemon.archive.keeper import Keeper
from board_daemon.archive.schema import MIGRATIONS, Migration, migrate
from board_daemon.archive.store import Archive, Opening
from tests.archive.keeping import BEGIN, NOON, Played, problem, read, turns


def break_file(path: Path) -> bytes:
    """Overwrite all but the header with what no page holds."""
    content = bytearray(path.read_bytes())
    content[200:] = b"\xa5" * (len(content) - 200)
    path.write_bytes(content)
    return bytes(content)


def broken(path: Path, suffix: str = "") -> Path:
    return path.with_name(f"{path.name}.broken-20261120-120000{suffix}")


@pytest.mark.parametrize("kind", ["overwritten", "cut short", "zeros", "noise", "only a log"])
def test_a_broken_file_is_set_aside_with_its_log_and_a_new_one_begun(
    path: Path, played: Played, kind: str
) -> None:
    with Archive(path) as archive:
        archive.keep(None, [BEGIN, *turns(played)])
    whole = path.read_bytes()
    match kind:
        case "overwritten":
            break_file(path)
        case "cut short":
            path.write_bytes(whole[: len(whole) // 2])
        case "zeros":
            path.write_bytes(bytes(len(whole)))
        case "noise":
            path.write_bytes(bytes(range(128, 256)) * 64)
        case "only a log":
            path.write_bytes(b"")
    content = path.read_bytes()
    log = path.with_name(path.name + "-wal")
    log.write_bytes(b"what was in the log")
    keeper = Keeper(path, now=lambda: NOON)
    assert problem(keeper) == (
        "The archive was damaged: it was set aside as games.sqlite.broken-20261120-120000, "
        "and a new one begun."
    )
    assert keeper.can_write
    assert keeper.unfinished() is None
    keeper.keep([BEGIN, *turns(played)])
    keeper.close()
    assert read(path) == played
    assert broken(path).read_bytes() == content
    assert broken(path, "-wal").read_bytes() == b"what was in the log"


def test_a_log_whose_file_is_gone_is_set_aside_and_holds_nothing_up(
    path: Path, played: Played
) -> None:
    # So it is left by a power cut in the midst of setting a broken file aside.
    path.parent.mkdir(parents=True)
    path.with_name(path.name + "-wal").write_bytes(b"what was in the log")
    keeper = Keeper(path, now=lambda: NOON)
    assert keeper.can_write
    keeper.keep([BEGIN, *turns(played)])
    keeper.close()
    assert read(path) == played
    assert broken(path, "-wal").read_bytes() == b"what was in the log"


def test_several_broken_files_keep_their_names_though_the_clock_jumps_back(path: Path) -> None:
    contents = []
    for _ in range(3):
        Keeper(path, now=lambda: NOON).close()
        contents.append(break_file(path))
    Keeper(path, now=lambda: NOON).close()
    found = [broken(path), broken(path, "-2"), broken(path, "-3")]
    assert [file.read_bytes() for file in found] == contents


def test_where_a_file_has_only_one_name_it_is_renamed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr("os.link", refuse)
    Keeper(path).close()
    content = break_file(path)
    Keeper(path, now=lambda: NOON).close()
    assert broken(path).read_bytes() == content


def test_damage_that_shows_only_while_recording_loses_nothing_of_the_game(
    keeper: Keeper, path: Path, played: Played
) -> None:
    keeper.keep([BEGIN, *turns(played[:3])])
    with Archive(path, Opening.CHANGE) as other:
        # Nothing of it is in the log any more, but in the file that is to break.
        other._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    break_file(path)
    keeper.keep(turns(played[3:]))
    assert "was set aside as" in (keeper.problem or "")
    assert broken(path).exists()
    assert read(path) == played


def foreign(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE games (theirs)")


def newer(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, (*MIGRATIONS, Migration(99, "later", ())))


def diary(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("Dear diary, ...\n" * 400)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (foreign, "The file for the archive belongs to another program"),
        (diary, "The file for the archive belongs to another program"),
        (newer, "A newer pacoboard made the archive"),
    ],
)
def test_what_is_not_ours_to_touch_is_left_alone_and_told(
    path: Path, played: Played, make: Callable[[Path], None], words: str
) -> None:
    make(path)
    content = path.read_bytes()
    keeper = Keeper(path)
    keeper.keep([BEGIN, *turns(played)])
    keeper.retry()
    assert problem(keeper) == f"{words}: 6 turns wait to be saved."
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    path.rename(path.with_name("theirs"))
    keeper.retry()
    assert problem(keeper) is None
    assert read(path) == played
    keeper.close()
