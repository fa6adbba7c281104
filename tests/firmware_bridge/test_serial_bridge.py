"""The serial bridge over a pty: a board that is there, is not, goes away and comes back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.bridge import Input
from firmware_bridge.frames import Reading, SensorFrame
from firmware_bridge.message_parts import BoardKind
from firmware_bridge.serial_bridge import SerialBridge
from firmware_bridge.square_map import HallScale, SquareMap, load_square_map
from firmware_bridge.squares import parse_square
from tests.firmware_bridge.model_board import ModelBoard
from tests.firmware_bridge.pty_board import PtyBoard, until

A1, B1, E2, E4 = map(parse_square, ("a1", "b1", "e2", "e4"))
EMPTY: dict[int, Reading] = dict.fromkeys(range(64), 0)


class Desk:
    """A board, its cable, and a bridge that looks for it."""

    def __init__(
        self,
        folder: Path,
        board: ModelBoard | None = None,
        squares: SquareMap | None = None,
        assumed: dict[int, Reading] | None = None,
    ) -> None:
        self.port = PtyBoard(folder / "tty", board)
        squares = squares or load_square_map("reed-serial")
        self.bridge = SerialBridge(squares, assumed or EMPTY, str(self.port.path))
        self.lines: list[Input] = []

    async def open(self) -> None:
        await self.bridge.open(self.lines.append)

    async def connected(self) -> None:
        await until(lambda: self.bridge.trouble is None, "a board")

    def told(self) -> list[dict[int, Reading]]:
        return [
            dict(line.readings)
            for line in self.lines
            if isinstance(line, SensorFrame) and line.readings
        ]


def at(tmp_path: Path, work: Callable[[Desk], Awaitable[None]], **options: object) -> Desk:
    """Let something happen at a desk."""

    async def all_of_it() -> Desk:
        desk = Desk(tmp_path, **options)  # type: ignore[arg-type]
        try:
            await work(desk)
        finally:
            await desk.bridge.close()
            desk.port.close()
        return desk

    return asyncio.run(all_of_it())


def test_what_changes_on_the_board_is_told_with_its_time(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        desk.port.board.sensors[E2] = 1
        desk.port.plug_in()
        await desk.bridge.connect(30.0)
        assert desk.bridge.trouble is None
        assert desk.bridge.whole().readings == {**EMPTY, E2: 1}
        await desk.open()
        desk.port.read(E2, 0)
        desk.port.read(E4, 1)
        await until(lambda: len(desk.told()) == 2)

    desk = at(tmp_path, work)
    assert desk.told() == [{E2: 0}, {E4: 1}]
    times = [line.t for line in desk.lines]
    assert times == sorted(times)


@pytest.mark.slow
def test_without_a_board_it_says_so_and_takes_the_squares_to_read_as_assumed(
    tmp_path: Path,
) -> None:
    async def work(desk: Desk) -> None:
        await desk.bridge.connect(0.0)
        assert desk.bridge.trouble == (
            f"The board is not connected: {desk.port.path}: no such file or directory."
        )
        assert desk.bridge.whole().readings == {**EMPTY, E2: 1}
        await desk.open()
        desk.port.board.sensors[E4] = 1
        desk.port.plug_in()
        await desk.connected()

    desk = at(tmp_path, work, assumed={**EMPTY, E2: 1})
    assert desk.told() == [{E2: 0, E4: 1}]


def test_what_changes_between_whole_and_open_is_not_lost(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        desk.port.plug_in()
        await desk.bridge.connect(30.0)
        desk.bridge.whole()
        desk.port.read(E2, 1)
        await until(lambda: desk.bridge._read[E2] == 1)
        assert desk.lines == []
        await desk.open()

    assert at(tmp_path, work).told() == [{E2: 1}]


@pytest.mark.slow
def test_a_board_that_was_unplugged_comes_back_and_what_differs_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="firmware_bridge")

    async def work(desk: Desk) -> None:
        await desk.open()
        desk.port.plug_in()
        await desk.connected()
        desk.port.read(E2, 1)
        await until(lambda: desk.told() == [{E2: 1}])
        desk.port.unplug()
        await until(lambda: desk.bridge.trouble)
        assert desk.bridge.trouble == (
            f"The board is not connected: {desk.port.path}: it was pulled out."
        )
        desk.port.board.sensors[E2], desk.port.board.sensors[E4] = 0, 1
        desk.port.plug_in()
        await desk.connected()
        desk.port.read(B1, 1)
        await until(lambda: len(desk.told()) == 3)

    desk = at(tmp_path, work)
    assert desk.told() == [{E2: 1}, {E2: 0, E4: 1}, {B1: 1}]
    said = [record.getMessage() for record in caplog.records]
    assert [line for line in said if "is connected on" in line] == 2 * [
        f"The board is connected on {desk.port.path}"
    ]


@pytest.mark.slow
def test_a_board_that_falls_silent_is_looked_for_again(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        await desk.open()
        desk.port.plug_in()
        await desk.connected()
        desk.port.board.deaf_until = float("inf")
        stopped = desk.port.board
        desk.port.board = ModelBoard(at=float("inf"))
        desk.port.board.out.clear()
        await until(lambda: desk.bridge.trouble, "that it is missed")
        assert "has stopped answering" in str(desk.bridge.trouble)
        desk.port.board = stopped
        stopped.reset(desk.port.now)
        await desk.connected()

    at(tmp_path, work)


@pytest.mark.slow
def test_a_board_that_is_reset_in_mid_turn_goes_on_without_trouble(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        await desk.open()
        desk.port.plug_in()
        await desk.connected()
        desk.port.read(E2, 1)
        await until(lambda: desk.told() == [{E2: 1}])
        desk.port.board.reset(desk.port.now)
        desk.port.board.sensors[E4] = 1
        await until(lambda: desk.told() == [{E2: 1}, {E4: 1}])
        assert desk.bridge.trouble is None

    at(tmp_path, work)


@pytest.mark.slow
def test_another_major_version_is_named(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        await desk.open()
        desk.port.plug_in()
        await until(lambda: "spoken here" in str(desk.bridge.trouble))
        assert desk.bridge.trouble == (
            f"The board on {desk.port.path} cannot be used: it speaks version 2.7 of the protocol, "
            "and 1.0 is spoken here."
        )

    at(tmp_path, work, board=ModelBoard(major=2))


@pytest.mark.slow
def test_a_board_of_another_build_is_named(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        await desk.open()
        desk.port.plug_in()
        await until(lambda: "Hall" in str(desk.bridge.trouble))
        assert "expected a board with Reed sensors, saw one with Hall" in str(desk.bridge.trouble)

    at(tmp_path, work, board=ModelBoard(BoardKind.HALL))


@pytest.mark.slow
def test_what_is_shown_before_the_board_is_there_is_shown_once_it_is(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        pixels = [(0, 0, 0)] * 64
        pixels[A1], pixels[63] = (1, 2, 3), (9, 8, 7)
        desk.bridge.show(pixels)
        await desk.open()
        desk.port.plug_in()
        await until(lambda: desk.port.board.shows)
        # The strip goes to and fro: its last LED is under a8, and h8 is seven before.
        shown = desk.port.board.shows[-1]
        assert (shown[0], shown[56]) == ((1, 2, 3), (9, 8, 7))

    at(tmp_path, work)


@pytest.mark.slow
def test_levels_are_told_as_somebody_or_nobody_and_can_be_asked_for(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        desk.port.board.sensors = [512] * 64
        await desk.open()
        desk.port.plug_in()
        await desk.connected()
        desk.port.read(E4, 540)
        await until(lambda: desk.told() == [{E4: 1}])
        desk.port.read(E4, 520)
        await until(lambda: desk.bridge.levels[E4] == 520)
        desk.port.read(E4, 515)
        await until(lambda: desk.told() == [{E4: 1}, {E4: 0}])
        assert {desk.bridge.levels[square] for square in range(64) if square != E4} == {512}

    board, squares = ModelBoard(BoardKind.HALL), load_square_map("hall-serial")
    at(tmp_path, work, board=board, squares=squares)


@pytest.mark.slow
def test_levels_are_told_as_millitesla_where_no_threshold_is(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        desk.port.board.sensors = [512] * 64
        await desk.open()
        desk.port.plug_in()
        await desk.connected()
        assert set(desk.bridge.whole().readings.values()) == {0.0}
        desk.port.read(E4, 812)
        await until(lambda: desk.told()[-1:] == [{E4: 58.5}])

    at(
        tmp_path,
        work,
        board=ModelBoard(BoardKind.HALL),
        squares=replace(
            load_square_map("hall-serial"), hall=HallScale(zero=512, millitesla_per_step=0.195)
        ),
    )


@pytest.mark.slow
def test_whenever_the_trouble_changes_a_frame_is_delivered(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        seen: list[str | None] = []
        await desk.bridge.open(lambda _: seen.append(desk.bridge.trouble))
        await until(lambda: desk.bridge.trouble and "no such file" in desk.bridge.trouble)
        desk.port.plug_in()
        await desk.connected()
        desk.port.unplug()
        await until(lambda: desk.bridge.trouble)
        changes = [now for now, before in zip(seen, ["", *seen], strict=False) if now != before]
        assert None in changes
        assert len(changes) >= 3
        assert changes[-1] == desk.bridge.trouble

    at(tmp_path, work)


@pytest.mark.slow
def test_a_port_that_another_program_uses_is_said_to_be(tmp_path: Path) -> None:
    async def work(desk: Desk) -> None:
        await desk.open()
        desk.port.plug_in()
        await desk.connected()
        second = SerialBridge(load_square_map("reed-serial"), EMPTY, str(desk.port.path))
        await second.connect(0.0)
        assert second.trouble == (
            f"The board is not connected: {desk.port.path}: another program uses it."
        )
        await second.close()
        assert desk.bridge.trouble is None

    at(tmp_path, work)
