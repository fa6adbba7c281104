"""What board and host say to each other, as bodies of frames (`PROTOCOL.md` has the tables).

Each message is a dataclass that goes to bytes and back; what is no such message raises
`MessageError`. Numbers are little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar, Final, Self

from firmware_bridge.errors import BridgeError
from firmware_bridge.framing import crc16

MAJOR: Final = 1
MINOR: Final = 0
"""The version of the protocol that is spoken here."""

SENSORS: Final = 64
LEDS: Final = 64
HIGHEST_LEVEL: Final = 1023
LEVELS_IN_A_FRAME: Final = 16
CHANGES_IN_A_FRAME: Final = 8
PIXELS_IN_A_FRAME: Final = 16
LONGEST_AGE: Final = 0xFFFF
"""Milliseconds; it stands for all that is older, too."""
_LONGEST_NAME: Final = 24

Rgb = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""


class MessageError(BridgeError):
    """A body is no message of this protocol; says what was expected and what was seen."""


class BoardKind(IntEnum):
    """What is under the squares of a board."""

    REED = 1
    HALL = 2

    @property
    def highest_reading(self) -> int:
        """The most that one of its sensors can read."""
        return 1 if self == BoardKind.REED else HIGHEST_LEVEL


def digest_of(kind: BoardKind, session: int, number: int, readings: Sequence[int]) -> int:
    """The proof of all readings as they are after a change: see `PROTOCOL.md`, Changes."""
    return crc16(struct.pack("<HH", session, number) + readings_to_bytes(kind, readings))


def readings_to_bytes(kind: BoardKind, readings: Sequence[int]) -> bytes:
    """All 64 readings as they go into a digest: 8 bytes for reeds, 128 for Hall sensors."""
    if kind == BoardKind.HALL:
        return struct.pack("<64H", *readings)
    return _to_bits(readings)


def _to_bits(readings: Sequence[int]) -> bytes:
    return sum(reading << sensor for sensor, reading in enumerate(readings)).to_bytes(8, "little")


def _from_bits(data: bytes) -> tuple[int, ...]:
    bits = int.from_bytes(data, "little")
    return tuple(bits >> sensor & 1 for sensor in range(SENSORS))


def _expect(is_so: bool, expected: str, seen: object) -> None:
    if not is_so:
        raise MessageError(f"expected {expected}, saw {seen}")


def _expect_length(body: bytes, length: int, name: str) -> None:
    _expect(len(body) == length, f"{length} bytes of {name}", len(body))


class _Fixed:
    """A message that is nothing but whole numbers, always as many."""

    __slots__: tuple[str, ...] = ()
    TYPE: ClassVar[int]
    _FORM: ClassVar[struct.Struct]

    def __init__(self, *fields: int) -> None:
        raise NotImplementedError("the dataclasses below have their own")

    def to_bytes(self) -> bytes:
        """The body."""
        return self._FORM.pack(self.TYPE, *(getattr(self, name) for name in self.__slots__))

    @classmethod
    def from_bytes(cls, body: bytes) -> Self:
        """Read a body; raises `MessageError`."""
        _expect_length(body, cls._FORM.size, cls.__name__)
        return cls(*cls._FORM.unpack(body)[1:])


# --- from the board ---


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
        longest = size + _LONGEST_NAME
        _expect(size <= len(body) <= longest, f"{size} to {longest} bytes of Hello", len(body))
        _, session, major, minor, kind, sensors, leds, *rest = cls._FORM.unpack_from(body)
        *firmware, build, boots = rest
        _expect(kind in tuple(BoardKind), "a kind of sensor, 1 or 2", kind)
        _expect((sensors, leds) == (SENSORS, LEDS), "64 sensors and LEDs", (sensors, leds))
        name = body[size:]
        _expect(all(0x20 <= byte < 0x7F for byte in name), "a name in ASCII", name)
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
        _expect(len(body) >= cls._FORM.size, "at least 5 bytes of Hello", len(body))
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
        return self._FORM.pack(self.TYPE, self.session, self.number, _to_bits(self.readings))

    @classmethod
    def from_bytes(cls, body: bytes) -> Self:
        """Read a body; raises `MessageError`."""
        _expect_length(body, cls._FORM.size, "Reeds")
        _, session, number, bits = cls._FORM.unpack(body)
        return cls(session, number, _from_bits(bits))


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
        _expect_length(body, cls._FORM.size, "Levels")
        _, session, number, first, *levels = cls._FORM.unpack(body)
        is_quarter = first < SENSORS and first % LEVELS_IN_A_FRAME == 0
        _expect(is_quarter, "the first sensor 0, 16, 32 or 48", first)
        _expect(max(levels) <= HIGHEST_LEVEL, f"levels up to {HIGHEST_LEVEL}", max(levels))
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
        _expect(
            rest == 0 and 1 <= count <= CHANGES_IN_A_FRAME, "1 to 8 changes", f"{len(body)} bytes"
        )
        _, session, first = cls._HEAD.unpack_from(body)
        middle = body[cls._HEAD.size : -cls._DIGEST.size]
        changes = tuple(Change(*fields) for fields in cls._EACH.iter_unpack(middle))
        for change in changes:
            _expect(change.sensor < SENSORS, "a sensor from 0 to 63", change.sensor)
            _expect(
                change.reading <= HIGHEST_LEVEL, f"a reading up to {HIGHEST_LEVEL}", change.reading
            )
        (digest,) = cls._DIGEST.unpack(body[-cls._DIGEST.size :])
        return cls(session, first, changes, digest)


@dataclass(frozen=True, slots=True)
class Done(_Fixed):
    """The last numbered frame that the board has taken."""

    TYPE = 0x05
    _FORM = struct.Struct("<BHB")

    session: int
    number: int


@dataclass(frozen=True, slots=True)
class Status(_Fixed):
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


# --- from the host ---


@dataclass(frozen=True, slots=True)
class Greet(_Fixed):
    """The host begins a session."""

    TYPE = 0x81
    _FORM = struct.Struct("<BHBB")

    session: int
    major: int = MAJOR
    minor: int = MINOR

    @classmethod
    def from_bytes(cls, body: bytes) -> Self:
        """Read a body; raises `MessageError`."""
        greet = super(Greet, cls).from_bytes(body)
        _expect(greet.session != 0, "a session other than 0", 0)
        return greet


@dataclass(frozen=True, slots=True)
class Seen(_Fixed):
    """The last change that the host has taken."""

    TYPE = 0x82
    _FORM = struct.Struct("<BHH")

    session: int
    number: int


@dataclass(frozen=True, slots=True)
class Ask(_Fixed):
    """The host wants to be told everything."""

    TYPE = 0x83
    _FORM = struct.Struct("<BH")

    session: int


@dataclass(frozen=True, slots=True)
class Pixels:
    """A piece of the next picture."""

    TYPE: ClassVar = 0x84
    _FORM: ClassVar = struct.Struct("<BHBB")

    session: int
    number: int
    first: int
    """The first LED."""
    colours: tuple[Rgb, ...]

    def to_bytes(self) -> bytes:
        """The body."""
        head = self._FORM.pack(self.TYPE, self.session, self.number, self.first)
        return head + bytes(part for colour in self.colours for part in colour)

    @classmethod
    def from_bytes(cls, body: bytes) -> Self:
        """Read a body; raises `MessageError`."""
        count, rest = divmod(len(body) - cls._FORM.size, 3)
        _expect(
            rest == 0 and 1 <= count <= PIXELS_IN_A_FRAME, "1 to 16 pixels", f"{len(body)} bytes"
        )
        _, session, number, first = cls._FORM.unpack_from(body)
        _expect(first + count <= LEDS, "LEDs up to 63", first + count - 1)
        return cls(session, number, first, tuple(_threes(body[cls._FORM.size :])))


def _threes(data: Iterable[int]) -> Iterator[Rgb]:
    parts = iter(data)
    return zip(parts, parts, parts, strict=True)


@dataclass(frozen=True, slots=True)
class Show(_Fixed):
    """The picture is to be written to the LEDs."""

    TYPE = 0x85
    _FORM = struct.Struct("<BHB")

    session: int
    number: int


@dataclass(frozen=True, slots=True)
class Settings(_Fixed):
    """How the board is to be."""

    TYPE = 0x86
    _FORM = struct.Struct("<BHBHBB")

    session: int
    number: int
    milliamperes: int
    """The most that all LEDs may draw."""
    dead_band: int
    """ADC steps by which a level must have changed to be told."""
    patience: int
    """Tenths of a second without a sign of life until the fault pattern."""

    @classmethod
    def from_bytes(cls, body: bytes) -> Self:
        """Read a body; raises `MessageError`."""
        settings = super(Settings, cls).from_bytes(body)
        _expect(settings.dead_band >= 1, "a dead band from 1", settings.dead_band)
        _expect(settings.patience >= 1, "a patience from 1", settings.patience)
        return settings


BoardMessage = Hello | OtherHello | Reeds | Levels | Changes | Done | Status
HostMessage = Greet | Seen | Ask | Pixels | Show | Settings
NumberedMessage = Pixels | Show | Settings

_FROM_BOARD: Final = {kind.TYPE: kind for kind in (Reeds, Levels, Changes, Done, Status)}
_FROM_HOST: Final = {kind.TYPE: kind for kind in (Greet, Seen, Ask, Pixels, Show, Settings)}
_MAJOR_AT: Final = 3


def message_from_board(body: bytes) -> BoardMessage:
    """What the board says in a body of at least 3 bytes; raises `MessageError`."""
    if body[0] == Hello.TYPE:
        is_ours = len(body) > _MAJOR_AT and body[_MAJOR_AT] == MAJOR
        return Hello.from_bytes(body) if is_ours else OtherHello.from_bytes(body)
    kind = _FROM_BOARD.get(body[0])
    if kind is None:
        raise MessageError(f"expected a message of a board, saw the type 0x{body[0]:02x}")
    return kind.from_bytes(body)


def message_from_host(body: bytes) -> HostMessage:
    """What the host says in a body of at least 3 bytes; raises `MessageError`."""
    kind = _FROM_HOST.get(body[0])
    if kind is None:
        raise MessageError(f"expected a message of a host, saw the type 0x{body[0]:02x}")
    return kind.from_bytes(body)
