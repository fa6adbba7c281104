"""The real firmware in an emulated microcontroller, with the board's sensors and LEDs around it.

Behind a pseudo-terminal, for tests of a bridge or of the whole daemon::

    with EmulatedBoard("reed-serial") as board:
        bridge = SerialBridge(port=board.port)   # any program that opens a serial port
        board.press(board.sensor("e2"))
        board.wait_until(lambda: board.led_frames)

Stepped, for tests that own the clock; nothing happens but in `run_ms`::

    with EmulatedBoard("hall-serial", pace=Pace.STEPPED) as board:
        board.send(frame)
        board.run_ms(20)
        board.frames_out

Every event has its time in cycles of the emulated 16 MHz clock: assert on these, not on the wall's.
"""

from __future__ import annotations

import queue
import subprocess
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from hardware.wiring.model import Build, load_wiring
from tests.firmware.builds import emulator, firmware_elf

CYCLES_PER_MS: Final = 16_000
_PATIENCE_S: Final = 60
"""How long an answer of the emulator may take on a busy machine."""


class Pace(StrEnum):
    """How fast emulated time goes by."""

    REAL = "real"
    """As the wall clock, or slower where the machine is too slow."""
    FAST = "fast"
    """As fast as the machine can; several times the wall clock, and a core is kept busy."""
    STEPPED = "stepped"
    """Only in `run_ms`. There is no port then: `send` and `frames_out` are the line."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened at a cycle of the emulated clock."""

    cycle: int


@dataclass(frozen=True, slots=True)
class LedFrame(Event):
    """What the strip latched, read from its data pin; the cycle is that of the last bit's end."""

    colours: tuple[tuple[int, int, int], ...]
    """Red, green and blue of each LED in the strip's order."""
    longest_low: int
    """Cycles of the longest pause between two of its bits."""


@dataclass(frozen=True, slots=True)
class FrameOut(Event):
    """A frame the board has sent, at the end of its last byte, the zero."""

    encoded: bytes
    """As on the line, without the zero."""


@dataclass(frozen=True, slots=True)
class SensorSet(Event):
    """A sensor was given a value by the test."""

    sensor: int
    value: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts since the emulator was started; resets and unplugging do not clear them."""

    cycle: int
    static_ram: int
    """Bytes of the firmware's variables."""
    stack: int
    """Most bytes of stack since the last start, interrupts included."""
    flash: int
    scans: int
    bytes_in: int
    """Bytes that reached the board's pin, lost ones included."""
    bytes_out: int
    bytes_overrun: int
    """Bytes lost because the firmware, its interrupts off, did not take them in time."""
    bytes_flipped: int
    """Bytes of which `set_errors` has flipped a bit, both ways."""
    bytes_dropped: int
    """Bytes that it has lost."""
    bytes_doubled: int
    led_frames: int
    led_bad_times: int

    @property
    def bytes_spoilt(self) -> int:
        """All that `set_errors` has done."""
        return self.bytes_flipped + self.bytes_dropped + self.bytes_doubled


