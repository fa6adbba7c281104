from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from board_daemon.archive.backup import back_up
from board_daemon.archive.changes import AddTurn, BeginGame, Finish
from board_daemon.archive.errors import (
    ArchiveError,
    ArchiveUnavailable,
    ForeignFile,
    NewerArchive,
    NoSuchGame,
    Trouble,
)
from board_daemon.archive.export import ExportFormat
from board_daemon.archive.importing import read_game
from board_daemon.archive.library import GameLibrary, Taken
from board_daemon.archive.records import ArchivedGame, ArchivedTurn, Incoming
from board_daemon.archive.schema import MIGRATIONS, Migration, migrate
from board_daemon.archive.store import Archive, Opening
from board_daemon.rules.fen import START_FEN

Played = tuple[ArchivedTurn, ...]
SCORE = "Started: 2026-05-17T20:00:00+02:00\nWhite: Ann\nBlack: Bo\n\n1. e2>e4  e7>e5\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def library(path: Path) -> GameLibrary:
    Archive(path).close()
    return GameLibrary(path)


def add(path: Path, white: str = "", black: str = "", **fields: str) -> int:
    begun = BeginGame(
        START_FEN,
        fields.get("rules", "pacoplay"),
        fields.get("started_at"),
        white,
        black,
    )
    with Archive(path) as archive:
        ending = fields.get("result")
        ends = [Finish(ending, fields.get("reason", "paco"))] if ending else []
        return archive.keep(None, [begun, *ends]) or 0


def take(library: GameLibrary, text: str) -> Taken:
    [taken] = library.take([read_game(text).incoming])
    return taken


def found(library: GameLibrary, search: str) -> list[int]:
    page = library.page(search)
    assert page.total == len(page.games)
    return [game.id for game in page.games]


# --- looking for games ---


def test_games_come_in_pages_the_newest_first(library: GameLibrary, path: Path) -> None:
    numbers = [add(path) for _ in range(7)]
    pages, before = [], None
    while True:
        page = library.page(before=before, limit=3)
        assert page.total == 7
        pages.append([game.id for game in page.games])
        before = page.next
        if before is None:
            break
    assert pages == [numbers[:3:-1], numbers[3:0:-1], numbers[:1]]


def test_no_page_comes_after_the_last_game(library: GameLibrary, path: Path) -> None:
    for _ in range(4):
        add(path)
    assert library.page(limit=4).next is None
    assert library.page(before=1).games == ()


def test_every_word_is_looked_for_everywhere(library: GameLibrary, path: Path) -> None:
    add(path, "Zoë", "Ŝakisto", started_at="2026-05-17T20:00:00+02:00")
    add(path, "Ann", "Zoe", result="1/2-1/2", reason="agreed", rules="children")
    add(path, "Ann", "Bo", result="1-0", reason="paco", started_at="2025-05-18T10:00:00+02:00")
    assert found(library, "") == [3, 2, 1]
    assert found(library, "zoe") == [2, 1]
    assert found(library, "ZOË") == [2, 1]
    assert found(library, "sakisto") == [1]
    assert found(library, "ann bo") == [3]
    assert found(library, " bo  ANN ") == [3]
    assert found(library, "2026-05") == [1]
    assert found(library, "05-18") == [3]
    assert found(library, "children") == [2]
    assert found(library, "draw") == [2]
    assert found(library, "1-0") == [3]
    assert found(library, "agreed ann") == [2]
    assert found(library, "ann nobody") == []


@pytest.mark.parametrize("search", ["%", "_", "'", '"', "\\", "a" * 10_000, "\0", "x " * 5000])
def test_no_search_is_more_than_a_text(library: GameLibrary, path: Path, search: str) -> None:
    add(path, "Ann", "Bo")
    assert found(library, search) == []


# --- changing what is there ---


