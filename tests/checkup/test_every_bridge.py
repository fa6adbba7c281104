"""Somebody is led through the first questions of a check at boards of every kind."""

from __future__ import annotations

import asyncio
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from board_daemon.checkup.check import Check
from board_daemon.commands.at_board import AtBoard, Stopped
from board_daemon.lights.frame import LightSettings
from tests.firmware_bridge.boards_under_test import (
    BOARDS,
    BoardUnderTest,
    Make,
    board_under_test,
)

TOUCHABLE = {name: make for name, make in BOARDS.items() if name != "replay"}
ANSWERS = 2


async def touch_what_is_asked(
    board: BoardUnderTest, check: Check, task: asyncio.Task[None]
) -> None:
    """Two squares by their names, then that is enough."""
    for _ in range(ANSWERS):
        while (square := check.asking.wanted) is None:
            await asyncio.sleep(0.01)
        board.set(square, True)
        while check.asking.wanted == square:
            await asyncio.sleep(0.01)
        board.set(square, False)
    task.cancel()


async def first_questions(make: Make, folder: Path) -> Check:
    async with board_under_test(make, folder, []) as board:
        at_board = AtBoard(board.bridge, LightSettings(), Console(file=StringIO()))
        whole = await at_board.connect()
        check = Check(board.bridge.sensor, whole.readings, board.bridge.now())
        task = asyncio.create_task(at_board.lead(check.asking))
        hand = asyncio.create_task(touch_what_is_asked(board, check, task))
        with pytest.raises(Stopped):
            await task
        await hand
        await at_board.close()
        return check


@pytest.mark.slow
@pytest.mark.parametrize("make", TOUCHABLE.values(), ids=TOUCHABLE)
def test_touches_are_felt_over_every_bridge(make: Make, tmp_path: Path) -> None:
    check = asyncio.run(first_questions(make, tmp_path))
    assert check._known.named == {0: 0, 9: 9}
