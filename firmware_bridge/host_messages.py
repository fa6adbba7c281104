"""What the host says to a board."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from firmware_bridge.message_parts import (
    LEDS,
    MAJOR,
    MINOR,
    PIXELS_IN_A_FRAME,
    Fixed,
    Rgb,
    expect,
)


@dataclass(frozen=True, slots=True)
class Greet(Fixed):
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
        expect(greet.session != 0, "a session other than 0", 0)
        return greet


@dataclass(frozen=True, slots=True)
class Seen(Fixed):
    """The last change that the host has taken."""

    TYPE = 0x82
    _FORM = struct.Struct("<BHH")

    session: int
    number: int


@dataclass(frozen=True, slots=True)
class Ask(Fixed):
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
        expect(
            rest == 0 and 1 <= count <= PIXELS_IN_A_FRAME, "1 to 16 pixels", f"{len(body)} bytes"
        )
        _, session, number, first = cls._FORM.unpack_from(body)
        expect(first + count <= LEDS, "LEDs up to 63", first + count - 1)
        return cls(session, number, first, tuple(_threes(body[cls._FORM.size :])))


def _threes(data: Iterable[int]) -> Iterator[Rgb]:
    parts = iter(data)
    return zip(parts, parts, parts, strict=True)


@dataclass(frozen=True, slots=True)
class Show(Fixed):
    """The picture is to be written to the LEDs."""

    TYPE = 0x85
    _FORM = struct.Struct("<BHB")

    session: int
    number: int


@dataclass(frozen=True, slots=True)
class Settings(Fixed):
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
        expect(settings.dead_band >= 1, "a dead band from 1", settings.dead_band)
        expect(settings.patience >= 1, "a patience from 1", settings.patience)
        return settings
