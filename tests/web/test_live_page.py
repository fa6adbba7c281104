"""The live page in a browser, on a board that the test plays: what it shows, what it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from board_daemon.game.mishaps import Mishaps
from board_daemon.names import LONGEST_NAME
from tests.web.browsing import PHONE, page_of
from tests.web.fake_table import FakeTable, standing
from tests.web.live_page import PATIENCE

KINGS = {"e1": "K", "e8": "k", "e2": "P", "d5": "p", "g4": "Nb"}
HAND: dict[str, Any] = {"origin": "e2", "piece": "P", "color": "w", "fen": None}
HAND |= {"destinations": {"e4": "move", "d5": "union"}}
MOVE = {"color": "#0046ff", "level": [1.0], "step": 0, "repeat": False, "jump": False}
BREATH = {"color": "#c800a0", "level": [1.0, 0.3], "step": 1.0, "repeat": True, "jump": False}


def table(**changed: Any) -> FakeTable:
    """A virtual board with a few pieces on it."""
    return FakeTable(changed={"virtual": standing(KINGS), **changed})


@contextmanager
def live(browser: Browser, board: FakeTable, **options: Any) -> Iterator[Page]:
    """The live page, with everything drawn."""
    with page_of(browser, board, **options) as page:
        page.goto("/")
        page.locator(".stage .piece").first.wait_for()
        yield page


def square(page: Page, name: str) -> Locator:
    return page.locator(f".stage .cell[data-square={name}]")


def wished(page: Page, board: FakeTable, count: int) -> list[tuple[str, Any]]:
    """What the page has asked for, once that is so many wishes."""
    until = monotonic() + PATIENCE / 1000
    while len(board.posted) < count and monotonic() < until:
        page.wait_for_timeout(10)
    return board.posted


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


# --- the page as the hand ---


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


# --- questions, corrections, wishes ---


def test_a_question_is_answered_on_the_square_or_by_a_button(browser: Browser) -> None:
    board = table(question={"what": "square", "squares": ["d5", "g4"]}, phase="asking")
    with live(browser, board) as page:
        square(page, "d5").click()
        page.get_by_role("button", name="None of these").click()
        assert wished(page, board, 2) == [
            ("/game/answer", {"square": "d5"}),
            ("/game/answer", {"none": True}),
        ]


@pytest.mark.parametrize("what", ["part", "takeback"])
def test_a_question_of_yes_and_no_is_answered_with_one_tap(browser: Browser, what: str) -> None:
    question = {"what": what, "squares": ["d5"], "yes": "e1", "no": "e8"}
    board = table(question=question, phase="asking")
    with live(browser, board) as page:
        page.get_by_role("button", name="Yes", exact=True).click()
        square(page, "e8").click()
        assert [wish for _, wish in wished(page, board, 2)] == [{"yes": True}, {"yes": False}]


def test_a_promotion_is_chosen_among_four_drawn_pieces(browser: Browser) -> None:
    question = {"what": "promotion", "square": "a1", "piece": "queen"}
    board = table(question=question)
    with live(browser, board) as page:
        expect(page.locator(".promote[aria-pressed=true]")).to_have_accessible_name("queen")
        drawn = page.locator(".promote .drawing use.piece-b")
        assert drawn.count() == 4, "a pawn on the first rank is Black's"
        page.get_by_role("button", name="knight").click()
        assert wished(page, board, 1) == [("/game/promote", {"piece": "knight"})]


def test_what_stands_wrong_is_listed_with_the_ways_out(browser: Browser) -> None:
    fix = [{"square": "e4", "wants_piece": False}, {"square": "e2", "wants_piece": True}]
    board = table(fix=fix, phase="correcting")
    with live(browser, board) as page:
        expect(page.locator(".fix-list li")).to_have_text(
            ["e4: take away what is there", "e2: its piece is missing"]
        )
        # Nobody need distrust the sensors of a virtual board.
        expect(page.get_by_role("button", name="The board stands right")).to_have_count(0)
        page.get_by_role("button", name="Set the pieces back").click()
        assert [path for path, _ in wished(page, board, 1)] == ["/virtual/stand"]
        board.change(virtual=None)
        page.get_by_role("button", name="The board stands right").click()
        assert [path for path, _ in wished(page, board, 2)] == ["/virtual/stand", "/game/trust"]


def test_a_turn_that_is_chosen_can_be_taken_back(browser: Browser) -> None:
    turn = {"t": 1.0, "actions": [], "fen": "", "status": "run"}
    turns = [{"ply": ply, "notation": f"a{ply}>a{ply + 1}", **turn} for ply in (1, 2, 3)]
    board = table(turns=turns)
    with live(browser, board) as page:
        page.get_by_role("button", name="a2 > a3").click()
        expect(page.get_by_role("dialog")).to_contain_text("a2 > a3 and the turn after it")
        page.get_by_role("dialog").get_by_role("button", name="Take back").click()
        assert wished(page, board, 2) == [("/game/takeback", {"ply": 2}), ("/virtual/stand", {})]
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_new_game_asks_for_names_rules_clock_and_position(browser: Browser) -> None:
    board = table()
    with live(browser, board) as page:
        page.get_by_role("button", name="New game").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("White").fill("Ada")
        dialog.get_by_label("For children, step 1").check()
        dialog.get_by_label("Clock").select_option("10+5")
        dialog.locator("summary").click()
        dialog.get_by_label("FEN").fill("8/8/8/8/8/8/8/8 w 0 - -")
        expect(dialog.locator(".preview .piece")).to_have_count(0)
        dialog.get_by_label("FEN").fill("nonsense")
        expect(dialog.locator(".error.small")).to_contain_text("FEN")
        dialog.get_by_label("FEN").fill("4k3/8/8/4c3/8/8/8/4K3 w 0 - - -")
        expect(dialog.locator(".preview .piece")).to_have_count(3)
        dialog.get_by_role("button", name="Begin").click()
        path, wish = wished(page, board, 2)[0]
        assert path == "/game/new"
        assert wish == {
            "white": "Ada",
            "black": "",
            "rules": "children",
            "clock": {"base": 600, "increment": 5},
            "fen": "4k3/8/8/4c3/8/8/8/4K3 w 0 - - -",
        }


def test_to_resign_is_asked_once(browser: Browser) -> None:
    board = table(turns=[{"ply": 1, "t": 1.0, "notation": "a2>a3", "actions": [], "fen": ""}])
    with live(browser, board) as page:
        page.get_by_role("button", name="Resign").click()
        assert board.posted == []
        page.get_by_role("button", name="Black resigns").click()
        assert wished(page, board, 1) == [("/game/resign", {"color": "b"})]


def test_a_draw_is_accepted_for_the_other_player(browser: Browser) -> None:
    board = table(game={"draw_offer": "w", "white": "Ada"})
    with live(browser, board) as page:
        expect(page.locator(".offer h2")).to_have_text("Ada offers a draw.")
        page.get_by_role("button", name="Accept").click()
        assert wished(page, board, 1) == [("/game/draw", {"color": "b", "what": "accept"})]


def test_an_owner_changes_settings_and_sees_the_devices(browser: Browser) -> None:
    board = table()
    with live(browser, board) as page:
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Colours of the lights").select_option("blue")
        assert wished(page, board, 1) == [("/settings", {"palette": "blue"})]
        expect(page.locator(".devices li")).to_contain_text("Ada's tablet")


def test_the_longest_names_keep_to_their_places(browser: Browser) -> None:
    longest = "W" * LONGEST_NAME
    board = table(game={"white": longest, "black": longest})
    board.device_name = longest
    with live(browser, board, viewport=PHONE, is_phone=True) as page:
        fits = "each => each.scrollWidth <= each.clientWidth"
        assert page.locator("html").evaluate(fits)
        page.get_by_role("button", name="Settings").click()
        expect(page.locator(".devices li")).to_contain_text(longest)
        assert page.locator(".devices li").evaluate(fits)


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
