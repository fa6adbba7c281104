"""Lessons in the real daemon: pulled plugs, and a game against the board that waits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.daemon.running import BY_THE_CLOCK, Json, RunningDaemon
from tests.web.running_board import QUICK

pytestmark = pytest.mark.slow


def act(daemon: RunningDaemon, deed: str, square: str) -> None:
    daemon.post("/api/virtual/act", {"deed": deed, "square": square})


def is_stage(message: Json, stage: str) -> bool:
    lesson = message.get("changed", {}).get("lesson")
    return lesson is not None and bool(lesson["stage"] == stage)


def solve_the_first_union(daemon: RunningDaemon) -> None:
    with daemon.listen() as listener:
        daemon.post("/api/lessons/start", {"exercise": "rook-unites", "child": "Ada"})
        act(daemon, "lift", "d4")
        act(daemon, "join", "d6")
        listener.wait_for(lambda message: is_stage(message, "solved"))


def test_a_pulled_plug_in_a_lesson_loses_neither_the_game_nor_the_stars(tmp_path: Path) -> None:
    with RunningDaemon(tmp_path, QUICK, loaded=BY_THE_CLOCK).wait_until_ready() as daemon:
        with daemon.listen() as listener:
            act(daemon, "lift", "e2")
            act(daemon, "drop", "e4")
            listener.wait_for(lambda message: message["event"] == "turn")
        solve_the_first_union(daemon)
        # It was told, so it is on the disk.
        kept = json.loads((tmp_path / "pacoboard" / "lessons.json").read_text())
        assert kept["children"] == {"Ada": {"rook-unites": 3}}
        daemon.kill()
    with RunningDaemon(tmp_path, QUICK, loaded=BY_THE_CLOCK).wait_until_ready() as daemon:
        state = daemon.state()
        assert (state["lesson"], state["phase"]) == (None, "settled")
        assert [turn["notation"] for turn in state["turns"]] == ["e2>e4"]
        assert daemon.get("/api/lessons?child=Ada")["children"] == ["Ada"]
        assert daemon.get("/api/games")["total"] == 1
        assert daemon.stop() == 0


def test_a_game_against_the_board_waits_for_the_end_of_the_lesson(tmp_path: Path) -> None:
    with RunningDaemon(tmp_path, QUICK, loaded=BY_THE_CLOCK).wait_until_ready() as daemon:
        daemon.post("/api/game/new", {"opponent": {"color": "b", "level": 1}})
        daemon.post("/api/virtual/stand", {})
        with daemon.listen() as listener:
            act(daemon, "lift", "e2")
            act(daemon, "drop", "e4")
            listener.wait_for(lambda message: message["event"] == "turn")
        # It is thinking now, or moves its piece already.
        solve_the_first_union(daemon)
        assert daemon.state()["opponent"] is None
        with daemon.listen() as listener:
            daemon.post("/api/lessons/leave", {})
            # Before the lesson it may have come to play its turn already.
            if len(daemon.state()["turns"]) < 2:
                listener.wait_for(lambda told: told["event"] == "turn" and told["ply"] == 2)
        state = daemon.state()
        assert (state["lesson"], len(state["turns"])) == (None, 2)
        assert daemon.stop() == 0
