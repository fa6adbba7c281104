from __future__ import annotations

import asyncio
import subprocess
import sys
import weakref

import pytest

from board_daemon import garbage
from board_daemon.garbage import Sweeper

# What waits for the collector: a program's modules, and then one thing more.
PROGRAM = """
import gc
import board_daemon.daemon
from board_daemon.garbage import look_no_more_at_what_stays

before = len(gc.get_objects())
look_no_more_at_what_stays()
after = len(gc.get_objects())
rubbish = []
rubbish.append(rubbish)
del rubbish
print(before > 20_000, after < 1_000, gc.collect() >= 1, gc.get_threshold()[0] > 10_000)
"""


@pytest.mark.slow
def test_of_a_program_that_has_started_only_what_comes_later_is_looked_through() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.split() == ["True"] * 4


class Rubbish:
    """What goes only when the collector comes, and says so."""

    def __init__(self) -> None:
        self.itself = self
        self.is_gone = asyncio.Event()
        weakref.finalize(self, self.is_gone.set)


@pytest.mark.slow
def test_what_a_game_has_left_goes_when_another_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "_UNTIL_LIT", 0.0)
    games = [1]

    async def play_on() -> None:
        sweeper = Sweeper(lambda: games[-1])
        is_gone = Rubbish().is_gone
        games.append(2)
        sweeper.look()
        await asyncio.wait_for(is_gone.wait(), 30)

    asyncio.run(play_on())


def test_nothing_is_cleared_up_in_the_midst_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    sweeps: list[None] = []
    monkeypatch.setattr(garbage, "_UNTIL_LIT", 0.0)
    monkeypatch.setattr(garbage, "clear_up_between_games", lambda: sweeps.append(None))

    async def play_on() -> None:
        sweeper = Sweeper(lambda: 1)
        sweeper.look()
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(play_on())
    assert not sweeps
