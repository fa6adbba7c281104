"""Frames on the line, and garbage between them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.framing import FrameReader, crc16, to_frame

bodies = st.binary(min_size=3, max_size=60)


def test_the_crc_is_the_one_of_the_catalogue() -> None:
    assert crc16(b"123456789") == 0x29B1


def test_a_frame_is_coded_body_and_crc_and_a_zero() -> None:
    # Type 0x82, session 1, number 0; the CRC's low byte comes first.
    body = bytes.fromhex("8201000000")
    assert crc16(body) == 0x01EB
    assert to_frame(body) == bytes.fromhex("03 82 01 01 01 03 eb 01 00")


@pytest.mark.slow
@given(st.lists(bodies, max_size=6))
def test_what_was_framed_is_found_again(bodies: list[bytes]) -> None:
    reader = FrameReader()
    assert reader.feed(b"".join(map(to_frame, bodies))) == bodies
    assert reader.counts.taken == len(bodies)
    assert reader.counts.dropped == 0


@pytest.mark.slow
@given(st.lists(bodies, max_size=4))
def test_frames_are_found_byte_by_byte(bodies: list[bytes]) -> None:
    reader = FrameReader()
    line = b"".join(map(to_frame, bodies))
    assert [body for byte in line for body in reader.feed(bytes([byte]))] == bodies


@given(bodies)
def test_no_frame_is_longer_than_64_bytes_and_none_holds_a_zero(body: bytes) -> None:
    frame = to_frame(body)
    assert len(frame) <= 64
    assert frame.index(0) == len(frame) - 1


@given(st.binary(max_size=300), bodies)
def test_after_garbage_and_a_zero_the_next_frame_is_found(garbage: bytes, body: bytes) -> None:
    reader = FrameReader()
    assert reader.feed(garbage + b"\0" + to_frame(body))[-1] == body


def test_a_zero_twice_is_nothing_at_all() -> None:
    reader = FrameReader()
    assert reader.feed(b"\0\0\0") == []
    assert reader.counts.dropped == 0


@pytest.mark.parametrize(
    ("line", "count"),
    [
        (b"\x07" * 64 + b"\0", "too_long"),
        (b"\x07\x01\0", "badly_coded"),
        (b"\x03\x82\x01\0", "too_short"),
        (bytes.fromhex("03 82 01 01 01 03 ea 01 00"), "wrong_crc"),
    ],
)
def test_what_is_no_frame_is_dropped_and_counted(line: bytes, count: str) -> None:
    reader = FrameReader()
    assert reader.feed(line) == []
    assert getattr(reader.counts, count) == 1
    assert reader.counts.dropped == 1
    assert reader.feed(to_frame(b"abc")) == [b"abc"]


def test_endless_garbage_takes_no_memory() -> None:
    reader = FrameReader()
    for _ in range(1000):
        assert reader.feed(b"\x55" * 1000) == []
        assert len(reader._kept) <= 63
    assert reader.feed(b"\0" + to_frame(b"abc")) == [b"abc"]
    assert reader.counts.too_long == 1


def test_half_a_frame_is_forgotten_when_the_line_was_broken() -> None:
    reader = FrameReader()
    frame = to_frame(b"abcdef")
    assert reader.feed(frame[:4]) == []
    reader.clear()
    assert reader.feed(frame) == [b"abcdef"]


@pytest.mark.slow
@given(bodies, st.data())
def test_a_frame_with_one_to_three_flipped_bits_is_never_taken(
    body: bytes, data: st.DataObject
) -> None:
    coded = bytearray(to_frame(body)[:-1])
    # Flips in the body, not in the code, where one may move all that follows.
    whole = bytearray(body + crc16(body).to_bytes(2, "little"))
    bits = data.draw(
        st.sets(st.integers(0, 8 * len(whole) - 1), min_size=1, max_size=3), label="bits"
    )
    for bit in bits:
        whole[bit // 8] ^= 1 << bit % 8
    assert crc16(bytes(whole[:-2])) != int.from_bytes(whole[-2:], "little")
    assert len(coded) == len(whole) + 1
