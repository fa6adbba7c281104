"""What every bridge must do, whatever is at its other end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from firmware_bridge.bridge import Input, Pixel
from firmware_bridge.frames import SensorFrame
from firmware_bridge.squares import parse_square
from tests.firmware.boards_under_test import EmulatedHallUnderTest, EmulatedReedUnderTest
from tests.firmware_bridge.boards_under_test import (
    BOARDS,
    BoardUnderTest,
    Make,
    Step,
    board_under_test,
)
from tests.firmware_bridge.pty_board import PATIENCE, until

EVERY: dict[str, Make] = {
    **BOARDS,
    **{board.name: board for board in (EmulatedReedUnderTest, EmulatedHallUnderTest)},
}
EVERY_BOARD = pytest.mark.parametrize("make", EVERY.values(), ids=EVERY)
STEPS: list[Step] = [
    (parse_square(name), is_occupied)
    for name, is_occupied in [
        ("e2", True),
        ("e4", True),
        ("e2", False),
        ("h8", True),
        ("a1", True),
        ("e2", True),
        ("h8", False),
    ]
]
AFTER = dict(STEPS)

Work = Callable[[BoardUnderTest], Awaitable[None]]


def at(make: Make, folder: Path, work: Work) -> None:
    async def all_of_it() -> None:
        async with board_under_test(make, folder, STEPS) as board:
            await work(board)

    asyncio.run(all_of_it())


def changes(board: BoardUnderTest, lines: list[Input]) -> list[Step]:
    return [
        (square, board.reads(reading))
        for line in lines
        if isinstance(line, SensorFrame)
        for square, reading in line.readings.items()
    ]


async def play(board: BoardUnderTest, lines: list[Input]) -> None:
    """Let it all happen, one thing after the other."""
    for count, (square, is_occupied) in enumerate(STEPS, start=1):
        board.set(square, is_occupied)
        await until(partial(has_come, board, lines, count), "a change")


def has_come(board: BoardUnderTest, lines: list[Input], count: int) -> bool:
    return len(changes(board, lines)) >= count


@pytest.mark.slow
@EVERY_BOARD
def test_every_change_is_delivered_once_in_its_order_and_time(make: Make, tmp_path: Path) -> None:
    async def work(board: BoardUnderTest) -> None:
        lines: list[Input] = []
        await board.bridge.connect(PATIENCE)
        board.bridge.whole()
        await board.bridge.open(lines.append)
        await play(board, lines)
        assert changes(board, lines) == STEPS
        times = [line.t for line in lines]
        assert times == sorted(times)
        assert times[-1] <= board.bridge.now()

    at(make, tmp_path, work)


@pytest.mark.slow
@EVERY_BOARD
def test_the_whole_board_reads_what_was_delivered(make: Make, tmp_path: Path) -> None:
    async def work(board: BoardUnderTest) -> None:
        lines: list[Input] = []
        await board.bridge.connect(PATIENCE)
        before = board.bridge.whole()
        assert not any(map(board.reads, before.readings.values()))
        await board.bridge.open(lines.append)
        await play(board, lines)
        readings = dict(before.readings)
        for line in lines:
            if isinstance(line, SensorFrame):
                readings.update(line.readings)
        after = board.bridge.whole()
        assert after.readings == readings
        assert {s: board.reads(r) for s, r in after.readings.items() if s in AFTER} == AFTER
        assert len(after.readings) == 64
        assert before.t <= lines[-1].t <= after.t

    at(make, tmp_path, work)


@pytest.mark.slow
@EVERY_BOARD
def test_all_that_is_delivered_is_another_reading_than_before(make: Make, tmp_path: Path) -> None:
    async def work(board: BoardUnderTest) -> None:
        lines: list[Input] = []
        await board.bridge.connect(PATIENCE)
        readings = dict(board.bridge.whole().readings)
        await board.bridge.open(lines.append)
        await play(board, lines)
        for line in lines:
            assert isinstance(line, SensorFrame)
            for square, reading in line.readings.items():
                assert readings[square] != reading
                readings[square] = reading

    at(make, tmp_path, work)


def shows(board: BoardUnderTest, wanted: tuple[Pixel, ...]) -> bool:
    return board.lights() == wanted


@pytest.mark.slow
@EVERY_BOARD
def test_pictures_light_the_squares_a1_first(make: Make, tmp_path: Path) -> None:
    async def work(board: BoardUnderTest) -> None:
        await board.bridge.open(lambda line: None)
        rng = random.Random(3)
        for _ in range(3):
            # Few enough that no cap on the current dims them.
            wanted = tuple((rng.randrange(9), rng.randrange(9), n) for n in range(64))
            board.bridge.show(wanted)
            await until(partial(shows, board, wanted), "the picture")

    at(make, tmp_path, work)


@pytest.mark.slow
@EVERY_BOARD
def test_a_board_that_is_there_is_no_trouble(make: Make, tmp_path: Path) -> None:
    async def work(board: BoardUnderTest) -> None:
        await board.bridge.connect(PATIENCE)
        assert board.bridge.trouble is None

    at(make, tmp_path, work)


@pytest.mark.slow
@EVERY_BOARD
def test_the_clock_never_runs_backwards(make: Make, tmp_path: Path) -> None:
    async def work(board: BoardUnderTest) -> None:
        times = [board.bridge.now()]
        await board.bridge.connect(PATIENCE)
        times += [board.bridge.whole().t, board.bridge.now()]
        await board.bridge.open(lambda line: times.append(line.t))
        times.append(board.bridge.now())
        assert times == sorted(times)

    at(make, tmp_path, work)


@pytest.mark.slow
@EVERY_BOARD
def test_nothing_is_delivered_after_closing_and_closing_twice_is_once(
    make: Make, tmp_path: Path
) -> None:
    async def work(board: BoardUnderTest) -> None:
        lines: list[Input] = []
        await board.bridge.connect(PATIENCE)
        await board.bridge.open(lines.append)
        await board.bridge.close()
        told = len(lines)
        await board.bridge.close()
        for _ in range(30):
            await asyncio.sleep(0.001)
        assert len(lines) == told

    at(make, tmp_path, work)


@EVERY_BOARD
def test_a_board_that_nobody_opened_can_be_closed(make: Make, tmp_path: Path) -> None:
    async def work(board: BoardUnderTest) -> None:
        await board.bridge.close()

    at(make, tmp_path, work)
