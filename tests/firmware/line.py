"""The line as `firmware_bridge/PROTOCOL.md` has it, written down a second time, for these tests.

It shares nothing with the product's own modules, so a misreading on one side shows.
"""

from __future__ import annotations

import binascii
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cobs import cobs

GREET: Final = 0x81
SEEN: Final = 0x82
ASK: Final = 0x83
PIXELS: Final = 0x84
SHOW: Final = 0x85
SETTINGS: Final = 0x86

Rgb = tuple[int, int, int]


def crc(data: bytes) -> int:
    """CRC-16/IBM-3740, which `binascii` calls HQX when it is started with all ones."""
    return binascii.crc_hqx(data, 0xFFFF)


def frame(body: bytes) -> bytes:
    """A body as it goes over the line."""
    return bytes(cobs.encode(body + struct.pack("<H", crc(body)))) + b"\0"


def greet(session: int, major: int = 1, minor: int = 0) -> bytes:
    return frame(struct.pack("<BHBB", GREET, session, major, minor))


def seen(session: int, number: int) -> bytes:
    return frame(struct.pack("<BHH", SEEN, session, number))


def ask(session: int) -> bytes:
    return frame(struct.pack("<BH", ASK, session))


def pixels(session: int, number: int, first: int, colours: Sequence[Rgb]) -> bytes:
    flat = bytes(value for colour in colours for value in colour)
    return frame(struct.pack("<BHBB", PIXELS, session, number, first) + flat)


def show(session: int, number: int) -> bytes:
    return frame(struct.pack("<BHB", SHOW, session, number))


def settings(
    session: int, number: int, *, most_ma: int = 1500, dead_band: int = 3, tenths: int = 30
) -> bytes:
    return frame(struct.pack("<BHBHBB", SETTINGS, session, number, most_ma, dead_band, tenths))


@dataclass(frozen=True, slots=True)
class Hello:
    session: int
    major: int
    minor: int
    kind: int
    sensors: int
    leds: int
    version: tuple[int, int, int]
    build: int
    boots: int
    name: str


@dataclass(frozen=True, slots=True)
class State:
    """A Reeds frame, or one of four Levels."""

    session: int
    number: int
    first: int
    readings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Change:
    sensor: int
    reading: int
    age_ms: int


@dataclass(frozen=True, slots=True)
class Changes:
    session: int
    first: int
    changes: tuple[Change, ...]
    digest: int


@dataclass(frozen=True, slots=True)
class Done:
    session: int
    number: int


@dataclass(frozen=True, slots=True)
class Status:
    session: int
    number: int
    digest: int
    uptime_ms: int
    scans_a_second: int
    frames_dropped: int
    bytes_overrun: int
    changes_lost: int
    led_ma: int


Message = Hello | State | Changes | Done | Status


def read_body(body: bytes) -> Message:
    """What the board says in a body; a test fails on anything it may not say."""
    kind, session = struct.unpack_from("<BH", body)
    rest = body[3:]
    if kind == 0x01:
        major, minor, sensor, sensors, leds, *version, build, boots = struct.unpack_from(
            "<8BIH", rest
        )
        a, b, c = version
        name = rest[14:].decode("ascii")
        return Hello(session, major, minor, sensor, sensors, leds, (a, b, c), build, boots, name)
    if kind == 0x02:
        number, bits = struct.unpack("<HQ", rest)
        return State(session, number, 0, tuple(bits >> sensor & 1 for sensor in range(64)))
    if kind == 0x03:
        number, first, *levels = struct.unpack("<HB16H", rest)
        return State(session, number, first, tuple(levels))
    if kind == 0x04:
        first, (digest,) = struct.unpack_from("<H", rest)[0], struct.unpack_from("<H", rest[-2:])
        changes = tuple(Change(*entry) for entry in struct.iter_unpack("<BHH", rest[2:-2]))
        assert 1 <= len(changes) <= 8
        return Changes(session, first, changes, digest)
    if kind == 0x05:
        return Done(session, *struct.unpack("<B", rest))
    assert kind == 0x06, f"the board sent an unknown type 0x{kind:02x}"
    return Status(session, *struct.unpack("<HHIHHHHH", rest))


def is_frame(encoded: bytes) -> bool:
    """Whether bytes without their zero are a frame that was not spoilt on the line."""
    try:
        decoded = bytes(cobs.decode(encoded))
    except cobs.DecodeError:
        return False
    return 5 <= len(decoded) <= 62 and struct.pack("<H", crc(decoded[:-2])) == decoded[-2:]


def read_frame(encoded: bytes) -> Message:
    """What the board says in a frame without its zero; a test fails unless it is one."""
    assert is_frame(encoded), f"the board sent no frame: {encoded.hex()}"
    return read_body(bytes(cobs.decode(encoded))[:-2])


def read_stream(data: bytes) -> Iterator[Message]:
    """What the board says in bytes that end with a frame."""
    assert data == b"" or data.endswith(b"\0")
    for encoded in filter(None, data.split(b"\0")):
        yield read_frame(encoded)


def digest(kind: str, session: int, number: int, readings: Sequence[int]) -> int:
    """The proof of all 64 readings after a change."""
    head = struct.pack("<HH", session, number)
    if kind == "hall":
        return crc(head + struct.pack("<64H", *readings))
    bits = sum(reading << sensor for sensor, reading in enumerate(readings))
    return crc(head + struct.pack("<Q", bits))
