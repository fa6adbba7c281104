"""Many games in a row: the daemon needs no more memory and no more files than for the first."""

from __future__ import annotations

import os
from collections.abc import Callable
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
MOST_AT_ONCE = 20
"""Games in which files and threads are as many at once as they ever are: how many answer is as
chance has it. A leak would be one for each game since."""


def open_files(daemon: ToldDaemon) -> int:
    return len(os.listdir(f"/proc/{daemon.process.pid}/fd"))


def threads(daemon: ToldDaemon) -> int:
    return len(os.listdir(f"/proc/{daemon.process.pid}/task"))


def comes_down(daemon: ToldDaemon, count: Callable[[ToldDaemon], int], most: int) -> bool:
    """Whether there are so few at last: work in the background holds some while it is at it."""
    until = monotonic() + PATIENCE
    while count(daemon) > most:
        if monotonic() > until:
            return False
        daemon.state()
    return True


def test_thirty_games_in_a_row_cost_no_memory_and_no_files(tmp_path: Path) -> None:
    measured: list[tuple[float, int, int]] = []
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
            measured.append((memory_of(daemon.process.pid)[1], open_files(daemon), threads(daemon)))
        memory, files, tasks = zip(*measured, strict=True)
        assert memory[-1] - memory[WARM] < MOST_GROWTH
        assert comes_down(daemon, open_files, max(files[:MOST_AT_ONCE]))
        assert comes_down(daemon, threads, max(tasks[:MOST_AT_ONCE]))
        assert daemon.stop() == 0
    assert len(games_in(daemon.archive)) == GAMES
