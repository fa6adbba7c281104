"""The firmware's header of a build: its pins, its name, and the LEDs of the four corners."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from hardware.wiring.errors import WiringError
from hardware.wiring.model import Build, Matrix, Muxes

_NAME_LIMIT = 24  # bytes of the name in Hello, firmware_bridge/PROTOCOL.md
_CORNERS = ("a1", "h1", "h8", "a8")
_HEAD = "/* Made from hardware/wiring.yaml by `make wiring`; changes belong there. */\n"


def firmware_header(name: str, build: Build) -> str:
    """Return the C header of a microcontroller build."""
    if len(name) > _NAME_LIMIT or not name.isascii():
        raise WiringError(f"expected at most {_NAME_LIMIT} ASCII letters as a name, saw {name!r}")
    guard = f"GENERATED_{name.upper().replace('-', '_')}_H"
    lines = [
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        f'#define BOARD_NAME "{name}"',
        "/* Which wiring this is: the CRC-32 of all that the board does with it. */",
        f"#define BOARD_BUILD 0x{build_number(build):08x}UL",
        f"#define BOARD_SENSOR_{build.sensor.upper()} 1",
        "",
        *_scanner(build.scanner),
        "",
        f"#define LED_DATA {_pin(build.leds.data)}",
        f"#define LED_CORNERS {', '.join(str(i) for i in _corner_leds(build))}",
        "",
        f"#endif /* {guard} */",
    ]
    return _HEAD + "\n".join(lines) + "\n"


def build_number(build: Build) -> int:
    """Return the number in Hello that differs when the wiring does, though not what it means."""
    return zlib.crc32(build.model_dump_json(exclude={"title", "hall"}).encode())


def _scanner(scanner: Matrix | Muxes) -> list[str]:
    if isinstance(scanner, Matrix):
        return [
            _pins("MATRIX_ROWS", [row.pin for row in scanner.rows]),
            _pins("MATRIX_COLUMNS", scanner.columns),
            f"#define MATRIX_SETTLE_US {scanner.settle_us}",
        ]
    return [
        _pins("MUX_SELECTS", scanner.select),
        f"#define MUX_ADC_CHANNELS {', '.join(_adc(output.pin) for output in scanner.outputs)}",
        f"#define MUX_SETTLE_US {scanner.settle_us}",
    ]


def _pins(macro: str, pins: Sequence[str]) -> str:
    """A list of pins to be expanded by whatever `USE(port, bit)` does with each."""
    return f"#define {macro}(USE) {' '.join(f'USE({_pin(pin)})' for pin in pins)}"


def _pin(pin: str) -> str:
    """`PB4` as the two macro arguments `B, 4`."""
    return f"{pin[1]}, {pin[2]}"


def _adc(pin: str) -> str:
    """The ADC channel of a pin: PC0 to PC5 are channels 0 to 5, ADC6 and ADC7 are only that."""
    return pin[-1]


def _corner_leds(build: Build) -> list[int]:
    return sorted(build.leds.squares.index(corner) for corner in _CORNERS)
