"""What the live page asks of people and of the board: questions, corrections, wishes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from board_daemon.names import LONGEST_NAME
from tests.web.browsing import PHONE
from tests.web.fake_live import live, square, table, wished


def test_a_question_is_answered_on_the_square_or_by_a_button(browser: Browser) -> None:
    board = table(question={"what": "square", "squares": ["d5", "g4"]}, phase="asking")
    with live(browser, board) as page:
        square(page, "d5").click()
        page.get_by_role("button", name="None of these").click()
        assert wished(page, board, 2) == [
            ("/game/answer", {"square": "d5"}),
            ("/game/answer", {"none": True}),
        ]


@pytest.mark.parametrize("what", ["part", "piece", "takeback"])
def test_a_question_of_yes_and_no_is_answered_with_one_tap(browser: Browser, what: str) -> None:
    question = {"what": what, "squares": ["d5"], "piece": "rook", "yes": "e1", "no": "e8"}
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
