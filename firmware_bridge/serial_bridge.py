"""A board on a serial port, which may not be there yet, go away and come back."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from firmware_bridge.bridge import Deliver, Pixel
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from firmware_bridge.link import Event, HostLink, Met, ReadAll, ReadChange, Refused, Silent
from firmware_bridge.numbered import BoardWishes
from firmware_bridge.ports import AUTO, OpenPort, PortError, ports_to_try
from firmware_bridge.square_map import SquareMap
from firmware_bridge.squares import SQUARE_COUNT
from firmware_bridge.strip import SentStrip, paint, pixels_on_wire

_LOG: Final = logging.getLogger(__name__)
_SHORTEST_PAUSE: Final = 0.2
_LONGEST_PAUSE: Final = 2.0
"""Seconds between two tries to open a port."""


class SerialBridge:
    """Keeps looking for the board, follows it while it is there, and says what differs after."""

    name = "serial"

    def __init__(
        self,
        squares: SquareMap,
        assumed: Mapping[int, Reading],
        port: str = AUTO,
        wishes: BoardWishes | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`assumed`: what the squares are taken to read until the board has said it.

        `port`: its path, or `auto` for whichever port a board answers on; `clock`: in seconds.
        """
        self._squares = squares
        self._named = port
        self._clock = clock
        self._began = clock()
        self._link = HostLink(squares.board_kind, wishes)
        self._strip = SentStrip(SQUARE_COUNT, self._show_leds)
        self._read = dict(assumed)
        self._raw: dict[int, int] = {}
        self._told = dict(assumed)
        """What whoever follows the board knows."""
        self._told_at = 0.0
        self._deliver: Deliver | None = None
        self._port: OpenPort | None = None
        self._path = ""
        self._tried: list[str] = []
        """The ports on which nobody has answered in this round."""
        self._pause = _SHORTEST_PAUSE
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._trouble: str | None = "The board is not connected: it has not answered yet."
        self._is_there = asyncio.Event()

    # --- the bridge ---

    @property
    def sensor(self) -> SensorKind:
        """What is under the squares, by the build."""
        return self._squares.sensor_kind

    @property
    def trouble(self) -> str | None:
        """Why the board cannot be followed, in a sentence; None: it can."""
        return self._trouble

    @property
    def levels(self) -> dict[int, int]:
        """What the sensor under each square has said itself: ADC steps of Hall sensors."""
        return dict(self._raw)

    @property
    def counts(self) -> dict[str, int]:
        """What has gone wrong on the line so far."""
        return self._link.counts

    def now(self) -> float:
        """Seconds since the bridge was made."""
        return round(self._elapsed(), 3)

    async def connect(self, patience: float) -> None:
        """Look for the board; return once it is there, or after so many seconds."""
        if self._timer is None and self._port is None:
            self._try_a_port()
        try:
            async with asyncio.timeout(patience):
                await self._is_there.wait()
        except TimeoutError:
            return

    async def open(self, deliver: Deliver) -> None:
        """Report to `deliver`; where there is no board it is looked for as long as it takes."""
        self._deliver = deliver
        if self._timer is None and self._port is None:
            self._try_a_port()
        self._report(self._elapsed())

    def whole(self) -> SensorFrame:
        """What all squares read now; what was assumed, as long as the board has never said it."""
        self._told = dict(self._read)
        self._told_at = self.now()
        return SensorFrame(self._told_at, dict(self._read))

    def show(self, pixels: Sequence[Pixel]) -> None:
        """Light the squares, a1 first, as soon as the board is there."""
        paint(self._strip, pixels, self._squares.leds)

    async def close(self) -> None:
        """Let the port go."""
        self._is_closed = True
        self._deliver = None
        self._set_timer(None)
        self._let_go()

    # --- looking for it ---

    def _try_a_port(self) -> None:
        self._set_timer(None)
        paths = ports_to_try(self._named)
        left = [path for path in paths if path not in self._tried]
        if not left:
            self._tried.clear()
            left = paths
        if not left:
            self._set_trouble("The board is not connected: no serial port on USB is there.")
            self._look_again_later()
            return
        self._path = left[0]
        self._tried.append(self._path)
        try:
            self._port = OpenPort(self._path, self._heard, self._send, self._lost)
        except PortError as error:
            self._set_trouble(f"The board is not connected: {self._path}: {error}.")
            self._look_again_later()
            return
        self._link.begin(self._elapsed())
        self._go_on([])

    def _look_again_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._set_timer(loop.call_later(self._pause, self._try_a_port))
        self._pause = min(_LONGEST_PAUSE, 2 * self._pause)

    def _lost(self, reason: str) -> None:
        """The port is no more, or nobody answers on it."""
        self._let_go()
        if not self._is_closed:
            self._set_trouble(f"The board is not connected: {self._path}: {reason}.")
            self._look_again_later()

    def _let_go(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None
            counted = ", ".join(f"{name} {count}" for name, count in self.counts.items() if count)
            _LOG.info("The line so far: %s", counted or "nothing came")
        self._link.end()

    # --- following it ---

    def _heard(self, data: bytes) -> None:
        self._go_on(self._link.receive(data, self._elapsed()))

    def _time_is_up(self) -> None:
        self._go_on(self._link.advance(self._elapsed()))

    def _go_on(self, events: list[Event]) -> None:
        for event in events:
            self._heed(event)
        if self._port is not None:
            self._send()
        if self._port is not None and (due := self._link.next_due) is not None:
            pause = max(0.0, due - self._elapsed())
            loop = asyncio.get_running_loop()
            self._set_timer(loop.call_later(pause, self._time_is_up))

    def _heed(self, event: Event) -> None:
        match event:
            case Met(hello):
                version = ".".join(map(str, hello.firmware))
                _LOG.info("%s: the board %s, firmware %s", self._path, hello.name, version)
            case Refused(reason):
                self._set_trouble(f"The board on {self._path} cannot be used: {reason}.")
                if self._named == AUTO:
                    # Ours may be on another port; this one is looked at again in its turn.
                    self._let_go()
                    self._look_again_later()
            case Silent(reason):
                self._lost(reason)
            case ReadAll(t, readings, lost):
                if lost:
                    _LOG.warning("%d changes of the board were lost on the way", lost)
                for sensor, raw in enumerate(readings):
                    self._take(sensor, raw)
                self._is_connected()
                self._report(t)
            case ReadChange(t, sensor, raw):
                self._take(sensor, raw)
                self._report(t)

    def _take(self, sensor: int, raw: int) -> None:
        square = self._squares.sensors[sensor]
        self._raw[square] = raw
        self._read[square] = self._squares.reading(sensor, raw, self._read.get(square))

    def _is_connected(self) -> None:
        self._tried.clear()
        self._pause = _SHORTEST_PAUSE
        self._is_there.set()
        self._set_trouble(None)

    def _report(self, t: float) -> None:
        """Tell what has changed since it was told last."""
        if self._deliver is None:
            return
        changed = {s: reading for s, reading in self._read.items() if self._told.get(s) != reading}
        if changed:
            self._told.update(changed)
            self._hand_in(t, changed)

    def _hand_in(self, t: float, changed: Mapping[int, Reading]) -> None:
        if self._deliver is not None:
            self._told_at = max(self._told_at, round(t, 3))
            self._deliver(SensorFrame(self._told_at, changed))

    def _set_trouble(self, trouble: str | None) -> None:
        if trouble == self._trouble:
            return
        self._trouble = trouble
        if trouble is None:
            _LOG.info("The board is connected on %s", self._path)
        else:
            self._is_there.clear()
            _LOG.warning("%s", trouble)
        # That nothing was read tells whoever listens to look at the trouble again.
        self._hand_in(self._elapsed(), {})

    # --- the line ---

    def _show_leds(self, data: bytes) -> None:
        self._link.show(pixels_on_wire(data), self._elapsed())
        if self._port is not None:
            self._go_on([])

    def _send(self) -> None:
        data = self._link.waiting
        if data and self._port is not None:
            self._link.sent(self._port.send(data))

    def _set_timer(self, timer: asyncio.TimerHandle | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = timer

    def _elapsed(self) -> float:
        return self._clock() - self._began
