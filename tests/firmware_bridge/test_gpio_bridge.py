"""The board on a Pi's own pins: what its thread reports, what it lights, how it fails."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from firmware_bridge.bridge import Input
from firmware_bridge.frames import SensorFrame
from firmware_bridge.gpio_bridge import (
    AWAKE,
    RESTING_SHARE,
    SCAN,
    SLOWEST,
    GpioBridge,
    GpioError,
    load_gpio,
    rest_after,
)
from firmware_bridge.square_map import load_square_map
from firmware_bridge.squares import parse_square
from firmware_bridge.strip import SentStrip, StripError
from tests.firmware_bridge.fake_gpio import FakeGpio

SQUARES = tuple(range(64))
# A board that was wired turned by half: the first reed lies under h8.
TURNED = tuple(reversed(SQUARES))
DARK = ((0, 0, 0),) * 64


class Table:
    """A bridge to pins that are not there, and all that it has told and shown."""

    def __init__(
        self,
        sensors: tuple[int, ...] = SQUARES,
        leds: tuple[int, ...] = SQUARES,
        dead: frozenset[int] = frozenset(),
    ) -> None:
        self.shown: list[bytes] = []
        self.told: asyncio.Queue[Input] = asyncio.Queue()
        self.lit = threading.Event()
        wired = replace(load_square_map("reed-gpio"), sensors=sensors, leds=leds, dead=dead)
        assert wired.gpio is not None
        self.gpio = FakeGpio(wired.gpio.rows, wired.gpio.columns)
        self.bridge = GpioBridge(wired, lambda: self.gpio, self.strip, pause=self.gpio.wait)

    def strip(self, pin: int, count: int) -> SentStrip:
        assert (pin, count) == (10, 64)
        return SentStrip(count, self._send)

    def _send(self, data: bytes) -> None:
        self.shown.append(data)
        self.lit.set()

    async def next_frame(self) -> SensorFrame:
        frame = await self.told.get()
        assert isinstance(frame, SensorFrame)
        return frame

    async def next_picture(self) -> bytes:
        await asyncio.to_thread(self.lit.wait)
        self.lit.clear()
        return self.shown[-1]


def play(scene: Callable[[Table], Awaitable[None]], **wiring: Any) -> Table:
    table = Table(**wiring)

    async def run() -> None:
        await table.bridge.open(table.told.put_nowait)
        try:
            await scene(table)
        finally:
            await table.bridge.close()

    asyncio.run(run())
    return table


def test_who_is_cancelled_while_connecting_leaves_no_pin_set_up() -> None:
    table, is_at_it, may_go_on = Table(), threading.Event(), threading.Event()

    def slow(pin: int, count: int) -> SentStrip:
        is_at_it.set()
        may_go_on.wait()
        return table.strip(pin, count)

    table.bridge._make_strip = slow

    async def run() -> None:
        connecting = asyncio.create_task(table.bridge.connect(0.0))
        await asyncio.to_thread(is_at_it.wait)
        connecting.cancel()
        await asyncio.sleep(0)
        may_go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await connecting

    asyncio.run(run())
    assert table.gpio.calls["cleanup"] == 1
    assert not table.gpio._direction


def test_a_closed_reed_is_reported_at_its_square() -> None:
    async def scene(table: Table) -> None:
        table.gpio.closed = {(0, 0), (3, 4)}
        frame = await table.next_frame()
        assert frame.readings == {parse_square("a1"): 1, parse_square("e4"): 1}
        table.gpio.closed = {(3, 4)}
        later = await table.next_frame()
        assert later.readings == {parse_square("a1"): 0}
        assert later.t >= frame.t

    play(scene)


def test_the_square_map_says_where_a_reed_lies() -> None:
    async def scene(table: Table) -> None:
        table.gpio.closed = {(0, 1)}
        assert (await table.next_frame()).readings == {parse_square("g8"): 1}

    play(scene, sensors=TURNED)


def test_a_reed_that_is_known_to_be_broken_reads_empty() -> None:
    async def scene(table: Table) -> None:
        table.gpio.closed = {(0, 0), (0, 1)}
        assert (await table.next_frame()).readings == {1: 1}

    play(scene, dead=frozenset({0}))


def test_a_build_with_a_microcontroller_is_refused() -> None:
    with pytest.raises(GpioError, match="own pins, saw reed-serial"):
        GpioBridge(load_square_map("reed-serial"))


def test_what_stands_there_at_the_start_is_known_and_not_reported() -> None:
    table = Table()
    table.gpio.closed = {(1, 0)}

    async def run() -> None:
        await table.bridge.open(table.told.put_nowait)
        assert table.bridge.whole().readings[parse_square("a2")] == 1
        table.gpio.closed = {(1, 0), (1, 1)}
        assert (await table.next_frame()).readings == {parse_square("b2"): 1}
        whole = table.bridge.whole().readings
        assert {square for square, reading in whole.items() if reading} == {8, 9}
        await table.bridge.close()

    asyncio.run(run())


def test_pictures_reach_the_leds_in_the_order_of_the_strip() -> None:
    async def scene(table: Table) -> None:
        assert await table.next_picture() == bytes(192), "dark at first"
        table.bridge.show([(1, 2, 3), *DARK[1:]])
        assert (await table.next_picture())[-3:] == bytes([2, 1, 3])

    table = play(scene, leds=TURNED)
    assert table.shown[-1] == bytes(192), "and dark at the end"


def test_closing_gives_all_pins_back_and_may_be_done_twice() -> None:
    async def scene(table: Table) -> None:
        await table.bridge.close()

    table = play(scene)
    assert table.gpio.in_use == set()
    assert not [thread for thread in threading.enumerate() if thread.name == "gpio"]


def test_pins_that_fail_are_told_and_set_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.gpio_bridge._AGAIN", 0.0)

    async def scene(table: Table) -> None:
        real_input = table.gpio.input

        def broken(channel: int, /) -> int:
            raise RuntimeError("bad GPIO number")

        table.gpio.input = broken  # type: ignore[method-assign]
        assert (await table.next_frame()).readings == {}, "whoever listens is to look"
        assert table.bridge.trouble == (
            "expected to use the pins of the matrix, saw: bad GPIO number"
        )
        table.gpio.input = real_input  # type: ignore[method-assign]
        assert (await table.next_frame()).readings == {}
        assert not table.bridge.trouble
        table.gpio.closed = {(0, 0)}
        assert (await table.next_frame()).readings == {0: 1}

    play(scene)


def test_a_strip_that_fails_later_is_told_and_the_board_is_still_read() -> None:
    async def scene(table: Table) -> None:
        real_send = table._send

        def broken(data: bytes) -> None:
            raise RuntimeError("ws2811_render failed with code -10")

        strip = table.bridge._strip
        strip._send = broken
        table.bridge.show(DARK)
        assert (await table.next_frame()).readings == {}
        assert "ws2811_render failed" in str(table.bridge.trouble)
        table.gpio.closed = {(0, 0)}
        assert (await table.next_frame()).readings == {0: 1}
        strip._send = real_send
        assert (await table.next_frame()).readings == {}
        assert table.bridge.trouble is None

    play(scene)


def test_a_board_can_be_opened_again() -> None:
    async def scene(table: Table) -> None:
        await table.bridge.close()
        await table.bridge.open(table.told.put_nowait)
        table.gpio.closed = {(7, 7)}
        assert (await table.next_frame()).readings == {63: 1}

    play(scene)


def test_leds_that_cannot_be_driven_keep_the_board_from_opening() -> None:
    class Refused(SentStrip):
        def show(self) -> None:
            raise RuntimeError("NeoPixel support requires running with sudo, please try again!")

    table = Table()
    table.bridge._make_strip = lambda pin, count: Refused(count, print)
    with pytest.raises(StripError, match="sudo.*GPIO 10"):
        asyncio.run(table.bridge.open(table.told.put_nowait))


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("This module can only be run on a Raspberry Pi!"),
        NotImplementedError("Board not supported"),
        OSError("can not open gpiochip"),
        ImportError("No module named 'RPi'"),
    ],
)
def test_away_from_a_pi_one_sentence_says_what_to_install(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refusing:
        def find_spec(self, name: str, *rest: Any) -> None:
            if name in ("RPi", "RPi.GPIO"):
                raise error

    monkeypatch.setattr(sys, "meta_path", [Refusing(), *sys.meta_path])
    for name in ("RPi", "RPi.GPIO"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(GpioError) as caught:
        load_gpio()
    sentence = str(caught.value)
    assert sentence.startswith(f"expected the pins of a Raspberry Pi, saw: {error}")
    assert "pacoboard[pi]" in sentence
    assert "rpi-lgpio" in sentence


def test_a_hundred_scans_a_second_while_somebody_is_at_the_board() -> None:
    assert rest_after(scan=0.004, cpu=0.003, idle=0.0) == pytest.approx(SCAN - 0.004)
    assert rest_after(scan=0.5, cpu=0.5, idle=0.0) > 0


@pytest.mark.parametrize("cpu", [0.0001, 0.0005, 0.001, 0.0018])
def test_at_rest_scanning_takes_no_more_than_its_share(cpu: float) -> None:
    scan = cpu + 0.0008
    every = scan + rest_after(scan, cpu, idle=AWAKE)
    assert cpu / every <= RESTING_SHARE + 1e-9
    assert SCAN <= every <= SLOWEST + 1e-9


def test_on_a_slow_machine_a_change_is_still_seen_in_time() -> None:
    assert 0.005 + rest_after(0.005, 0.005, idle=AWAKE) == pytest.approx(SLOWEST)
