"""How the views look and work for everybody: at a desk and on a phone, by day and by night."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.web.browsing import DESKTOP, PHONE
from tests.web.examining import (
    faint_texts,
    moving,
    nameless,
    shows_focus,
    sideways,
    small_targets,
)
from tests.web.live_page import LivePage, visitor
from tests.web.running_board import RunningBoard

pytestmark = pytest.mark.slow

SAKO_BY_A_CHAIN = "8/8/4k3/3a4/8/8/8/1R2K3 w 0 - - -"
IN_THE_MIDST = "r1bqk2r/ppp2ppp/2n2n2/1B1a4/1b2e3/2N5/PPP2PPP/R1BQK2R w 0 AHah - -"
"""Nobody has won yet, and two unions stand."""


def examined(live: LivePage, view: str) -> list[str]:
    """What is wrong with a view; a picture of it is kept."""
    live.picture(view)
    page = live.page
    found = [f"{view}: no name: {each}" for each in nameless(page)]
    found += [f"{view}: faint: {each}" for each in faint_texts(page)]
    if sideways(page):
        found.append(f"{view}: {sideways(page)} pixels too wide")
    if live.is_phone:
        found += [f"{view}: small: {each}" for each in small_targets(page)]
    return found


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_every_view_is_legible_named_and_fits(
    browser: Browser, live_board: RunningBoard, size: ViewportSize, is_dark: bool
) -> None:
    is_phone = size is PHONE
    with visitor(browser, live_board, size, is_dark=is_dark, is_phone=is_phone) as live:
        found = [*_walk(live)]
        assert not found, "\n".join(found)
        live.page.goto("about:blank")
        live.pardon_to_the_end("/analysis: net::ERR_ABORTED")


def _walk(live: LivePage) -> Iterator[str]:
    """Go through the views; what is wrong with them."""
    page = live.page
    live.new_game(IN_THE_MIDST, white="Ada", black="Benedikt von der Lange-Wiese")
    yield from examined(live, "live")
    live.tap("c3")
    live.lit("origin", "c3")
    yield from examined(live, "live-hand")
    live.tap("c3")
    live.says("to move")
    for button, view in (
        ("New game", "dialog-new-game"),
        ("Settings", "dialog-settings"),
        ("What the lights mean", "dialog-help"),
    ):
        live.button(button).first.click()
        expect(live.dialog).to_be_visible()
        if view == "dialog-help":
            expect(live.dialog.locator("[data-meaning=trouble]")).to_be_visible()
        if view == "dialog-settings":
            expect(live.dialog.get_by_role("heading", name="Devices")).to_be_visible()
        yield from examined(live, view)
        page.keyboard.press("Escape")
        expect(live.dialog).to_have_count(0)
    live.tap("a2", "a5")
    live.lit("fix", "a2", "a5")
    yield from examined(live, "live-fix")
    live.button("Set the pieces back").click()
    live.says("to move")
    live.tap("a2", "a4")
    live.turns("a2 > a4")
    live.new_game(SAKO_BY_A_CHAIN)
    live.tap("b1", "d1")
    live.lit("sako", "d1", "d5", "e6")
    yield from examined(live, "live-sako")
    page.get_by_role("link", name="Games").click()
    expect(page.get_by_role("list", name="Games").get_by_role("listitem").first).to_be_visible()
    yield from examined(live, "games")
    live.button("Import").click()
    yield from examined(live, "games-import")
    page.get_by_role("link", name=re.compile("^Ada and Benedikt")).first.click()
    slider = page.get_by_role("slider", name="Step")
    expect(slider).to_have_attribute("max", "2")
    slider.fill("2")
    expect(page.get_by_text("White's pawn goes to a4.").first).to_be_visible()
    yield from examined(live, "replay")
    live.button("Share").click()
    expect(live.dialog.get_by_label("Score sheet", exact=True)).to_have_value(re.compile("a2>a4"))
    yield from examined(live, "share")


def test_tab_goes_through_the_page_in_the_order_it_is_read(live: LivePage) -> None:
    live.new_game()
    live.tap("e2", "e4")
    live.turns("e2 > e4")
    live.page.reload()
    live.says("Black to move.")
    passed = []
    for _ in range(17):
        live.page.keyboard.press("Tab")
        name = live.page.evaluate(
            "() => { const now = document.activeElement;"
            " return now === document.body ? '' : now.ariaLabel || now.textContent.trim(); }"
        )
        if not name:
            break
        assert shows_focus(live.page), name
        passed.append(name.split(";")[0])
    assert passed == [
        "To the board",
        "Board",
        "Learn",
        "Games",
        "Players",
        "Settings",
        "What the lights mean",
        "empty, e2",
        "White: White. Change the names",
        "Black: Black. Change the names (to move)",
        "1, White: e2 > e4",
        "Take back",
        "Offer a draw",
        "Resign",
        "New game",
        "Slide",
        "Turn the board",
    ]


def test_the_skip_link_leads_to_the_board(live: LivePage) -> None:
    live.new_game()
    live.page.keyboard.press("Tab")
    live.page.keyboard.press("Enter")
    expect(live.square("e2")).to_be_focused()


def test_a_dialog_keeps_the_focus_and_gives_it_back(live: LivePage) -> None:
    live.new_game()
    opener = live.button("New game")
    opener.focus()
    live.page.keyboard.press("Enter")
    expect(live.dialog).to_be_visible()
    for _ in range(12):
        live.page.keyboard.press("Tab")
        assert live.page.evaluate(
            "document.activeElement === document.body"
            " || document.activeElement.closest('dialog') !== null"
        )
    live.page.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_who_asked_for_less_motion_sees_none(browser: Browser, live_board: RunningBoard) -> None:
    for is_still in (True, False):
        with visitor(browser, live_board, is_still=is_still) as live:
            live.new_game("4k3/8/8/3p1p2/4P3/8/8/4K3 w 0 - - -")
            live.tap("e4")
            live.lit("union", "d5", "f5")
            assert (moving(live.page) == 0) == is_still
            live.tap("e5")
            live.turns("e4 > e5")
            live.new_game(SAKO_BY_A_CHAIN)
            live.tap("b1", "d1")
            live.lit("sako", "d1", "d5", "e6")
            expect(live.trail.first).to_be_attached()
            assert (moving(live.page) == 0) == is_still
            if is_still:
                live.picture("live-sako-still")


def test_the_board_stays_where_it_is_whatever_the_line_says(
    browser: Browser, live_board: RunningBoard
) -> None:
    with visitor(browser, live_board, PHONE, is_phone=True) as live:
        live.new_game()
        at_rest = live.grid.bounding_box()
        live.tap("e2")
        live.says("White has the pawn from e2 in hand.")
        assert live.grid.bounding_box() == at_rest
        live.tap("e5")
        live.says("Let us put this right: take away what is on e5; e2 misses its piece.")
        assert live.grid.bounding_box() == at_rest


@pytest.mark.parametrize("view", ["#/", "#/games"])
def test_every_page_has_one_heading_of_the_first_order(live: LivePage, view: str) -> None:
    live.new_game()
    live.open(view)
    expect(live.page.get_by_role("heading", level=1)).to_have_count(1)
