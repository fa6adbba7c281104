"""A matrix of reeds and a strip of LEDs straight on a Raspberry Pi's pins.

One thread scans and lights, so that neither holds up the event loop and no two ever use the pins
at once.

What a scan costs is its calls: 64 reads and 16 changes of direction. `rpi-lgpio` asks the kernel
two or three times in each, 40 to 80 microseconds on a Pi Zero 2 W by what its users report, so a
scan is some 5 ms there; RPi.GPIO, up to the Pi 4, takes a tenth of that. So the board is scanned a
hundred times a second while somebody is at it, and where all rests only as often as fits into 3 %
of a core, though every 60 ms at the least (8 % on that slowest one): only the first piece that is
lifted after a rest is seen a little later. No quick look would do: with all rows low at once, the
pieces that stand in a column all the time would hide every change in it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from firmware_bridge.bridge import Deliver, Pixel
from firmware_bridge.errors import BridgeError
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.gpio_scan import Gpio, MatrixPins, MatrixScan
from firmware_bridge.square_map import GpioPins, SquareMap
from firmware_bridge.strip import no_strip, paint, pi_strip

SCAN: Final = 0.010
"""Seconds from one scan to the next while somebody is at the board."""
AWAKE: Final = 15.0
"""Seconds without a change after which nobody is."""
SLOWEST: Final = 0.060
"""Seconds from one scan to the next at most."""
RESTING_SHARE: Final = 0.03
"""Share of a core that scanning may take where all rests."""
_BREATH: Final = 0.001
"""Seconds between two scans at least, however slow they are: others need the core too."""
_AGAIN: Final = 1.0
"""Seconds until pins that failed are set up once more."""

_LOG: Final = logging.getLogger(__name__)


class GpioError(BridgeError):
    """The pins cannot be used."""


def load_gpio() -> Gpio:
    """This machine's pins; raises GpioError where there are none."""
    try:
        # Only now: away from a Pi the import itself fails, and not as an ImportError.
        from RPi import GPIO
    except Exception as error:
        what = " ".join(str(error).split()) or type(error).__name__
        raise GpioError(
            f"expected the pins of a Raspberry Pi, saw: {what} "
            "(pip install 'pacoboard[pi]' brings rpi-lgpio, which works on every model)"
        ) from error
    gpio: Gpio = GPIO
    return gpio


def rest_after(scan: float, cpu: float, idle: float) -> float:
    """Seconds until the next scan.

    `scan`, `cpu`: what the last one took, by the clock and of the processor; `idle`: since the last
    change.
    """
    every = SCAN if idle < AWAKE else min(SLOWEST, max(SCAN, cpu / RESTING_SHARE))
    return max(_BREATH, every - scan)


