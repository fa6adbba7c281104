"""Frames in the firmware's core, against the `cobs` package and `binascii`."""

from __future__ import annotations

import subprocess

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.builds import pc_core
from tests.firmware.conftest import SESSION, MakeBoard
from tests.firmware.line import Status, ask, crc, frame, greet, seen
from tests.firmware.pc_core_board import of_type

bodies = st.binary(min_size=3, max_size=60)


def model_of_decoder(data: bytes) -> tuple[list[bytes], int]:
    """What a receiver must make of a stream, by libraries and without bounds of memory."""
    found, garbage = [], 0
    for piece in data.split(b"\0")[:-1]:
        if not piece:
            continue
        try:
            decoded = bytes(cobs.decode(piece))
        except cobs.DecodeError:
            garbage += 1
            continue
        body, check = decoded[:-2], decoded[-2:]
        if 3 <= len(body) <= 60 and crc(body).to_bytes(2, "little") == check:
            found.append(body)
        else:
            garbage += 1
    return found, garbage


def test_crc_is_that_of_the_protocol(make_board: MakeBoard) -> None:
    assert make_board("reed").crc(b"123456789") == 0x29B1


@pytest.mark.slow
@given(st.binary(max_size=200))
def test_crc_equals_the_libraries(make_board: MakeBoard, data: bytes) -> None:
    assert make_board("reed").crc(data) == crc(data)


@pytest.mark.slow
@given(st.lists(bodies, max_size=5))
def test_every_body_comes_out_as_it_went_in(make_board: MakeBoard, sent: list[bytes]) -> None:
    assert make_board("reed").decode(b"".join(map(frame, sent))) == (sent, 0)


@st.composite
def spoilt_streams(draw: st.DrawFn) -> bytes:
    """Frames among garbage, with some bytes flipped, lost or doubled."""
    pieces = draw(st.lists(st.one_of(bodies.map(frame), st.binary(max_size=80)), max_size=6))
    data = bytearray(b"".join(pieces))
    for _ in range(draw(st.integers(0, 4))):
        if data:
            at = draw(st.integers(0, len(data) - 1))
            data[at : at + 1] = draw(
                st.sampled_from([b"", bytes([data[at]]) * 2, bytes([data[at] ^ 0x20]), b"\0"])
            )
    return bytes(data) + b"\0"


@pytest.mark.slow
@given(spoilt_streams())
def test_decoder_takes_and_counts_what_the_libraries_do(make_board: MakeBoard, data: bytes) -> None:
    assert make_board("reed").decode(data) == model_of_decoder(data)


@pytest.mark.slow
@given(st.binary(min_size=1, max_size=300).filter(lambda garbage: 0 not in garbage))
def test_a_frame_after_garbage_and_a_zero_is_taken(make_board: MakeBoard, garbage: bytes) -> None:
    body = b"\x81\x01\x02\x03"
    assert make_board("reed").decode(garbage + b"\0" + frame(body))[0][-1] == body


@pytest.mark.parametrize("size", [0, 1, 2, 61, 62, 200])
def test_a_body_too_short_or_too_long_is_garbage(make_board: MakeBoard, size: int) -> None:
    assert make_board("reed").decode(frame(b"\x81" * size)) == ([], 1)


def test_zeros_in_a_row_are_nothing(make_board: MakeBoard) -> None:
    assert make_board("reed").decode(bytes(50)) == ([], 0)


@pytest.mark.parametrize(
    "data",
    [
        b"\x05garbage\0",
        frame(b"\x7f" + SESSION.to_bytes(2, "little")),  # no type of the host's
        frame(b"\x83" + SESSION.to_bytes(2, "little") + b"\0"),  # Ask with a byte too much
        frame(b"\x81" + bytes(2) + b"\1\0"),  # Greet with session 0
        frame(b"\x84" + SESSION.to_bytes(2, "little") + b"\1\x3f" + bytes(6)),  # LED 64
        frame(b"\x84" + SESSION.to_bytes(2, "little") + b"\1\0" + bytes(51)),  # 17 pixels
        frame(b"\x84" + SESSION.to_bytes(2, "little") + b"\1\0" + bytes(4)),  # a third of one
        frame(b"\x84" + SESSION.to_bytes(2, "little") + b"\1\0"),  # no pixel
        frame(b"\x86" + SESSION.to_bytes(2, "little") + b"\1\0\0\0\1"),  # dead band 0
        frame(b"\x86" + SESSION.to_bytes(2, "little") + b"\1\0\0\1\0"),  # no time at all
        ask(SESSION + 1),
        seen(0, 0),
    ],
)
def test_what_is_no_frame_of_this_session_is_dropped_and_counted(
    make_greeted: MakeBoard, kind: str, data: bytes
) -> None:
    board = make_greeted(kind)
    board.take(data)
    (status,) = of_type(board.advance(250), Status)
    assert status.frames_dropped == 1


def test_frames_that_are_right_are_not_counted_as_dropped(make_greeted: MakeBoard) -> None:
    board = make_greeted("reed")
    board.take(b"\0\0" + greet(SESSION) + ask(SESSION) + seen(SESSION, 0) + b"\0")
    (status,) = of_type(board.advance(250), Status)
    assert status.frames_dropped == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_garbage_never_leaves_the_bounds_of_memory(kind: str, seed: int) -> None:
    fuzzer = pc_core() / f"fuzz-{kind}"
    run = subprocess.run([fuzzer, "200000", str(seed)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("200000 frames")
