"""The emulated board behind a pseudo-terminal, as programs see it."""

from __future__ import annotations

import pytest
import serial

from tests.firmware.emulated_board import CYCLES_PER_MS, EmulatedBoard, Pace
from tests.firmware.line import Hello, State, greet, is_frame, read_frame

BAUD = 250_000
PATIENCE_S = 30


def open_port(board: EmulatedBoard) -> serial.Serial:
    return serial.Serial(board.port, BAUD, timeout=PATIENCE_S)


def next_message(port: serial.Serial) -> object:
    return read_frame(next_piece(port))


def first_message(port: serial.Serial) -> object:
    """The first whole one: opening throws away what has come in, be it half a frame."""
    piece = next_piece(port)
    return read_frame(piece if is_frame(piece) else next_piece(port))


def next_piece(port: serial.Serial) -> bytes:
    encoded = port.read_until(b"\0")
    assert encoded.endswith(b"\0"), "the board said nothing"
    return bytes(encoded[:-1])


@pytest.mark.slow
def test_a_program_greets_the_board_through_its_port() -> None:
    with EmulatedBoard("reed-serial") as board:
        pressed = board.press(board.sensor("e4"))
        # A Hello well after that says that the sensor was read meanwhile.
        settled = pressed.cycle + 10 * CYCLES_PER_MS
        board.wait_until(lambda: any(out.cycle > settled for out in board.frames_out))
        with open_port(board) as port:
            port.write(b"\0" + greet(7))
            message = first_message(port)
            while not isinstance(message, State):
                message = next_message(port)
            assert [s for s, reading in enumerate(message.readings) if reading] == [28]


def test_a_board_that_starts_when_the_port_is_opened_starts_each_time() -> None:
    with EmulatedBoard("reed-serial", boots_on_open=True) as board:
        assert board.boots == []
        for times in (1, 2):
            with open_port(board) as port:
                hello = first_message(port)
                assert isinstance(hello, Hello)
                assert hello.session == 0
                board.hear_out()
                assert len(board.boots) == times


@pytest.mark.slow
def test_an_unplugged_board_is_gone_and_comes_back_under_the_same_name() -> None:
    with EmulatedBoard("reed-serial", pace=Pace.FAST) as board:
        with open_port(board) as port:
            first = first_message(port)
            board.unplug()
            with pytest.raises(serial.SerialException):
                port.read(1_000_000)
        with pytest.raises(serial.SerialException):
            open_port(board)
        board.plug()
        with open_port(board) as port:
            again = first_message(port)
        assert isinstance(first, Hello)
        assert isinstance(again, Hello)
        assert again.boots == first.boots + 1
