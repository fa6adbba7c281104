from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from board_daemon.archive.changes import (
    AddTurn,
    Finish,
    GameChange,
    GoOn,
    KeepTrace,
    NamePlayers,
    ReviseTurn,
    TakeBack,
)
from board_daemon.archive.errors import ArchiveError, NoSuchGame, Trouble
from board_daemon.archive.keeper import Keeper
from board_daemon.archive.store import Archive, Opening
from tests.archive.keeping import BEGIN, Disk, Played, number, numbers, problem, read, turns

# --- as long as all is well ---


def test_what_was_kept_is_on_the_disk_on_return(keeper: Keeper, path: Path, played: Played) -> None:
    keeper.keep([BEGIN])
    for count, turn in enumerate(played, 1):
        keeper.keep([AddTurn(turn), KeepTrace((f'{{"t":{turn.t}}}',))])
        assert read(path) == played[:count]
    assert (keeper.game, keeper.waiting, keeper.problem) == (1, 0, None)
    with Archive(path, Opening.READ) as archive:
        assert archive.game(1).white == "Ann"
        assert len(archive.trace(1)) == len(played) + 1


def test_every_kind_of_change_reaches_the_archive(
    keeper: Keeper, path: Path, played: Played
) -> None:
    longer = replace(played[1], notation="longer")
    keeper.keep([BEGIN, *turns(played[:3]), TakeBack(3), ReviseTurn(longer)])
    keeper.keep([Finish("1-0", "resigned"), GoOn(), Finish("0-1", "time")])
    keeper.keep([NamePlayers("Eve", "Al"), KeepTrace(("line",))])
    with Archive(path, Opening.READ) as archive:
        game = archive.game(1)
        assert game.turns == (played[0], longer)
        assert (game.result, game.reason, game.white, game.black) == ("0-1", "time", "Eve", "Al")
        assert archive.withdrawn(1) == [played[2], played[1]]
        assert archive.trace(1) == ['{"trace":1}', "line"]


def test_changes_are_about_the_game_begun_last(keeper: Keeper, path: Path, played: Played) -> None:
    keeper.keep([BEGIN, *turns(played[:2])])
    keeper.keep([Finish("1-0", "resigned"), BEGIN])
    assert keeper.game == 2
    keeper.keep(turns(played[:1]))
    assert (read(path, 1), read(path, 2)) == (played[:2], played[:1])


@pytest.mark.parametrize(
    "wrong",
    [
        lambda played: [AddTurn(played[3])],
        lambda played: [ReviseTurn(played[0])],
        lambda played: [TakeBack(3)],
        lambda played: [Finish("1-0", "paco"), AddTurn(played[2])],
    ],
)
def test_what_does_not_fit_the_game_is_no_trouble_of_the_disk(
    keeper: Keeper,
    disk: Disk,
    path: Path,
    played: Played,
    wrong: Callable[[Played], list[GameChange]],
) -> None:
    keeper.keep([BEGIN, *turns(played[:2])])
    for trouble in (Trouble.FULL, None):
        disk.trouble = trouble
        with pytest.raises(ArchiveError, match="^expected .*saw"):
            keeper.keep(wrong(played))
        assert keeper.waiting == 0
    assert read(path) == played[:2]


def test_before_a_game_nothing_can_be_kept(keeper: Keeper, played: Played) -> None:
    with pytest.raises(ArchiveError, match="expected a game to begin first, saw AddTurn"):
        keeper.keep(turns(played[:1]))


# --- a disk in trouble ---


@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.READ_ONLY, Trouble.BUSY, Trouble.OTHER])
@pytest.mark.parametrize("good_before", [0, 1, 4])
def test_what_cannot_be_written_waits_in_order(
    keeper: Keeper, disk: Disk, path: Path, played: Played, trouble: Trouble, good_before: int
) -> None:
    changes = [BEGIN, *turns(played), Finish("1-0", "resigned"), BEGIN, AddTurn(played[0])]
    keeper.keep(changes[:good_before])
    disk.trouble = trouble
    for change in changes[good_before:]:
        keeper.keep([change])
        keeper.retry()
    assert keeper.waiting == len(played) + 1 - max(0, good_before - 1)
    assert number(keeper) is None
    assert not keeper.can_write
    assert problem(keeper) == f"{trouble.value}: {keeper.waiting} turns wait to be saved."
    disk.trouble = None
    keeper.retry()
    assert keeper.waiting == 0
    assert number(keeper) == 2
    assert problem(keeper) is None
    assert (read(path, 1), read(path, 2)) == (played, played[:1])


def test_the_problem_is_said_in_numbers_that_fit(
    keeper: Keeper, disk: Disk, played: Played
) -> None:
    disk.trouble = Trouble.FULL
    keeper.keep([BEGIN])
    assert problem(keeper) == "The disk is full: what is played now cannot be saved yet."
    keeper.keep([AddTurn(played[0])])
    assert problem(keeper) == "The disk is full: 1 turn waits to be saved."
    keeper.keep([ReviseTurn(played[0]), AddTurn(played[1])])
    assert problem(keeper) == "The disk is full: 2 turns wait to be saved."
    keeper.keep([TakeBack(2)])
    assert keeper.waiting == 1


