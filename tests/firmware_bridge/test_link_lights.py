"""Pictures and wishes on their way to a model of the board, in virtual time."""

from __future__ import annotations

import random

import pytest

from firmware_bridge.board_messages import Reeds
from firmware_bridge.framing import to_frame
from firmware_bridge.link import HostLink
from firmware_bridge.message_parts import BoardKind
from firmware_bridge.messages import BoardMessage
from firmware_bridge.numbered import BoardWishes
from tests.firmware_bridge.model_board import DARK, ModelBoard
from tests.firmware_bridge.wires import Both, met, picture


@pytest.mark.slow
def test_pictures_are_shown_as_they_were_sent() -> None:
    rng, both = random.Random(2), met()
    for _ in range(100):
        wanted = picture(rng)
        both.link.show(wanted, both.t)
        both.run(0.06)
        assert both.board.shows[-1] == wanted
    assert len(both.board.shows) == 100


def test_a_picture_that_waits_is_replaced_by_a_newer_one() -> None:
    rng, both = random.Random(3), met()
    pictures = [picture(rng) for _ in range(20)]
    for wanted in pictures:
        both.link.show(wanted, both.t)
    both.run(0.5)
    assert both.board.shows == [pictures[0], pictures[-1]]


def test_only_pixels_that_differ_are_sent() -> None:
    both = met()
    both.link.show((DARK,) * 64, both.t)
    both.run(0.5)
    one = ((0, 9, 0), *(DARK,) * 63)
    both.link.show(one, both.t)
    # Pixels for one LED and Show, each with CRC, COBS byte and zero, and no more.
    assert len(both.link.waiting) == (5 + 3 + 4) + (4 + 4)
    both.run(0.1)
    assert both.board.shows[-1] == one
    both.link.show(one, both.t)
    assert both.link.waiting == b""


def test_what_was_shown_is_shown_again_by_a_board_that_was_reset() -> None:
    rng, both = random.Random(4), met()
    wanted = picture(rng)
    both.link.show(wanted, both.t)
    both.run(0.2)
    both.board.reset(both.t)
    assert both.board.pixels == [DARK] * 64
    both.run(1.0)
    assert tuple(both.board.pixels) == wanted


@pytest.mark.slow
def test_a_board_that_still_has_the_session_which_is_drawn_again_is_lit_all_the_same() -> None:
    both = met()
    both.begin()  # The program was started again; the board was not.
    drawn = both.link._session
    both.board.session, both.board._taken = drawn, 77
    wanted = picture(random.Random(2))
    both.link.show(wanted, both.t)
    both.run_until(lambda: wanted in both.board.shows)
    assert both.board.session != drawn


def test_the_board_learns_how_it_is_to_be_and_hears_signs_of_life() -> None:
    board = ModelBoard()
    wishes = BoardWishes(milliamperes=900, dead_band=7, patience=20)
    both = Both(board, HostLink(BoardKind.REED, wishes, random.Random(1)), random.Random(1))
    both.begin()
    both.link.show((DARK,) * 64, 0.0)
    both.run(5.0)
    assert (board.most_milliamperes, board.dead_band, board.patience) == (900, 7, 2.0)
    assert not board.shows_fault
    both.is_plugged_in = False
    both.run(2.5)
    assert board.shows_fault


@pytest.mark.slow
def test_a_port_that_takes_nothing_costs_no_memory() -> None:
    both = met()
    rng = random.Random(5)
    session = both.board.session
    for _ in range(3000):
        both.t += 0.03
        both.link.show(picture(rng), both.t)
        alive: BoardMessage = Reeds(session, 0, (0,) * 64)
        both.link.receive(to_frame(alive.to_bytes()), both.t)
        assert len(both.link.waiting) <= 2048
    assert both.link.counts["not_sent"] > 0