def test_a_deleted_game_is_gone_with_all_that_belongs_to_it(
    library: GameLibrary, path: Path, played: Played
) -> None:
    with Archive(path) as archive:
        for _ in range(2):
            game = archive.keep(
                None, [BeginGame(START_FEN, "pacoplay", None), *map(AddTurn, played)]
            )
            assert game is not None
            archive.append_trace(game, ["line"])
            archive.take_back(game, 3)
    library.delete(1)
    with pytest.raises(NoSuchGame):
        library.game(1)
    with closing(sqlite3.connect(path)) as connection:
        for table in ("turns", "traces", "withdrawn"):
            assert connection.execute(f"SELECT DISTINCT game FROM {table}").fetchall() == [(2,)]
    with pytest.raises(NoSuchGame):
        library.delete(1)


def test_the_number_of_a_deleted_game_is_not_given_again(library: GameLibrary, path: Path) -> None:
    assert [add(path), add(path)] == [1, 2]
    library.delete(2)
    assert add(path) == 3
    library.delete(3)
    library.delete(1)
    assert add(path) == 4


def test_players_can_be_named_and_renamed(library: GameLibrary, path: Path) -> None:
    game = add(path, "Ann", "Bo")
    library.name_players(game, "Zoë", "")
    assert (library.game(game).white, library.game(game).black) == ("Zoë", "")


@pytest.mark.parametrize("name", ["x" * 101, "two\nlines", "\x1b[2J", "\ud800"])
def test_what_cannot_stand_on_a_score_sheet_is_no_name(
    library: GameLibrary, path: Path, name: str
) -> None:
    game = add(path, "Ann", "Bo")
    with pytest.raises(ArchiveError, match="^black: expected at most 100 printable characters"):
        library.name_players(game, "Ann", name)
    assert library.game(game).black == "Bo"


# --- importing once ---


def test_a_game_is_imported_only_once(library: GameLibrary) -> None:
    first = take(library, SCORE)
    assert (first.summary.id, first.is_new) == (1, True)
    again = take(library, SCORE)
    assert (again.summary.id, again.is_new) == (1, False)
    assert library.page().total == 1


def test_an_imported_game_is_known_again_when_its_players_were_renamed(
    library: GameLibrary,
) -> None:
    take(library, SCORE)
    library.name_players(1, "Anna", "Boris")
    assert take(library, SCORE).is_new is False
    # And so it is as it is called now.
    assert take(library, library.export(1, ExportFormat.NOTATION)).summary.id == 1
    assert library.page().total == 1


def test_a_recorded_game_is_known_again_from_its_export(library: GameLibrary, path: Path) -> None:
    fens = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 AHah e3 -",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w 2 AHah e6 -",
    ]
    turns = [
        ArchivedTurn(1, 1.5, "e2>e4", ("Le2", "Pe4"), fens[0], "run"),
        ArchivedTurn(2, 3.0004, "e7>e5", ("Le7", "Pe5"), fens[1], "run"),
    ]
    with Archive(path) as archive:
        begun = BeginGame(START_FEN, "pacoplay", "2026-05-17T20:00:00+02:00", "Ann", "Bo")
        archive.keep(None, [begun, *map(AddTurn, turns), Finish("1-0", "resigned")])
    for form in (ExportFormat.ACTIONS, ExportFormat.NOTATION):
        taken = take(library, library.export(1, form))
        assert (taken.summary.id, taken.is_new) == (1, False)


@pytest.mark.parametrize(
    "other",
    [
        SCORE.replace("Ann", "Eve"),
        SCORE.replace("2026", "2025"),
        SCORE.replace("e7>e5", "e7>e6"),
        SCORE + "Result: 1-0 (resigned)\n",
        SCORE.replace("White", "Rules: manual\nWhite"),
        SCORE.replace("  e7>e5", ""),
    ],
)
def test_another_game_is_not_taken_for_the_same(library: GameLibrary, other: str) -> None:
    take(library, SCORE)
    taken = take(library, other)
    assert (taken.summary.id, taken.is_new) == (2, True)


WHOLE = f"{SCORE}Result: 1-0 (resigned)\n"
TRACE = ('{"trace":1,"sensor":"presence"}', '{"t":1.5,"squares":{"e2":0}}')


@pytest.mark.parametrize(
    "less",
    [
        SCORE,
        "1. e2>e4  e7>e5\n",
        "Black: Bo\n1. e2>e4  e7>e5\n",
        "1. e2>e4  e7>e5\nResult: 1-0 (resigned)\n",
    ],
)
def test_a_text_that_tells_less_of_a_game_tells_of_no_other(
    library: GameLibrary, less: str
) -> None:
    take(library, WHOLE)
    assert (take(library, less).summary.id, library.page().total) == (1, 1)


