"""Many games in a row: the daemon needs no more memory and no more files than for the first."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.at_rest import memory_of
from tests.daemon.playing import game_to_play, games_in, script_for
from tests.daemon.running import ToldDaemon

pytestmark = pytest.mark.slow

GAMES = 30
WARM = 10
"""Games after which all is loaded, and the messages that are kept are as many as ever."""
MOST_GROWTH = 2.5
"""Megabytes."""


AT_IT = 5
"""In so many games in a row, work in the background has come to an end at least once."""


def open_files(daemon: ToldDaemon) -> int:
    return len(os.listdir(f"/proc/{daemon.process.pid}/fd"))


def threads(daemon: ToldDaemon) -> int:
    return len(os.listdir(f"/proc/{daemon.process.pid}/task"))


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
        assert daemon.stop() == 0
    assert len(games_in(daemon.archive)) == GAMES
    memory, files, tasks = zip(*measured[WARM:], strict=True)
    assert memory[-1] - memory[0] < MOST_GROWTH
    # Whoever counts games or looks for puzzles holds a few only while he is at it.
    assert min(files[-AT_IT:]) <= files[0]
    assert min(tasks[-AT_IT:]) <= tasks[0]
