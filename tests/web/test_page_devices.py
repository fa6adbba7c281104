"""Devices that the board does not know yet: let in by the code that it lights."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browsing import PHONE
from tests.web.live_page import LivePage, visitor
from tests.web.running_board import RunningBoard

pytestmark = pytest.mark.slow

ELSEWHERE = "127.0.0.2"
STRANGE = "  trust_loopback: no\n"
"""Nobody is trusted for being near."""
NOT_YET = ("401", "403")


@pytest.fixture
def strict_board(tmp_path: Path) -> Iterator[RunningBoard]:
    """A daemon that wants everybody paired; each test has its own, as few may start to pair."""
    board = RunningBoard(tmp_path, web=STRANGE, host=ELSEWHERE)
    board.start()
    yield board
    board.stop()


def pair(live: LivePage, level: str, name: str) -> list[str]:
    """Join in from the page: ask for a code, read it from the log, tap it; the code."""
    live.open()
    live.button("Join in").first.click()
    live.dialog.get_by_role("radio", name=re.compile(level)).check()
    live.dialog.get_by_label("What is this device called?").fill(name)
    live.picture(f"dialog-join-in-{name.lower()}")
    live.dialog.get_by_role("button", name="Show me the code").click()
    board = live.page.get_by_role("grid", name="Code board")
    expect(board).to_be_visible()
    code = live.board.code()
    for number, square in enumerate(code, 1):
        cell = board.locator(f'[data-square="{square}"]')
        if number == len(code):
            live.picture(f"dialog-code-{name.lower()}")
        if live.is_phone:
            cell.tap()
        else:
            cell.click()
    expect(live.dialog).to_have_count(0)
    live.says(re.compile("to move"))
    return code


def test_a_stranger_sees_no_game_and_is_invited(
    browser: Browser, strict_board: RunningBoard
) -> None:
    with visitor(browser, strict_board) as live:
        live.open()
        expect(live.page.get_by_text("This board lets in whom it knows.")).to_be_visible()
        expect(live.grid).to_be_hidden()
        expect(live.button("New game")).to_be_hidden()
        live.picture("live-stranger")
        live.pardon_to_the_end(*NOT_YET)


def test_a_childs_tablet_may_play_and_nothing_more(
    browser: Browser, strict_board: RunningBoard
) -> None:
    with visitor(browser, strict_board, PHONE, is_phone=True) as tablet:
        pair(tablet, "Play only", "Tablet")
        tablet.pardon(*NOT_YET)
        tablet.tap("e2", "e4")
        tablet.turns("e2 > e4")
        expect(tablet.button("Take back")).to_be_visible()
        tablet.button("New game").tap()
        expect(tablet.dialog.get_by_label("Clock")).to_be_visible()
        expect(tablet.dialog.get_by_role("radio", name="Online")).to_have_count(0)
        expect(tablet.dialog.get_by_text("Start from a position (FEN)")).to_have_count(0)
        tablet.picture("dialog-new-game-play-only")
        tablet.dialog.get_by_role("button", name="Begin").tap()
        tablet.turns()
        tablet.tap("d2", "d4")
        tablet.turns("d2 > d4")
        tablet.button("Settings").tap()
        expect(tablet.dialog.get_by_label("Colours of the lights")).to_be_disabled()
        expect(tablet.dialog.get_by_label("Brightness")).to_be_disabled()
        expect(tablet.dialog.get_by_role("heading", name="Devices")).to_have_count(0)
        tablet.picture("dialog-settings-play-only")
        tablet.page.keyboard.press("Escape")
        tablet.page.get_by_role("link", name="Games").tap()
        expect(tablet.page.get_by_role("list", name="Games")).to_be_visible()
        for name in ("Import", re.compile("^Delete"), re.compile("^Rename")):
            expect(tablet.page.get_by_role("button", name=name)).to_have_count(0)
        tablet.picture("games-play-only")
        tablet.page.reload()
        expect(tablet.page.get_by_role("list", name="Games")).to_be_visible()


def test_an_owner_sees_the_devices_and_sends_one_away(
    browser: Browser, strict_board: RunningBoard
) -> None:
    with (
        visitor(browser, strict_board) as owner,
        visitor(browser, strict_board, PHONE, is_phone=True) as guest,
    ):
        pair(owner, "Everything", "Desk")
        pair(guest, "Play only", "Guest")
        owner.button("Settings").click()
        level = owner.dialog.get_by_label("What Guest may do")
        expect(level).to_have_value("play")
        owner.picture("dialog-settings-devices")
        with owner.page.expect_response("**/api/devices/*"):
            level.select_option("watch")
        owner.page.keyboard.press("Escape")
        # Nothing happens on the board: he learns of it all the same.
        expect(guest.button("New game")).to_be_hidden()
        guest.picture("live-watching")
        owner.button("Settings").click()
        owner.button("Remove Guest").click()
        expect(owner.dialog.get_by_label("What Guest may do")).to_have_count(0)
        expect(guest.page.get_by_text("This board lets in whom it knows.")).to_be_visible()
        guest.pardon_to_the_end(*NOT_YET, "failed: .*ERR_", "error: .*WebSocket")
        owner.pardon_to_the_end(*NOT_YET)


def test_who_watches_and_joins_in_may_play_at_once(browser: Browser, tmp_path: Path) -> None:
    board = RunningBoard(tmp_path, web=STRANGE + "  open_watching: yes\n", host=ELSEWHERE)
    board.start()
    try:
        with visitor(browser, board) as live:
            live.open()
            live.says("White to move.")
            expect(live.button("New game")).to_be_hidden()
            pair(live, "Play only", "Neighbour")
            # What is tapped before the page knows that it may play is lost.
            expect(live.button("New game")).to_be_visible()
            live.tap("e2", "e4")
            live.turns("e2 > e4")
    finally:
        board.stop()


def test_a_wrong_code_is_refused_and_may_be_entered_again(
    browser: Browser, strict_board: RunningBoard
) -> None:
    with visitor(browser, strict_board) as live:
        live.open()
        live.button("Join in").first.click()
        live.dialog.get_by_role("button", name="Show me the code").click()
        board = live.page.get_by_role("grid", name="Code board")
        expect(board).to_be_visible()
        code = live.board.code()
        place = board.bounding_box()
        for square in reversed(code):
            board.locator(f'[data-square="{square}"]').click()
        expect(live.dialog.get_by_role("alert")).to_contain_text("That was not the code")
        # The next tap is aimed at where the board stood.
        assert board.bounding_box() == place
        live.picture("dialog-code-wrong")
        for square in code:
            board.locator(f'[data-square="{square}"]').click()
        expect(live.dialog).to_have_count(0)
        live.says("to move")
        live.pardon_to_the_end(*NOT_YET, "409", "422")


def test_a_joining_that_is_given_up_frees_the_board_for_the_next(
    browser: Browser, strict_board: RunningBoard
) -> None:
    with visitor(browser, strict_board) as live:
        live.open()
        live.button("Join in").first.click()
        live.dialog.get_by_role("button", name="Show me the code").click()
        expect(live.page.get_by_role("grid", name="Code board")).to_be_visible()
        given_up = live.board.code()
        with live.page.expect_response("**/api/pair/cancel"):
            live.dialog.get_by_role("button", name="Cancel").click()
        assert pair(live, "Play only", "Second") != given_up
        live.pardon_to_the_end(*NOT_YET)
