"""How a board is wired, worked out from touches alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.checkup.arrangements import (
    COURSES,
    STRAIGHT,
    SYMMETRIES,
    Crossing,
    StripCourse,
    course_words,
    crossing_words,
    single_words,
)
from board_daemon.checkup.solving import (
    Explanation,
    deciding_square,
    explanations,
    next_named,
)
from firmware_bridge.squares import parse_square

IDENTITY = {square: square for square in range(64)}
squares = st.integers(0, 63)
orders = st.permutations(range(8)).map(tuple)
crossings = st.builds(Crossing, orders, orders, st.booleans())
courses = st.sampled_from(COURSES)


@dataclass
class Wiring:
    """A board as it really is: supposed -> real, and what does not work."""

    sensors: Mapping[int, int] = field(default_factory=lambda: dict(IDENTITY))
    leds: Mapping[int, int] = field(default_factory=lambda: dict(IDENTITY))
    dead: frozenset[int] = frozenset()
    """Real squares whose sensors never answer."""

    def touch(self, real: int) -> int | None:
        if real in self.dead:
            return None
        return next(supposed for supposed, there in self.sensors.items() if there == real)

    def lit(self) -> dict[int, int]:
        answers = {led: self.touch(real) for led, real in self.leds.items()}
        return {led: sensor for led, sensor in answers.items() if sensor is not None}


def solved(board: Wiring) -> tuple[Explanation, int]:
    """The explanation that a person's touches lead to, and how many were asked for by name."""
    named: dict[int, int | None] = {}
    while (square := next_named(named)) is not None:
        named[square] = board.touch(square)
    lit = board.lit()
    while True:
        found = explanations(named, lit)
        square = deciding_square(found, named)
        if square is None:
            return found[0], len(named)
        named[square] = board.touch(square)


def swapped(one: int, other: int, among: Mapping[int, int] = IDENTITY) -> dict[int, int]:
    return {**among, one: among[other], other: among[one]}


@pytest.mark.slow
@given(crossings, courses)
@settings(max_examples=40)
def test_any_crossing_of_lines_and_any_course_of_the_strip_is_found(
    crossing: Crossing, course: StripCourse
) -> None:
    board = Wiring(crossing.arrangement, course.arrangement)
    explanation, asked = solved(board)
    assert explanation.sensors == board.sensors
    assert explanation.leds == board.leds
    assert explanation.cost == 0
    assert asked == 9, "nine named touches are enough"


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda s: SYMMETRIES[s] or "straight")
def test_however_the_board_lies_it_is_said_in_one_phrase(symmetry: Crossing) -> None:
    explanation, _ = solved(Wiring(symmetry.arrangement, symmetry.arrangement))
    wanted = [SYMMETRIES[symmetry]] if SYMMETRIES[symmetry] else []
    assert crossing_words(explanation.crossing) == wanted
    assert course_words(explanation.course) == wanted


def test_a_strip_that_does_not_run_to_and_fro_is_said() -> None:
    explanation, _ = solved(Wiring(leds=StripCourse(STRAIGHT, is_other_way=True).arrangement))
    assert course_words(explanation.course) == ["every second line runs the other way"]


def test_swapped_files_are_named_as_files_however_the_board_lies() -> None:
    for symmetry in SYMMETRIES:
        files = {s: s ^ 3 if s % 8 in (1, 2) else s for s in range(64)}  # b <-> c
        board = {supposed: symmetry.arrangement[files[supposed]] for supposed in range(64)}
        explanation, _ = solved(Wiring(board, symmetry.arrangement))
        said = crossing_words(explanation.crossing)
        assert said[-1].endswith("are swapped"), said
        assert ("files" in said[-1]) != symmetry.is_transposed


@pytest.mark.slow
@given(squares, squares, crossings, courses)
@settings(max_examples=40)
def test_two_sensors_that_are_swapped_are_named(
    one: int, other: int, crossing: Crossing, course: StripCourse
) -> None:
    if one == other:
        return
    board = Wiring(swapped(one, other, crossing.arrangement), course.arrangement)
    explanation, asked = solved(board)
    assert explanation.sensors == board.sensors
    assert explanation.leds == board.leds
    assert set(explanation.odd_sensors) == {one, other}
    assert asked <= 16


@pytest.mark.slow
@given(squares, squares, crossings, courses)
@settings(max_examples=40)
def test_two_leds_that_are_swapped_are_named(
    one: int, other: int, crossing: Crossing, course: StripCourse
) -> None:
    if one == other:
        return
    board = Wiring(crossing.arrangement, swapped(one, other, course.arrangement))
    explanation, asked = solved(board)
    assert explanation.sensors == board.sensors
    assert explanation.leds == board.leds
    assert set(explanation.odd_leds) == {one, other}
    assert asked <= 16


@pytest.mark.slow
@given(st.permutations(range(64)), crossings, courses)
@settings(max_examples=40)
def test_two_sensors_and_two_leds_that_are_swapped_are_told_apart(
    order: list[int], crossing: Crossing, course: StripCourse
) -> None:
    one, two, three, four = order[:4]
    sensors = swapped(one, two, crossing.arrangement)
    board = Wiring(sensors, swapped(three, four, course.arrangement))
    explanation, _ = solved(board)
    assert explanation.sensors == board.sensors
    assert explanation.leds == board.leds


@pytest.mark.slow
@given(st.sets(squares, max_size=3), crossings, courses)
@settings(max_examples=40)
def test_sensors_that_never_answer_are_placed_by_their_lines(
    dead: set[int], crossing: Crossing, course: StripCourse
) -> None:
    board = Wiring(crossing.arrangement, course.arrangement, frozenset(dead))
    explanation, _ = solved(board)
    assert explanation.all_sensors == board.sensors
    assert explanation.all_leds == board.leds
    assert explanation.cost == 0


def test_swapped_pairs_are_said_as_pairs() -> None:
    b2, c4 = parse_square("b2"), parse_square("c4")
    explanation, _ = solved(Wiring(swapped(b2, c4)))
    regular = explanation.crossing.arrangement
    said = single_words(explanation.sensors, regular, explanation.odd_sensors)
    assert said == ["b2 and c4 are swapped"]


@pytest.mark.slow
def test_a_mux_whose_select_lines_are_crossed_is_found_by_the_leds() -> None:
    # S0 and S3 are swapped: the last bits of file and rank change places.
    crossed = {s: (s & ~9) | (s & 1) << 3 | (s >> 3 & 1) for s in range(64)}
    explanation, _ = solved(Wiring(crossed))
    assert explanation.sensors == crossed
    assert explanation.leds == IDENTITY
