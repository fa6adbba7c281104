"""What a check has found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from board_daemon.checkup.solving import Explanation
from firmware_bridge.frames import SensorKind


@dataclass(frozen=True, slots=True)
class Faint:
    """How strongly a sensor reads that was not felt."""

    most: float
    """The most that it has read in the whole check, mT."""
    noise: float
    """What it read of itself on the empty board, mT."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What the check has found. All sets hold real squares."""

    kind: SensorKind
    explanation: Explanation
    silent: frozenset[int]
    """No sensor answered there."""
    stuck: frozenset[int]
    """A sensor that feels a piece where there is none."""
    dark: frozenset[int]
    """Whose LED nobody has seen lit."""
    unseen: frozenset[int]
    """Whose sensor cannot answer for the LED, and nobody has said whether it is lit."""
    astray: frozenset[int]
    """Whose LEDs are lit, but not there: which of them lies where, no sensor can tell."""
    weak: Mapping[int, float]
    """Sensors that read much less than the others, and how much, mT."""
    upside_down: frozenset[int]
    """Sensors that read the other way round than most."""
    together: tuple[tuple[int, ...], ...]
    """Squares whose sensors answer at once."""
    typical: float = 0.0
    """What a sensor reads under the piece on most squares, mT; 0 where no field is measured."""
    faint: Mapping[int, Faint] = field(default_factory=dict)
    """What the silent sensors have read, where a field is measured."""

    @property
    def dead(self) -> frozenset[int]:
        """Squares whose sensors are of no use."""
        return self.silent | self.stuck
