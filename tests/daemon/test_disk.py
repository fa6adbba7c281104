"""Trouble with the disk while a game is played: nothing waits for it, nothing is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.daemon.disks import Disk, LimitedFiles, SmallDisk, small_disk
from tests.daemon.playing import (
    Script,
    actions_in,
    check_health,
    game_to_play,
    games_in,
    script_for,
)
from tests.daemon.running import Listener, ToldDaemon

pytestmark = pytest.mark.slow

CORNERS = dict.fromkeys(("a1", "a8", "h1", "h8"), "trouble")
FINE = {"ok": True, "waiting": 0, "message": None, "say": None}


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[SmallDisk | None]:
    with small_disk(tmp_path / "disk") as disk:
        yield disk


@pytest.fixture
def script() -> Script:
    return script_for(game_to_play(1, 8))


def play(daemon: ToldDaemon, script: Script, first: int, last: int) -> None:
    """Turns `first` to `last`, counted from 1."""
    for lines in script.lines[first - 1 : last]:
        daemon.tell(lines)


def storage(daemon: ToldDaemon) -> Any:
    return daemon.state()["storage"]


def check_waiting(daemon: ToldDaemon, disk: Disk, turns: int) -> None:
    told = storage(daemon)
    trouble, _, rest = told["message"].partition(": ")
    assert trouble in disk.told_as
    noun = "1 turn waits" if turns == 1 else f"{turns} turns wait"
    assert rest == f"{noun} to be saved."
    assert (told["ok"], told["waiting"]) == (False, turns)


def mend_and_wait(daemon: ToldDaemon, listener: Listener, mend: Callable[[], object]) -> None:
    """Mend the disk, and wait until all that waits is written, which is tried every few seconds."""
    before = daemon.state()["seq"]
    mend()
    listener.wait_for(
        lambda message: (
            message["seq"] > before
            and message["event"] == "state"
            and message["changed"].get("storage", {}).get("ok", False)
        )
    )


def trouble_lit(daemon: ToldDaemon) -> dict[str, str]:
    lit = daemon.state()["lights"]["squares"]
    return {square: role for square, role in lit.items() if role == "trouble"}


def check_full(disk: Disk, script: Script) -> None:
    with ToldDaemon(disk.folder, is_loaded=True) as daemon:
        daemon.wait_until_ready()
        with daemon.listen() as listener:
            play(daemon, script, 1, 3)
            assert storage(daemon) == FINE
            disk.fill(daemon)
            play(daemon, script, 4, 4)
            check_waiting(daemon, disk, 1)
            play(daemon, script, 5, 6)
            check_waiting(daemon, disk, 3)
            assert trouble_lit(daemon) == CORNERS
            listener.wait_for_seq(daemon.state()["seq"])
            told = listener.events("turn")
            assert [tuple(turn["actions"]) for turn in told] == script.truth[:6]
            assert actions_in(daemon.archive, 1) == script.truth[:3]

            mend_and_wait(daemon, listener, lambda: disk.free(daemon))
            assert (storage(daemon), trouble_lit(daemon)) == (FINE, {})
            assert actions_in(daemon.archive, 1) == script.truth[:6]
        play(daemon, script, 7, 8)
        assert daemon.stop() == 0
    assert len(games_in(daemon.archive)) == 1
    assert actions_in(daemon.archive, 1) == script.truth
    check_health(daemon.archive)


def test_a_full_disk_is_told_and_lit_and_play_goes_on(
    mounted: SmallDisk | None, tmp_path: Path, script: Script
) -> None:
    check_full(mounted or LimitedFiles(tmp_path / "data"), script)


def test_files_that_cannot_grow_are_told_and_lit_and_play_goes_on(
    tmp_path: Path, script: Script
) -> None:
    check_full(LimitedFiles(tmp_path / "data"), script)


def test_a_game_begun_on_a_full_disk_is_written_as_a_whole_once_there_is_room(
    mounted: SmallDisk | None, tmp_path: Path, script: Script
) -> None:
    disk: Disk = mounted or LimitedFiles(tmp_path / "data")
    with ToldDaemon(disk.folder, is_loaded=True) as daemon:
        daemon.wait_until_ready()
        disk.fill(daemon)
        with daemon.listen() as listener:
            play(daemon, script, 1, 4)
            check_waiting(daemon, disk, 4)
            assert daemon.state()["game"]["id"] is None
            daemon.post("/api/game/resign", {"color": "w"})
            daemon.post("/api/game/new", {"white": "Ann"})
            daemon.post("/api/virtual/stand", {})
            assert storage(daemon)["waiting"] == 4
            mend_and_wait(daemon, listener, lambda: disk.free(daemon))
            assert daemon.state()["game"]["ply"] == 0
        assert daemon.stop() == 0
    [game] = games_in(daemon.archive)
    assert ([turn.actions for turn in game.turns], game.result) == (script.truth[:4], "0-1")


def test_what_waits_is_written_when_the_daemon_stops(
    mounted: SmallDisk | None, tmp_path: Path, script: Script
) -> None:
    disk: Disk = mounted or LimitedFiles(tmp_path / "data")
    with ToldDaemon(disk.folder, is_loaded=True) as daemon:
        daemon.wait_until_ready()
        play(daemon, script, 1, 3)
        disk.fill(daemon)
        play(daemon, script, 4, 6)
        disk.free(daemon)
        assert daemon.stop() == 0
    assert actions_in(daemon.archive, 1) == script.truth[:6]


def test_a_read_only_disk_can_be_resumed_from_and_is_written_once_it_can_be(
    mounted: SmallDisk | None, script: Script
) -> None:
    if mounted is None:
        pytest.skip("no right to mount a disk")
    with ToldDaemon(mounted.folder, is_loaded=True) as daemon:
        daemon.wait_until_ready()
        play(daemon, script, 1, 3)
        daemon.kill()
    mounted.set_read_only(is_so=True)
    with ToldDaemon(mounted.folder, is_loaded=True) as daemon:
        daemon.wait_until_ready()
        assert len(daemon.state()["turns"]) == 3
        play(daemon, script_for(game_to_play(1, 8), played=3), 1, 2)
        assert storage(daemon)["message"] == "The disk is read-only: 2 turns wait to be saved."
        with daemon.listen() as listener:
            play(daemon, script_for(game_to_play(1, 8), played=3), 3, 3)
            mend_and_wait(daemon, listener, lambda: mounted.set_read_only(is_so=False))
        assert daemon.stop() == 0
    assert len(games_in(daemon.archive)) == 1
    assert actions_in(daemon.archive, 1) == script.truth[:6]


def test_a_folder_that_is_gone_and_comes_back_has_it_all(tmp_path: Path, script: Script) -> None:
    with ToldDaemon(tmp_path, is_loaded=True) as daemon:
        daemon.wait_until_ready()
        play(daemon, script, 1, 3)
        folder = daemon.archive.parent
        away = folder.rename(tmp_path / "away")
        with daemon.listen() as listener:
            play(daemon, script, 4, 6)
            told = storage(daemon)
            sentence = told.pop("say")
            assert told == {
                "ok": False,
                "waiting": 3,
                "message": "The archive is not in its place: 3 turns wait to be saved.",
            }
            assert sentence["key"] == "storage.problem"
            mend_and_wait(daemon, listener, lambda: away.rename(folder))
        assert daemon.stop() == 0
    assert len(games_in(daemon.archive)) == 1
    assert actions_in(daemon.archive, 1) == script.truth[:6]


def test_an_archive_that_is_deleted_is_made_anew_with_the_game(
    tmp_path: Path, script: Script
) -> None:
    with ToldDaemon(tmp_path, is_loaded=True) as daemon:
        daemon.wait_until_ready()
        play(daemon, script, 1, 3)
        for path in daemon.archive.parent.iterdir():
            path.unlink()
        play(daemon, script, 4, 6)
        assert storage(daemon) == FINE
        assert daemon.stop() == 0
    assert actions_in(daemon.archive, 1) == script.truth[:6]


def test_a_broken_archive_is_set_aside_and_told_and_a_new_one_begun(
    tmp_path: Path, script: Script
) -> None:
    with ToldDaemon(tmp_path, is_loaded=True) as daemon:
        daemon.wait_until_ready()
        play(daemon, script, 1, 3)
        assert daemon.stop() == 0
    contents = bytearray(daemon.archive.read_bytes())
    contents[4096 : 4096 * 3] = bytes(4096 * 2)
    daemon.archive.write_bytes(contents)
    with ToldDaemon(tmp_path, is_loaded=True) as daemon:
        daemon.wait_until_ready()
        [aside] = daemon.archive.parent.glob("games.sqlite.broken-*")
        assert storage(daemon) == {
            "ok": True,
            "waiting": 0,
            "message": f"The archive was damaged: it was set aside as {aside.name}, "
            "and a new one begun.",
            "say": {"key": "storage.set-aside", "values": {"name": aside.name}},
        }
        # All that can be done about it was done: nothing blinks for the rest of the day.
        assert trouble_lit(daemon) == {}
        assert daemon.state()["turns"] == []
        play(daemon, script, 1, 2)
        assert daemon.stop() == 0
    assert aside.read_bytes() == contents
    assert actions_in(daemon.archive, 1) == script.truth[:2]


def test_broken_files_beside_the_archive_keep_nobody_from_playing(
    tmp_path: Path, script: Script
) -> None:
    folder = tmp_path / "pacoboard"
    folder.mkdir()
    for name in ("settings.json", "devices.json"):
        (folder / name).write_bytes(b"\xff\x00{")
    with ToldDaemon(tmp_path, is_loaded=True) as daemon:
        daemon.wait_until_ready()
        play(daemon, script, 1, 1)
        daemon.post("/api/settings", {"brightness": 0.25})
        assert daemon.stop() == 0
    shutil.rmtree(folder)


def test_settings_that_cannot_be_saved_hold_until_the_next_start(
    mounted: SmallDisk | None, tmp_path: Path
) -> None:
    disk: Disk = mounted or LimitedFiles(tmp_path / "data")
    with ToldDaemon(disk.folder, is_loaded=True) as daemon:
        daemon.wait_until_ready()
        disk.fill(daemon)
        daemon.post("/api/settings", {"brightness": 0.25})
        assert daemon.state()["settings"]["brightness"] == 0.25
        assert daemon.stop() == 0
