"""What a board says to its host."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import ClassVar, Self

from firmware_bridge.message_parts import (
    CHANGES_IN_A_FRAME,
    HIGHEST_LEVEL,
    LEDS,
    LEVELS_IN_A_FRAME,
    LONGEST_NAME,
    SENSORS,
    BoardKind,
    Fixed,
    expect,
    expect_length,
    from_bits,
    to_bits,
)


@dataclass(frozen=True, slots=True)
class Hello:
    """The board introduces itself."""

    TYPE: ClassVar = 0x01
    _FORM: ClassVar = struct.Struct("<BHBBBBB3BIH")

    session: int
    major: int
    minor: int
    kind: BoardKind
    firmware: tuple[int, int, int]
    build: int
    boots: int
    name: str

    def to_bytes(self) -> bytes:
        """The body."""
        head = (self.TYPE, self.session, self.major, self.minor, self.kind, SENSORS, LEDS)
        name = self.name.encode("ascii")
        return self._FORM.pack(*head, *self.firmware, self.build, self.boots) + name

    @classmethod
    def from_bytes(cls, body: bytes) -> Self:
        """Read a body; raises `MessageError`."""
        size = cls._FORM.size
        longest = size + LONGEST_NAME
        expect(size <= len(body) <= longest, f"{size} to {longest} bytes of Hello", len(body))
        _, session, major, minor, kind, sensors, leds, *rest = cls._FORM.unpack_from(body)
        *firmware, build, boots = rest
        expect(kind in tuple(BoardKind), "a kind of sensor, 1 or 2", kind)
        expect((sensors, leds) == (SENSORS, LEDS), "64 sensors and LEDs", (sensors, leds))
        name = body[size:]
        expect(all(0x20 <= byte < 0x7F for byte in name), "a name in ASCII", name)
        first, second, third = firmware
        return cls(
            session,
            major,
            minor,
            BoardKind(kind),
            (first, second, third),
            build,
            boots,
            name.decode("ascii"),
        )


@dataclass(frozen=True, slots=True)
class OtherHello:
    """The Hello of a board of another major version, of which nothing more is known."""

    TYPE: ClassVar = Hello.TYPE
    _FORM: ClassVar = struct.Struct("<BHBB")

    session: int
    major: int
    minor: int

    def to_bytes(self) -> bytes:
        """The part of the body that all versions have in common."""
        return self._FORM.pack(self.TYPE, self.session, self.major, self.minor)

    @classmethod
    def from_bytes(cls, body: bytes) -> Self:
        """Read a body; raises `MessageError`."""
        expect(len(body) >= cls._FORM.size, "at least 5 bytes of Hello", len(body))
        return cls(*cls._FORM.unpack_from(body)[1:])


@dataclass(frozen=True, slots=True)
class Reeds:
    """All that a reed board has told."""

    TYPE: ClassVar = 0x02
    _FORM: ClassVar = struct.Struct("<BHH8s")

    session: int
    number: int
    """Of the last change in it."""
    readings: tuple[int, ...]

    def to_bytes(self) -> bytes:
        """The body."""
        return self._FORM.pack(self.TYPE, self.session, self.number, to_bits(self.readings))

    @classmethod
    def from_bytes(cls, body: bytes) -> Self:
        """Read a body; raises `MessageError`."""
        expect_length(body, cls._FORM.size, "Reeds")
        _, session, number, bits = cls._FORM.unpack(body)
        return cls(session, number, from_bits(bits))


@dataclass(frozen=True, slots=True)
class Levels:
    """A quarter of all that a Hall board has told."""

    TYPE: ClassVar = 0x03
    _FORM: ClassVar = struct.Struct("<BHHB16H")

    session: int
    number: int
    """Of the last change in it."""
    first: int
    """The first sensor: 0, 16, 32 or 48."""
    levels: tuple[int, ...]

    def to_bytes(self) -> bytes:
        """The body."""
        return self._FORM.pack(self.TYPE, self.session, self.number, self.first, *self.levels)

    @classmethod
    def from_bytes(cls, body: bytes) -> Self:
        """Read a body; raises `MessageError`."""
        expect_length(body, cls._FORM.size, "Levels")
        _, session, number, first, *levels = cls._FORM.unpack(body)
        is_quarter = first < SENSORS and first % LEVELS_IN_A_FRAME == 0
        expect(is_quarter, "the first sensor 0, 16, 32 or 48", first)
        expect(max(levels) <= HIGHEST_LEVEL, f"levels up to {HIGHEST_LEVEL}", max(levels))
        return cls(session, number, first, tuple(levels))


@dataclass(frozen=True, slots=True)
class Change:
    """One sensor reads something else."""

    sensor: int
    reading: int
    age: int
    """Milliseconds since it happened, when it was sent."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What has changed, in its order."""

    TYPE: ClassVar = 0x04
    _HEAD: ClassVar = struct.Struct("<BHH")
    _EACH: ClassVar = struct.Struct("<BHH")
    _DIGEST: ClassVar = struct.Struct("<H")

    session: int
    first: int
    """The number of the first one."""
    changes: tuple[Change, ...]
    digest: int
    """Of all readings after the last one."""

    @property
    def last(self) -> int:
        """The number of the last one."""
        return (self.first + len(self.changes) - 1) & 0xFFFF

    def to_bytes(self) -> bytes:
        """The body."""
        each = (self._EACH.pack(c.sensor, c.reading, c.age) for c in self.changes)
        head = self._HEAD.pack(self.TYPE, self.session, self.first)
        return head + b"".join(each) + self._DIGEST.pack(self.digest)

    @classmethod
    def from_bytes(cls, body: bytes) -> Self:
        """Read a body; raises `MessageError`."""
        count, rest = divmod(len(body) - cls._HEAD.size - cls._DIGEST.size, cls._EACH.size)
        expect(
            rest == 0 and 1 <= count <= CHANGES_IN_A_FRAME, "1 to 8 changes", f"{len(body)} bytes"
        )
        _, session, first = cls._HEAD.unpack_from(body)
        middle = body[cls._HEAD.size : -cls._DIGEST.size]
        changes = tuple(Change(*fields) for fields in cls._EACH.iter_unpack(middle))
        for change in changes:
            expect(change.sensor < SENSORS, "a sensor from 0 to 63", change.sensor)
            expect(
                change.reading <= HIGHEST_LEVEL, f"a reading up to {HIGHEST_LEVEL}", change.reading
            )
        (digest,) = cls._DIGEST.unpack(body[-cls._DIGEST.size :])
        return cls(session, first, changes, digest)


@dataclass(frozen=True, slots=True)
class Done(Fixed):
    """The last numbered frame that the board has taken."""

    TYPE = 0x05
    _FORM = struct.Struct("<BHB")

    session: int
    number: int


@dataclass(frozen=True, slots=True)
class Status(Fixed):
    """How the board is, several times a second."""

    TYPE = 0x06
    _FORM = struct.Struct("<BHHHIHHHHH")

    session: int
    number: int
    """Of the last change made."""
    digest: int
    uptime: int
    """Milliseconds."""
    scans: int
    """In the last second."""
    frames_dropped: int
    bytes_overrun: int
    changes_lost: int
    milliamperes: int
    """What the LEDs are reckoned to draw."""
