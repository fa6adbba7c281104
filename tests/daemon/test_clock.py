"""The clock on the wall jumps while a game is played: only the date of the game shows it."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import pytest

from tests.daemon.playing import game_to_play, games_in, script_for
from tests.daemon.running import ToldDaemon

pytestmark = pytest.mark.slow

BY_A_JUMPING_CLOCK = [sys.executable, "-m", "tests.daemon.jumping_clock"]


def test_a_clock_that_jumps_changes_nothing_but_dates(tmp_path: Path) -> None:
    turns = game_to_play(1, 8)
    config = "lights: {night: {start: 21:00, end: 07:00, level: 40 %}}\n"
    clock = "game: {clock: {base: 10 min}}\n"
    with ToldDaemon(tmp_path, config + clock, command=BY_A_JUMPING_CLOCK) as daemon:
        daemon.wait_until_ready()
        with daemon.listen() as listener:
            for lines in script_for(turns).lines[:5]:
                daemon.tell(lines)
            # The players' clocks go by the board's time.
            left = daemon.state()["clock"]
            assert left["running"] == "b"
            assert 500 < left["white"] < 600
            assert 500 < left["black"] < 600
            told = [message["t"] for message in listener.events("turn")]
            assert told == sorted(told)
        daemon.kill()
    # The game begun last goes on, whatever the dates say.
    with ToldDaemon(tmp_path, config, command=BY_A_JUMPING_CLOCK) as daemon:
        daemon.wait_until_ready()
        assert daemon.state()["game"]["ply"] == 5
        for lines in script_for(turns, played=5).lines:
            daemon.tell(lines)
        daemon.post("/api/game/resign", {"color": "w"})
        daemon.post("/api/game/new", {})
        daemon.post("/api/virtual/stand", {})
        daemon.tell(script_for(turns, after=900.0).lines[0])
        assert daemon.stop() == 0
    with ToldDaemon(tmp_path, config, command=BY_A_JUMPING_CLOCK) as daemon:
        daemon.wait_until_ready()
        assert (daemon.state()["game"]["id"], daemon.state()["game"]["ply"]) == (2, 1)
        assert daemon.stop() == 0
    games = games_in(daemon.archive)
    assert [(len(game.turns), game.result) for game in games] == [(8, "0-1"), (1, None)]
    for game in games:
        assert datetime.fromisoformat(game.started_at or "").tzinfo is not None
