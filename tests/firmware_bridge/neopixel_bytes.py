"""Run as a program: what the real `neopixel.NeoPixel` would put on the wire for pictures.

In: a JSON list of pictures (64 colours each, in the order of the strip). Out: their bytes in hex, a
line each. In a process of its own, since Blinka looks at the environment when it is imported.
"""

import json
import sys

import board
import neopixel
from adafruit_blinka.microcontroller.generic_agnostic_board import neopixel as driver

from firmware_bridge.strip import BYTE_ORDER


def main() -> None:
    written: list[str] = []
    driver.neopixel_write = lambda pin, buffer: written.append(bytes(buffer).hex())
    strip = neopixel.NeoPixel(board.NEOPIXEL, 64, auto_write=False, pixel_order=BYTE_ORDER)
    for picture in json.load(sys.stdin):
        for led, colour in enumerate(picture):
            strip[led] = tuple(colour)
        strip.show()
    print("\n".join(written))


if __name__ == "__main__":
    main()
