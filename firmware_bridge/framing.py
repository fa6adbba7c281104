"""Frames on the line: bodies of bytes between zeros, each proved by a CRC (`PROTOCOL.md`)."""

from __future__ import annotations

import binascii
from dataclasses import dataclass
from typing import Final

from cobs import cobs

SHORTEST_BODY: Final = 3
LONGEST_BODY: Final = 60
_CRC_BYTES: Final = 2
_LONGEST_CODED: Final = LONGEST_BODY + _CRC_BYTES + 1
"""With the one byte that COBS adds to so few."""
_END: Final = b"\0"


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740: polynomial 0x1021, initial value 0xFFFF, not reflected, no final XOR."""
    return binascii.crc_hqx(data, 0xFFFF)


def to_frame(body: bytes) -> bytes:
    """The bytes on the line for a body of 3 to 60 bytes, with the zero that ends them."""
    assert SHORTEST_BODY <= len(body) <= LONGEST_BODY, len(body)
    return bytes(cobs.encode(body + crc16(body).to_bytes(_CRC_BYTES, "little"))) + _END


@dataclass(slots=True)
class FrameCounts:
    """What has come in, and why what was dropped was dropped."""

    taken: int = 0
    too_long: int = 0
    too_short: int = 0
    badly_coded: int = 0
    wrong_crc: int = 0

    @property
    def dropped(self) -> int:
        """How many were no frames."""
        return self.too_long + self.too_short + self.badly_coded + self.wrong_crc


class FrameReader:
    """Finds the bodies in a stream of bytes that may hold any garbage.

    It keeps no more than one frame's bytes, however long the garbage.
    """

    def __init__(self) -> None:
        self._kept = bytearray()
        self._is_too_long = False
        self.counts = FrameCounts()
        """What has come in so far."""

    def clear(self) -> None:
        """Forget the frame that has begun: the line was broken."""
        self._kept.clear()
        self._is_too_long = False

    def feed(self, data: bytes) -> list[bytes]:
        """Take in what has arrived; the bodies that are complete with it."""
        *ended, rest = data.split(_END)
        bodies = []
        for part in ended:
            self._keep(part)
            body = self._ended()
            if body is not None:
                bodies.append(body)
        self._keep(rest)
        return bodies

    def _keep(self, part: bytes) -> None:
        if len(self._kept) + len(part) > _LONGEST_CODED:
            self._is_too_long = True
            self._kept.clear()
        elif not self._is_too_long:
            self._kept += part

    def _ended(self) -> bytes | None:
        """The body of what was kept up to a zero; None for what is no frame."""
        coded, is_too_long = bytes(self._kept), self._is_too_long
        self.clear()
        if is_too_long:
            self.counts.too_long += 1
            return None
        if not coded:
            return None  # Zeros in a row are nothing at all.
        try:
            decoded = bytes(cobs.decode(coded))
        except cobs.DecodeError:
            self.counts.badly_coded += 1
            return None
        if len(decoded) < SHORTEST_BODY + _CRC_BYTES:
            self.counts.too_short += 1
            return None
        body, crc = decoded[:-_CRC_BYTES], decoded[-_CRC_BYTES:]
        if crc16(body) != int.from_bytes(crc, "little"):
            self.counts.wrong_crc += 1
            return None
        self.counts.taken += 1
        return body
