"""Scanning a virtual board: its changes as frames, with all that sensors get wrong."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.frames import (
    READING_OF_A_PIECE,
    READING_OF_NOBODY,
    Reading,
    SensorFrame,
    SensorKind,
)
from firmware_bridge.squares import SQUARE_COUNT
from firmware_bridge.virtual_board import VirtualBoard
from firmware_bridge.virtual_sensors import Sensors

BOUNCE_STEP: Final = 0.002
"""Seconds between the toggles of a bouncing contact."""
_REPORTED_STEP: Final = 1.5
"""A field is reported when it has changed by this many mT."""
_RAMP_STEP: Final = 0.012
"""Seconds between two samples of a field that grows or fades."""
_RAMP_FROM: Final = 12.0
"""A field that changes by more mT than this is seen on its way."""
_FIELD_OF_A_PIECE: Final = 50.0
"""What a lone white piece makes a sensor under it read, in mT along its axis."""


@dataclass(frozen=True, slots=True)
class Faults:
    """How the sensors misbehave."""

    bounce: float = 0.0
    """Share of changes in which a contact bounces."""
    missed: float = 0.0
    """Share of changes that are noticed only a while later, or never if undone by then."""
    ramp: float = 0.5
    """Share of large changes of a field that are seen on their way."""
    dead: Mapping[int, float] = field(default_factory=dict[int, float])
    """Squares that read empty, and since when, in seconds; 0: from the start."""
    stuck: Mapping[int, float] = field(default_factory=dict[int, float])
    """Squares that go on reading what they read then; as `dead`."""
    welded: Mapping[int, float] = field(default_factory=dict[int, float])
    """Squares that read what they do with a white piece on them; as `dead`."""
    loose: Mapping[int, float] = field(default_factory=dict[int, float])
    """Squares with a loose contact, and how many seconds it stays open or closed on average. While
    it is open they read what they do with nobody on them."""


class VirtualScan:
    """Compares the board with what was last reported. Time never runs backwards."""

    def __init__(
        self, board: VirtualBoard, sensors: Sensors, faults: Faults, rng: random.Random
    ) -> None:
        self._board = board
        self._sensors = sensors
        self._faults = faults
        self._rng = rng
        board.take_disturbed()
        self._reported = [sensors.read(board, square, 0.0) for square in range(SQUARE_COUNT)]
        self._blind_until: dict[int, float] = {}
        self._to_fail = {
            square: since
            for square, since in (*faults.dead.items(), *faults.welded.items())
            if since > 0
        }
        self._open: set[int] = set()
        self._to_turn = {square: self._next_turn(0.0, square) for square in faults.loose}
        self._frames: list[SensorFrame] = []

    def opening(self, t: float) -> SensorFrame:
        """What is wrong from the start: what dead and welded squares should read otherwise."""
        shown = {s: self._shown(s, r, t) for s, r in enumerate(self._reported)}
        return SensorFrame(t, {s: r for s, r in shown.items() if r != self._reported[s]})

    def whole(self, t: float) -> SensorFrame:
        """What all 64 squares were last reported to read."""
        return SensorFrame(t, {s: self._shown(s, r, t) for s, r in enumerate(self._reported)})

    @property
    def wake(self) -> float | None:
        """When to scan again though nothing happens.

        What was missed shows, a square fails, or a loose contact opens or closes.
        """
        due = self._blind_until, self._to_fail, self._to_turn
        return min((t for times in due for t in times.values()), default=None)

    def scan(self, t: float) -> None:
        """Look at the board; the frames wait until `frames_until` asks for them."""
        for square in sorted(s for s, since in self._to_fail.items() if since <= t):
            self._let_fail(square, self._to_fail.pop(square))
        seen = {s for s, until in self._blind_until.items() if until <= t}
        for square in seen:
            del self._blind_until[square]
        disturbed = self._board.take_disturbed()
        for square in sorted(self._sensors.reach(disturbed) | seen | self._turned(t)):
            self._look_at(square, t, may_miss=square in disturbed)

    def _turned(self, t: float) -> set[int]:
        """The squares whose loose contact has opened or closed by then."""
        turned = {square for square, due in self._to_turn.items() if due <= t}
        for square in sorted(turned):
            self._to_turn[square] = self._next_turn(t, square)
        self._open ^= turned
        return turned

    def _next_turn(self, t: float, square: int) -> float:
        stays = self._rng.expovariate(1 / self._faults.loose[square])
        return round(t + max(stays, BOUNCE_STEP), 3)

    def breathe(self, t: float) -> None:
        """Let one idle square report its noise, as analogue sensors do."""
        if self._sensors.kind == SensorKind.FIELD:
            self._look_at(self._rng.randrange(SQUARE_COUNT), t, may_miss=False, always=True)

    def frames_until(self, t: float) -> list[SensorFrame]:
        """Take the frames up to that time, in order."""
        self._frames.sort(key=lambda frame: frame.t)
        ready = [frame for frame in self._frames if frame.t <= t]
        self._frames = self._frames[len(ready) :]
        return ready

    def _let_fail(self, square: int, t: float) -> None:
        before, now = self._reported[square], self._shown(square, self._reported[square], t)
        self._blind_until.pop(square, None)
        if before != now:
            self._report(t, square, [(0.0, now)])

    def _look_at(self, square: int, t: float, *, may_miss: bool, always: bool = False) -> None:
        if self._has_failed(square, t):
            return
        if square in self._blind_until:
            return
        before, now = self._reported[square], self._read(square, t)
        if not always and not self._differs(before, now):
            return
        if may_miss and self._rng.random() < self._faults.missed:
            self._blind_until[square] = round(t + self._rng.uniform(0.2, 1.0), 3)
            return
        self._report(t, square, self._course(before, now))

    def _read(self, square: int, t: float) -> Reading:
        reading = self._sensors.read(self._board, square, t)
        return self._of_nobody(reading) if square in self._open else reading

    def _report(self, t: float, square: int, course: Sequence[tuple[float, Reading]]) -> None:
        # Whatever was still on its way from this square is overtaken.
        self._frames = [f for f in self._frames if f.t < t or square not in f.readings]
        self._reported[square] = course[-1][1]
        for late, reading in course:
            self._frames.append(SensorFrame(round(t + late, 3), {square: reading}))

    def _has_failed(self, square: int, t: float) -> bool:
        faults = self._faults.stuck, self._faults.welded, self._faults.dead
        return any(_has_begun(since, square, t) for since in faults)

    def _differs(self, before: Reading, now: Reading) -> bool:
        if self._sensors.kind != SensorKind.FIELD:
            return before != now
        pairs = zip(_values(before), _values(now), strict=True)
        return any(abs(old - new) >= _REPORTED_STEP for old, new in pairs)

    def _course(self, before: Reading, now: Reading) -> list[tuple[float, Reading]]:
        """How a reading goes from one value to another: seconds later, reading."""
        if self._sensors.kind == SensorKind.FIELD:
            return self._ramp(before, now)
        course: list[tuple[float, Reading]] = [(0.0, now)]
        if self._rng.random() < self._faults.bounce:
            for toggle in range(self._rng.randint(1, 4)):
                course.append(((2 * toggle + 1) * BOUNCE_STEP, before))
                course.append(((2 * toggle + 2) * BOUNCE_STEP, now))
        return course

    def _ramp(self, before: Reading, now: Reading) -> list[tuple[float, Reading]]:
        old, new = _values(before), _values(now)
        far = max(abs(b - n) for b, n in zip(old, new, strict=True)) > _RAMP_FROM
        if not far or self._rng.random() >= self._faults.ramp:
            return [(0.0, now)]
        steps = self._rng.randint(1, 3)
        course: list[tuple[float, Reading]] = []
        for step in range(steps):
            part = (step + 1) / (steps + 1)
            values = tuple(round(b + (n - b) * part, 1) for b, n in zip(old, new, strict=True))
            course.append((step * _RAMP_STEP, values if isinstance(now, tuple) else values[0]))
        return [*course, (steps * _RAMP_STEP, now)]

    def _shown(self, square: int, reading: Reading, t: float) -> Reading:
        if _has_begun(self._faults.welded, square, t):
            if isinstance(reading, tuple):
                return (*(0.0,) * (len(reading) - 1), _FIELD_OF_A_PIECE)
            return READING_OF_A_PIECE.get(self._sensors.kind, _FIELD_OF_A_PIECE)
        is_dead = _has_begun(self._faults.dead, square, t)
        return self._of_nobody(reading) if is_dead else reading

    def _of_nobody(self, reading: Reading) -> Reading:
        if isinstance(reading, tuple):
            return (0.0,) * len(reading)
        return READING_OF_NOBODY.get(self._sensors.kind, 0.0)


def _has_begun(since: Mapping[int, float], square: int, t: float) -> bool:
    """Whether a fault has come over a square by then."""
    return since.get(square, math.inf) <= t


def _values(reading: Reading) -> tuple[float, ...]:
    if isinstance(reading, tuple):
        return reading
    return () if isinstance(reading, str) else (float(reading),)