@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.OTHER])
def test_a_write_whose_fate_is_unknown_is_not_done_twice(
    path: Path, disk: Disk, played: Played, trouble: Trouble
) -> None:
    keeper = Keeper(path, opener=disk.open)
    keeper.keep([BEGIN, AddTurn(played[0])])
    disk.trouble, disk.fails_after_writing = Trouble.OTHER, True
    keeper.keep([AddTurn(played[1]), Finish("1-0", "resigned"), BEGIN, AddTurn(played[0])])
    assert keeper.waiting == 2
    disk.trouble = trouble
    disk.fails_after_writing = False
    keeper.keep([AddTurn(played[1])])
    disk.trouble = None
    keeper.retry()
    assert (keeper.waiting, keeper.game) == (0, 2)
    assert numbers(path) == [1, 2]
    assert read(path, 1) == read(path, 2) == played[:2]
    keeper.close()


def test_a_place_that_cannot_be_written_is_no_error(path: Path, disk: Disk, played: Played) -> None:
    disk.trouble = Trouble.READ_ONLY
    keeper = Keeper(path, opener=disk.open)
    assert problem(keeper) == "The disk is read-only: what is played now cannot be saved yet."
    assert keeper.unfinished() is None
    keeper.keep([BEGIN, *turns(played)])
    disk.trouble = None
    keeper.retry()
    assert read(path) == played
    keeper.close()


def test_of_a_long_trace_only_so_much_waits_but_all_turns(
    path: Path, disk: Disk, played: Played
) -> None:
    keeper = Keeper(path, opener=disk.open, most_trace_waiting=100)
    disk.trouble = Trouble.FULL
    keeper.keep([BEGIN])
    for turn in played:
        keeper.keep([AddTurn(turn), KeepTrace((f"{turn.ply}" * 40,))])
    keeper.keep([KeepTrace(("short",))])
    assert keeper.waiting == len(played)
    disk.trouble = None
    keeper.retry()
    assert problem(keeper) == "There was no room to keep the sensor trace of a whole game."
    assert keeper.can_write
    keeper.keep([BEGIN, KeepTrace(("of another game",))])
    with Archive(path, Opening.READ) as archive:
        assert archive.game(1).turns == played
        # Up to where there was room, and nothing after the gap.
        assert archive.trace(1) == ['{"trace":1}', "1" * 40, "2" * 40]
        assert archive.trace(2) == ['{"trace":1}', "of another game"]
    keeper.close()


@pytest.mark.slow
def test_a_full_database_takes_what_there_is_room_for_and_the_rest_later(
    path: Path, played: Played
) -> None:
    opened: list[Archive] = []

    def open_small(place: Path, _: bool) -> Archive:
        opened.append(Archive(place))
        limit_pages(opened[-1], 30)
        return opened[-1]

    keeper = Keeper(path, opener=open_small)
    keeper.keep([BEGIN])
    wordy = [replace(played[ply % 6], ply=ply + 1, notation="x" * 1000) for ply in range(100)]
    for turn in wordy:
        keeper.keep([AddTurn(turn)])
    in_archive = len(read(path))
    assert 0 < in_archive < 100
    assert keeper.waiting == 100 - in_archive
    assert problem(keeper) == f"The disk is full: {keeper.waiting} turns wait to be saved."
    limit_pages(opened[-1], 60)
    keeper.retry()
    assert in_archive < len(read(path)) < 100
    limit_pages(opened[-1], 10_000)
    keeper.retry()
    assert problem(keeper) is None
    assert list(read(path)) == wordy
    keeper.close()


def limit_pages(archive: Archive, most: int) -> None:
    archive._connection.execute(f"PRAGMA max_page_count = {most}")


def test_turns_wait_while_another_program_holds_the_lock(path: Path, played: Played) -> None:
    keeper = Keeper(path, opener=lambda place, _: Archive(place, patience=0.0))
    keeper.keep([BEGIN])
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        keeper.keep(turns(played[:2]))
        assert problem(keeper) == (
            "The archive is in use by another program: 2 turns wait to be saved."
        )
        other.execute("COMMIT")
    keeper.keep(turns(played[2:]))
    assert problem(keeper) is None
    assert read(path) == played
    keeper.close()


# --- a file that is gone, or another one ---


def test_a_folder_that_vanished_and_came_back_goes_on_where_it_was(
    keeper: Keeper, path: Path, played: Played, tmp_path: Path
) -> None:
    keeper.keep([BEGIN, *turns(played[:2])])
    path.parent.rename(tmp_path / "elsewhere")
    keeper.keep(turns(played[2:4]))
    assert problem(keeper) == "The archive is not in its place: 2 turns wait to be saved."
    assert not path.parent.exists()
    (tmp_path / "elsewhere").rename(path.parent)
    keeper.keep(turns(played[4:]))
    assert problem(keeper) is None
    assert numbers(path) == [1]
    assert read(path) == played


