"""The live page in a browser, on a board that the test plays: what it shows, and to whom."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from board_daemon.game.mishaps import Mishaps
from tests.web.browsing import PHONE, page_of
from tests.web.fake_live import KINGS, live, square, table, wished
from tests.web.fake_table import FakeTable, standing

MOVE = {"color": "#0046ff", "level": [1.0], "step": 0, "repeat": False, "jump": False}
BREATH = {"color": "#c800a0", "level": [1.0, 0.3], "step": 1.0, "repeat": True, "jump": False}


# --- what is shown ---


def test_every_square_says_in_words_what_stands_on_it(browser: Browser) -> None:
    with live(browser, table()) as page:
        cells = page.get_by_role("gridcell")
        assert cells.count() == 64
        expect(square(page, "g4")).to_have_accessible_name(
            "white knight and black bishop, united, g4"
        )
        expect(square(page, "e8")).to_have_accessible_name("black king, e8")
        expect(square(page, "a4")).to_have_accessible_name("empty, a4")
        assert page.locator(".stage .piece").count() == len(KINGS)


def test_lights_have_the_very_colour_they_are_told_and_their_role_is_said(browser: Browser) -> None:
    board = table()
    with live(browser, board) as page:
        lights = {"squares": {"e4": "move", "d5": "union"}, "show": {"e4": [0], "d5": [1]}}
        board.tell("lights", t=1.0, **lights, layers=[MOVE, BREATH], since={"e4": 0, "d5": 0})
        lamp = square(page, "d5").locator(".glow i")
        lamp.wait_for()
        assert lamp.evaluate("each => each.style.getPropertyValue('--lamp')") == "#c800a0"
        expect(square(page, "d5")).to_have_accessible_name("black pawn, d5; union possible")
        board.tell("lights", t=2.0, squares={}, show={}, layers=[], since={})
        expect(page.locator(".glow i")).to_have_count(0)


def test_a_light_that_stays_on_is_not_begun_anew(browser: Browser) -> None:
    board = table()
    both = {"squares": {"d5": "union"}, "show": {"d5": [0]}, "layers": [BREATH]}
    with live(browser, board) as page:
        board.tell("lights", t=1.0, **both, since={"d5": 0.0})
        lamp = square(page, "d5").locator(".glow i")
        lamp.evaluate("each => { each.dataset.seen = 'yes' }")
        board.tell("lights", t=1.1, **both, since={"d5": 0.1})
        board.change(last=["e2", "e4"])
        expect(lamp).to_have_attribute("data-seen", "yes")
        board.tell("lights", t=9.0, **both, since={"d5": 8.0})
        expect(lamp).not_to_have_attribute("data-seen", "yes")


def test_the_last_turn_of_a_long_game_stays_in_sight_whatever_else_is_shown(
    browser: Browser,
) -> None:
    turns = [
        {"ply": ply, "notation": "Ng1>f3", "actions": [], "fen": "", "status": "run", "t": 1.0}
        for ply in range(1, 81)
    ]
    board = table(turns=turns)
    with live(browser, board) as page:
        expect(page.locator("[data-ply='80']")).to_be_in_viewport()
        board.change(question={"what": "square", "squares": ["d5", "g4"]}, phase="asking")
        page.get_by_role("button", name="None of these").wait_for()
        expect(page.locator("[data-ply='80']")).to_be_in_viewport(ratio=1)
        expect(page.locator("[data-ply='1']")).not_to_be_in_viewport()


def test_a_turn_is_written_down_and_announced(browser: Browser) -> None:
    board = table(game={"white": "Ada"})
    with live(browser, board) as page:
        fen = board.state["game"]["fen"]
        turn = {"t": 1.0, "actions": [], "fen": fen, "status": "run"}
        board.tell("turn", ply=1, notation="Ng1>f3", **turn)
        board.tell("turn", ply=2, notation="g7>Pf6>Pe5>d4", **turn)
        expect(page.locator(".turn-button")).to_have_text(["Ng1 > f3", "g7 → Pf6 → Pe5 → d4"])
        expect(page.locator(".turn-button").last).to_have_attribute("aria-current", "true")
        expect(page.locator("[aria-live=polite].for-readers")).to_have_text(
            "Black: g7 → Pf6 → Pe5 → d4"
        )


def test_sako_is_drawn_as_a_way_only_while_nothing_is_in_hand(browser: Browser) -> None:
    board = table(sako=["g4", "d5", "e8"])
    with live(browser, board) as page:
        expect(page.locator(".trail-line")).to_have_count(1)
        expect(page.locator(".line")).to_have_text(
            "Ŝako! White's king can be reached: g4 → d5 → e8."
        )
        board.change(virtual=standing({"e1": "K"}, right="P", origin="e2"))
        expect(page.locator(".trail-line")).to_have_count(0)


def test_paco_is_celebrated_with_the_two_and_the_winner(browser: Browser) -> None:
    game = {"end": "Paco! Ada wins.", "reason": "paco", "result": "1-0", "id": 7, "white": "Ada"}
    with live(browser, table(game={**game, "fen": "8/8/8/4Z3/8/8/8/4K3 b 0 - - -"})) as page:
        expect(page.locator(".paco h2")).to_have_text("Paco! Ada wins.")
        uses = page.locator(".paco .drawing use")
        hrefs = uses.evaluate_all("all => all.map((each) => each.getAttribute('href'))")
        assert hrefs == ["#piece-k", "#piece-q", "#arm-b", "#arm-w"]
        link = page.get_by_role("link", name="Look at the game")
        expect(link).to_have_attribute("href", "#/games/7")


def test_storage_trouble_is_said(browser: Browser) -> None:
    message = "The disk is full: 3 turns wait to be saved."
    storage = {"ok": False, "waiting": 3, "message": message}
    with live(browser, table(storage=storage)) as page:
        expect(page.get_by_role("alert").first).to_have_text(message)


def test_what_broke_down_in_the_board_is_said(browser: Browser) -> None:
    fault = Mishaps()
    fault.note("to test", ValueError("on purpose"))
    with live(browser, table(fault=fault.sentence)) as page:
        expect(page.get_by_role("alert").first).to_have_text(fault.sentence or "")


def test_sensors_are_shown_where_that_is_wished(browser: Browser) -> None:
    health = [{"square": "a1", "state": "dead"}]
    with live(browser, table(readings={"a1": 0, "e2": 1}, health=health)) as page:
        assert page.locator(".sign").count() == 0
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Show what the sensors see").check()
        page.keyboard.press("Escape")
        expect(page.locator(".sensors")).to_contain_text("a1: dead, it sees nobody")
        assert page.locator(".sign.bad").count() == 1


# --- the connection ---


def test_a_page_that_comes_back_asks_for_what_it_missed(browser: Browser) -> None:
    board = table()
    with live(browser, board) as page:
        board.change(storage={"ok": False, "waiting": 1, "message": "The disk is full."})
        # It has taken this in.
        expect(page.get_by_role("alert").first).to_have_text("The disk is full.")
        board.sockets[-1].close(code=1012)
        expect(page.locator("#link")).to_have_text("Connection lost. Trying again …")
        expect(page.locator("body")).to_have_class("stale")
        expect(page.locator("#link")).to_have_text("")
        assert board.joined[-1] == {"since": ["2"], "run": ["test"]}


def test_whom_the_board_does_not_know_it_invites(browser: Browser) -> None:
    board = FakeTable(level="nobody")
    with page_of(browser, board) as page:
        page.goto("/")
        expect(page.locator(".line")).to_have_text("This board lets in whom it knows.")
        assert board.joined == []
        page.get_by_role("button", name="Join in").click()
        page.get_by_label("What is this device called?").fill("Tablet")
        page.get_by_role("button", name="Show me the code").click()
        for name in ("c3", "f6", "a1", "h2"):
            page.locator(f".code-board .cell[data-square={name}]").click()
        wishes = wished(page, board, 2)
        assert wishes[:2] == [
            ("/pair/start", {"level": "play"}),
            ("/pair", {"code": ["c3", "f6", "a1", "h2"], "name": "Tablet"}),
        ]


# --- for everybody ---


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_text_stands_out_from_what_it_is_on(browser: Browser, is_dark: bool) -> None:
    with live(browser, table(), is_dark=is_dark) as page:
        colors = page.evaluate(
            """() => {
              const probe = document.body.appendChild(document.createElement("i"));
              const read = (name) => {
                probe.style.color = `var(--${name})`;
                return getComputedStyle(probe).color.match(/\\d+/g).slice(0, 3).map(Number);
              };
              const names = ["page", "surface", "sunken", "ink", "muted", "accent", "accent-ink"];
              names.push("danger", "danger-surface");
              return Object.fromEntries(names.map((name) => [name, read(name)]));
            }"""
        )
    pairs = [("ink", each) for each in ("page", "surface", "sunken", "danger-surface")]
    pairs += [("muted", each) for each in ("page", "surface", "sunken")]
    pairs += [("accent", "page"), ("accent", "surface"), ("accent-ink", "accent")]
    pairs += [("danger", "surface"), ("danger", "danger-surface")]
    weak = {pair: contrast(colors[pair[0]], colors[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 4.5} == {}


def contrast(first: list[int], second: list[int]) -> float:
    """The contrast of two sRGB colours as WCAG 2 defines it."""
    bright, dim = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(color: list[int]) -> float:
    parts = [each / 255 for each in color]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_everything_that_can_be_pressed_has_a_name_and_shows_its_focus(browser: Browser) -> None:
    with live(browser, table(phase="settled")) as page:
        page.get_by_role("button", name="New game").click()
        nameless = page.evaluate(
            """() => [...document.querySelectorAll("button, input, select, a")]
              .filter((each) => each.checkVisibility())
              .filter((each) => !(each.textContent.trim() || each.ariaLabel || each.labels?.length))
              .map((each) => each.outerHTML)"""
        )
        assert nameless == []
        page.keyboard.press("Escape")
        for _ in range(12):
            page.keyboard.press("Tab")
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
            assert outline == "3px"


def test_on_a_phone_the_board_is_as_wide_as_the_window(browser: Browser) -> None:
    with live(browser, table(), viewport=PHONE, is_phone=True) as page:
        box = page.locator(".stage .board").bounding_box()
        assert box is not None
        assert box["width"] == box["height"] == PHONE["width"]
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (844, 390), (1920, 1080)])
def test_on_a_wide_window_the_board_is_nearly_as_high_as_it(
    browser: Browser, width: int, height: int
) -> None:
    with live(browser, table(), viewport={"width": width, "height": height}) as page:
        box = page.locator(".stage .board").bounding_box()
        assert box is not None
        assert height - 32 <= box["width"] <= height
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
