import os
import pty
import termios
from collections.abc import Iterator
from io import StringIO
from typing import TextIO

import pytest

from board_daemon.terminal.keys import single_keys


@pytest.fixture
def terminal() -> Iterator[tuple[int, TextIO]]:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "r") as stream:
        yield ours, stream
    os.close(ours)


def modes(stream: TextIO) -> list[object]:
    return list(termios.tcgetattr(stream.fileno()))


def test_a_key_is_read_without_enter(terminal: tuple[int, TextIO]) -> None:
    ours, stream = terminal
    with single_keys(stream) as read_key:
        os.write(ours, b"+q")
        assert [read_key(5.0), read_key(5.0), read_key(0.0)] == ["+", "q", ""]


def test_the_terminal_is_left_as_it_was(terminal: tuple[int, TextIO]) -> None:
    _, stream = terminal
    before = modes(stream)
    with single_keys(stream):
        assert modes(stream) != before
    assert modes(stream) == before


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError, SystemExit])
def test_the_terminal_is_left_as_it_was_whatever_happens(
    terminal: tuple[int, TextIO], error: type[BaseException]
) -> None:
    _, stream = terminal
    before = modes(stream)
    with pytest.raises(error), single_keys(stream):
        raise error
    assert modes(stream) == before


@pytest.mark.parametrize("stream", [None, StringIO("q")])
def test_without_a_terminal_there_are_no_keys(stream: TextIO | None) -> None:
    with single_keys(stream) as read_key:
        assert read_key(0.0) == ""