def test_positions_tell_of_a_game_whichever_way_its_chains_went(library: GameLibrary) -> None:
    start = "Start: 4k3/8/8/3hh3/8/8/8/K2R4 w 0 - - -\n"
    way, other = (f"{start}1. {turn}\n" for turn in ("Rd1>Rd5>d8", "Rd1>Rd5>Re5>Rd5>d8"))
    take(library, way)
    take(library, other)
    assert library.page().total == 2
    fens = library.export(2, ExportFormat.FEN)
    assert fens == library.export(1, ExportFormat.FEN)
    library.delete(1)
    taken = take(library, fens)
    assert (taken.summary.id, taken.is_new) == (2, False)


def test_a_trace_is_known_again_whatever_is_made_out_of_it(library: GameLibrary) -> None:
    game = read_game(SCORE).game
    library.take([Incoming(game, TRACE)])
    shorter = replace(game, turns=game.turns[:1], white="", black="")
    [taken] = library.take([Incoming(shorter, TRACE)])
    assert (taken.summary.id, taken.is_new) == (1, False)
    [taken] = library.take([Incoming(shorter, (*TRACE, "{}"))])
    assert taken.is_new


def test_two_games_of_one_text_are_two_though_they_were_played_alike(
    library: GameLibrary,
) -> None:
    game = replace(read_game(SCORE).game, started_at=None)
    twice = [Incoming(game, (*TRACE, line)) for line in ("{}", '{"t":2.0}')]
    for is_new in (True, False):
        taken = library.take(twice)
        assert [(each.summary.id, each.is_new) for each in taken] == [(1, is_new), (2, is_new)]


def test_a_deleted_game_can_be_imported_again(library: GameLibrary) -> None:
    take(library, SCORE)
    library.delete(1)
    assert take(library, SCORE).is_new


# --- a copy of all ---


