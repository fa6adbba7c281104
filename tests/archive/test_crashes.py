"""What is left when a recorder is killed, and when a real disk is full or read-only."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest

from board_daemon.archive.changes import AddTurn, BeginGame, GameChange
from board_daemon.archive.keeper import Keeper
from board_daemon.archive.library import GameLibrary
from board_daemon.archive.records import ArchivedTurn
from board_daemon.archive.store import Archive
from tests.archive.crashing import State, state_of

ROOT = Path(__file__).parent.parent.parent
CRASHES = int(os.environ.get("PACOBOARD_CRASHES", "40"))
BEGIN = BeginGame("start", "pacoplay", None)


def turn(ply: int, size: int = 1000) -> ArchivedTurn:
    return ArchivedTurn(ply, float(ply), "x" * size, ("Le2", "Pe4"), "fen", "run")


# --- killed ---


class Crasher:
    """Lets recorders begin, and kills them."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.archive.crashing"]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def crash(self, path: Path, seed: int, after: int) -> list[dict[str, Any]]:
        """Let one record, kill it after it has said so many words, and return all of them."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{path} {seed}\n")
        self._process.stdin.flush()
        pid = self._word(self._process.stdout)["pid"]
        try:
            words = [self._word(self._process.stdout) for _ in range(after)]
        finally:
            os.kill(pid, signal.SIGKILL)
        while "dead" not in (word := self._word(self._process.stdout)):
            words.append(word)
        assert word["dead"], "it was to be killed, and ended by itself"
        return words

    @staticmethod
    def _word(stream: IO[str]) -> dict[str, Any]:
        word: dict[str, Any] = json.loads(stream.readline())
        assert "failed" not in word, word["failed"]
        return word

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture
def crasher() -> Iterator[Crasher]:
    made = Crasher()
    yield made
    made.close()


def held(path: Path) -> dict[int, State]:
    """All games of the archive, which must be whole."""
    if not path.exists():
        return {}
    with Archive(path) as archive:
        return {game.id: state_of(archive.game(game.id)) for game in archive.games()}


@pytest.mark.slow
def test_whatever_was_said_to_be_kept_is_there_after_a_kill(
    crasher: Crasher, tmp_path: Path
) -> None:
    moments = random.Random(5)
    path = tmp_path / "data" / "games.sqlite"
    known: dict[int, State] = {}
    kept = 0
    for seed in range(CRASHES):
        words = crasher.crash(path, seed, after=moments.randrange(30))
        for word in words:
            if "did" in word:
                known[word["did"]["game"]] = word["did"]
                kept += 1
        found = held(path)
        if words and "will" in words[-1]:
            # Nobody was told whether that was kept; it may have been, as a whole.
            doing = words[-1]["will"]
            assert found.get(doing["game"]) in (known.get(doing["game"]), doing), seed
            known = known | {doing["game"]: doing} if doing in found.values() else known
        assert found == known, seed
        assert [file.name for file in path.parent.glob("*broken*")] == []
    assert kept > 5 * CRASHES
    assert len(known) > CRASHES // 10


# --- a disk that is full, or read-only ---


class SmallDisk:
    """A file system in memory that can be made larger, or read-only."""

    def __init__(self, place: Path) -> None:
        self.place = place
        place.mkdir()
        if os.geteuid() != 0:
            pytest.skip("only root may mount a small disk")
        command: list[str | Path] = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", place]
        mounted = subprocess.run(command, capture_output=True, check=False)
        if mounted.returncode:
            pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr!r}")

    def remount(self, option: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{option}", self.place], check=True)

    def close(self) -> None:
        subprocess.run(["umount", "--lazy", self.place], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    disk = SmallDisk(tmp_path / "small")
    yield disk
    disk.close()


def problem(keeper: Keeper) -> str | None:
    return keeper.problem


def play_on(keeper: Keeper, plies: range) -> None:
    for ply in plies:
        keeper.keep([AddTurn(turn(ply))])


@pytest.mark.slow
def test_a_full_disk_stops_nobody_from_playing_and_costs_no_turn(small_disk: SmallDisk) -> None:
    path = small_disk.place / "games.sqlite"
    keeper = Keeper(path)
    keeper.keep([BEGIN])
    play_on(keeper, range(1, 301))
    assert 0 < keeper.waiting < 300
    assert problem(keeper) == f"The disk is full: {keeper.waiting} turns wait to be saved."
    # What there was room for can be read meanwhile.
    assert len(GameLibrary(path).game(1).turns) == 300 - keeper.waiting
    small_disk.remount("size=8m")
    keeper.retry()
    assert problem(keeper) is None
    play_on(keeper, range(301, 311))
    keeper.close()
    with Archive(path) as archive:
        assert [each.ply for each in archive.game(1).turns] == list(range(1, 311))


def test_on_a_disk_that_is_full_from_the_start_all_waits(small_disk: SmallDisk) -> None:
    filler = small_disk.place / "filler"
    with suppress(OSError):
        filler.write_bytes(bytes(1 << 20))
    keeper = Keeper(small_disk.place / "data" / "games.sqlite")
    keeper.keep([BEGIN])
    play_on(keeper, range(1, 6))
    assert keeper.waiting == 5
    assert "The disk is full" in (keeper.problem or "")
    filler.unlink()
    small_disk.remount("size=8m")
    keeper.retry()
    assert problem(keeper) is None
    keeper.close()
    assert len(GameLibrary(small_disk.place / "data" / "games.sqlite").game(1).turns) == 5


@pytest.mark.parametrize("was_cut_off", [False, True])
def test_a_game_goes_on_from_a_read_only_disk_and_is_written_later(
    small_disk: SmallDisk, tmp_path: Path, was_cut_off: bool
) -> None:
    path = small_disk.place / "games.sqlite"
    keeper = Keeper(tmp_path / path.name)
    keeper.keep([BEGIN])
    play_on(keeper, range(1, 4))
    if was_cut_off:
        # As the power left them: the last turns are only in the log.
        for end in ("", "-wal"):
            shutil.copyfile(f"{tmp_path / path.name}{end}", f"{path}{end}")
        keeper.close()
    else:
        keeper.close()
        shutil.copyfile(tmp_path / path.name, path)
    small_disk.remount("ro")
    keeper = Keeper(path)
    assert "The disk is read-only" in (keeper.problem or "")
    unfinished = keeper.unfinished()
    assert unfinished is not None
    keeper.resume(unfinished.id)
    play_on(keeper, range(4, 7))
    assert keeper.waiting == 3
    small_disk.remount("rw")
    keeper.retry()
    assert problem(keeper) is None
    keeper.close()
    with Archive(path) as archive:
        assert [each.ply for each in archive.game(1).turns] == list(range(1, 7))


LIMITED = """
import resource, sys
from pathlib import Path
from board_daemon.archive.changes import AddTurn
from board_daemon.archive.keeper import Keeper
from tests.archive.test_crashes import BEGIN, play_on

