"""What to buy for a build, with what it typically costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.wiring.labels import printed_name
from hardware.wiring.model import Build, Matrix, Muxes


@dataclass(frozen=True, slots=True)
class PartLine:
    """One line of a parts list."""

    name: str
    count: int
    euros: float
    """For one, in small quantities, rounded; 2026, without postage."""
    note: str = ""

    @property
    def total(self) -> float:
        """Euros for all of them."""
        return self.count * self.euros


def parts_of(build: Build) -> Iterator[PartLine]:
    """All parts but the pieces, the wood and the wire."""
    yield from _sensors(build)
    if build.controller == "arduino-nano":
        yield PartLine("Arduino Nano or a copy of it, ATmega328P, 5 V, 16 MHz", 1, 6.0)
        yield PartLine("USB cable for it", 1, 3.0)
    else:
        yield PartLine("74AHCT125 in DIP, with a socket", 1, 1.0, "lifts 3.3 V to the strip's 5 V")
    yield PartLine("Raspberry Pi with its own supply and SD card", 1, 45.0, "a Zero 2 W is enough")
    yield from _lights(build)
    yield PartLine("disc magnet 10×3 mm, N42", 34, 0.3, "32 pieces and two spare queens")


def _sensors(build: Build) -> Iterator[PartLine]:
    scanner, count = build.scanner, len(build.sensor_squares)
    if isinstance(scanner, Matrix):
        yield PartLine("reed switch, 10 to 14 mm glass, 15 to 20 AT", count, 0.25, "see Magnets")
        yield PartLine("diode 1N4148", count, 0.02)
    elif isinstance(scanner, Muxes):
        yield PartLine("linear Hall sensor DRV5055A3, TO-92", count, 0.9, "±85 mT at 5 V")
        yield PartLine("capacitor 100 nF, ceramic", count + len(scanner.outputs), 0.03)
        yield PartLine("74HC4067 on a breakout board", len(scanner.outputs), 1.2)


def _lights(build: Build) -> Iterator[PartLine]:
    count = len(build.leds.squares)
    yield PartLine("WS2812B LED, on a strip that is cut apart or as single boards", count, 0.15)
    yield PartLine("supply 5 V, 4 A", 1, 14.0)
    yield PartLine("fuse 4 A with its holder", 1, 2.0)
    yield PartLine("capacitor 1000 µF, 10 V", 1, 0.5, "across the strip's supply")
    yield PartLine("resistor 330 Ω", 1, 0.05, "in the strip's data line")


def parts_table(build: Build) -> str:
    """The list as Markdown, with its sum."""
    lines = list(parts_of(build))
    rows = [
        f"| {line.count} | {line.name} | {line.total:.0f} | {line.note} |"
        if line.total >= 1
        else f"| {line.count} | {line.name} | <1 | {line.note} |"
        for line in lines
    ]
    total = sum(line.total for line in lines)
    head = ["| pieces | part | about € | |", "| ---: | --- | ---: | --- |"]
    return "\n".join([*head, *rows, f"| | **together** | **{total:.0f}** | |"])


def pins_table(build: Build) -> str:
    """Which wire goes to which pin, as Markdown."""
    wires = [*_wires(build.scanner), ("data of the LED strip", build.leds.data)]
    rows = [f"| {wire} | {printed_name(pin)} | {pin} |" for wire, pin in wires]
    head = ["| wire | printed on the board | pin of the chip |", "| --- | --- | --- |"]
    return "\n".join([*head, *rows])


def _wires(scanner: Matrix | Muxes) -> Iterator[tuple[str, str]]:
    """Each wire to the sensors, and its pin."""
    if isinstance(scanner, Matrix):
        for number, row in enumerate(scanner.rows, start=1):
            yield f"row {number}: {row.squares[0]} to {row.squares[-1]}", row.pin
        for number, pin in enumerate(scanner.columns):
            ends = [row.squares[number] for row in (scanner.rows[0], scanner.rows[-1])]
            yield f"column {number + 1}: {ends[0]} to {ends[1]}", pin
        return
    for number, pin in enumerate(scanner.select):
        yield f"S{number} of all multiplexers", pin
    for number, output in enumerate(scanner.outputs, start=1):
        runs = ", ".join(f"{run[0]} to {run[-1]}" for run in output.squares)
        yield f"SIG of multiplexer {number}: {runs}", output.pin
