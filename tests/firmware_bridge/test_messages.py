"""Every message to bytes and back, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.board_messages import (
    Change,
    Changes,
    Done,
    Hello,
    Levels,
    OtherHello,
    Reeds,
    Status,
)
from firmware_bridge.host_messages import Ask, Greet, Pixels, Seen, Settings, Show
from firmware_bridge.message_parts import BoardKind, MessageError, digest_of
from firmware_bridge.messages import (
    BoardMessage,
    HostMessage,
    message_from_board,
    message_from_host,
)

A1_AND_H8 = (1, *[0] * 62, 1)

# Written down by hand from the tables of PROTOCOL.md.
FROM_BOARD: list[tuple[BoardMessage, str]] = [
    (
        Hello(0, 1, 0, BoardKind.REED, (0, 2, 7), 0x12345678, 9, "reed"),
        "01 0000 01 00 01 40 40 00 02 07 78563412 0900 72656564",
    ),
    (
        Hello(0xBEEF, 1, 3, BoardKind.HALL, (1, 0, 0), 0, 0, ""),
        "01 efbe 01 03 02 40 40 01 00 00 00000000 0000",
    ),
    (OtherHello(0, 2, 5), "01 0000 02 05"),
    (Reeds(0xBEEF, 258, A1_AND_H8), "02 efbe 0201 0100000000000080"),
    (
        Levels(1, 2, 48, (0, 1023, *[512] * 14)),
        "03 0100 0200 30 0000 ff03" + " 0002" * 14,
    ),
    (
        Changes(1, 65535, (Change(12, 0, 3), Change(28, 1, 65535)), 0xABCD),
        "04 0100 ffff 0c 0000 0300 1c 0100 ffff cdab",
    ),
    (Done(1, 255), "05 0100 ff"),
    (
        Status(1, 2, 0xABCD, 100_000, 533, 3, 4, 5, 64),
        "06 0100 0200 cdab a0860100 1502 0300 0400 0500 4000",
    ),
]
FROM_HOST: list[tuple[HostMessage, str]] = [
    (Greet(0xBEEF), "81 efbe 01 00"),
    (Seen(1, 0x0203), "82 0100 0302"),
    (Ask(1), "83 0100"),
    (Pixels(1, 7, 62, ((255, 0, 1), (2, 3, 4))), "84 0100 07 3e ff0001 020304"),
    (Show(1, 8), "85 0100 08"),
    (Settings(1, 1, 1500, 3, 30), "86 0100 01 dc05 03 1e"),
]


@pytest.mark.parametrize(("message", "golden"), FROM_BOARD, ids=lambda value: type(value).__name__)
def test_what_the_board_says_has_the_bytes_of_the_protocol(
    message: BoardMessage, golden: str
) -> None:
    assert message.to_bytes() == bytes.fromhex(golden)
    assert message_from_board(bytes.fromhex(golden)) == message


@pytest.mark.parametrize(("message", "golden"), FROM_HOST, ids=lambda value: type(value).__name__)
def test_what_the_host_says_has_the_bytes_of_the_protocol(
    message: HostMessage, golden: str
) -> None:
    assert message.to_bytes() == bytes.fromhex(golden)
    assert message_from_host(bytes.fromhex(golden)) == message


def test_the_digest_is_over_session_number_and_all_readings() -> None:
    # CRC-16/IBM-3740 of these bytes, computed by hand with another program.
    assert digest_of(BoardKind.REED, 0xBEEF, 258, A1_AND_H8) == crc_bit_by_bit(
        bytes.fromhex("efbe 0201 0100000000000080")
    )
    levels = tuple(range(64))
    data = bytes.fromhex("0100 0200") + b"".join(bytes([level, 0]) for level in levels)
    assert digest_of(BoardKind.HALL, 1, 2, levels) == crc_bit_by_bit(data)


def crc_bit_by_bit(data: bytes) -> int:
    """CRC-16/IBM-3740 as its definition has it."""
    crc = 0xFFFF
    for byte in data:
        for bit in range(7, -1, -1):
            is_carried = (crc >> 15) ^ (byte >> bit & 1)
            crc = crc << 1 & 0xFFFF
            if is_carried:
                crc ^= 0x1021
    return crc


def test_the_crc_bit_by_bit_is_that_of_the_catalogue() -> None:
    assert crc_bit_by_bit(b"123456789") == 0x29B1


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("07 0100", "expected a message of a board, saw the type 0x07"),
        ("81 0100 01 00", "expected a message of a board, saw the type 0x81"),
        ("01 0000", "expected at least 5 bytes of Hello, saw 3"),
        ("01 0000 01 00", "expected 17 to 41 bytes of Hello, saw 5"),
        ("01 0000 01 00 03 40 40 000207 78563412 0900", "a kind of sensor, 1 or 2, saw 3"),
        ("01 0000 01 00 01 3f 40 000207 78563412 0900", "64 sensors and LEDs, saw (63, 64)"),
        ("01 0000 01 00 01 40 40 000207 78563412 0900 0a", "a name in ASCII"),
        ("02 0100 0000 00000000000000", "expected 13 bytes of Reeds, saw 12"),
        ("03 0100 0000 01" + "0000" * 16, "the first sensor 0, 16, 32 or 48, saw 1"),
        ("03 0100 0000 40" + "0000" * 16, "the first sensor 0, 16, 32 or 48, saw 64"),
        ("03 0100 0000 00" + "0004" * 16, "levels up to 1023, saw 1024"),
        ("04 0100 0000 0000", "1 to 8 changes, saw 7 bytes"),
        ("04 0100 0000" + "0000000000" * 9 + "0000", "1 to 8 changes, saw 52 bytes"),
        ("04 0100 0000 40 0000 0000 0000", "a sensor from 0 to 63, saw 64"),
        ("04 0100 0000 00 0004 0000 0000", "a reading up to 1023, saw 1024"),
        ("05 0100", "expected 4 bytes of Done, saw 3"),
        ("06 0100", "expected 21 bytes of Status, saw 3"),
    ],
)
def test_what_no_board_says_is_refused(body: str, sentence: str) -> None:
    with pytest.raises(MessageError) as refusal:
        message_from_board(bytes.fromhex(body))
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("01 0100", "expected a message of a host, saw the type 0x01"),
        ("81 0000 01 00", "expected a session other than 0, saw 0"),
        ("81 0100 01", "expected 5 bytes of Greet, saw 4"),
        ("86 0100 01 dc05 00 1e", "a dead band from 1, saw 0"),
        ("86 0100 01 dc05 03 00", "a patience from 1, saw 0"),
        ("84 0100 01 00", "1 to 16 pixels, saw 5 bytes"),
        ("84 0100 01 00 0000", "1 to 16 pixels, saw 7 bytes"),
        ("84 0100 01 3f 000000 000000", "LEDs up to 63, saw 64"),
        ("84 0100 01 00" + "000000" * 17, "1 to 16 pixels, saw 56 bytes"),
    ],
)
def test_what_no_host_says_is_refused(body: str, sentence: str) -> None:
    with pytest.raises(MessageError) as refusal:
        message_from_host(bytes.fromhex(body))
    assert sentence in str(refusal.value)


@given(st.binary(min_size=3, max_size=60))
def test_whatever_is_taken_goes_back_to_the_same_bytes(body: bytes) -> None:
    for read in (message_from_board, message_from_host):
        try:
            message = read(body)
        except MessageError:
            continue
        if not isinstance(message, OtherHello):
            assert message.to_bytes() == body
