"""Greeting, sessions and numbered frames in the firmware's core."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.conftest import SESSION, MakeBoard
from tests.firmware.line import (
    Changes,
    Done,
    Hello,
    State,
    Status,
    ask,
    digest,
    greet,
    pixels,
    seen,
    settings,
    show,
)
from tests.firmware.pc_core_board import PcBoard, of_type

RED = (255, 0, 0)
CLOCK_WRAPS_SOON = 2**32 - 100


def test_a_board_that_nobody_greeted_says_hello_and_nothing_else(
    make_board: MakeBoard, kind: str
) -> None:
    board = make_board(kind, boots=7)
    board.readings[3] = 1
    board.settle()
    messages = board.say() + board.advance(1000)
    assert len(messages) == 5
    assert len(of_type(messages, Hello)) == 5
    hello = messages[0]
    assert isinstance(hello, Hello)
    assert (hello.session, hello.major, hello.minor, hello.boots) == (0, 1, 0, 7)
    assert (hello.sensors, hello.leds) == (64, 64)
    assert hello.kind == {"reed": 1, "hall": 2}[kind]
    assert hello.name == f"{kind}-serial"


def test_a_greeting_is_answered_with_hello_and_the_state(make_board: MakeBoard, kind: str) -> None:
    board = make_board(kind)
    board.readings[3] = board.readings[63] = 1
    board.settle()
    board.say()
    board.take(greet(SESSION))
    hello, *states = [message for message in board.say() if not isinstance(message, Status)]
    assert isinstance(hello, Hello)
    assert hello.session == SESSION
    assert [type(state) for state in states] == [State] * (1 if kind == "reed" else 4)
    told = [reading for state in of_type(states, State) for reading in state.readings]
    assert told == board.readings
    assert {state.number for state in of_type(states, State)} == {0}


def test_a_greeting_with_the_same_session_is_answered_with_hello_only(
    make_greeted: MakeBoard, kind: str
) -> None:
    board = make_greeted(kind)
    board.take(greet(SESSION))
    assert [type(message) for message in board.say()] == [Hello]


def test_a_new_session_forgets_changes_and_begins_to_count_anew(
    make_greeted: MakeBoard, kind: str
) -> None:
    board = make_greeted(kind)
    board.take(pixels(SESSION, 1, 0, [RED]))
    board.readings[5] = 9 if kind == "hall" else 1
    board.settle()
    assert of_type(board.say(), Changes) != []
    board.take(greet(SESSION + 1))
    messages = board.say()
    assert of_type(messages, Changes) == []
    states = of_type(messages, State)
    assert {state.number for state in states} == {0}
    assert [r for state in states for r in state.readings] == board.readings
    board.take(show(SESSION + 1, 1))
    assert of_type(board.say(), Done) == [Done(SESSION + 1, 1)]


def test_another_major_version_gets_hello_but_no_session(make_board: MakeBoard) -> None:
    board = make_board("reed")
    board.say()
    board.take(greet(SESSION, major=2))
    (hello,) = board.say()
    assert isinstance(hello, Hello)
    assert (hello.session, hello.major) == (0, 1)


def test_another_minor_version_gets_a_session(make_board: MakeBoard) -> None:
    board = make_board("reed")
    board.say()
    board.take(greet(SESSION, minor=9))
    assert of_type(board.say(), Hello)[0].session == SESSION


def test_status_comes_four_times_a_second_and_proves_the_readings(
    make_greeted: MakeBoard, kind: str
) -> None:
    board = make_greeted(kind)
    board.readings[8] = 512 if kind == "hall" else 1
    board.settle()
    board.count_overruns(3)
    statuses = of_type(board.advance(1000), Status)
    assert len(statuses) == 4
    assert {status.digest for status in statuses} == {digest(kind, SESSION, 1, board.readings)}
    assert statuses[-1].bytes_overrun == 3
    assert statuses[-1].uptime_ms == 1000


def test_scans_are_counted_by_the_second(make_greeted: MakeBoard, kind: str) -> None:
    board = make_greeted(kind)
    statuses: list[Status] = []
    for _ in range(400):
        board.scan()
        statuses += of_type(board.advance(5), Status)
    assert statuses[-1].scans_a_second == 200


def test_time_may_wrap_around(make_greeted: MakeBoard, kind: str) -> None:
    board = make_greeted(kind, now=CLOCK_WRAPS_SOON)
    board.readings[1] = 100 if kind == "hall" else 1
    board.settle()
    messages = board.advance(1000)
    assert board.now == 900
    assert len(of_type(messages, Status)) == 4
    changes = of_type(messages, Changes)
    assert [message.changes[0].age_ms for message in changes[:5]] == [1, 31, 61, 91, 121]


def test_ask_is_answered_with_the_state(make_greeted: MakeBoard, kind: str) -> None:
    board = make_greeted(kind)
    board.take(ask(SESSION))
    states = of_type(board.say(), State)
    assert [state.first for state in states] == ([0] if kind == "reed" else [0, 16, 32, 48])


def test_a_state_waits_until_no_change_does(make_greeted: MakeBoard, kind: str) -> None:
    board = make_greeted(kind)
    board.readings[1] = 100 if kind == "hall" else 1
    board.settle()
    board.take(ask(SESSION))
    assert of_type(board.say(), State) == []
    board.take(seen(SESSION, 1))
    states = of_type(board.say(), State)
    assert {state.number for state in states} == {1}
    assert [reading for state in states for reading in state.readings] == board.readings


class NumberedModel:
    """Which numbered frames a board takes, in plain Python."""

    def __init__(self) -> None:
        self.done = 0
        self.picture = [(0, 0, 0)] * 64

    def take(self, number: int, led: int, colour: tuple[int, int, int]) -> None:
        if number == (self.done + 1) % 256:
            self.done = number
            self.picture[led] = colour


def exchange(board: PcBoard, data: bytes) -> list[int]:
    board.take(data)
    return [done.number for done in of_type(board.say(), Done)]


@pytest.mark.slow
@given(st.lists(st.integers(0, 6), max_size=60), st.randoms(use_true_random=False))
def test_only_the_next_numbered_frame_is_taken_whatever_is_lost_doubled_or_swapped(
    make_greeted: MakeBoard, steps: list[int], chance: random.Random
) -> None:
    board = make_greeted("reed")
    model = NumberedModel()
    for step in steps:
        number = (model.done + step - 2) % 256
        led, colour = chance.randrange(64), (chance.randrange(3), chance.randrange(3), 0)
        model.take(number, led, colour)
        assert exchange(board, pixels(SESSION, number, led, [colour])) == [model.done]
    exchange(board, show(SESSION, (model.done + 1) % 256))
    assert board.leds() == model.picture


def test_numbers_go_on_from_255_to_0(make_greeted: MakeBoard) -> None:
    board = make_greeted("reed")
    for count in range(1, 600):
        assert exchange(board, settings(SESSION, count % 256)) == [count % 256]


def test_each_numbered_frame_has_its_done_when_several_come_at_once(
    make_greeted: MakeBoard,
) -> None:
    board = make_greeted("reed")
    burst = b"".join(pixels(SESSION, number, 0, [RED] * 16) for number in (1, 2, 4, 3))
    assert exchange(board, burst) == [1, 2, 2, 3]


@pytest.mark.parametrize("first", [0, 48, 63])
def test_pixels_land_where_they_are_sent(make_greeted: MakeBoard, first: int) -> None:
    board = make_greeted("reed")
    colours = [(1, 2, 3 + i) for i in range(min(16, 64 - first))]
    board.take(pixels(SESSION, 1, first, colours) + show(SESSION, 2))
    dark = (0, 0, 0)
    assert board.leds() == [dark] * first + colours + [dark] * (64 - first - len(colours))