keeper = Keeper(Path(sys.argv[1]))
keeper.keep([BEGIN])
unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, unlimited[1]))
play_on(keeper, range(1, 301))
print(keeper.waiting, keeper.can_write)
resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
keeper.retry()
print(keeper.waiting, keeper.can_write)
keeper.close()
"""


@pytest.mark.slow
def test_a_file_that_may_grow_no_more_costs_no_turn(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    command = [sys.executable, "-c", LIMITED, str(path)]
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    waited, could_write, waits, can_write = said.split()
    assert 0 < int(waited) < 300
    assert (could_write, waits, can_write) == ("False", "0", "True")
    with Archive(path) as archive:
        assert [each.ply for each in archive.game(1).turns] == list(range(1, 301))


# --- a clock that jumps ---


def test_games_are_in_the_order_in_which_they_were_played_whatever_the_clock_says(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.sqlite"
    keeper = Keeper(path)
    clock = ["2026-11-20T12:00:00+01:00", "1970-01-01T01:00:00+01:00", "2099-01-01T00:00:00+01:00"]
    for started_at in (*clock, clock[1]):
        changes: list[GameChange] = [BeginGame("start", "pacoplay", started_at), AddTurn(turn(1))]
        keeper.keep(changes)
    unfinished = keeper.unfinished()
    assert unfinished is not None
    assert (unfinished.id, unfinished.started_at) == (4, clock[1])
    assert [game.id for game in GameLibrary(path).page().games] == [4, 3, 2, 1]
    keeper.close()
