"""The daemon is killed at random moments, as by a power cut, and started again.

`PACOBOARD_CRASHES` says how often, and then each run kills at other moments (`make crash-test`).
"""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final

import pytest

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

_WISHED: Final = int(os.environ.get("PACOBOARD_CRASHES", "0"))
_CRASHES: Final = _WISHED or 12
_RNG: Final = random.Random(None if _WISHED else 7)
_A_GAME: Final = 3
"""Crashes in each game."""
_TURNS: Final = 50
_MOMENT: Final = 0.04
"""Seconds within which a daemon is killed that has just been sent something."""


@dataclass
class Life:
    """One board over many lives of its daemon."""

    folder: Path
    archive: Path = Path()
    game: int | None = None
    config: str = ""
    announced: list[tuple[str, ...]] = field(default_factory=list)
    """The turns of the game that somebody has heard of."""

    @contextmanager
    def lived(self) -> Iterator[tuple[ToldDaemon, Listener]]:
        """One life; what was recorded before must be there."""
        with ToldDaemon(self.folder, self.config, is_loaded=True) as daemon:
            self.archive = daemon.archive
            daemon.wait_until_ready()
            with daemon.listen() as listener:
                self._check_state(listener.state)
                yield daemon, listener
        self._hear(listener.events("turn", "revise", "takeback"))
        self._check_archive()

    def left(self) -> tuple[float, float]:
        """What the clocks showed after the last turn that is recorded, as the page is told it."""
        left = games_in(self.archive)[-1].turns[-1].left
        assert left is not None
        return round(left.white, 1), round(left.black, 1)

    def _hear(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            if event["event"] != "turn":
                del self.announced[event["ply"] - 1 :]
            if event["event"] != "takeback":
                self.announced.append(tuple(event["actions"]))

    def _check_state(self, state: dict[str, Any]) -> None:
        """At the start: the same game, with all that anybody had heard of."""
        turns = [tuple(turn["actions"]) for turn in state["turns"]]
        assert turns[: len(self.announced)] == self.announced
        assert state["game"]["ply"] == len(turns)
        assert state["fix"] == []
        assert state["storage"] == {"ok": True, "waiting": 0, "message": None, "say": None}
        if self.announced:
            assert state["game"]["id"] == self.game
        # What was recorded in the last moment, and nobody has heard of.
        self.announced = turns

    def _check_archive(self) -> None:
        check_health(self.archive)
        games = games_in(self.archive)
        if self.announced:
            self.game = games[-1].id
            found = [turn.actions for turn in games[-1].turns]
            assert found[: len(self.announced)] == self.announced


def play_until_killed(
    daemon: ToldDaemon, script: Script, rng: random.Random, most_lines: int = 60
) -> None:
    """Play on, and be cut off somewhere in the next turns."""
    lines = [line for turn in script.lines for line in turn]
    last = rng.randrange(min(len(lines), most_lines))
    daemon.tell(lines[:last])
    timer = threading.Timer(rng.uniform(0, _MOMENT), daemon.process.kill)
    timer.start()
    with suppress(OSError, HTTPException):
        daemon.tell(lines[last:])
    timer.join()
    daemon.wait()


@pytest.mark.parametrize("number", range(_CRASHES // _A_GAME))
def test_every_turn_that_was_told_outlasts_a_power_cut(tmp_path: Path, number: int) -> None:
    rng = random.Random(_RNG.random() if _WISHED else number)
    turns = game_to_play(20 + number, _TURNS)
    life = Life(tmp_path)
    for _ in range(_A_GAME):
        with life.lived() as (daemon, _):
            play_until_killed(daemon, script_for(turns, played=len(life.announced)), rng)
    with life.lived() as (daemon, _):
        rest = script_for(turns, played=len(life.announced))
        for lines in rest.lines:
            daemon.tell(lines)
        position = daemon.state()["game"]["fen"]
        assert daemon.stop() == 0
    whole = script_for(turns)
    assert position == whole.fens[-1]
    games = games_in(life.archive)
    assert [len(game.turns) for game in games] == [len(turns)]
    assert actions_in(life.archive, games[0].id) == whole.truth


def test_the_clocks_of_a_game_outlast_a_power_cut(tmp_path: Path) -> None:
    rng = random.Random(_RNG.random() if _WISHED else 11)
    turns = game_to_play(6, _TURNS)
    life = Life(tmp_path, config="game: {clock: {base: 60 min, increment: 3 s}}\n")
    for number in range(3):
        with life.lived() as (daemon, listener):
            clock = listener.state["clock"]
            assert (clock["base"], clock["increment"], clock["running"]) == (3600, 3, None)
            shown = clock["white"], clock["black"]
            assert shown == (life.left() if number else (3600, 3600))
            script = script_for(turns, played=len(life.announced))
            for line in script.lines[0]:
                daemon.tell([line])
            assert daemon.state()["clock"]["running"] is not None
            rest = Script(script.start, script.turns[1:], script.lines[1:])
            play_until_killed(daemon, rest, rng)
    assert life.left() != (3600, 3600)


def test_a_daemon_that_is_killed_while_it_starts_or_resumes_loses_nothing(tmp_path: Path) -> None:
    turns = game_to_play(3, 6)
    life = Life(tmp_path)
    with life.lived() as (daemon, _):
        for lines in script_for(turns).lines:
            daemon.tell(lines)
        daemon.kill()
    # From the first line of the program to a while after it serves.
    for attempt in range(min(_CRASHES * 2 // 3, 100)):
        with ToldDaemon(tmp_path) as daemon:
            timer = threading.Timer(0.17 * attempt % 1.3, daemon.process.kill)
            timer.start()
            timer.join()
    with life.lived() as (daemon, _):
        assert daemon.stop() == 0
    assert [len(game.turns) for game in games_in(life.archive)] == [len(turns)]


def test_a_daemon_that_is_killed_while_a_game_is_begun_has_the_old_one_or_the_new(
    tmp_path: Path,
) -> None:
    rng = random.Random(_RNG.random() if _WISHED else 5)
    life = Life(tmp_path)
    script = script_for(game_to_play(4, 4))
    for number in range(min(_CRASHES // 3, 40)):
        with life.lived() as (daemon, _):
            daemon.post("/api/game/new", {"white": f"Ann {number}"})
            # The board stands as the game before: it is set up for this one.
            daemon.post("/api/virtual/stand", {})
            life.announced = []
            play_until_killed(daemon, script, rng, most_lines=6)
    with life.lived() as (daemon, _):
        rest = script_for(game_to_play(4, 4), played=len(life.announced))
        for lines in rest.lines:
            daemon.tell(lines)
        assert daemon.stop() == 0
    games = games_in(life.archive)
    assert games
    for game in games:
        # One in which nothing was played makes way for the next.
        assert game.turns
        assert [turn.actions for turn in game.turns] == script.truth[: len(game.turns)]
