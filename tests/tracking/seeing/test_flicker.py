"""Which squares have a loose contact."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.seeing.flicker import Flicker

E4, D5 = parse_square("e4"), parse_square("d5")


def flickers(times: Iterable[float], square: int = E4) -> bool:
    """Whether a square that changes at these times, in seconds, has a loose contact."""
    flicker = Flicker()
    return any(flicker.note(t, square) for t in times)


@pytest.mark.parametrize("every", [0.02, 0.1, 0.3, 0.7, 1.2])
def test_a_contact_that_goes_on_opening_and_closing_is_loose(every: float) -> None:
    assert flickers(every * n for n in range(3000))


def test_pieces_that_are_touched_again_and_again_are_none() -> None:
    # A pawn is leafed through to the last piece, and straightened; a chain comes by seven times.
    assert not flickers(0.45 * n for n in range(9))
    assert not flickers(1.5 * n for n in range(15))


def test_a_contact_that_bounces_whenever_somebody_is_set_down_is_none() -> None:
    assert not flickers(2.0 * n + 0.004 * bounce for n in range(20) for bounce in range(15))


def test_each_square_is_counted_by_itself() -> None:
    flicker = Flicker()
    noted = [flicker.note(0.3 * n, E4 if n % 2 else D5) for n in range(14)]
    assert not any(noted)
