"""What all messages between board and host are made of: numbers, readings, checks of a body."""

from __future__ import annotations

import struct
from collections.abc import Sequence
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
LONGEST_NAME: Final = 24

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
    return to_bits(readings)


def to_bits(readings: Sequence[int]) -> bytes:
    """The readings of 64 reeds, 0 or 1 each, as 8 bytes; the first one is the lowest bit."""
    return sum(reading << sensor for sensor, reading in enumerate(readings)).to_bytes(8, "little")


def from_bits(data: bytes) -> tuple[int, ...]:
    """The readings of 64 reeds from 8 bytes."""
    bits = int.from_bytes(data, "little")
    return tuple(bits >> sensor & 1 for sensor in range(SENSORS))


def expect(is_so: bool, expected: str, seen: object) -> None:
    """Raise `MessageError` where it is not so."""
    if not is_so:
        raise MessageError(f"expected {expected}, saw {seen}")


def expect_length(body: bytes, length: int, name: str) -> None:
    """Raise `MessageError` where the body of a message of that name is not so long."""
    expect(len(body) == length, f"{length} bytes of {name}", len(body))


class Fixed:
    """A message that is nothing but whole numbers, always as many."""

    __slots__: tuple[str, ...] = ()
    TYPE: ClassVar[int]
    _FORM: ClassVar[struct.Struct]

    def __init__(self, *fields: int) -> None:
        raise NotImplementedError("the dataclasses made of it have their own")

    def to_bytes(self) -> bytes:
        """The body."""
        return self._FORM.pack(self.TYPE, *(getattr(self, name) for name in self.__slots__))

    @classmethod
    def from_bytes(cls, body: bytes) -> Self:
        """Read a body; raises `MessageError`."""
        expect_length(body, cls._FORM.size, cls.__name__)
        return cls(*cls._FORM.unpack(body)[1:])
