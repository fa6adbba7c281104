"""Reading an 8x8 matrix of reeds through the pins of a Raspberry Pi, row by row.

A row is driven low while its eight columns are read, all other rows float. A column has a
pull-up, so it reads low where a reed of that row is closed. The diode in series with each reed
lets current flow from its column to its row only; without it three closed corners of a rectangle
show the fourth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

ROWS: Final = 8
COLUMNS: Final = 8


class Gpio(Protocol):
    """The part of the module `RPi.GPIO` that is used; `rpi-lgpio` has the same."""

    BCM: int
    IN: int
    OUT: int
    LOW: int
    PUD_OFF: int
    PUD_UP: int

    def setmode(self, mode: int, /) -> None:
        """Say how pins are numbered."""

    def setwarnings(self, wanted: bool, /) -> None:
        """Say whether to warn of pins that another program has used."""

    def setup(
        self, channel: int, direction: int, pull_up_down: int = ..., initial: int | None = ...
    ) -> None:
        """Make a pin an input or an output."""

    def input(self, channel: int, /) -> int:
        """The level of a pin, 0 or 1."""

    def cleanup(self, channels: list[int], /) -> None:
        """Make pins inputs again."""


@dataclass(frozen=True, slots=True)
class MatrixPins:
    """How the matrix is connected, in BCM numbers."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    settle: float
    """Seconds from driving a row to reading: what the row before drew low must rise meanwhile."""


class MatrixScan:
    """Reads all sensors, one bit each."""

    def __init__(self, gpio: Gpio, pins: MatrixPins, pause: Callable[[float], None]) -> None:
        """`pause`: waits so many seconds, or a little longer."""
        self._gpio = gpio
        self._pins = pins
        self._pause = pause

    def set_up(self) -> None:
        """Let all rows float, and pull the columns up. What the pins refuse is raised as it is."""
        gpio = self._gpio
        gpio.setmode(gpio.BCM)
        # The program before may have been killed: its pins are ours now.
        gpio.setwarnings(False)
        for column in self._pins.columns:
            gpio.setup(column, gpio.IN, pull_up_down=gpio.PUD_UP)
        for row in self._pins.rows:
            self._release(row)

    def read(self) -> int:
        """Which reeds are closed: bit 8 * row + column."""
        closed = 0
        for index, row in enumerate(self._pins.rows):
            closed |= self._row(row) << (COLUMNS * index)
        return closed

    def close(self) -> None:
        """Leave all pins as inputs."""
        self._gpio.cleanup([*self._pins.rows, *self._pins.columns])

    def _row(self, row: int) -> int:
        gpio = self._gpio
        gpio.setup(row, gpio.OUT, initial=gpio.LOW)
        try:
            self._pause(self._pins.settle)
            levels = [gpio.input(column) for column in self._pins.columns]
        finally:
            # Two rows driven at once would read as one.
            self._release(row)
        return sum(1 << index for index, level in enumerate(levels) if level == gpio.LOW)

    def _release(self, row: int) -> None:
        # Floating rather than driven high: a diode that was forgotten must not short two pins.
        self._gpio.setup(row, self._gpio.IN, pull_up_down=self._gpio.PUD_OFF)
