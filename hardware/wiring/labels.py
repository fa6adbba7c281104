"""What is printed beside a pin, so that one finds it with a soldering iron in the hand."""

from __future__ import annotations

from typing import Final

_HEADER: Final = {
    # The Raspberry Pi's 40-pin header: BCM number -> place on the header.
    4: 7, 5: 29, 6: 31, 10: 19, 12: 32, 13: 33, 16: 36, 17: 11, 18: 12, 19: 35,
    20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
_NANO: Final = {"PD": ("D", 0), "PB": ("D", 8), "PC": ("A", 0)}


def printed_name(pin: str) -> str:
    """`PB2` is D10 on an Arduino Nano; `GPIO12` is pin 32 of the Raspberry Pi's header."""
    if pin.startswith("GPIO"):
        return f"pin {_HEADER[int(pin.removeprefix('GPIO'))]}"
    if pin.startswith("ADC"):
        return f"A{pin.removeprefix('ADC')}"
    letter, first = _NANO[pin[:2]]
    return f"{letter}{first + int(pin[2:])}"
