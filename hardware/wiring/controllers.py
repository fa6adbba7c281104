"""What each pin of a controller can do, from the makers' data sheets.

ATmega328P: Microchip DS40002061B, chapters 1 and 14, with the Arduino Nano's use of them; Raspberry
Pi: the 40-pin header with the functions that its firmware gives the pins.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Ability(StrEnum):
    """What a build may ask of a pin."""

    DIGITAL = "digital input or output"
    ANALOGUE = "analogue input"
    LED_STRIP = "LED strip data"


@dataclass(frozen=True, slots=True)
class Controller:
    """A controller board with its pins."""

    name: str
    """As in wiring.yaml."""
    title: str
    """As people call it."""
    abilities: dict[str, frozenset[Ability]]
    """For each pin that may be used: what it can do."""
    taken: dict[str, str]
    """Pins that exist but may not be used, and why."""


def _pins(names: list[str], *abilities: Ability) -> dict[str, frozenset[Ability]]:
    return dict.fromkeys(names, frozenset(abilities))


ARDUINO_NANO: Final = Controller(
    name="arduino-nano",
    title="Arduino Nano (ATmega328P, 16 MHz)",
    abilities={
        **_pins([f"PD{bit}" for bit in range(2, 8)], Ability.DIGITAL, Ability.LED_STRIP),
        **_pins([f"PB{bit}" for bit in range(5)], Ability.DIGITAL, Ability.LED_STRIP),
        **_pins([f"PC{bit}" for bit in range(6)], Ability.DIGITAL, Ability.ANALOGUE),
        **_pins(["ADC6", "ADC7"], Ability.ANALOGUE),
    },
    taken={
        "PD0": "the UART receives on it",
        "PD1": "the UART sends on it",
        "PB5": "the Nano's own LED hangs on it",
        "PB6": "the crystal is on it",
        "PB7": "the crystal is on it",
        "PC6": "it is the reset",
    },
)

RASPBERRY_PI: Final = Controller(
    name="raspberry-pi",
    title="Raspberry Pi (40-pin header)",
    abilities={
        **_pins([f"GPIO{n}" for n in (4, 5, 6, 16, 17, *range(22, 28))], Ability.DIGITAL),
        **_pins([f"GPIO{n}" for n in (12, 13, 18, 19, 20, 21)], Ability.DIGITAL, Ability.LED_STRIP),
        **_pins(["GPIO10"], Ability.LED_STRIP),
    },
    taken={
        **dict.fromkeys(["GPIO0", "GPIO1"], "the HAT's memory is read on it"),
        **dict.fromkeys(["GPIO2", "GPIO3"], "it is kept for I2C, and has a pull-up of its own"),
        **dict.fromkeys(["GPIO7", "GPIO8", "GPIO9", "GPIO11"], "it is kept for SPI"),
        **dict.fromkeys(["GPIO14", "GPIO15"], "it is kept for the UART"),
    },
)

CONTROLLERS: Final = {board.name: board for board in (ARDUINO_NANO, RASPBERRY_PI)}