def test_a_backup_holds_all_that_was_recorded_until_then(
    library: GameLibrary, path: Path, played: Played, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite"
    with Archive(path) as recording:
        game = recording.keep(None, [BeginGame(START_FEN, "pacoplay", None), AddTurn(played[0])])
        library.back_up(copy)
        recording.keep(game, [AddTurn(played[1])])
    assert GameLibrary(copy).game(1).turns == played[:1]
    assert library.game(1).turns == played[:2]
    assert sorted(file.name for file in tmp_path.iterdir() if "copy" in file.name) == [
        "copy.sqlite"
    ]


def test_a_backup_that_was_put_in_place_can_be_recorded_into(
    library: GameLibrary, path: Path, tmp_path: Path
) -> None:
    add(path, "Ann")
    copy = tmp_path / "copy.sqlite"
    library.back_up(copy)
    assert add(copy, "Bo") == 2
    assert add(path, "Eve") == 2


def test_no_file_is_overwritten_by_a_backup(library: GameLibrary, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    copy.write_text("mine")
    with pytest.raises(ArchiveError, match=r"expected a new file for the backup, saw .* already$"):
        library.back_up(copy)
    assert copy.read_text() == "mine"


def test_of_a_backup_that_fails_nothing_is_left(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Archive, target: sqlite3.Connection) -> None:
        target.execute("CREATE TABLE half (x)")
        raise ArchiveUnavailable("full", Trouble.FULL)

    monkeypatch.setattr(Archive, "copy_to", fail)
    with Archive(path) as archive, pytest.raises(ArchiveUnavailable):
        back_up(archive, tmp_path / "copy.sqlite")
    assert not (tmp_path / "copy.sqlite").exists()
    with Archive(path) as archive, pytest.raises(ArchiveUnavailable):
        back_up(archive, tmp_path / "nowhere" / "copy.sqlite")


RECORD_UNTIL_TOLD = """
import sys
from board_daemon.archive.records import ArchivedTurn
from board_daemon.archive.store import Archive

archive = Archive(sys.argv[1])
game = archive.new_game("fen", "pacoplay", None)
ply = 0
print("begun", flush=True)
while not sys.stdin.closed:
    for _ in range(20):
        ply += 1
        archive.record_turn(game, ArchivedTurn(ply, ply, "x" * 500, (), "fen", "run"))
    print(ply, flush=True)
    if sys.stdin.readline() == "stop\\n":
        break
"""


@pytest.mark.slow
def test_a_backup_may_be_made_while_another_process_records(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    command = [sys.executable, "-c", RECORD_UNTIL_TOLD, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as recorder:
        assert recorder.stdin is not None
        assert recorder.stdout is not None
        assert recorder.stdout.readline() == "begun\n"
        for number in range(5):
            told = int(recorder.stdout.readline())
            # It goes on recording at once, while the copy is made.
            recorder.stdin.write("go on\n")
            recorder.stdin.flush()
            copy = tmp_path / f"copy-{number}.sqlite"
            GameLibrary(path).back_up(copy)
            with Archive(copy, create=False) as archive:
                plies = [turn.ply for turn in archive.game(1).turns]
            assert plies == list(range(1, len(plies) + 1))
            assert len(plies) >= told
        recorder.communicate("stop\n")
    assert recorder.returncode == 0


# --- opening only to read ---


def test_reading_makes_no_archive_and_no_change(path: Path) -> None:
    with pytest.raises(ArchiveUnavailable) as caught:
        GameLibrary(path).page()
    assert caught.value.trouble == Trouble.GONE
    assert not path.exists()
    Archive(path).close()
    with Archive(path, Opening.READ) as archive, pytest.raises(ArchiveUnavailable) as caught:
        archive.new_game("fen", "pacoplay", None)
    assert caught.value.trouble == Trouble.READ_ONLY


def test_an_older_archive_can_be_read(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, MIGRATIONS[:2])
        connection.execute(
            "INSERT INTO games (white, black, rules, start_fen) VALUES ('Ann', 'Bob', 'r', 'f')"
        )
    assert found(GameLibrary(path), "ann") == [1]
    assert GameLibrary(path).game(1) == ArchivedGame(
        1, None, "Ann", "Bob", "r", "f", None, None, ()
    )


@pytest.mark.parametrize("opening", [Opening.READ, Opening.CHANGE])
def test_what_is_not_ours_is_not_read(path: Path, opening: Opening) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE games (theirs)")
    with pytest.raises(ForeignFile):
        Archive(path, opening)
    path.unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrate(connection, (*MIGRATIONS, Migration(99, "later", ())))
    with pytest.raises(NewerArchive):
        Archive(path, opening)


COME_AND_GO = """
import sys
from board_daemon.archive.store import Archive
Archive(sys.argv[1]).close()
"""


@pytest.mark.slow
def test_to_look_takes_no_lock_from_the_recorder(path: Path, played: Played) -> None:
    """Closing any descriptor of a file drops the locks that the same process has on it."""
    with Archive(path) as recording:
        game = recording.keep(None, [BeginGame(START_FEN, "pacoplay", None), AddTurn(played[0])])
        library = GameLibrary(path)
        library.page()
        library.name_players(1, "Ann", "Bo")
        # As the last one to leave, another process would take the log away.
        subprocess.run([sys.executable, "-c", COME_AND_GO, str(path)], check=True)
        assert os.path.getsize(f"{path}-wal") > 0
        recording.keep(game, [AddTurn(played[1])])
    assert GameLibrary(path).game(1).turns == played[:2]


def test_a_name_can_be_searched_as_it_was_changed(library: GameLibrary, path: Path) -> None:
    add(path, "Ann", "Bo")
    library.name_players(1, "Eve", "Bo")
    assert (found(library, "eve"), found(library, "ann")) == ([1], [])


def test_times_do_not_make_another_game(library: GameLibrary) -> None:
    taken = take(library, '{"actions":[{"Lift":12},{"Place":28}],"timestamps":[1,2]}')
    again = take(library, '{"actions":[{"Lift":12},{"Place":28}],"timestamps":[3,4]}')
    assert (again.summary.id, again.is_new) == (taken.summary.id, False)
    assert replace(taken, is_new=False) == again
