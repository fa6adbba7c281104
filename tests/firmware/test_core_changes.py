"""Changes in the firmware's core: debounced, numbered, proved, kept until they are seen."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.conftest import SESSION, MakeBoard
from tests.firmware.line import Changes, Message, State, Status, digest, seen, settings
from tests.firmware.pc_core_board import PcBoard, of_type


class ListeningHost:
    """Takes changes in order and applies them, as the protocol wants of a host."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.number = 0
        self.readings = [0] * 64

    def listen(self, messages: list[Message]) -> None:
        levels = of_type(messages, State)
        for state in levels:
            self.number = state.number
            self.readings[state.first : state.first + len(state.readings)] = state.readings
        for message in of_type(messages, Changes):
            self.take(message)

    def take(self, message: Changes) -> None:
        if (self.number + 1 - message.first) % 2**16 >= len(message.changes):
            return  # a gap, or nothing new
        new = message.changes[(self.number + 1 - message.first) % 2**16 :]
        for change in new:
            self.readings[change.sensor] = change.reading
        self.number = (self.number + len(new)) % 2**16
        assert digest(self.kind, SESSION, self.number, self.readings) == message.digest

    def answer(self) -> bytes:
        return seen(SESSION, self.number)


def all_different(kind: str, board: PcBoard, sensors: range) -> None:
    for sensor in sensors:
        board.readings[sensor] = 100 + sensor if kind == "hall" else 1
    board.settle()


def test_a_reed_has_changed_when_three_scans_in_a_row_say_so(make_greeted: MakeBoard) -> None:
    board = make_greeted("reed")
    board.readings[10] = 1
    board.scan()
    board.scan()
    assert of_type(board.say(), Changes) == []
    board.scan()
    (changes,) = of_type(board.say(), Changes)
    assert changes.changes[0].sensor == 10
    assert changes.changes[0].reading == 1


@pytest.mark.slow
@given(st.lists(st.booleans(), max_size=100))
def test_a_bouncing_reed_changes_as_the_plain_model_says(
    make_greeted: MakeBoard, contacts: list[bool]
) -> None:
    board = make_greeted("reed")
    host = ListeningHost("reed")
    settled, last = 0, [0, 0]
    for contact in contacts:
        board.readings[33] = int(contact)
        board.scan()
        last = [*last[-2:], int(contact)]
        if len(set(last)) == 1:
            settled = last[0]
        host.listen(board.say())
        board.take(host.answer())
        assert host.readings[33] == settled


@pytest.mark.slow
@given(st.lists(st.integers(0, 1023), max_size=40), st.integers(1, 40))
def test_a_level_is_told_when_it_is_the_dead_band_away_from_the_one_told_before(
    make_greeted: MakeBoard, levels: list[int], dead_band: int
) -> None:
    board = make_greeted("hall")
    board.take(settings(SESSION, 1, dead_band=dead_band))
    board.say()
    told, number = 0, 0
    for level in levels:
        board.readings[20] = level
        board.scan()
        changes = of_type(board.say(), Changes)
        if abs(level - told) >= dead_band:
            told, number = level, number + 1
            assert [(c.sensor, c.reading) for c in changes[0].changes] == [(20, level)]
            board.take(seen(SESSION, number))
        else:
            assert changes == []


def test_changes_are_sent_again_after_30_ms_until_they_are_seen(
    make_greeted: MakeBoard, kind: str
) -> None:
    board = make_greeted(kind)
    all_different(kind, board, range(1))
    messages = board.say() + board.advance(100)
    ages = [message.changes[0].age_ms for message in of_type(messages, Changes)]
    assert ages == [0, 30, 60, 90]
    board.take(seen(SESSION, 1))
    assert of_type(board.advance(100), Changes) == []


def test_an_age_beyond_its_limit_stays_at_the_limit(make_greeted: MakeBoard) -> None:
    board = make_greeted("reed")
    all_different("reed", board, range(1))
    board.now += 65_534
    assert of_type(board.say(), Changes)[0].changes[0].age_ms == 65_534
    board.now += 1
    board.advance(30)
    board.now += 2**31
    assert of_type(board.say(), Changes)[0].changes[0].age_ms == 65_535


def test_what_waits_is_sent_oldest_first_eight_at_a_time_and_proved_step_by_step(
    make_greeted: MakeBoard, kind: str
) -> None:
    board = make_greeted(kind)
    all_different(kind, board, range(20))
    frames = of_type(board.say(), Changes)
    assert [(frame.first, len(frame.changes)) for frame in frames] == [(1, 8), (9, 8), (17, 4)]
    host = ListeningHost(kind)
    for frame in frames:
        host.take(frame)
    assert host.readings == board.readings


