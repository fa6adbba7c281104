"""Steady sightings from bouncing readings."""

from __future__ import annotations

import pytest

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.seeing.contents import ANYTHING, Content
from board_daemon.tracking.seeing.debounce import Debouncer, Sighting
from board_daemon.tracking.seeing.flicker import CALM

HOLD = 0.03
E, W, B = Content.EMPTY, Content.WHITE, Content.BLACK


class Contacts:
    """A row of empty squares whose readings bounce."""

    def __init__(self) -> None:
        self.debouncer = Debouncer([E] * 64, HOLD)
        self.seen: list[Sighting] = []

    def read(self, t: float, square: str, content: Content) -> Contacts:
        self.until(t)
        self.debouncer.read(t, parse_square(square), content)
        return self

    def until(self, t: float) -> list[Sighting]:
        """All that was sighted until then."""
        self.seen += self.debouncer.steady(t)
        return self.seen


def sighting(t: float, square: str, content: Content) -> Sighting:
    return Sighting(t, parse_square(square), content)


def test_a_change_counts_once_it_has_stood_long_enough() -> None:
    contacts = Contacts().read(1.0, "e4", W)
    assert contacts.until(1.0 + HOLD - 0.001) == []
    assert contacts.until(1.0 + HOLD) == [sighting(1.0, "e4", W)]


def test_a_change_comes_out_once() -> None:
    contacts = Contacts().read(1.0, "e4", W)
    contacts.until(2.0)
    assert contacts.until(3.0) == [sighting(1.0, "e4", W)]


def test_a_blip_is_nothing() -> None:
    contacts = Contacts().read(1.0, "e4", W).read(1.02, "e4", E)
    assert contacts.until(2.0) == []
    assert contacts.debouncer.next_due is None


def test_a_bounce_that_ends_in_a_change_dates_from_its_first_contact() -> None:
    contacts = Contacts()
    for index, content in enumerate((W, E, W, E, W)):
        contacts.read(1.0 + 0.002 * index, "e4", content)
    assert contacts.until(2.0) == [sighting(1.0, "e4", W)]


def test_the_same_reading_again_is_no_change() -> None:
    contacts = Contacts().read(1.0, "e4", W).read(1.02, "e4", W)
    assert contacts.until(1.0 + HOLD) == [sighting(1.0, "e4", W)]
    contacts.read(2.0, "e4", W)
    assert contacts.debouncer.next_due is None


def test_changes_come_out_in_the_order_in_which_they_began() -> None:
    contacts = Contacts().read(1.0, "e4", W).read(1.005, "d4", B).read(1.01, "e4", E)
    contacts.read(1.02, "e4", W)
    assert contacts.until(1.04) == []
    assert contacts.until(2.0) == [sighting(1.0, "e4", W), sighting(1.005, "d4", B)]


def test_a_long_flicker_does_not_hold_up_others() -> None:
    contacts = Contacts().read(1.0, "a1", W).read(1.001, "e4", W)
    for index in range(40):
        contacts.read(1.01 + 0.01 * index, "a1", E if index % 2 == 0 else W)
    assert contacts.seen == [sighting(1.001, "e4", W)]


def test_of_two_changes_at_one_time_the_arrival_comes_first() -> None:
    debouncer = Debouncer([W, *[E] * 63], HOLD)
    debouncer.read(1.0, 0, E)
    debouncer.read(1.0, 1, W)
    assert [s.square for s in debouncer.steady(2.0)] == [1, 0]


def test_it_is_known_when_the_next_change_is_due() -> None:
    contacts = Contacts().read(1.0, "e4", W).read(1.01, "d4", B)
    assert contacts.debouncer.next_due == 1.0 + HOLD
    assert contacts.debouncer.first_stir == 1.0


def test_a_square_that_says_nothing_may_come_and_go() -> None:
    contacts = Contacts().read(1.0, "e4", ANYTHING)
    contacts.until(1.1)
    contacts.read(2.0, "e4", W)
    assert [s.content for s in contacts.until(3.0)] == [ANYTHING, W]


# --- loose contacts ---

LOOSE = 0.2


def with_a_loose_contact(changes: int = 40) -> Contacts:
    """e4 flickers from 1 s on."""
    contacts = Contacts()
    for number in range(changes):
        contacts.read(1.0 + LOOSE * number, "e4", E if number % 2 else W)
    return contacts


def test_a_loose_contact_holds_up_no_other_square_and_no_rest() -> None:
    contacts = with_a_loose_contact()
    contacts.seen.clear()
    contacts.read(9.0, "d5", B)
    assert contacts.debouncer.flickering == 1 << parse_square("e4")
    assert contacts.debouncer.first_stir == 9.0
    assert contacts.until(9.0 + HOLD) == [sighting(9.0, "d5", B)]
    assert contacts.debouncer.first_stir is None


def test_a_loose_contact_counts_from_when_it_has_kept_still() -> None:
    contacts = with_a_loose_contact(40)  # It was last believed to see somebody.
    contacts.seen.clear()
    calm = 1.0 + LOOSE * 39 + CALM
    assert contacts.debouncer.next_due == pytest.approx(calm)
    assert contacts.until(calm - 0.01) == []
    (seen,) = contacts.until(calm + 0.01)
    assert seen.t == pytest.approx(calm)
    assert seen.content == E
    assert contacts.debouncer.flickering == 0
    assert contacts.debouncer.next_due is None


def test_a_contact_that_was_loose_is_so_again_at_its_next_change() -> None:
    contacts = with_a_loose_contact(41)
    contacts.until(20.0)
    contacts.read(20.0, "e4", E)
    assert contacts.debouncer.flickering == 1 << parse_square("e4")
