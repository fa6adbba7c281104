"""The strip in the firmware's core: the cap on its current, and the fault pattern."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.conftest import SESSION, MakeBoard
from tests.firmware.line import Status, greet, pixels, seen, settings, show
from tests.firmware.pc_core_board import PcBoard, of_type

CORNERS = {0, 7, 56, 63}
DARK = (0, 0, 0)
WHITE = (255, 255, 255)
PULSE_MS = 2048
Rgb = tuple[int, int, int]

pictures = st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=64, max_size=64)


def draws_ma(picture: list[Rgb]) -> float:
    """What the strip draws, as the protocol reckons it: 1 mA each, 20 mA for each full colour."""
    return 64 + sum(map(sum, picture)) * 20 / 255


def send_picture(board: PcBoard, picture: list[Rgb], *, most_ma: int) -> None:
    board.take(settings(SESSION, 1, most_ma=most_ma))
    for part in range(4):
        board.take(pixels(SESSION, 2 + part, 16 * part, picture[16 * part : 16 * part + 16]))
    board.take(show(SESSION, 6))
    board.say()


@pytest.mark.slow
@given(pictures, st.integers(0, 5000))
def test_no_picture_draws_more_than_the_cap(
    make_greeted: MakeBoard, picture: list[Rgb], most_ma: int
) -> None:
    board = make_greeted("reed")
    send_picture(board, picture, most_ma=most_ma)
    assert draws_ma(board.leds()) <= max(most_ma, 64)


@pytest.mark.slow
@given(pictures)
def test_a_picture_below_the_cap_is_shown_as_it_is(
    make_greeted: MakeBoard, picture: list[Rgb]
) -> None:
    board = make_greeted("reed")
    send_picture(board, picture, most_ma=4000)
    assert board.leds() == picture


@pytest.mark.slow
@given(st.integers(0, 192 * 255), st.integers(0, 65_535))
def test_the_scale_is_the_largest_that_the_cap_allows(
    make_board: MakeBoard, colour_sum: int, most_ma: int
) -> None:
    scale = make_board("reed").current_scale(colour_sum, most_ma)
    room = max(0, most_ma - 64) * 255 * 256 / 20
    assert scale == 0 or colour_sum * (scale + 1) <= room
    assert scale == 255 or most_ma <= 64 or colour_sum * (scale + 2) > room * 0.99 - colour_sum


def test_status_says_what_the_leds_draw(make_greeted: MakeBoard) -> None:
    board = make_greeted("reed")
    send_picture(board, [WHITE] * 10 + [DARK] * 54, most_ma=4000)
    assert of_type(board.advance(250), Status)[0].led_ma == 664
    capped = make_greeted("reed")
    send_picture(capped, [WHITE] * 64, most_ma=1000)
    assert 980 <= of_type(capped.advance(250), Status)[0].led_ma <= 1000


def test_a_board_begins_with_its_fault_pattern(make_board: MakeBoard, kind: str) -> None:
    board = make_board(kind)
    board.advance(PULSE_MS // 2)
    lit = {led for led, colour in enumerate(board.leds()) if colour != DARK}
    assert lit == CORNERS


def test_the_pattern_pulses_slowly_and_softly(make_board: MakeBoard) -> None:
    board = make_board("reed")
    levels = [board.fault_level(now) for now in range(2 * PULSE_MS)]
    assert (min(levels), max(levels)) == (0, 127)
    assert levels[:PULSE_MS] == levels[PULSE_MS:]
    assert all(abs(a - b) <= 1 for a, b in zip(levels, levels[1:], strict=False))


def test_the_pattern_does_not_jump_when_the_clock_wraps_around(make_board: MakeBoard) -> None:
    board = make_board("reed")
    assert board.fault_level(2**32 - 1) == board.fault_level(0) == 0


def test_the_first_show_ends_the_pattern(make_greeted: MakeBoard) -> None:
    board = make_greeted("reed")
    board.advance(100)
    board.take(pixels(SESSION, 1, 5, [(9, 8, 7)]))
    before = board.pictures()
    board.advance(200)
    assert board.pictures() > before  # greeted and told, but shown nothing yet
    board.take(show(SESSION, 2))
    after = board.pictures()
    board.advance(500)
    assert board.pictures() == after
    assert board.leds()[5] == (9, 8, 7)


def test_the_pattern_comes_back_when_the_host_is_silent_for_the_time_in_settings(
    make_greeted: MakeBoard,
) -> None:
    board = make_greeted("reed")
    board.take(settings(SESSION, 1, tenths=5) + show(SESSION, 2))
    board.advance(499)
    shown = board.pictures()
    assert shown == 2  # the pattern at the start, and the picture
    board.advance(1)
    assert board.pictures() == shown + 1


@pytest.mark.slow
def test_any_frame_of_the_session_is_a_sign_of_life_and_others_are_not(
    make_greeted: MakeBoard,
) -> None:
    board = make_greeted("reed")
    board.take(show(SESSION, 1))
    shown = board.pictures()
    for _ in range(10):
        board.advance(2900)
        board.take(seen(SESSION, 0))
    assert board.pictures() == shown
    board.take(greet(SESSION))
    board.advance(2900)
    board.take(seen(SESSION + 1, 0) + greet(SESSION + 1, major=2) + b"\x05noise\0")
    board.advance(100)
    assert board.pictures() == shown + 1


def test_the_picture_outlives_the_pattern(make_greeted: MakeBoard) -> None:
    board = make_greeted("reed")
    board.take(pixels(SESSION, 1, 5, [(9, 8, 7)]) + show(SESSION, 2))
    board.advance(4000)
    assert board.leds()[5] == DARK
    board.take(show(SESSION, 3))
    assert board.leds()[5] == (9, 8, 7)


def test_the_pattern_keeps_to_the_cap(make_greeted: MakeBoard) -> None:
    board = make_greeted("reed")
    board.take(settings(SESSION, 1, most_ma=80))
    for _ in range(60):
        board.advance(40)
        assert draws_ma(board.leds()) <= 80
