"""What a daemon does when another game begins at its table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from board_daemon import garbage
from board_daemon.game.setup import GameSetup
from board_daemon.rules.position import Position
from tests.daemon.test_mishaps import make_daemon, serving


@pytest.mark.slow
def test_what_is_left_of_a_game_is_cleared_up_when_the_next_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    daemon = make_daemon(tmp_path)
    monkeypatch.setattr(garbage, "_UNTIL_LIT", 0.0)

    async def work() -> None:
        is_cleared = asyncio.Event()
        monkeypatch.setattr(garbage, "clear_up_between_games", is_cleared.set)
        await daemon.table.look_again()
        assert not is_cleared.is_set()
        await daemon.table.begin(GameSetup(Position.start()))
        await is_cleared.wait()

    serving(daemon, work)
