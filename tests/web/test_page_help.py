"""The help: what the lights mean, shown with the very lights of the board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from board_daemon.lights.legend import legend
from board_daemon.lights.palette import PALETTES, PaletteName, hex_of
from tests.web.browsing import DESKTOP, PHONE
from tests.web.live_page import LivePage, visitor

pytestmark = pytest.mark.slow


def test_every_light_of_the_board_is_explained_in_its_colour(live: LivePage) -> None:
    live.new_game()
    live.button("What the lights mean").click()
    expect(live.dialog.get_by_role("heading", level=1)).to_have_text("What the lights mean")
    for entry in legend(PALETTES[PaletteName.STANDARD]):
        lamps = live.dialog.locator(f'[data-meaning="{entry.meaning}"] .glow i')
        layers = [layer for light in entry.lights for layer in light]
        expect(lamps).to_have_count(len(layers))
        colors = lamps.evaluate_all(
            "all => all.map((each) => each.style.getPropertyValue('--lamp'))"
        )
        assert colors == [hex_of(layer.color) for layer in layers]
    # And each moves that moves on the board.
    moving = live.dialog.locator('[data-meaning="union"] .glow i')
    assert moving.evaluate("lamp => lamp.getAnimations().length") == 1


def test_the_help_has_the_colours_that_were_chosen(live: LivePage) -> None:
    live.new_game()
    live.board.post("settings", palette="red-green")
    try:
        live.button("What the lights mean").click()
        lamp = live.dialog.locator('[data-meaning="union"] .glow i')
        expect(lamp).to_have_attribute("style", "--lamp: #cd91ff;")
    finally:
        live.board.post("settings", palette="standard")


def test_the_help_is_opened_and_left_by_key_and_the_game_is_as_it_was(live: LivePage) -> None:
    live.new_game()
    help_button = live.button("What the lights mean")
    help_button.focus()
    live.page.keyboard.press("Enter")
    expect(live.dialog.get_by_role("listitem").first).to_contain_text("Lift your piece")
    live.page.keyboard.press("Escape")
    expect(live.dialog).to_have_count(0)
    expect(help_button).to_be_focused()
    live.says("White to move.")


NARROW: ViewportSize = {"width": 320, "height": 568}


@pytest.mark.parametrize("size", [DESKTOP, PHONE, NARROW], ids=["desktop", "phone", "narrow"])
@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_the_help_fits_the_window_everywhere(
    browser: Browser, live: LivePage, size: ViewportSize, is_dark: bool
) -> None:
    is_phone = size is not DESKTOP
    with visitor(browser, live.board, size, is_dark=is_dark, is_phone=is_phone) as page:
        page.new_game()
        page.button("What the lights mean").click()
        expect(page.dialog.locator("[data-meaning]")).to_have_count(
            len(legend(PALETTES[PaletteName.STANDARD]))
        )
        page.picture("dialog-help")
        page.dialog.locator("[data-meaning=promotion]").scroll_into_view_if_needed()
        page.picture("dialog-help-lights")
        wide = "each => [each.scrollWidth, each.clientWidth]"
        needed, there = page.dialog.evaluate(wide)
        assert needed <= there
        page.page.keyboard.press("Escape")
        needed, there = page.page.locator("html").evaluate(wide)
        assert needed <= there
