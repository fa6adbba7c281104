"""Many games in a row: the daemon needs no more memory and no more files than for the first."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from benchmarks.at_rest import memory_of
from tests.daemon.playing import game_to_play, games_in, script_for
from tests.daemon.running import PATIENCE, ToldDaemon

pytestmark = pytest.mark.slow

GAMES = 30
WARM = 10
"""Games after which all is loaded, and the messages that are kept are as many as ever."""
MOST_GROWTH = 2.5
"""Megabytes."""
MOST_AT_ONCE = (GAMES - WARM) // 4
"""As many threads more than at first may answer at once, as chance has it. Each that reads the
archive leaves one open file to those after it: SQLite closes none while another connection has
the archive open. A leak would be one for each game since."""


def open_files(daemon: ToldDaemon) -> int:
    """Those that are not the archive's."""
    return sum(not name.startswith(str(daemon.archive)) for name in names_of_files(daemon))


def files_of_the_archive(daemon: ToldDaemon) -> int:
    return sum(name.startswith(str(daemon.archive)) for name in names_of_files(daemon))


def names_of_files(daemon: ToldDaemon) -> list[str]:
    names = []
    for file in Path(f"/proc/{daemon.process.pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            names.append(os.readlink(file))
    return names


def threads(daemon: ToldDaemon) -> int:
    return len(os.listdir(f"/proc/{daemon.process.pid}/task"))


COUNTED = {open_files: 0, files_of_the_archive: MOST_AT_ONCE, threads: MOST_AT_ONCE}
"""What is counted, and by how many it may grow."""


def comes_down(daemon: ToldDaemon, count: Callable[[ToldDaemon], int], most: int) -> bool:
    """Whether there are so few at last: work in the background holds some while it is at it."""
    until = monotonic() + PATIENCE
    while count(daemon) > most:
        if monotonic() > until:
            return False
        daemon.state()
    return True


def test_thirty_games_in_a_row_cost_no_memory_and_no_files(tmp_path: Path) -> None:
    memory: list[float] = []
    most = dict(COUNTED)
    with ToldDaemon(tmp_path) as daemon:
        daemon.wait_until_ready()
        for number in range(GAMES):
            daemon.post("/api/game/new", {})
            daemon.post("/api/virtual/stand", {})
            with daemon.listen():
                script = script_for(game_to_play(number, 12), after=300.0 * number)
                for lines in script.lines:
                    daemon.tell(lines)
            daemon.post("/api/game/resign", {"color": "w"})
            memory.append(memory_of(daemon.process.pid)[1])
            if number == WARM:
                most = {count: count(daemon) + spare for count, spare in COUNTED.items()}
        assert memory[-1] - memory[WARM] < MOST_GROWTH
        for count, allowed in most.items():
            assert comes_down(daemon, count, allowed), names_of_files(daemon)
        assert daemon.stop() == 0
    assert len(games_in(daemon.archive)) == GAMES
