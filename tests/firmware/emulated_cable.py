"""The emulated board at the end of a cable, as the tests of the daemon plug boards in and out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from firmware_bridge.message_parts import Rgb
from firmware_bridge.square_map import SquareMap, load_square_map
from tests.daemon.cabled import EMPTY
from tests.firmware.emulated_board import CYCLES_PER_MS, EmulatedBoard


class EmulatedCable:
    """The real firmware in an emulated microcontroller."""

    def __init__(self, board: EmulatedBoard, squares: SquareMap) -> None:
        self.emulated = board
        self.squares = squares

    @property
    def build(self) -> str:
        """How it is built, as the configuration calls it."""
        return self.squares.build

    @property
    def path(self) -> Path:
        """Its port, while it is plugged in."""
        return Path(self.emulated.port)

    def plug_in(self) -> None:
        self.emulated.plug()

    def unplug(self) -> None:
        self.emulated.unplug()

    def reset(self) -> None:
        self.emulated.reset()

    def read(self, raw: Mapping[int, int]) -> None:
        """Let squares read so from now on: 0 or 1, or ADC steps."""
        for square, reading in raw.items():
            self.emulated.set_level(self.squares.sensors.index(square), reading)

    def let_go_by(self, milliseconds: float) -> None:
        """Wait until so much emulated time has gone by."""
        end = self.emulated.statistics().cycle + milliseconds * CYCLES_PER_MS
        while self.emulated.statistics().cycle < end:
            pass

    def lights(self) -> tuple[Rgb, ...]:
        """What the squares were lit with last, a1 first, as decoded from the strip's pin."""
        shown = self.emulated.led_frames[-1].colours
        by_square = dict(zip(self.squares.leds, shown, strict=True))
        return tuple(by_square[square] for square in range(64))


@contextmanager
def emulated_cable(build: str = "reed-serial") -> Iterator[EmulatedCable]:
    """A board with empty squares that is not plugged in yet."""
    squares = load_square_map(build)
    with EmulatedBoard(build) as board:
        board.unplug()
        cable = EmulatedCable(board, squares)
        cable.read(dict.fromkeys(range(64), EMPTY[squares.board_kind]))
        yield cable
        assert board.faults == []
