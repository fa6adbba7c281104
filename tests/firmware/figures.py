"""Figures of the firmware, measured in emulation.

`python -m tests.firmware.figures` puts them into the guide. The tests hold the same measurements
to their limits, and the guide to the measurements.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from hardware.generated import GUIDE, ROOT, with_parts, write
from tests.firmware.emulated_board import CYCLES_PER_MS, EmulatedBoard, Pace, Statistics
from tests.firmware.line import Rgb
from tests.firmware.stepping_host import SteppingHost

PLACE = "firmware size"
KINDS = {"reed-serial": "reed", "hall-serial": "hall"}
RAM_BYTES = 2048
FLASH_BYTES = 32_768
DARK: Rgb = (0, 0, 0)
LEDS = 64


@contextmanager
def greeted(build: str) -> Iterator[SteppingHost]:
    """A board that is greeted and has told its readings; it may do nothing that no board may."""
    with EmulatedBoard(build, pace=Pace.STEPPED) as board:
        host = SteppingHost(board, KINDS[build])
        host.greet()
        yield host
        assert board.faults == []


def random_picture(chance: random.Random) -> list[Rgb]:
    """A colour for each LED."""
    return [tuple(chance.randbytes(3)) for _ in range(LEDS)]  # type: ignore[misc]


def another_reading(host: SteppingHost, sensor: int, chance: random.Random) -> int:
    """One that a board must tell."""
    before = host.readings[sensor] or 0
    if host.kind == "reed":
        return 1 - before
    return (before + chance.randrange(3, 1020)) % 1024


def set_sensor(host: SteppingHost, sensor: int, reading: int) -> int:
    """Change a sensor; return the cycle at which it was."""
    if host.kind == "hall":
        return host.board.set_level(sensor, reading).cycle
    if reading:
        return host.board.press(sensor).cycle
    return host.board.release(sensor).cycle


def measure_delays_ms(host: SteppingHost, count: int = 200) -> list[float]:
    """From changes at random moments to the end of the last byte that tells each."""
    chance = random.Random(9)
    host.show([DARK] * LEDS)
    delays = []
    for _ in range(count):
        host.run(10 + chance.randrange(10_000) / 1000)
        sensor = chance.randrange(64)
        cycle = set_sensor(host, sensor, another_reading(host, sensor, chance))
        told = len(host.taken)
        while len(host.taken) == told:
            host.run(5)
        told_at, change = host.taken[-1]
        assert change.sensor == sensor
        delays.append((told_at - cycle) / CYCLES_PER_MS)
    return delays


def measure_scans_a_second(host: SteppingHost, pictures: int = 25) -> float:
    """While a picture is shown about 25 times a second."""
    chance = random.Random(8)
    before = host.board.statistics()
    for _ in range(pictures):
        host.show(random_picture(chance))
        host.follow(20)
    after = host.board.statistics()
    return (after.scans - before.scans) * 1000 * CYCLES_PER_MS / (after.cycle - before.cycle)


def measure_memory(host: SteppingHost) -> Statistics:
    """After much at once over a spoilt line, so that interrupts meet the deepest calls."""
    chance = random.Random(11)
    host.board.set_errors(flip=5, lose=5, twice=5, seed=1)
    for _ in range(40):
        for _ in range(12):
            sensor = chance.randrange(64)
            set_sensor(host, sensor, another_reading(host, sensor, chance))
        host.show(random_picture(chance))
        host.learn_all()
    return host.board.statistics()


@dataclass(frozen=True, slots=True)
class Figures:
    """What the guide says of a build."""

    flash: int
    variables: int
    stack: int
    scans_a_second: float
    median_ms: float


def measure(build: str) -> Figures:
    """Measure a build in emulation, which takes a second."""
    with greeted(build) as host:
        scans = measure_scans_a_second(host)
        median = statistics.median(measure_delays_ms(host))
        memory = measure_memory(host)
    return Figures(memory.flash, memory.static_ram, memory.stack, scans, median)


def table(figures: list[Figures]) -> str:
    """The guide's table, in Markdown."""
    rows = [
        ("", *KINDS, "there is"),
        ("---", *["---:"] * len(KINDS), "---:"),
        ("flash, bytes", *(f"{one.flash:,}" for one in figures), f"{FLASH_BYTES:,}"),
        ("memory for variables, bytes", *(f"{one.variables:,}" for one in figures), ""),
        ("deepest stack, bytes", *(f"{one.stack:,}" for one in figures), ""),
        (
            "memory in all, bytes",
            *(f"{one.variables + one.stack:,}" for one in figures),
            f"{RAM_BYTES:,}",
        ),
        (
            "scans a second, with 25 pictures a second",
            *(f"{one.scans_a_second:.0f}" for one in figures),
            "",
        ),
        (
            "from a sensor's change to the end of its message, median, ms",
            *(f"{one.median_ms:.1f}" for one in figures),
            "",
        ),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> None:
    """Measure both builds and write the guide's table."""
    made = table([measure(build) for build in KINDS])
    guide = ROOT / GUIDE
    write({guide: with_parts(guide.read_text(encoding="utf-8"), {PLACE: made})})
    print(made)


if __name__ == "__main__":
    main()
