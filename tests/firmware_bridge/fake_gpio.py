"""A stand-in for the module `RPi.GPIO` with a matrix of reeds on its pins, true to its currents.

A closed reed joins a column to a row, through a diode that conducts from the column to the row, or
straight where the diode was forgotten. A column that nothing draws low rises by its pull-up, which
takes time; a floating row has no level of its own. What the real module refuses is refused.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

RISE: Final = 8e-6
"""Seconds that a pull-up of 50 kOhm needs to charge the wires of a column."""


@dataclass
class FakeGpio:
    """The pins, the matrix on them, and a clock that stands still unless somebody waits."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    closed: set[tuple[int, int]] = field(default_factory=set)
    """The reeds that are closed, as (row, column)."""
    no_diode: set[tuple[int, int]] = field(default_factory=set)
    call_time: float = 0.0
    """Seconds that each call takes."""

    BCM = 11
    BOARD = 10
    IN = 1
    OUT = 0
    LOW = 0
    HIGH = 1
    PUD_OFF = 20
    PUD_DOWN = 21
    PUD_UP = 22

    def __post_init__(self) -> None:
        self.now = 0.0
        self.calls: Counter[str] = Counter()
        self._mode: int | None = None
        self._direction: dict[int, int] = {}
        self._pulls: dict[int, int] = {}
        self._level: dict[int, int] = {}
        self._low_until: dict[int, float] = {}

    # --- the module ---

    def setmode(self, mode: int, /) -> None:
        self._called("setmode")
        if mode not in (self.BCM, self.BOARD):
            raise ValueError("An invalid mode was passed to setmode()")
        if self._mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        self._mode = mode

    def setwarnings(self, wanted: bool, /) -> None:
        self._called("setwarnings")

    def setup(
        self, channel: int, direction: int, pull_up_down: int = PUD_OFF, initial: int | None = None
    ) -> None:
        self._called("setup")
        if self._mode is None:
            raise RuntimeError("Please set pin numbering mode using GPIO.setmode(GPIO.BCM)")
        if direction == self.OUT and pull_up_down != self.PUD_OFF:
            raise ValueError("pull_up_down parameter is not valid for outputs")
        if direction == self.IN and initial is not None:
            raise ValueError("initial parameter is not valid for inputs")
        self._note_levels()
        self._direction[channel] = direction
        self._pulls[channel] = pull_up_down
        if direction == self.OUT and initial is not None:
            self._level[channel] = initial
        self._note_levels()

    def input(self, channel: int, /) -> int:
        self._called("input")
        if channel not in self._direction:
            raise RuntimeError("You must setup() the GPIO channel first")
        if self._direction[channel] == self.OUT:
            return self._level.get(channel, self.LOW)
        if channel not in self.columns or self._pulls[channel] != self.PUD_UP:
            raise AssertionError(f"pin {channel} floats: what it reads means nothing")
        self._note_levels()
        return self.LOW if self.now < self._low_until.get(channel, -1.0) else self.HIGH

    def output(self, channel: int, value: int, /) -> None:
        self._called("output")
        if self._direction.get(channel) != self.OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self._note_levels()
        self._level[channel] = value
        self._note_levels()

    def cleanup(self, channels: list[int], /) -> None:
        self._called("cleanup")
        for channel in channels:
            self._direction.pop(channel, None)

    # --- the table ---

    def wait(self, seconds: float) -> None:
        """Time goes on."""
        self.now += seconds

    @property
    def driven(self) -> list[int]:
        """The rows that are outputs now."""
        return [row for row in self.rows if self._direction.get(row) == self.OUT]

    @property
    def in_use(self) -> set[int]:
        """The pins that are set up."""
        return set(self._direction)

    def _called(self, name: str) -> None:
        self.calls[name] += 1
        self.now += self.call_time

    def _note_levels(self) -> None:
        """Note which columns are drawn low now: each stays so until its pull-up has charged it."""
        for column in self._drawn_low():
            self._low_until[self.columns[column]] = self.now + RISE

    def _drawn_low(self) -> set[int]:
        """The columns from which current finds a way to a row that is driven low."""
        low_rows = {
            index
            for index, row in enumerate(self.rows)
            if self._direction.get(row) == self.OUT and self._level.get(row) == self.LOW
        }
        low_columns: set[int] = set()
        while True:
            # Column to row: always. Row to column: only where no diode is in the way.
            columns = {c for r, c in self.closed if r in low_rows}
            rows = {r for r, c in self.closed & self.no_diode if c in columns}
            self._refuse_short_circuits(rows)
            if columns <= low_columns and rows <= low_rows:
                return low_columns
            low_columns |= columns
            low_rows |= rows

    def _refuse_short_circuits(self, low: set[int]) -> None:
        for index in low:
            row = self.rows[index]
            is_high = self._direction.get(row) == self.OUT and self._level.get(row) == self.HIGH
            assert not is_high, f"pin {row} is driven high and shorted to a pin that is driven low"