class EmulatedBoard:
    """One emulated board; to be closed, or used with `with`.

    `port` is the path to open as the serial port; it stays the same over unplugging. Sensors are
    numbered as the wiring has them: `sensor("e4")` says which lies under a square. `boots_on_open`
    restarts the firmware whenever somebody opens the port, as an Arduino does; else it starts at
    once. Without `diodes` the matrix shows ghosts. Tests are skipped where the tools to compile
    the firmware and the emulator are missing.
    """

    def __init__(
        self,
        build: str = "reed-serial",
        *,
        pace: Pace = Pace.REAL,
        boots_on_open: bool = False,
        diodes: bool = True,
        elf: Path | None = None,
    ) -> None:
        self._wiring = load_wiring().builds[build]
        self.led_frames: list[LedFrame] = []
        """Every picture the strip has shown, oldest first."""
        self.frames_out: list[FrameOut] = []
        """Every frame the board has sent, whether anybody listened or not."""
        self.boots: list[Event] = []
        """Every start of the firmware."""
        self.faults: list[str] = []
        """What no board may do: bad LED timing, a row driven high, a wrong baud rate."""
        self._folder = tempfile.TemporaryDirectory(prefix="board-")
        self.port = str(Path(self._folder.name) / "port")
        self._answers: queue.Queue[str] = queue.Queue()
        self._news = threading.Condition()
        command = [str(emulator()), str(elf or firmware_elf(build)), *_pins(self._wiring)]
        command += ["--pace", pace.value]
        command += ["--link", self.port] if pace is not Pace.STEPPED else []
        command += ["--boot-on-open"] if boots_on_open else []
        command += [] if diodes else ["--no-diodes"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._reader = threading.Thread(target=self._read_reports, daemon=True)
        self._reader.start()
        self._expect("plugged")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the emulator and remove the port."""
        if self._process.poll() is None:
            self._tell("quit")
        self._process.wait(timeout=_PATIENCE_S)
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._folder.cleanup()

    def sensor(self, square: str) -> int:
        """Return the number of the sensor under a square."""
        return self._wiring.sensor_squares.index(square)

    def led(self, square: str) -> int:
        """Return the number of the LED over a square."""
        return self._wiring.leds.squares.index(square)

    def press(self, sensor: int, *, bounce_us: int = 0) -> SensorSet:
        """Close a reed, with contacts that chatter for `bounce_us`; return when it was."""
        return self._set(sensor, 1, bounce_us)

    def release(self, sensor: int, *, bounce_us: int = 0) -> SensorSet:
        """Open a reed, with contacts that chatter for `bounce_us`; return when it was."""
        return self._set(sensor, 0, bounce_us)

    def set_level(self, sensor: int, steps: int) -> SensorSet:
        """Give a Hall sensor a level in ADC steps, 0 to 1023; return when it was."""
        return self._set(sensor, steps, 0)

    def set_errors(self, *, flip: int = 0, lose: int = 0, twice: int = 0, seed: int = 1) -> None:
        """From now on spoil so many of a thousand bytes on the line, both ways."""
        self._tell(f"errors {flip} {lose} {twice} {seed}")
        self._expect("errors")

    def reset(self) -> Event:
        """Press the reset button; return when it was."""
        self._tell("reset")
        return Event(int(self._expect("boot")[0]))

    def unplug(self) -> None:
        """Pull the cable: the port is gone, and the board without power."""
        self._tell("unplug")
        self._expect("unplugged")

    def plug(self) -> None:
        """Plug it in again: the same port, another terminal, and the firmware starts afresh."""
        self._tell("plug")
        self._expect("plugged")

    def send(self, encoded: bytes) -> None:
        """Put bytes on the line to the board; they take 40 us each of emulated time."""
        self._tell(f"send {encoded.hex()}")

    def run_ms(self, milliseconds: float) -> int:
        """Let emulated time go by, when stepped; return the cycle it is then."""
        self._tell(f"run {round(milliseconds * 1000)}")
        return int(self._expect("ran")[0])

    def statistics(self) -> Statistics:
        """Return the counts as they are now."""
        self._tell("statistics")
        pairs = (word.split("=") for word in self._expect("statistics"))
        return Statistics(**{key: int(value) for key, value in pairs})

    def hear_out(self) -> None:
        """Take in every report so far; a program may have read at the port what is reported late.

        A thread of its own reads the reports; the answer to a question comes after all before it.
        """
        self.statistics()

    def wait_until(self, happened: Callable[[], object]) -> None:
        """Wait, on the wall clock, until something of what the board reports has happened."""
        with self._news:
            arrived = self._news.wait_for(lambda: bool(happened()), timeout=_PATIENCE_S)
        assert arrived, f"nothing of the kind within {_PATIENCE_S} s; faults: {self.faults}"

    def _set(self, sensor: int, value: int, bounce_us: int) -> SensorSet:
        self._tell(f"set {sensor} {value} {bounce_us}")
        cycle, *seen = self._expect("set")
        assert seen == [str(sensor), str(value)]
        return SensorSet(int(cycle), sensor, value)

    def _tell(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()

    def _expect(self, answer: str) -> list[str]:
        """Return the words after `answer`, which is the next that comes."""
        try:
            word, *rest = self._answers.get(timeout=_PATIENCE_S).split()
        except queue.Empty:
            raise AssertionError(f"expected {answer} from the emulator, saw nothing") from None
        assert word == answer, f"expected {answer} from the emulator, saw {word} {rest}"
        return rest

    def _read_reports(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._news:
                self._take_report(line.rstrip("\n"))
                self._news.notify_all()
        self._answers.put("ended")

    def _take_report(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "out":
            cycle, _, encoded = rest.partition(" ")
            self.frames_out.append(FrameOut(int(cycle), bytes.fromhex(encoded)))
        elif word == "leds":
            cycle, low, grb = rest.split()
            self.led_frames.append(LedFrame(int(cycle), _colours(bytes.fromhex(grb)), int(low)))
        elif word == "bad":
            self.faults.append(rest)
        elif word == "started":
            self.boots.append(Event(int(rest)))
        elif word in {"set", "ran", "plugged", "unplugged", "boot", "errors", "statistics"}:
            self._answers.put(line)


def _colours(grb: bytes) -> tuple[tuple[int, int, int], ...]:
    leds = (grb[start : start + 3] for start in range(0, len(grb), 3))
    return tuple((red, green, blue) for green, red, blue in leds)


def _pins(build: Build) -> list[str]:
    """The wiring as the emulator's arguments."""
    data = build.leds.data[1:]
    if build.matrix is not None:
        rows = [row.pin for row in build.matrix.rows]
        return ["reed", _list(rows), _list(build.matrix.columns), data]
    assert build.muxes is not None
    outputs = ",".join(output.pin[-1] for output in build.muxes.outputs)
    return ["hall", _list(build.muxes.select), outputs, data]


def _list(pins: list[str]) -> str:
    """`PD2`, `PD3` as `D2,D3`."""
    return ",".join(pin[1:] for pin in pins)
