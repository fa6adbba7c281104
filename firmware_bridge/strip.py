"""The strip of LEDs, which is a `PixelBuf` on every board: who writes its bytes differs.

A strip is a chain: its first LED takes the first three bytes, green, red, blue, and passes the rest
on. Which square each LED lies under, the square map says. What all LEDs draw together is bounded
before a picture comes here (`board_daemon.lights.frame`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from adafruit_pixelbuf import PixelBuf

from firmware_bridge.bridge import Pixel
from firmware_bridge.errors import BridgeError

BYTE_ORDER: Final = "GRB"
"""The order of the colours on a WS2812's wire."""
STRIP_PINS: Final = (10, 12, 18, 21)
"""The pins, as BCM numbers, on which a Raspberry Pi can time a strip: by SPI, PWM, PWM and PCM."""


class StripError(BridgeError):
    """The LEDs cannot be driven."""


class SentStrip(PixelBuf):  # type: ignore[misc]  # It comes without types.
    """A strip whose bytes something of ours sends: a serial line, or nothing but a test."""

    def __init__(self, count: int, send: Callable[[bytes], None]) -> None:
        """`send`: takes all bytes of a picture in the order of the wire."""
        super().__init__(count, byteorder=BYTE_ORDER, auto_write=False)
        self._send = send

    def _transmit(self, buffer: bytearray) -> None:
        self._send(bytes(buffer))


def paint(strip: PixelBuf, pixels: Sequence[Pixel], leds: Sequence[int]) -> None:
    """Show the squares' colours, a1 first; `leds`: the square over each LED, in strip order."""
    for led, square in enumerate(leds):
        strip[led] = pixels[square]
    strip.show()


def pixels_on_wire(data: bytes) -> tuple[Pixel, ...]:
    """The colours of all LEDs, red first, in bytes as they go over the wire, green first."""
    parts = iter(data)
    return tuple((red, green, blue) for green, red, blue in zip(parts, parts, parts, strict=True))


def pi_strip(pin: int, count: int) -> PixelBuf:
    """The strip on a pin of this Raspberry Pi (BCM number).

    Raises StripError where it cannot be driven; that may only be known at the first picture.
    """
    if pin not in STRIP_PINS:
        wanted = ", ".join(map(str, STRIP_PINS))
        raise StripError(f"expected the LEDs on one of the pins GPIO {wanted}, saw GPIO {pin}")
    try:
        import board
        import neopixel

        # Its own order and its own picture each time: nothing is sent until it is shown.
        strip: PixelBuf = neopixel.NeoPixel(
            getattr(board, f"D{pin}"), count, auto_write=False, pixel_order=BYTE_ORDER
        )
    except Exception as error:  # Away from a Pi: RuntimeError, NotImplementedError, many more.
        raise no_strip(pin, error) from error
    return strip


def no_strip(pin: int, error: Exception) -> StripError:
    """The strip on a pin fails, in one sentence that says what may help."""
    what = " ".join(str(error).split()) or type(error).__name__
    if "sudo" in what or isinstance(error, PermissionError):
        help_ = "pins 12, 18 and 21 need root; GPIO 10 (SPI switched on) does not"
    else:
        help_ = "pip install 'pacoboard[pi]', on a Pi 5 'pacoboard[pi5]'"
    return StripError(f"expected LEDs on GPIO {pin} of a Raspberry Pi, saw: {what} ({help_})")