def test_a_folder_that_was_emptied_gets_the_whole_game_anew(
    keeper: Keeper, path: Path, played: Played
) -> None:
    keeper.keep([BEGIN, *turns(played[:3]), TakeBack(3), NamePlayers("Eve", "")])
    shutil.rmtree(path.parent)
    keeper.keep(turns(played[2:4]))
    assert keeper.waiting == 2
    path.parent.mkdir()
    keeper.retry()
    assert (keeper.waiting, keeper.game) == (0, 1)
    assert read(path) == played[:4]
    with Archive(path, Opening.READ) as archive:
        assert archive.game(1).white == "Eve"
        assert archive.withdrawn(1) == [played[2]]


def test_a_game_deleted_by_another_is_recorded_anew(
    keeper: Keeper, path: Path, played: Played
) -> None:
    keeper.keep([BEGIN, *turns(played[:3])])
    with Archive(path, Opening.CHANGE) as other:
        other.delete(1)
    keeper.keep(turns(played[3:]))
    assert keeper.game == 2
    assert read(path, 2) == played


def test_an_older_copy_put_in_its_place_gets_the_game_anew(
    keeper: Keeper, path: Path, played: Played, tmp_path: Path
) -> None:
    keeper.keep([BEGIN, *turns(played[:2])])
    copy = tmp_path / "copy"
    with closing(sqlite3.connect(copy)) as target, Archive(path, Opening.READ) as source:
        source.copy_to(target)
    keeper.keep(turns(played[2:4]))
    keeper.close()
    keeper.retry()
    assert read(path) == played[:4]
    copy.replace(path)
    keeper.keep(turns(played[4:]))
    assert read(path, keeper.game or 0) == played


def test_a_file_emptied_under_the_recorder_gets_the_game_anew(
    keeper: Keeper, disk: Disk, path: Path, played: Played
) -> None:
    keeper.keep([BEGIN, *turns(played[:2])])
    disk.trouble = Trouble.OTHER
    keeper.keep(turns(played[2:4]))
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    path.write_bytes(b"")
    disk.trouble = None
    keeper.retry()
    keeper.retry()
    assert read(path, number(keeper) or 0) == played[:4]


# --- going on ---


def test_a_game_that_was_cut_off_is_gone_on_with(path: Path, played: Played) -> None:
    keeper = Keeper(path)
    keeper.keep([BEGIN, *turns(played[:3]), KeepTrace(('{"t":1}', '{"t":99.5}'))])
    del keeper  # As if cut off: nothing is closed.
    again = Keeper(path)
    game = again.unfinished()
    assert game is not None
    assert game.turns == played[:3]
    assert again.resume(game.id) == 99.5
    again.keep(turns(played[3:]))
    assert (again.game, numbers(path)) == (1, [1])
    assert read(path) == played
    again.close()


@pytest.mark.parametrize("ends", [[Finish("1-0", "paco")], [Finish("1-0", "time"), GoOn()]])
def test_only_the_game_recorded_last_is_unfinished_and_only_if_it_is_not_over(
    keeper: Keeper, path: Path, played: Played, ends: list[GameChange]
) -> None:
    keeper.keep([BEGIN, AddTurn(played[0])])
    keeper.keep([BEGIN, AddTurn(played[0]), *ends])
    with Archive(path, Opening.CHANGE) as other:
        other.add_games([(replace(other.game(1), white="imported"), [])])
    found = keeper.unfinished()
    assert (found and found.id) == (2 if GoOn() in ends else None)


def test_a_game_that_is_not_there_cannot_be_resumed(keeper: Keeper) -> None:
    with pytest.raises(NoSuchGame):
        keeper.resume(7)


def test_a_resumed_game_waits_like_any_other(path: Path, disk: Disk, played: Played) -> None:
    with Archive(path) as archive:
        archive.keep(None, [BEGIN, *turns(played[:2])])
    disk.trouble = Trouble.READ_ONLY
    keeper = Keeper(path, opener=disk.open)
    game = keeper.unfinished()
    assert game is not None
    keeper.resume(game.id)
    assert keeper.game == 1
    keeper.keep(turns(played[2:4]))
    assert keeper.waiting == 2
    disk.trouble = None
    keeper.keep(turns(played[4:]))
    assert numbers(path) == [1]
    assert read(path) == played
    keeper.close()


def test_a_resumed_game_whose_file_is_gone_is_recorded_anew(
    path: Path, disk: Disk, played: Played
) -> None:
    keeper = Keeper(path, opener=disk.open)
    keeper.keep([BEGIN, *turns(played[:2])])
    keeper.close()
    again = Keeper(path, opener=disk.open)
    again.resume(1)
    path.unlink()
    again.keep(turns(played[2:]))
    assert read(path) == played
    again.close()


def test_what_still_waits_is_written_when_it_is_closed(
    path: Path, disk: Disk, played: Played
) -> None:
    keeper = Keeper(path, opener=disk.open)
    disk.trouble = Trouble.BUSY
    keeper.keep([BEGIN, *turns(played)])
    disk.trouble = None
    keeper.close()
    assert read(path) == played
