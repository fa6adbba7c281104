"""The core on the PC, compiled once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.firmware.builds import pc_core
from tests.firmware.line import greet
from tests.firmware.pc_core_board import PcBoard

SESSION = 0x1234

MakeBoard = Callable[..., PcBoard]


@pytest.fixture(scope="session")
def make_board() -> MakeBoard:
    """Make a board of a kind, `reed` or `hall`."""
    folder = pc_core()
    return lambda kind, **options: PcBoard(folder / f"{kind}.so", kind, **options)


@pytest.fixture(scope="session")
def make_greeted(make_board: MakeBoard) -> MakeBoard:
    """The same, greeted, and what it said to that is read."""

    def greeted(kind: str, **options: int) -> PcBoard:
        board = make_board(kind, **options)
        board.take(greet(SESSION))
        board.say()
        return board

    return greeted


@pytest.fixture(params=["reed", "hall"])
def kind(request: pytest.FixtureRequest) -> str:
    """Each kind of sensor."""
    return str(request.param)
