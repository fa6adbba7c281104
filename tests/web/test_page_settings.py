"""The settings of the board and of this device, and what the sensors see."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.web.live_page import LivePage

pytestmark = pytest.mark.slow


@pytest.fixture
def settings(live: LivePage) -> Iterator[LivePage]:
    """The page with its settings open; they are as before when the test is over."""
    live.new_game()
    before = live.board.get("state")["settings"]
    live.button("Settings").click()
    expect(live.dialog).to_be_visible()
    yield live
    live.board.post("settings", **before)
    live.page.evaluate("localStorage.clear()")


def _lamp(live: LivePage, square: str) -> str:
    """The colour that lights a square."""
    lamp = live.square(square).locator("i").first
    return str(lamp.evaluate("(each) => getComputedStyle(each).getPropertyValue('--lamp')"))


def test_another_palette_changes_the_lights_at_once(settings: LivePage) -> None:
    settings.picture("dialog-settings")
    settings.dialog.get_by_label("Colours of the lights").select_option("For red-green weakness")
    settings.page.keyboard.press("Escape")
    settings.tap("e2")
    settings.lit("move", "e3", "e4")
    other = _lamp(settings, "e3")
    settings.board.post("settings", palette="standard")
    expect(settings.square("e3").locator("i").first).not_to_have_attribute(
        "style", re.compile(re.escape(other))
    )
    settings.button("Put it back").click()
    settings.says("White to move.")


def test_brightness_rules_and_takebacks_are_the_boards(settings: LivePage) -> None:
    bright = settings.dialog.get_by_label("Brightness")
    bright.focus()
    with settings.page.expect_response("**/api/settings"):
        settings.page.keyboard.press("ArrowRight")
    with settings.page.expect_response("**/api/settings"):
        rules = settings.dialog.get_by_label("Rules of the next game")
        rules.select_option("For children, step 1: unions")
    with settings.page.expect_response("**/api/settings"):
        settings.dialog.get_by_role("checkbox", name=re.compile("takes turns back")).uncheck()
    chosen = settings.board.get("state")["settings"]
    assert chosen["brightness"] == pytest.approx(0.55)
    assert chosen["rules"] == "children"
    assert chosen["takebacks"] is False
    settings.page.keyboard.press("Escape")
    settings.button("Settings").click()
    expect(settings.dialog.get_by_label("Rules of the next game")).to_have_value("children")
    expect(settings.dialog.get_by_label("Brightness")).to_have_value("0.55")


def test_the_board_is_seen_from_blacks_side_and_stays_so(settings: LivePage) -> None:
    settings.dialog.get_by_role("checkbox", name="Seen from Black's side").check()
    settings.page.keyboard.press("Escape")
    assert settings.middle("a8")[1] > settings.middle("a1")[1]
    assert settings.middle("a8")[0] > settings.middle("h8")[0]
    settings.page.reload()
    settings.says("White to move.")
    assert settings.middle("a8")[1] > settings.middle("a1")[1]


def test_turns_are_written_with_figurines_and_squares_without_names(settings: LivePage) -> None:
    settings.dialog.get_by_role("checkbox", name="Figurines in the list of turns").check()
    settings.dialog.get_by_role("checkbox", name="Names of the squares").uncheck()
    settings.page.keyboard.press("Escape")
    settings.tap("g1", "f3")
    settings.turns("♘g1 > f3")
    expect(settings.button("1, White: Ng1 > f3")).to_be_visible()
    expect(settings.grid.get_by_text("a", exact=True)).to_be_hidden()


def test_the_sensor_view_tells_what_every_square_reads(settings: LivePage) -> None:
    settings.dialog.get_by_role("checkbox", name="Show what the sensors see").check()
    settings.page.keyboard.press("Escape")
    expect(settings.page.get_by_text("32 squares see a piece.")).to_be_visible()
    expect(settings.page.get_by_text("All 64 squares are well.")).to_be_visible()
    expect(settings.grid.get_by_text("●")).to_have_count(32)
    settings.picture("live-sensors")
    settings.tap("e2")
    expect(settings.page.get_by_text("31 squares see a piece.")).to_be_visible()
    settings.tap("e2")
    settings.says("White to move.")


def test_a_dead_sensor_is_named_where_the_board_is_trusted(settings: LivePage) -> None:
    settings.dialog.get_by_role("checkbox", name="Show what the sensors see").check()
    settings.page.keyboard.press("Escape")
    settings.tap("e2", "e5")
    settings.lit("fix", "e2", "e5")
    # The page of a virtual board does not offer it.
    settings.page.evaluate("() => fetch('/api/game/trust', { method: 'POST' })")
    expect(settings.page.get_by_text("e2: dead, it sees nobody")).to_be_visible()
    settings.picture("live-sensors-dead")


def test_who_opens_the_archive_first_finds_the_settings_too(live: LivePage) -> None:
    live.open("#/games")
    expect(live.page.get_by_role("heading", name="Games")).to_be_visible()
    live.button("Settings").click()
    expect(live.dialog.get_by_label("Colours of the lights")).to_be_enabled()
    live.page.keyboard.press("Escape")
