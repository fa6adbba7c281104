"""The daemon plays: the real process thinks, and its turns are shown, carried out and kept."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.rulesets import PACOPLAY
from board_daemon.tracking.awaited import AwaitedTurn
from tests.daemon.playing import actions_in, check_health
from tests.daemon.running import BY_THE_CLOCK, Json, Listener, RunningDaemon

pytestmark = pytest.mark.slow

QUICK = """\
tracking: {debounce: 5 ms, settle_final: 50 ms, settle: 120 ms, restore_after: 800 ms}
"""
ITSELF = QUICK + "opponent: {plays: black, level: 1, pace: 100 ms}\n"
BY_PEOPLE = QUICK + "opponent: {plays: black, level: 1, moves_itself: no}\n"
MOVES = (("a2", "a3"), ("h2", "h3"), ("b1", "c3"))


def move(daemon: RunningDaemon, start: str, end: str) -> None:
    daemon.post("/api/virtual/act", {"deed": "lift", "square": start})
    daemon.post("/api/virtual/act", {"deed": "drop", "square": end})


def turn_of(ply: int, listener: Listener) -> Json:
    return listener.wait_for(lambda heard: heard["event"] == "turn" and heard["ply"] == ply)


def decided(listener: Listener) -> Json:
    """What was told when the board had decided."""

    def is_decided(heard: Json) -> bool:
        opponent = heard.get("changed", {}).get("opponent")
        return bool(opponent and opponent["turn"])

    told = listener.wait_for(is_decided)
    opponent: dict[str, Any] = told["changed"]["opponent"]
    return opponent


def test_it_plays_a_game_of_several_turns_and_keeps_who_played(tmp_path: Path) -> None:
    with RunningDaemon(tmp_path, ITSELF, loaded=BY_THE_CLOCK) as daemon:
        daemon.wait_until_ready()
        with daemon.listen() as listener:
            for number, squares in enumerate(MOVES):
                move(daemon, *squares)
                told = turn_of(2 * number + 2, listener)
                assert told["status"] in ("run", "paco-b")
        game = daemon.state()["game"]
        assert (game["white"], game["black"]) == ("", "pacoboard, level 1")
        assert daemon.stop() == 0
    assert len(actions_in(daemon.archive, 1)) == 2 * len(MOVES)
    check_health(daemon.archive)


def test_after_a_power_cut_it_goes_on_with_its_turn(tmp_path: Path) -> None:
    with RunningDaemon(tmp_path, BY_PEOPLE, loaded=BY_THE_CLOCK) as daemon:
        daemon.wait_until_ready()
        with daemon.listen() as listener:
            move(daemon, "a2", "a3")
            decided(listener)
            daemon.kill()
    with RunningDaemon(tmp_path, BY_PEOPLE, loaded=BY_THE_CLOCK) as daemon:
        daemon.wait_until_ready()
        with daemon.listen() as listener:
            opponent = daemon.state()["opponent"]
            if not opponent["turn"]:
                opponent = decided(listener)
            assert opponent["name"] == "pacoboard, level 1"
            carry_out(daemon, opponent)
            assert turn_of(2, listener)["notation"] == opponent["turn"]
        assert daemon.stop() == 0


def carry_out(daemon: RunningDaemon, opponent: Json) -> None:
    step = opponent["step"]
    daemon.post("/api/virtual/act", {"deed": "lift", "square": step["start"]})
    daemon.post("/api/virtual/act", {"deed": "drop", "square": step["end"]})


def test_a_thinking_process_that_is_killed_holds_nobody_up(tmp_path: Path) -> None:
    with RunningDaemon(
        tmp_path, BY_PEOPLE.replace("level: 1", "level: 10"), loaded=BY_THE_CLOCK
    ) as daemon:
        daemon.wait_until_ready()
        with daemon.listen() as listener:
            move(daemon, "a2", "a3")
            listener.wait_for(lambda heard: bool(heard.get("changed", {}).get("opponent")))
            while not (workers := workers_of(daemon)):
                assert daemon.process.poll() is None
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
            opponent = decided(listener)
            actions_of(daemon, opponent["turn"])
        assert daemon.stop() == 0


def workers_of(daemon: RunningDaemon) -> list[int]:
    """The processes that the daemon has started."""
    asked = ["ps", "-o", "pid=", "--ppid", str(daemon.process.pid)]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    return [int(number) for number in re.findall(r"\d+", found.stdout)]


def actions_of(daemon: RunningDaemon, notation: str) -> AwaitedTurn:
    """Its turn can be played where the game stands."""
    position = parse_fen(daemon.state()["game"]["fen"], PACOPLAY)
    start, end = re.findall("[a-h][1-8]", notation)
    return AwaitedTurn(position, parse_actions(f"L{start} P{end}"))
