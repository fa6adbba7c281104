"""Boards of every kind, each with hands that can let squares read what they should, and eyes.

Whoever writes a new bridge writes one more of these, and `test_bridge_contract` tells whether it is
a bridge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import ClassVar

from firmware_bridge.bridge import Bridge, Input, Pixel
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from firmware_bridge.gpio_bridge import GpioBridge
from firmware_bridge.message_parts import BoardKind
from firmware_bridge.replay_bridge import ReplayBridge
from firmware_bridge.serial_bridge import SerialBridge
from firmware_bridge.square_map import load_square_map
from firmware_bridge.strip import SentStrip, pixels_on_wire
from firmware_bridge.trace import TRACE_VERSION, TraceHeader
from firmware_bridge.virtual_bridge import VirtualBridge
from tests.firmware_bridge.fake_gpio import FakeGpio
from tests.firmware_bridge.model_board import ModelBoard
from tests.firmware_bridge.pty_board import PtyBoard

Step = tuple[int, bool]
"""A square, and whether somebody stands there from now on."""


class BoardUnderTest(ABC):
    """A bridge, and what is at its other end. Made in a running loop; all squares are empty."""

    name: ClassVar[str]
    bridge: Bridge

    @abstractmethod
    def set(self, square: int, is_occupied: bool) -> None:
        """Let a square read so from now on."""

    @abstractmethod
    def reads(self, reading: Reading) -> bool:
        """Whether a reading says that somebody stands there."""

    @abstractmethod
    def lights(self) -> tuple[Pixel, ...]:
        """What the LEDs below the squares show, a1 first."""

    def clear_away(self) -> None:  # noqa: B027 - most have nothing there
        """Clear away what is at the other end."""


class VirtualBoardUnderTest(BoardUnderTest):
    name = "virtual"

    def __init__(self, folder: Path, steps: list[Step]) -> None:
        self._virtual = VirtualBridge(SensorKind.PRESENCE, {})
        self.bridge = self._virtual

    def set(self, square: int, is_occupied: bool) -> None:
        self._virtual.tell({square: int(is_occupied)})

    def reads(self, reading: Reading) -> bool:
        return reading == 1

    def lights(self) -> tuple[Pixel, ...]:
        return self._virtual.pixels


class ReplayUnderTest(BoardUnderTest):
    """It knows from the start what will happen, so `set` has nothing to do."""

    name = "replay"

    def __init__(self, folder: Path, steps: list[Step]) -> None:
        header = TraceHeader(TRACE_VERSION, SensorKind.PRESENCE, "fen")
        lines: list[Input] = [
            SensorFrame(0.01 * n, {square: int(is_occupied)})
            for n, (square, is_occupied) in enumerate(steps)
        ]
        self._replay = ReplayBridge(header, lines, dict.fromkeys(range(64), 0))
        self.bridge = self._replay

    def set(self, square: int, is_occupied: bool) -> None:
        pass

    def reads(self, reading: Reading) -> bool:
        return reading == 1

    def lights(self) -> tuple[Pixel, ...]:
        return self._replay.pixels


class SerialUnderTest(BoardUnderTest):
    """Over a pty, with the model of the board behind it."""

    kind = BoardKind.REED
    build = "reed-serial"
    levels = (0, 1)
    learned = "{}"

    def __init__(self, folder: Path, steps: list[Step]) -> None:
        layout = folder / "layout.yaml"
        layout.write_text(self.learned, encoding="utf-8")
        self._map = load_square_map(self.build, layout)
        empty, _ = self.levels
        self.port = PtyBoard(folder / "tty", ModelBoard(self.kind, sensors=[empty] * 64))
        self.port.plug_in()
        assumed: dict[int, Reading] = dict.fromkeys(range(64), self._map.reading(0, empty))
        self.bridge = SerialBridge(self._map, assumed, str(self.port.path))

    def set(self, square: int, is_occupied: bool) -> None:
        self.port.read(self._map.sensors.index(square), self.levels[is_occupied])

    def lights(self) -> tuple[Pixel, ...]:
        shown = self.port.board.shows[-1:] or [((0, 0, 0),) * 64]
        by_square = dict(zip(self._map.leds, shown[0], strict=True))
        return tuple(by_square[square] for square in range(64))

    def clear_away(self) -> None:
        self.port.close()


class SerialReedUnderTest(SerialUnderTest):
    name = "serial, reed"

    def reads(self, reading: Reading) -> bool:
        return reading == 1


class SerialHallUnderTest(SerialUnderTest):
    name = "serial, hall"
    kind = BoardKind.HALL
    build = "hall-serial"
    levels = (512, 812)

    def reads(self, reading: Reading) -> bool:
        return reading == 1


class SerialFieldUnderTest(SerialHallUnderTest):
    name = "serial, field"
    learned = "hall: {zero: 512, millitesla_per_step: 0.195}"

    def reads(self, reading: Reading) -> bool:
        assert isinstance(reading, float)
        return reading > 30


class GpioUnderTest(BoardUnderTest):
    """On pins that obey the laws of currents."""

    name = "gpio"

    def __init__(self, folder: Path, steps: list[Step]) -> None:
        self._map = load_square_map("reed-gpio")
        assert self._map.gpio is not None
        self._gpio = FakeGpio(self._map.gpio.rows, self._map.gpio.columns)
        self._shown = bytes(192)
        self.bridge = GpioBridge(
            self._map,
            lambda: self._gpio,
            lambda pin, count: SentStrip(count, self._light),
            pause=self._gpio.wait,
        )

    def set(self, square: int, is_occupied: bool) -> None:
        reed = divmod(self._map.sensors.index(square), 8)
        # All at once, as the thread that scans may come at any time.
        self._gpio.closed = self._gpio.closed - {reed} | ({reed} if is_occupied else set())

    def reads(self, reading: Reading) -> bool:
        return reading == 1

    def lights(self) -> tuple[Pixel, ...]:
        by_square = dict(zip(self._map.leds, pixels_on_wire(self._shown), strict=True))
        return tuple(by_square[square] for square in range(64))

    def _light(self, data: bytes) -> None:
        self._shown = data


Make = Callable[[Path, list[Step]], BoardUnderTest]
BOARDS: dict[str, Make] = {
    board.name: board
    for board in (
        VirtualBoardUnderTest,
        ReplayUnderTest,
        SerialReedUnderTest,
        SerialHallUnderTest,
        SerialFieldUnderTest,
        GpioUnderTest,
    )
}
"""How each kind of board is made: in a folder of its own, told what will be done to it."""


@asynccontextmanager
async def board_under_test(
    make: Make, folder: Path, steps: list[Step]
) -> AsyncIterator[BoardUnderTest]:
    """A board for as long as this lasts."""
    board = make(folder, steps)
    try:
        yield board
    finally:
        await board.bridge.close()
        board.clear_away()
