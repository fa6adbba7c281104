"""Hints on the page: graded squares, a turn on request, a kind question, and none at all."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsing import PHONE
from tests.web.live_page import LivePage, visitor
from tests.web.running_board import RunningBoard

pytestmark = pytest.mark.slow

SHIELD = "3kr3/pppp4/8/8/8/8/PPPPR3/4K3 w 0 - - -"
"""The rook on e2 is all that stands between the black rook and the king."""
ALL_LEGAL = {"hints_white": "legal", "hints_black": "legal", "hints_pieces": 3}
OFF_THE_LINE = ("f2", "g2", "h2")


@pytest.fixture(scope="module")
def _handset(browser: Browser, live_board: RunningBoard) -> Iterator[LivePage]:
    with visitor(browser, live_board, PHONE, is_phone=True) as live:
        yield live


@pytest.fixture(params=["desk", "phone"])
def page(request: pytest.FixtureRequest) -> Iterator[LivePage]:
    """A page at a desk, and one on a phone; all hints are as usual when the test is over."""
    name = "live" if request.param == "desk" else "_handset"
    live: LivePage = request.getfixturevalue(name)
    yield live
    live.board.post("settings", **ALL_LEGAL)
    live.is_content()


def begin(live: LivePage, fen: str | None = None, **settings: object) -> None:
    live.board.post("settings", **{**ALL_LEGAL, **settings})
    live.new_game(fen)


def card(live: LivePage, words: str) -> None:
    """Wait until the hints say this."""
    expect(live.page.locator(".hints").get_by_text(words)).to_be_visible()


def test_each_destination_is_lit_by_how_good_it_is(page: LivePage) -> None:
    begin(page, SHIELD, hints_white="graded")
    page.tap("e2")
    page.lit("risky", *OFF_THE_LINE)
    page.lit("move")
    expect(page.square("f2")).to_have_accessible_name("empty, f2; risky")
    page.picture("live-graded")
    card(page, "Pieces looked at in this turn: 1 of 3.")
    page.tap("e2")
    page.lit("risky")


def test_who_wants_no_hints_sees_no_destinations(page: LivePage) -> None:
    begin(page, SHIELD, hints_white="off")
    page.tap("e2")
    page.lit("origin", "e2")
    assert page.roles() == {"e2": "origin"}
    page.tap("f2")
    page.turns("Re2 > f2")
    page.lit("last", "e2", "f2")
    page.lit("warning")


def test_a_turn_that_lets_the_other_reach_the_king_is_asked_about_and_taken_back(
    page: LivePage,
) -> None:
    begin(page, SHIELD, hints_white="warnings")
    page.tap("e2")
    page.lit("origin", "e2")
    page.tap("f2")
    page.lit("warning", "e8", "e1")
    page.says("Are you sure? Black could reach your king: e8 → e1.")
    expect(page.trail.first).to_be_attached()
    page.picture("live-sure")
    page.button("Take it back").click()
    page.turns()
    page.lit("warning")
    page.says("White to move.")
    page.shows(e2="white rook", f2="empty")


def test_a_warning_ends_when_the_other_player_lifts_a_piece(page: LivePage) -> None:
    begin(page, SHIELD, hints_white="warnings")
    page.tap("e2", "f2")
    page.lit("warning", "e8", "e1")
    page.tap("b7")
    page.lit("warning")
    page.lit("move", "b6", "b5")
    page.tap("b7")
    page.says("Black to move.")
    expect(page.button("Take it back")).to_have_count(0)


def test_a_turn_set_back_by_hand_is_asked_about_no_longer(page: LivePage) -> None:
    begin(page, SHIELD, hints_white="warnings")
    page.tap("e2", "f2")
    page.lit("warning", "e8", "e1")
    page.tap("f2", "e2")
    page.turns()
    page.lit("warning")


def test_after_so_many_pieces_the_good_squares_are_for_the_player_to_find(page: LivePage) -> None:
    begin(page, SHIELD, hints_white="graded", hints_pieces=1)
    page.tap("e2")
    page.lit("risky", *OFF_THE_LINE)
    page.tap("e2")
    page.lit("risky")
    page.tap("a2")
    page.lit("move", "a3", "a4")
    card(page, "You have had a good look at 1 piece.")
    page.picture("live-spent")
    page.tap("a2")


def test_a_turn_is_shown_step_by_step(page: LivePage) -> None:
    begin(page, "4k3/8/8/4c3/8/5N2/p7/K7 w 0 - - -", hints_white="best")
    page.button("Show me a turn").click()
    card(page, "Lift what is on f3.")
    page.lit("best", "f3")
    page.picture("live-shown")
    page.tap("a1")
    card(page, "First set this one back on a1.")
    page.tap("a1")
    card(page, "Lift what is on f3.")
    page.tap("f3")
    card(page, "Set it down on e5.")
    page.lit("best", "e5")
    page.tap("e5")
    card(page, "Set it down on e8.")
    page.lit("best", "e8")
    page.tap("e8")
    page.says("Paco! White wins.")


def test_hints_are_chosen_in_the_settings(page: LivePage) -> None:
    begin(page)
    page.button("Settings").click()
    with page.page.expect_response("**/api/game/hints"):
        page.dialog.get_by_label("Help for the dark pieces").select_option("None")
    with page.page.expect_response("**/api/settings"):
        page.dialog.get_by_label("Pieces to look at in one turn").select_option("All of them")
    page.picture("dialog-settings-hints")
    chosen = page.board.get("state")["settings"]
    assert {name: chosen[name] for name in ALL_LEGAL} == {
        "hints_white": "legal",
        "hints_black": "off",
        "hints_pieces": 0,
    }
    page.page.keyboard.press("Escape")


def test_hints_are_chosen_with_a_new_game(page: LivePage) -> None:
    begin(page)
    page.button("New game").click()
    page.dialog.get_by_label("Help for the light pieces").select_option("How good each square is")
    page.picture("dialog-new-game-hints")
    page.dialog.get_by_role("button", name="Begin").click()
    expect(page.dialog).to_have_count(0)
    page.tap("e2")
    expect(page.square("e4")).to_have_attribute("data-role", re.compile("best|fine|risky"))
    page.tap("e2")
    assert page.board.get("state")["settings"]["hints_black"] == "legal"
