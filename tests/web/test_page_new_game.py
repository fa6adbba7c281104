"""A new game, as the page's dialog makes one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.live_page import LivePage

pytestmark = pytest.mark.slow

HOME_STRETCH = "4k3/1P6/8/8/8/8/8/4K3 w 0 - - -"


@pytest.fixture
def table(live: LivePage) -> LivePage:
    """The page, with the dialog for a new game open."""
    live.new_game()
    live.button("New game").click()
    expect(live.dialog).to_be_visible()
    return live


def test_a_new_game_has_names_rules_and_a_clock_that_runs(table: LivePage) -> None:
    ask = table.dialog
    ask.get_by_label("White").fill("Ada")
    ask.get_by_label("Black").fill("Ben")
    ask.get_by_role("radio", name=re.compile("Booklet")).check()
    ask.get_by_label("Clock").select_option("5 minutes each, 3 s more for each turn")
    table.picture("dialog-new-game")
    ask.get_by_role("button", name="Begin").click()
    expect(ask).to_have_count(0)
    table.says("Ada to move.")
    timers = table.page.get_by_role("timer")
    expect(timers).to_have_text(["5:00", "5:00"])
    table.tap("e2", "e4")
    table.turns("e2 > e4")
    table.says("Ben to move.")
    expect(timers.nth(1)).to_have_text(re.compile("^[0-4]:[0-9]{2}$"))
    state = table.board.get("state")
    assert state["game"]["rules"] == "manual"
    assert state["clock"]["increment"] == 3


def test_a_new_game_from_a_fen_is_previewed_and_stands_at_once(table: LivePage) -> None:
    ask = table.dialog
    ask.get_by_text("Start from a position (FEN)").click()
    ask.get_by_label("FEN", exact=True).fill(HOME_STRETCH)
    preview = ask.get_by_role("grid", name="The start position")
    expect(preview.locator('[data-square="b7"]')).to_have_accessible_name("white pawn, b7")
    expect(preview.locator('[data-square="a1"]')).to_have_accessible_name("empty, a1")
    table.picture("dialog-new-game-fen")
    ask.get_by_role("button", name="Begin").click()
    expect(ask).to_have_count(0)
    table.says("White to move.")
    table.shows(b7="white pawn", e8="black king", a1="empty")
    table.tap("e1", "e2")
    table.turns("Ke1 > e2")


def test_a_fen_that_is_none_is_refused_in_the_dialog_and_may_be_mended(table: LivePage) -> None:
    ask = table.dialog
    ask.get_by_text("Start from a position (FEN)").click()
    ask.get_by_label("FEN", exact=True).fill("4k3/9/8 w")
    expect(ask.get_by_role("button", name="Begin")).to_be_enabled()
    # While it is written, what is wrong is said there; then only what the board says.
    told = ask.locator("p.error:visible")
    expect(told).to_have_text("A FEN has 8 rows, this one has 3.")
    ask.get_by_role("button", name="Begin").click()
    expect(ask.get_by_role("alert")).to_contain_text("expected")
    expect(told).to_have_count(1)
    table.picture("dialog-new-game-refused")
    ask.get_by_label("FEN", exact=True).fill(HOME_STRETCH)
    expect(told).to_have_count(0)
    ask.get_by_role("button", name="Begin").click()
    expect(ask).to_have_count(0)
    table.shows(b7="white pawn")
    table.pardon_to_the_end("422")


def test_the_game_before_is_kept_in_the_archive(live: LivePage) -> None:
    live.new_game(white="Kept", black="Safe")
    live.tap("e2", "e4")
    live.turns("e2 > e4")
    live.button("New game").click()
    live.dialog.get_by_role("button", name="Begin").click()
    expect(live.dialog).to_have_count(0)
    live.turns()
    live.shows(e2="white pawn", e4="empty")
    live.page.get_by_role("link", name="Games").click()
    # The new game has the same players, and is on top.
    kept = live.page.get_by_role("link", name=re.compile("Kept and Safe"))
    expect(kept).to_have_count(2)
    expect(kept.last).to_contain_text("1 turn")


def test_the_names_of_the_game_before_are_replaced_by_typing(live: LivePage) -> None:
    live.new_game(white="Ada", black="Ben")
    live.button("New game").click()
    expect(live.dialog.get_by_label("White")).to_be_focused()
    live.page.keyboard.type("Eve")
    live.page.keyboard.press("Tab")
    live.page.keyboard.type("Al")
    expect(live.dialog.get_by_label("White")).to_have_value("Eve")
    expect(live.dialog.get_by_label("Black")).to_have_value("Al")
    live.page.keyboard.press("Escape")


def test_a_dialog_that_is_left_changes_nothing(table: LivePage) -> None:
    table.dialog.get_by_label("White").fill("Nobody")
    table.page.keyboard.press("Escape")
    expect(table.dialog).to_have_count(0)
    table.says("White to move.")
    expect(table.button("New game")).to_be_focused()


def test_players_are_named_in_the_midst_of_a_game(live: LivePage) -> None:
    live.new_game()
    live.tap("e2", "e4")
    live.turns("e2 > e4")
    live.button("White: White. Change the names").click()
    live.dialog.get_by_label("White").fill("Ada <b>")
    live.dialog.get_by_label("Black").fill("Zoë")
    live.dialog.get_by_role("button", name="Save").click()
    live.says("Zoë to move.")
    expect(live.button("1, Ada <b>: e2 > e4")).to_be_visible()
