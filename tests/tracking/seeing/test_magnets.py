"""Sets with stronger, weaker or turned magnets: their own lone pieces tell how to read them."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.seeing.magnets import Magnets
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from tests.tracking.board import LETTERS, START, reading

# What one axis, and five sensors side by side, read in millitesla.
_AXIAL: Final = {".": 0.4, "w": 61.0, "b": -58.0, "u": 7.0}
_SIDE_BY_SIDE: Final = {
    ".": (0.2, -0.1, 0.0, 0.3, -0.2),
    "w": (60.0, 9.0, 8.0, 7.0, 9.0),
    "b": (-57.0, -8.0, -9.0, -7.0, -8.0),
    "u": (4.0, 31.0, -29.0, 3.0, -2.0),
}
_FORMS: Final = ("axial", "three axes", "side by side")
# Square by square, and what it then holds.
MOVES: Final = ("e2. e4w", "d7. d5b", "e4. d5. d5u", "g8. f6b")
PLAYED: Final = ["e2>e4", "d7>d5", "e4xd5", "Ng8>f6"]


def field(form: str, letter: str, factor: float) -> Reading:
    """What a square reads with magnets so many times as strong."""
    if form == "axial":
        return factor * _AXIAL[letter]
    values = _SIDE_BY_SIDE[letter] if form == "side by side" else reading(SensorKind.FIELD, letter)
    assert isinstance(values, tuple)
    return tuple(factor * value for value in values)


def first_look(form: str, factor: float) -> dict[int, Reading]:
    stands = contents_of(parse_fen(START))
    return {sq: field(form, LETTERS[what], factor) for sq, what in enumerate(stands)}


def recorded(form: str, factor: float) -> list[str]:
    """What is recorded of a few turns after a look at the whole board."""
    tracker = Tracker(parse_fen(START), SensorKind.FIELD)
    tracker.feed(SensorFrame(0.0, first_look(form, factor)))
    t = 0.0
    for move in MOVES:
        t += 3.0
        for act in move.split():
            t += 0.4
            square, letter = parse_square(act[:2]), act[2]
            tracker.feed(SensorFrame(t, {square: field(form, letter, factor)}))
    tracker.advance(t + 3.0)
    return [turn.notation for turn in tracker.turns]


@pytest.mark.parametrize("factor", [1.0, 0.12, 0.4, 2.5, 4.0, -1.0, -0.3])
@pytest.mark.parametrize("form", _FORMS)
def test_other_magnets_are_read_by_their_own_lone_pieces(form: str, factor: float) -> None:
    assert recorded(form, factor) == PLAYED


def as_usual(first: dict[int, Reading]) -> SensorFrame:
    return Magnets(SensorKind.FIELD, contents_of(parse_fen(START))).as_usual(
        SensorFrame(0.0, first)
    )


@pytest.mark.parametrize("form", _FORMS)
@pytest.mark.parametrize("factor", [0.8, 1.0, 1.5])
def test_magnets_of_about_the_usual_strength_are_left_as_they_are(form: str, factor: float) -> None:
    first = first_look(form, factor)
    assert as_usual(first).readings == first


def test_a_board_that_does_not_stand_as_said_tells_nothing_of_its_magnets() -> None:
    rng = Random(7)
    noise: dict[int, Reading] = {square: rng.gauss(0.0, 1.0) for square in range(64)}
    empty: dict[int, Reading] = dict.fromkeys(range(64), 0.5)
    any_poles: dict[int, Reading] = dict.fromkeys(range(64), 12.0)
    for first in (noise, empty, any_poles):
        assert as_usual(first).readings == first


def test_a_few_changed_squares_tell_nothing_of_the_magnets() -> None:
    first: dict[int, Reading] = dict.fromkeys(map(parse_square, ("a2", "b2", "c2")), 12.0)
    assert as_usual(first).readings == first


def test_weak_magnets_are_not_made_so_strong_that_noise_looks_like_somebody() -> None:
    rng = Random(11)
    noisy: dict[int, Reading] = {
        square: 0.02 * _AXIAL[LETTERS[what]] + rng.uniform(-0.2, 0.2)
        for square, what in enumerate(contents_of(parse_fen(START)))
    }
    frame = as_usual(noisy)
    empty = [frame.readings[square] for square in range(16, 48)]
    assert all(isinstance(value, float) and abs(value) < 2.4 for value in empty)
