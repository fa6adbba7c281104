"""The list of games in the page: found, opened, renamed, deleted, taken in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.web.browsing import PHONE, page_of
from tests.web.fake_board import FakeBoard, random_game, real_game

NAMES = ("Mila", "Jonas", "Ada", "Ben", "Felix")


def with_games(count: int = 0) -> FakeBoard:
    """A board with two real games, the newest, above `count` short ones."""
    board = FakeBoard()
    short = random_game(36)
    for number in range(count):
        white = NAMES[number % len(NAMES)]
        board.add(replace(short, white=white, started_at=f"2025-01-{number % 28 + 1:02}T10:00"))
    board.add(replace(real_game(13103), white="Ada", black="Ben", started_at="2026-03-01T20:05"))
    board.add(replace(real_game(15313), white="Mila", black="Jonas", started_at="2026-03-02T20:05"))
    return board


def opened(page: Page) -> Page:
    page.goto("/#/games")
    expect(page.get_by_role("heading", name="Games")).to_be_visible()
    return page


@pytest.fixture
def board() -> FakeBoard:
    return with_games()


@pytest.fixture
def page(browser: Browser, board: FakeBoard) -> Iterator[Page]:
    """The list of two games."""
    with page_of(browser, board) as page:
        opened(page)
        expect(page.locator(".game")).to_have_count(2)
        yield page


def test_each_game_is_told_in_words_with_its_last_position(page: Page) -> None:
    lines = page.locator(".game")
    expect(lines).to_have_count(2)
    expect(lines.nth(0)).to_contain_text("Mila and Jonas")
    expect(lines.nth(0)).to_contain_text("Paco! Mila wins.")
    expect(lines.nth(0)).to_contain_text("47 turns")
    expect(lines.nth(0)).to_contain_text("2 March 2026")
    expect(lines.nth(1)).to_contain_text("not finished")
    expect(lines.nth(0).locator(".game-picture > svg")).to_be_visible()


def test_a_line_opens_its_game_and_back_returns_to_the_list(page: Page) -> None:
    page.get_by_role("link", name="Mila and Jonas").click()
    expect(page.get_by_role("heading", name="Mila and Jonas")).to_be_visible()
    page.go_back()
    expect(page.locator(".game")).to_have_count(2)


def test_typing_finds_games_and_says_how_many(page: Page) -> None:
    page.get_by_role("searchbox").fill("jonas")
    expect(page.locator(".game")).to_have_count(1)
    expect(page.get_by_text("1 game found")).to_be_visible()
    page.get_by_role("searchbox").fill("nobody at all")
    expect(page.get_by_text("No game fits “nobody at all”.")).to_be_visible()
    page.get_by_role("button", name="Show all games").click()
    expect(page.locator(".game")).to_have_count(2)


def test_an_empty_archive_invites_to_play(browser: Browser) -> None:
    with page_of(browser, FakeBoard()) as page:
        opened(page)
        expect(page.get_by_text("No games yet.")).to_be_visible()
        expect(page.get_by_role("link", name="Play one!")).to_have_attribute("href", "#/")


def test_five_thousand_games_come_a_page_at_a_time(browser: Browser) -> None:
    board = with_games(5_000)
    with page_of(browser, board) as page:
        opened(page)
        expect(page.locator(".game")).to_have_count(30)
        expect(page.get_by_text("5,002 games")).to_be_visible()
        drawn = page.locator(".game-picture > svg").count()
        assert drawn < 30, "pictures out of sight are drawn"
        page.get_by_role("button", name="More games").click()
        expect(page.locator(".game")).to_have_count(60)
        numbers = page.locator(".game").evaluate_all("all => all.map((e) => +e.dataset.game)")
        assert numbers == list(range(5_002, 4_942, -1))


def test_players_are_renamed_in_place(page: Page, board: FakeBoard) -> None:
    page.get_by_role("button", name="Rename the players of game 2").click()
    page.get_by_label("White").fill("Mila B.")
    page.get_by_label("Black").fill(" ")
    page.get_by_role("button", name="Keep these names").click()
    expect(page.locator(".game").first).to_contain_text("Mila B. and Black")
    assert (board.games[2].white, board.games[2].black) == ("Mila B.", "")


def test_the_board_is_called_in_words_of_the_language_wherever_it_played(browser: Browser) -> None:
    board = FakeBoard()
    level = "pacoboard, level 6"
    board.add(replace(real_game(15313), white="Mila", black=level, rules="manual"))
    with page_of(browser, board) as page:
        opened(page)
        expect(page.locator(".game")).to_contain_text("Mila and Board (6)")
        expect(page.locator(".game")).to_contain_text("Booklet")
        page.get_by_role("button", name="Rename the players of game 1").click()
        expect(page.get_by_label("Black")).to_have_value("Board (6)")
        expect(page.get_by_label("Black")).to_be_disabled()
        page.get_by_label("White").fill("Mia")
        page.get_by_role("button", name="Keep these names").click()
        expect(page.locator(".game")).to_contain_text("Mia and Board (6)")
        assert (board.games[1].white, board.games[1].black) == ("Mia", level)
        page.goto("/#/games/1/sheet")
        sheet = page.locator(".sheet")
        expect(sheet.locator(".sheet-facts")).to_contain_text("Board (6)")
        expect(sheet.locator(".sheet-facts")).to_contain_text("Booklet")
        expect(sheet).not_to_contain_text("pacoboard")


def test_a_game_is_deleted_after_one_question_that_says_what_is_lost(
    page: Page, board: FakeBoard
) -> None:
    page.get_by_role("button", name="Delete game 2").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Mila and Jonas, 47 turns, Paco! Mila wins.")
    expect(dialog).to_contain_text("sensor trace go for good")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".game")).to_have_count(2)
    page.get_by_role("button", name="Delete game 2").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.locator(".game")).to_have_count(1)
    assert list(board.games) == [1]
    expect(page.get_by_role("link", name="Ada and Ben")).to_be_focused()


def test_who_only_watches_is_offered_no_deeds(browser: Browser) -> None:
    board = replace(with_games(), level="watch")
    with page_of(browser, board) as page:
        opened(page)
        expect(page.locator(".game")).to_have_count(2)
        for name in ("Rename", "Delete", "Import"):
            expect(page.get_by_role("button", name=name)).to_have_count(0)


def test_the_game_being_played_is_marked_and_cannot_be_deleted(browser: Browser) -> None:
    board = replace(with_games(), playing=1)
    with page_of(browser, board) as page:
        opened(page)
        expect(page.locator(".game").nth(1)).to_contain_text("being played now")
        expect(page.get_by_role("button", name="Delete game 1")).to_have_count(0)


def test_a_file_is_taken_in_once_and_known_the_second_time(page: Page, board: FakeBoard) -> None:
    file = FilePayload(name="evening.txt", mimeType="text/plain", buffer=b"1. e2>e4  e7>e5\n")
    page.get_by_role("button", name="Import").click()
    page.locator("#import-files").set_input_files([file])
    expect(page.locator(".import-result")).to_contain_text("evening.txt is now game 3.")
    expect(page.locator(".game")).to_have_count(3)
    page.locator("#import-files").set_input_files([file])
    expect(page.locator(".import-result").first).to_contain_text("was here already, as game 3.")
    assert len(board.games) == 3


def test_a_pasted_text_is_taken_in_from_anywhere_on_the_list(page: Page) -> None:
    page.evaluate(
        """() => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", "1. e2>e4  e7>e5");
          const event = new ClipboardEvent("paste", { clipboardData, bubbles: true });
          document.body.dispatchEvent(event);
        }"""
    )
    expect(page.locator(".import-result")).to_contain_text("The pasted text is now game 3.")


def test_a_dropped_file_is_taken_in(page: Page) -> None:
    page.evaluate(
        """() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(["1. e2>e4  e7>e5"], "dropped.txt"));
          const list = document.querySelector(".games-view");
          for (const kind of ["dragover", "drop"]) {
            const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
            list.dispatchEvent(event);
          }
        }"""
    )
    expect(page.locator(".import-result")).to_contain_text("dropped.txt is now game 3.")


def test_a_text_that_is_no_game_gets_the_boards_sentence_and_what_to_do(browser: Browser) -> None:
    with page_of(browser, FakeBoard(), refusals=1) as page:
        opened(page)
        page.get_by_role("button", name="Import").click()
        page.get_by_label("A game as text").fill("1. e2>e4  e7>e2")
        page.get_by_role("button", name="Take it in").click()
        trouble = page.locator(".import-result.is-trouble")
        expect(trouble).to_contain_text("Line 1: e7>e2: cannot be played here")
        expect(trouble).to_contain_text("Any export of this board fits")
        # What was written stays, to be put right.
        expect(page.get_by_label("A game as text")).to_have_value("1. e2>e4  e7>e2")


def test_names_from_a_file_are_text_and_never_markup(browser: Browser) -> None:
    board = FakeBoard()
    board.add(replace(random_game(36), white="<img src=x onerror=alert(1)>", black="</script>"))
    with page_of(browser, board) as page:
        opened(page)
        expect(page.locator(".game")).to_contain_text("<img src=x onerror=alert(1)> and </script>")


def test_the_list_fits_a_phone(browser: Browser) -> None:
    with page_of(browser, with_games(10), PHONE, is_phone=True) as page:
        opened(page)
        expect(page.locator(".game")).to_have_count(12)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        for name in ("Rename the players of game 12", "Delete game 12"):
            box = page.get_by_role("button", name=name).bounding_box()
            assert box is not None
            assert box["height"] >= 44
