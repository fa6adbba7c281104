"""The live page as the hand of who plays on it: what it asks of the board, on one that notes it."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.web.browsing import PHONE
from tests.web.fake_live import HAND, KINGS, live, square, table, wished
from tests.web.fake_table import standing


def test_a_press_lifts_and_the_next_one_sets_down_or_joins(browser: Browser) -> None:
    board = table()
    with live(browser, board) as page:
        square(page, "e2").click()
        assert wished(page, board, 1) == [("/virtual/act", {"deed": "lift", "square": "e2"})]
        rest = {name: pieces for name, pieces in KINGS.items() if name != "e2"}
        board.change(virtual=standing(rest, right="P", origin="e2"), hand=HAND, phase="handling")
        expect(page.locator(".piece.held")).to_have_attribute("data-pieces", "P")
        square(page, "e4").click()
        square(page, "d5").click()
        assert [wish["deed"] for _, wish in wished(page, board, 3)] == ["lift", "drop", "join"]


def test_only_what_is_lit_is_joined_and_another_own_piece_is_taken_up_instead(
    browser: Browser,
) -> None:
    standing_still = {"e1": "K", "e8": "k", "d5": "p", "g4": "Nb"}
    held = standing(standing_still, right="P", origin="e2")
    board = table(virtual=held, hand=HAND, phase="handling")
    with live(browser, board) as page:
        square(page, "g4").click()
        expect(page.get_by_text("This piece may not join g4")).to_be_visible()
        assert board.posted == []
        square(page, "e1").click()
        assert [tuple(wish.values()) for _, wish in wished(page, board, 2)] == [
            ("drop", "e2"),
            ("lift", "e1"),
        ]


def test_a_piece_of_the_other_side_joins_nothing_by_a_mere_press(browser: Browser) -> None:
    held = standing({"e1": "K", "e8": "k", "e2": "P"}, right="n", origin="g8")
    hand = HAND | {"origin": "g8", "piece": "n", "destinations": {}}
    board = table(virtual=held, hand=hand, phase="handling")
    with live(browser, board) as page:
        expect(page.get_by_role("status")).to_contain_text("the knight goes back to g8")
        square(page, "e2").click()
        expect(page.get_by_text("This piece may not join e2")).to_be_visible()
        assert board.posted == []
        expect(page.locator(".piece.held")).to_have_attribute("data-pieces", "n")
        square(page, "e2").click(modifiers=["Control"])
        assert wished(page, board, 1) == [("/virtual/act", {"deed": "slip", "square": "e2"})]


def test_a_press_waits_until_the_board_knows_what_is_held(browser: Browser) -> None:
    held = standing({"e1": "K", "e8": "k", "d5": "p"}, right="P", origin="e4", noticed=False)
    board = table(virtual=held)
    with live(browser, board) as page:
        square(page, "d5").click()
        hand = HAND | {"origin": "e4", "destinations": {"d5": "union"}}
        board.change(virtual=held | {"noticed": True}, hand=hand, phase="handling")
        assert wished(page, board, 1) == [("/virtual/act", {"deed": "join", "square": "d5"})]


def test_what_stood_there_goes_back_to_its_partner_by_a_press(browser: Browser) -> None:
    fen = "4k3/8/8/8/4a3/8/8/4K3 w 0 - - -"
    held = standing({"e1": "K", "e8": "k", "e4": "p"}, right="P", origin="e4")
    board = table(virtual=held, game={"fen": fen}, phase="handling")
    with live(browser, board) as page:
        square(page, "e4").click()
        assert wished(page, board, 1) == [("/virtual/act", {"deed": "join", "square": "e4"})]


def test_the_other_half_of_a_turn_is_made_by_a_press(browser: Browser) -> None:
    left = {"kind": "union", "piece": "p", "start": "d5", "end": "d6"}
    held = standing({"e1": "K", "e8": "k", "d6": "P"}, right="p", origin="d5")
    board = table(virtual=held, unfinished=left, phase="handling")
    with live(browser, board) as page:
        square(page, "d6").click()
        assert wished(page, board, 1) == [("/virtual/act", {"deed": "join", "square": "d6"})]


def test_a_press_with_a_modifier_slips_in_and_escape_puts_back(browser: Browser) -> None:
    board = table(virtual=standing({"d5": "p", "e1": "K"}, right="P", origin="e2"))
    with live(browser, board) as page:
        square(page, "d5").click(modifiers=["Control"])
        page.keyboard.press("Escape")
        assert [wish for _, wish in wished(page, board, 2)] == [
            {"deed": "slip", "square": "d5"},
            {"deed": "drop", "square": "e2"},
        ]


def test_what_was_freed_goes_back_with_its_whole_turn(browser: Browser) -> None:
    board = table(virtual=standing({"d5": "Np", "e1": "K"}, right="R", origin="d5"))
    with live(browser, board) as page:
        page.keyboard.press("Escape")
        assert wished(page, board, 1) == [("/virtual/stand", {})]


def test_a_drag_lifts_slides_with_shift_and_joins(browser: Browser) -> None:
    board = table()
    with live(browser, board) as page:
        square(page, "e2").hover()
        page.mouse.down()
        square(page, "e3").hover()
        wished(page, board, 1)
        rest = {name: pieces for name, pieces in KINGS.items() if name != "e2"}
        board.change(virtual=standing(rest, right="P", origin="e2"), hand=HAND, phase="handling")
        expect(page.locator(".piece.held")).to_have_count(1)
        page.keyboard.down("Shift")
        square(page, "e4").hover()
        page.keyboard.up("Shift")
        wished(page, board, 2)
        # The board takes it to stand where it slides.
        board.change(hand=None)
        square(page, "d5").hover()
        page.mouse.up()
        assert [(wish["deed"], wish["square"]) for _, wish in wished(page, board, 3)] == [
            ("lift", "e2"),
            ("slide", "e4"),
            ("join", "d5"),
        ]


def test_a_finger_taps_as_a_mouse_presses(browser: Browser) -> None:
    board = table()
    with live(browser, board, viewport=PHONE, is_phone=True) as page:
        square(page, "e2").tap()
        assert wished(page, board, 1) == [("/virtual/act", {"deed": "lift", "square": "e2"})]


def test_the_keyboard_walks_the_board_and_lifts(browser: Browser) -> None:
    board = table()
    with live(browser, board) as page:
        page.locator(".stage .cell[tabindex='0']").focus()
        for key in ("Home", "ArrowUp", "ArrowRight", "End"):
            page.keyboard.press(key)
        expect(square(page, "h3")).to_be_focused()
        assert page.locator(".stage .cell[tabindex='0']").count() == 1
        square(page, "e2").focus()
        page.evaluate("document.activeElement.blur()")
        page.get_by_role("button", name="Turn the board").click()
        page.locator(".stage .cell[tabindex='0']").focus()
        page.keyboard.press("ArrowUp")
        expect(square(page, "h2")).to_be_focused()
        page.keyboard.press("Enter")
        assert board.posted == []


def test_who_may_only_watch_moves_nothing(browser: Browser) -> None:
    board = table(you={"level": "watch", "device": None})
    with live(browser, board) as page:
        square(page, "e2").click()
        expect(page.get_by_role("button", name="Join in")).to_be_visible()
        expect(page.get_by_role("button", name="New game")).to_be_hidden()
        assert board.posted == []


def test_what_the_board_refuses_is_said(browser: Browser) -> None:
    board = table()
    board.refusal = "expected a free hand to lift from e2, saw both holding pieces"
    with live(browser, board, refusals=1) as page:
        square(page, "e2").click()
        expect(page.locator(".toast")).to_have_text(
            "expected a free hand to lift from e2, saw both holding pieces"
        )
