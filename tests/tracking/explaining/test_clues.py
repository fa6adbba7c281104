"""What the evidence says of a piece on its way."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.rules.attacks import LAST_RANKS
from board_daemon.rules.squares import NO_SQUARES, SquareSet, square_name
from board_daemon.tracking.explaining.clues import Clues
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.seeing.test_evidence import EXPECTED, evidence_of

SETTINGS = TrackerSettings()
LETTER = {1: ".", 2: "w", 4: "b", 8: "u"}
OCCUPIED = [square for square, content in enumerate(EXPECTED) if LETTER[content] != "."]

squares = st.integers(0, 63)
moments = st.floats(-1.0, 20.0)


@st.composite
def stories(draw: st.DrawFn) -> str:
    """Pieces lifted and mostly set down again, some of them while others are in the air."""
    words = []
    for square in draw(st.lists(st.sampled_from(OCCUPIED), max_size=8)):
        name = square_name(square)
        words += [f"{name}."] + [f"{name}{LETTER[EXPECTED[square]]}"] * draw(st.integers(0, 1))
    return " ".join(words)


@pytest.mark.slow
@given(stories(), squares, squares, moments, moments, st.integers(0, 2**8 - 1), squares, st.data())
@settings(max_examples=300)
def test_what_adjusting_comes_to_at_the_least_is_never_too_much(
    story: str,
    start: int,
    end: int,
    lifted: float,
    landed: float,
    used: int,
    promoted: int,
    data: st.DataObject,
) -> None:
    evidence = evidence_of(story)
    if data.draw(st.booleans()):
        others: SquareSet = data.draw(st.integers(0, 2**64 - 1))
        home: SquareSet = data.draw(st.integers(0, 2**64 - 1))
        evidence = evidence.of_one_turn_without(others, home, NO_SQUARES)
    clues = Clues(evidence, (), SETTINGS)
    least = clues.adjusting_at_least(used, start)
    chosen = 1 << promoted & LAST_RANKS
    assert least <= clues.adjusting(used, start, end, (lifted, landed), chosen)


def test_pieces_adjusted_before_a_turn_speak_against_each_of_its_ends_alike() -> None:
    [first, second, third, *_] = [square for square in OCCUPIED if not LAST_RANKS >> square & 1]
    story = [f"{square_name(sq)}{look}" for sq in (first, second) for look in (".", looks(sq))]
    clues = Clues(evidence_of(" ".join(story)), (), SETTINGS)
    assert clues.adjusting_at_least(0, third) == 2 * SETTINGS.adjust
    assert clues.adjusting_at_least(0, first) == SETTINGS.adjust
    assert clues.adjusting_at_least(0b11, third) == 0.0


def looks(square: int) -> str:
    return LETTER[EXPECTED[square]]