class GpioBridge:
    """The board on this machine's own pins."""

    name = "gpio"
    sensor = SensorKind.PRESENCE

    def __init__(
        self,
        square_map: SquareMap,
        gpio: Callable[[], Gpio] = load_gpio,
        strip: Callable[[int, int], Any] = pi_strip,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """Nothing is touched before `open`. Raises GpioError for a build without such pins.

        `gpio`, `strip`: make what the pins and the LEDs are driven by; `pause`: lets them settle.
        """
        if square_map.gpio is None:
            raise GpioError(f"expected a build on a Pi's own pins, saw {square_map.build}")
        self._map = square_map
        self._pins: GpioPins = square_map.gpio
        self._alive = sum(
            1 << i for i, s in enumerate(square_map.sensors) if s not in square_map.dead
        )
        self._make_gpio = gpio
        self._make_strip = strip
        self._clock = clock
        self._pause = pause
        self._began = clock()
        self._matrix: MatrixScan | None = None
        self._strip: Any = None
        self._closed = 0
        """Which reeds were closed when the thread last looked, a bit each."""
        self._told = 0
        """The same as it was told last: frames wait until the event loop comes to them."""
        self._picture: tuple[Pixel, ...] | None = None
        """What is to be shown next; a newer one takes its place."""
        self._deliver: Deliver | None = None
        self._thread: threading.Thread | None = None
        self._stop = False
        self._wake = threading.Event()
        self._lock = threading.Lock()
        self._troubles: dict[str, str] = {}
        """What does not work now, by what it is, in one sentence each."""

    # --- the bridge ---

    @property
    def trouble(self) -> str | None:
        """Why the board cannot be read or lit now, in one sentence; None: it can."""
        return next(iter([*self._troubles.values()]), None)

    def now(self) -> float:
        """Seconds since the bridge was made."""
        return round(self._clock() - self._began, 3)

    async def connect(self, patience: float) -> None:
        """Set up the pins and look at the board; there is nothing to wait for.

        Raises GpioError or StripError, in one sentence, where this machine cannot do that.
        Whoever is cancelled meanwhile leaves the pins as they were.
        """
        if self._matrix is not None:
            return
        setting_up = asyncio.create_task(asyncio.to_thread(self._set_up))
        try:
            await asyncio.shield(setting_up)
        except asyncio.CancelledError:
            # No thread can be stopped; what it sets up is given back once it is done.
            with suppress(BridgeError):
                await setting_up
            await self.close()
            raise

    async def open(self, deliver: Deliver) -> None:
        """Report from now on what differs from what was seen last; raises what `connect` does."""
        await self.connect(0.0)
        self._deliver = deliver
        self._stop = False
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, args=(loop,), name="gpio", daemon=True)
        self._thread.start()

    def whole(self) -> SensorFrame:
        """What all squares read when last told; all empty before `connect`."""
        return self._frame(self.now(), self._told, range(len(self._map.sensors)))

    def show(self, pixels: Sequence[Pixel]) -> None:
        """Light the squares soon; a picture that nobody has shown yet is dropped for it."""
        with self._lock:
            self._picture = tuple(pixels)
        self._wake.set()

    async def close(self) -> None:
        """Turn the lights off and give the pins back; closing again does nothing."""
        self._deliver = None
        thread, self._thread = self._thread, None
        if thread is not None:
            self._stop = True
            self._wake.set()
            await asyncio.to_thread(thread.join)
        matrix, self._matrix = self._matrix, None
        if matrix is not None:
            await asyncio.to_thread(self._give_back, matrix)

    # --- what one thread at a time does with the pins ---

    def _set_up(self) -> None:
        gpio = self._make_gpio()
        pins = MatrixPins(self._pins.rows, self._pins.columns, self._pins.settle_us * 1e-6)
        matrix = MatrixScan(gpio, pins, self._pause)
        try:
            matrix.set_up()
            self._closed = self._told = matrix.read() & self._alive
        except Exception as error:
            raise self._no_pins(error) from error
        self._matrix = matrix
        self._strip = self._make_strip(self._pins.leds, len(self._map.leds))
        # Whether the strip may be driven, its library finds out with the first picture.
        self._paint(((0, 0, 0),) * len(self._map.leds))

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        changed, due = self._clock(), self._clock()
        while not self._stop:
            self._wake.wait(max(0.0, due - self._clock()))
            self._wake.clear()
            if self._picture is not None:
                self._try("LEDs", self._show_waiting, loop)
            if self._clock() < due or self._stop:
                continue
            began, cpu, before = self._clock(), time.thread_time(), self._closed
            if not self._try("pins", partial(self._look, loop), loop):
                due = self._clock() + _AGAIN
                continue
            if self._closed != before:
                changed = began
            took = self._clock() - began
            rest = rest_after(took, time.thread_time() - cpu, self._clock() - changed)
            due = self._clock() + rest

    def _try(self, what: str, act: Callable[[], None], loop: asyncio.AbstractEventLoop) -> bool:
        """Do it; whether it went well. What went wrong is told once."""
        trouble = None
        try:
            act()
        except Exception as error:
            trouble = str(error if isinstance(error, BridgeError) else self._no_pins(error))
        if trouble != self._troubles.get(what):
            if trouble is not None:
                self._troubles[what] = trouble
                _LOG.error("%s", trouble)
            else:
                del self._troubles[what]
            # That nothing was read tells whoever listens to look at the trouble again.
            self._post(loop, self._frame(self.now(), self._closed, ()), self._closed)
        return trouble is None

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Scan once, and tell what has changed."""
        assert self._matrix is not None
        if "pins" in self._troubles:
            self._matrix.set_up()
        closed = self._matrix.read() & self._alive
        changed, self._closed = closed ^ self._closed, closed
        if changed:
            sensors = [i for i in range(len(self._map.sensors)) if changed >> i & 1]
            self._post(loop, self._frame(self.now(), closed, sensors), closed)

    def _show_waiting(self) -> None:
        picture = self._take_picture()
        if picture is None:
            return
        try:
            self._paint(picture)
        except BridgeError:
            self._put_back(picture)
            raise

    def _take_picture(self) -> tuple[Pixel, ...] | None:
        with self._lock:
            picture, self._picture = self._picture, None
        return picture

    def _put_back(self, picture: tuple[Pixel, ...]) -> None:
        """Show it later, unless a newer one has come meanwhile."""
        with self._lock:
            if self._picture is None:
                self._picture = picture

    def _paint(self, picture: Sequence[Pixel]) -> None:
        try:
            paint(self._strip, picture, self._map.leds)
        except Exception as error:
            raise no_strip(self._pins.leds, error) from error

    def _give_back(self, matrix: MatrixScan) -> None:
        dark = ((0, 0, 0),) * len(self._map.leds)
        for act in (partial(self._paint, dark), matrix.close):
            try:
                act()
            except Exception as error:
                _LOG.warning("The pins could not be given back: %s", error)

    # --- how it is told ---

    def _frame(self, t: float, closed: int, sensors: Sequence[int]) -> SensorFrame:
        squares = self._map.sensors
        return SensorFrame(t, {squares[i]: closed >> i & 1 for i in sensors})

    def _post(self, loop: asyncio.AbstractEventLoop, frame: SensorFrame, closed: int) -> None:
        try:
            loop.call_soon_threadsafe(self._hand_in, frame, closed)
        except RuntimeError:
            # The loop has ended without closing the board: nobody is left to be told.
            self._stop = True

    def _hand_in(self, frame: SensorFrame, closed: int) -> None:
        self._told = closed
        if self._deliver is not None:
            self._deliver(frame)

    def _no_pins(self, error: Exception) -> GpioError:
        what = " ".join(str(error).split()) or type(error).__name__
        return GpioError(f"expected to use the pins of the matrix, saw: {what}")
