"""The firmware's core on the PC: the same C, with time and sensors given by the test."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeVar

from tests.firmware.line import Message, read_stream

_MOST: Final = 4096
T = TypeVar("T")


class PcBoard:
    """A board without pins. `kind` is reed or hall; all times are milliseconds.

    A library holds one board, so a new one takes the place of that before it.
    """

    def __init__(self, library: Path, kind: str, *, boots: int = 0, now: int = 0) -> None:
        self.kind = kind
        self.now = now
        self._core = ctypes.CDLL(str(library))
        self._core.pc_crc.restype = ctypes.c_uint16
        self._core.pc_current_scale.restype = ctypes.c_uint8
        self._core.pc_fault_level.restype = ctypes.c_uint8
        self.readings = [0] * 64
        """What the sensors read; given to the board in every scan."""
        self._core.pc_start(boots, now)

    def take(self, data: bytes) -> None:
        """Bytes come from the host, all at this moment."""
        self._core.pc_take(data, len(data), ctypes.c_uint32(self.now))

    def scan(self) -> None:
        """Give the board one scan of all its sensors."""
        if self.kind == "hall":
            self._core.pc_scan((ctypes.c_uint16 * 64)(*self.readings), ctypes.c_uint32(self.now))
            return
        bits = sum(reading << sensor for sensor, reading in enumerate(self.readings))
        self._core.pc_scan(bits.to_bytes(8, "little"), ctypes.c_uint32(self.now))

    def settle(self) -> None:
        """As many scans as the debouncer wants."""
        for _ in range(3):
            self.scan()

    def sent_bytes(self) -> bytes:
        """All that the board has to say at this moment, and the line is fast enough for it."""
        data = b""
        while True:
            self._core.pc_tick(ctypes.c_uint32(self.now))
            out = ctypes.create_string_buffer(_MOST)
            count = self._core.pc_sent(out, _MOST)
            if count == 0:
                return data
            data += out.raw[:count]

    def say(self) -> list[Message]:
        """The messages among them."""
        return list(read_stream(self.sent_bytes()))

    def advance(self, milliseconds: int) -> list[Message]:
        """Let time go by, millisecond by millisecond, without scans; return what it said."""
        messages = []
        for _ in range(milliseconds):
            self.now = (self.now + 1) & 0xFFFF_FFFF
            messages += self.say()
        return messages

    def leds(self) -> list[tuple[int, int, int]]:
        """What the strip shows, as red, green, blue."""
        out = ctypes.create_string_buffer(192)
        self._core.pc_leds(out)
        grb = out.raw
        return [(grb[i + 1], grb[i], grb[i + 2]) for i in range(0, 192, 3)]

    def pictures(self) -> int:
        """How often the strip was written."""
        return int(self._core.pc_leds(ctypes.create_string_buffer(192)))

    def count_overruns(self, count: int) -> None:
        self._core.pc_count_overruns(count)

    def crc(self, data: bytes) -> int:
        return int(self._core.pc_crc(data, len(data)))

    def decode(self, data: bytes) -> tuple[list[bytes], int]:
        """Give a stream to a fresh decoder; return the bodies in it and the count of garbage."""
        out = ctypes.create_string_buffer(len(data) + 64)
        garbage = ctypes.c_uint()
        count = self._core.pc_decode(data, len(data), out, ctypes.byref(garbage))
        bodies, at = [], 0
        while at < count:
            length = out.raw[at]
            bodies.append(out.raw[at + 1 : at + 1 + length])
            at += 1 + length
        return bodies, garbage.value

    def current_scale(self, colour_sum: int, most_ma: int) -> int:
        return int(self._core.pc_current_scale(colour_sum, most_ma))

    def fault_level(self, now: int) -> int:
        return int(self._core.pc_fault_level(ctypes.c_uint32(now)))


def of_type(messages: Sequence[Message], kind: type[T]) -> list[T]:
    """Those messages that are of one type."""
    return [message for message in messages if isinstance(message, kind)]