def test_seen_of_a_part_leaves_the_rest(make_greeted: MakeBoard, kind: str) -> None:
    board = make_greeted(kind)
    all_different(kind, board, range(20))
    board.say()
    board.take(seen(SESSION, 13))
    frames = of_type(board.advance(35), Changes)
    assert [(frame.first, len(frame.changes)) for frame in frames] == [(14, 7)]
    assert frames[0].digest == digest(kind, SESSION, 20, board.readings)


def test_seen_of_what_is_not_on_its_way_changes_nothing(make_greeted: MakeBoard, kind: str) -> None:
    board = make_greeted(kind)
    all_different(kind, board, range(3))
    board.say()
    for number in (0, 4, 40_000, 65_535):
        board.take(seen(SESSION, number))
    assert of_type(board.advance(30), Changes)[0].first == 1


def test_a_reed_board_with_no_more_room_drops_all_counts_them_and_sends_its_state(
    make_greeted: MakeBoard,
) -> None:
    board = make_greeted("reed")
    all_different("reed", board, range(24))
    assert len(of_type(board.say(), Changes)) == 3
    board.readings[24] = 1
    board.settle()
    messages = board.say()
    (state,) = of_type(messages, State)
    assert state.number == 25
    assert list(state.readings) == board.readings
    assert of_type(messages, Changes) == []
    (status,) = of_type(board.advance(250), Status)
    assert status.changes_lost == 25
    assert status.digest == digest("reed", SESSION, 25, board.readings)


def test_what_differs_beyond_a_lost_queue_is_told_after_the_state(
    make_greeted: MakeBoard,
) -> None:
    board = make_greeted("reed")
    all_different("reed", board, range(40))
    messages = board.say()
    assert [type(message) for message in messages if not isinstance(message, Status)] == [State]
    board.scan()
    (first, second) = of_type(board.say(), Changes)
    assert (first.first, len(first.changes), len(second.changes)) == (26, 8, 7)
    assert second.digest == digest("reed", SESSION, 40, board.readings)


def test_a_hall_board_with_no_more_room_tells_the_rest_later(make_greeted: MakeBoard) -> None:
    board = make_greeted("hall")
    all_different("hall", board, range(40))
    host = ListeningHost("hall")
    host.listen(board.say())
    assert host.number == 24
    board.take(host.answer())
    board.scan()
    host.listen(board.say())
    assert host.number == 40
    assert host.readings == board.readings
    assert of_type(board.advance(250), Status)[0].changes_lost == 0


@pytest.mark.slow
@given(st.randoms(use_true_random=False), st.sampled_from(["reed", "hall"]))
def test_a_host_behind_a_line_that_loses_frames_knows_all_in_the_end(
    make_greeted: MakeBoard, chance: random.Random, kind: str
) -> None:
    board = make_greeted(kind)
    host = ListeningHost(kind)
    for _ in range(60):
        for _ in range(chance.randrange(3)):
            sensor = chance.randrange(64)
            board.readings[sensor] = (
                chance.randrange(1024) if kind == "hall" else chance.randrange(2)
            )
        board.settle()
        heard = [m for m in board.advance(chance.randrange(40)) if chance.random() < 0.6]
        host.listen(heard)
        if chance.random() < 0.6:
            board.take(host.answer())
    for _ in range(10):  # the line is good again
        board.settle()
        host.listen(board.advance(31))
        board.take(host.answer())
    if kind == "reed":
        assert host.readings == board.readings
    else:
        pairs = zip(host.readings, board.readings, strict=True)
        assert all(abs(told - read) < 3 for told, read in pairs)


@pytest.mark.slow
def test_numbers_of_changes_go_on_from_65_535_to_0(make_greeted: MakeBoard) -> None:
    board = make_greeted("reed")
    host = ListeningHost("reed")
    for count in range(1, 2**16 - 2):
        board.readings[count % 64] ^= 1
        board.settle()
        board.take(seen(SESSION, count))
    host.number, host.readings = 2**16 - 3, list(board.readings)
    for sensor in range(6):
        board.readings[sensor] ^= 1
    board.settle()
    host.listen(board.say())
    assert host.number == 3
    assert host.readings == board.readings
    board.take(host.answer())
    assert of_type(board.advance(31), Changes) == []
