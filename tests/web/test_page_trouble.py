"""The page when something goes wrong: no board, no room on the disk; and when it is not alone."""

from __future__ import annotations

import re
import resource
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, ViewportSize, expect

from tests.daemon.cabled import HOME, cabled_board
from tests.web.browsing import DESKTOP, PHONE
from tests.web.live_page import CUT_OFF, LivePage, visitor
from tests.web.running_board import QUICK, RunningBoard

pytestmark = pytest.mark.slow

SIZES = [DESKTOP, PHONE]


def test_after_a_power_cut_the_page_comes_back_and_the_game_goes_on(
    browser: Browser, new_board: RunningBoard
) -> None:
    with visitor(browser, new_board) as live:
        live.new_game(white="Ada", black="Ben")
        live.tap("e2", "e4")
        live.turns("e2 > e4")
        live.tap("d7", "d5")
        live.turns("e2 > e4", "d7 > d5")
        new_board.kill()
        live.says("Connection lost. Trying again …")
        live.picture("live-lost")
        new_board.start()
        expect(live.page.get_by_text("Connection lost.")).to_have_count(0)
        live.says("Ada to move.")
        live.turns("e2 > e4", "d7 > d5")
        live.tap("e4", "d5")
        live.turns("e2 > e4", "d7 > d5", "e4 × d5")
        live.pardon_to_the_end(*CUT_OFF)


@pytest.mark.parametrize("size", SIZES, ids=["desktop", "phone"])
def test_a_press_while_the_board_is_away_is_answered_with_a_sentence(
    browser: Browser, new_board: RunningBoard, size: ViewportSize
) -> None:
    """It stands beside the board: whoever is to go on needs all of it."""
    with visitor(browser, new_board, size, is_phone=size is PHONE) as live:
        live.new_game()
        new_board.kill()
        live.says("Connection lost.")
        live.tap("e2")
        alert = live.page.get_by_role("alert")
        expect(alert).to_have_text("The board does not answer. Is it switched on?")
        assert not _overlap(alert, live.grid)
        new_board.start()
        expect(live.page.get_by_text("Connection lost.")).to_have_count(0)
        live.says("White to move.")
        live.pardon_to_the_end(*CUT_OFF)


def _overlap(one: Locator, other: Locator) -> bool:
    """Whether one thing covers another, be it only a part."""
    first, second = one.bounding_box(), other.bounding_box()
    assert first is not None
    assert second is not None
    return (
        first["x"] < second["x"] + second["width"]
        and second["x"] < first["x"] + first["width"]
        and first["y"] < second["y"] + second["height"]
        and second["y"] < first["y"] + first["height"]
    )


def test_a_board_that_is_not_plugged_in_is_said_to_be_away_until_it_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    with cabled_board(tmp_path) as cable, ExitStack() as at_the_end:
        board = RunningBoard(tmp_path, f"{QUICK}board: {{bridge: serial, port: {cable.path}}}\n")
        board.start()
        at_the_end.callback(board.stop)
        cable.read(HOME)
        with visitor(browser, board) as live:
            live.open()
            away = live.page.get_by_role("status").filter(has_text="The board is not connected:")
            expect(away).to_contain_text("Look at its cable")
            expect(away).to_contain_text("no such file or directory")
            live.picture("live-board-away")
            cable.plug_in()
            expect(away).to_have_count(0)
            live.says("White to move.")
            cable.unplug()
            expect(away).to_be_visible()


def test_a_full_disk_is_shown_play_goes_on_and_all_is_saved_in_the_end(live: LivePage) -> None:
    live.new_game(white="Ada", black="Ben")
    live.tap("e2", "e4")
    live.turns("e2 > e4")
    # No file of the daemon's may grow, not even for the administrator.
    limit = resource.prlimit(live.board.process_id, resource.RLIMIT_FSIZE)
    resource.prlimit(live.board.process_id, resource.RLIMIT_FSIZE, (0, limit[1]))
    try:
        live.tap("e7", "e5")
        live.turns("e2 > e4", "e7 > e5")
        trouble = live.page.get_by_role("alert").filter(has_text=re.compile("wait|saved"))
        expect(trouble).to_be_visible()
        live.picture("live-disk-full")
        live.tap("g1", "f3")
        live.turns("e2 > e4", "e7 > e5", "Ng1 > f3")
    finally:
        resource.prlimit(live.board.process_id, resource.RLIMIT_FSIZE, limit)
    expect(trouble).to_have_count(0)
    number = live.board.get("state")["game"]["id"]
    kept = live.board.get(f"games/{number}")
    assert [turn["notation"] for turn in kept["turns"]] == ["e2>e4", "e7>e5", "Ng1>f3"]


def test_two_pages_show_the_same_and_both_may_act(browser: Browser, live: LivePage) -> None:
    live.new_game(white="Ada", black="Ben")
    with visitor(browser, live.board) as other:
        other.open()
        other.says("Ada to move.")
        live.tap("e2")
        other.says("Ada has the pawn from e2 in hand.")
        other.lit("move", "e3", "e4")
        other.tap("e4")
        for each in (live, other):
            each.turns("e2 > e4")
            each.says("Ben to move.")
        other.tap("e7", "e6")
        for each in (live, other):
            each.turns("e2 > e4", "e7 > e6")
            each.shows(e6="black pawn", e7="empty")
            each.lit("last", "e6", "e7")
        assert live.roles() == other.roles()


def test_a_page_that_was_hidden_for_long_catches_up(live: LivePage) -> None:
    live.new_game()
    live.page.context.set_offline(True)
    live.board.post("virtual/act", deed="lift", square="e2")
    live.board.post("virtual/act", deed="drop", square="e4")
    live.page.context.set_offline(False)
    live.turns("e2 > e4")
    live.pardon_to_the_end(*CUT_OFF)
