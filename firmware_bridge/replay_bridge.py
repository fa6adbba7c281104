"""A sensor trace as a bridge: what was read once is read again, at the same pace."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from firmware_bridge.bridge import Deliver, Input, Pixel
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from firmware_bridge.trace import TraceHeader


class ReplayBridge:
    """Delivers the lines of a trace when their time has come."""

    name = "replay"
    trouble: str | None = None

    def __init__(
        self,
        header: TraceHeader,
        lines: Sequence[Input],
        start: Mapping[int, Reading],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`start`: what the squares read before the first line; `clock`: in seconds."""
        self._sensor = header.sensor
        self._lines = lines
        self._readings = dict(start)
        self._clock = clock
        self._began: float | None = None
        self._playing: asyncio.Task[None] | None = None
        self.pixels: tuple[Pixel, ...] = ()
        """What the strip was last sent."""

    @property
    def sensor(self) -> SensorKind:
        """What was under the squares."""
        return self._sensor

    def now(self) -> float:
        """Seconds since the replay began, which is time zero of the trace; until then it is 0."""
        return 0.0 if self._began is None else self._clock() - self._began

    async def connect(self, patience: float) -> None:
        """It is there; nothing is replayed before it is opened."""

    async def open(self, deliver: Deliver) -> None:
        """Begin with the first line."""
        self._began = self._clock()
        self._playing = asyncio.create_task(self._play(deliver))

    def whole(self) -> SensorFrame:
        """What all squares read at the start, and what has been read since."""
        return SensorFrame(self.now(), dict(self._readings))

    def show(self, pixels: Sequence[Pixel]) -> None:
        """Keep what the strip would show."""
        self.pixels = tuple(pixels)

    async def close(self) -> None:
        """Stop wherever it is."""
        if self._playing is not None:
            self._playing.cancel()
            with suppress(asyncio.CancelledError):
                await self._playing
            self._playing = None

    async def _play(self, deliver: Deliver) -> None:
        for line in self._lines:
            await asyncio.sleep(line.t - self.now())
            if isinstance(line, SensorFrame):
                self._readings.update(line.readings)
            deliver(line)
