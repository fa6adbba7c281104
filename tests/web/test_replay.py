"""A game replayed in the page: step by step, by slider, keys, finger, turn list and address."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from board_daemon.archive.importing import read_game
from board_daemon.archive.records import ArchivedGame
from tests.web.browsing import PHONE, page_of
from tests.web.fake_board import ADDRESS, FakeBoard, real_game, told

CHAIN = 33
"""The ply of the longest chain of game 13103: Nf3>Rh4>Pg4>g5."""


@cache
def endless_game() -> ArchivedGame:
    """Two knights going out and back two thousand times; repetitions do not end it under vchess."""
    waltz = ["e2>e4  e7>e5"] + ["Ng1>f3  Ng8>f6", "Nf3>g1  Nf6>g8"] * 500
    lines = [f"{number}. {turns}" for number, turns in enumerate(waltz[:1000], 1)]
    return read_game("\n".join(["Rules: leaflet", "", *lines])).game


@pytest.fixture
def board() -> FakeBoard:
    board = FakeBoard()
    board.add(replace(real_game(13103), white="Ada", black="Ben", started_at="2026-03-01T20:05"))
    return board


@pytest.fixture
def page(browser: Browser, board: FakeBoard) -> Iterator[Page]:
    """Game 1, opened at its start, its marks worked out."""
    with page_of(browser, board) as page:
        yield opened(page)


def opened(page: Page, address: str = "#/games/1") -> Page:
    page.goto(f"{ADDRESS}/{address}")
    expect(page.locator(".legend ul")).to_be_visible()
    return page


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Step")


def words(page: Page) -> Locator:
    return page.locator(".step-words")


def test_the_arrow_keys_go_through_a_chain_link_by_link(page: Page) -> None:
    page.goto(f"{ADDRESS}/#/games/1/{CHAIN - 1}")
    for told_step in (
        "White lifts the knight from f3.",
        "White's knight joins the pawn on h4 and frees the rook.",
        "White's rook joins the pawn on g4 and frees the pawn.",
        "White's pawn goes to g5.",
    ):
        page.keyboard.press("ArrowRight")
        expect(words(page)).to_have_text(told_step)
        expect(page.get_by_role("status")).to_have_text(told_step)
    page.keyboard.press("ArrowLeft")
    expect(words(page)).to_have_text("White's rook joins the pawn on g4 and frees the pawn.")
    expect(page.locator(".step-link.is-now")).to_have_text("> Pg4")


def test_up_and_down_go_by_turns_and_home_and_end_all_the_way(page: Page) -> None:
    page.keyboard.press("End")
    expect(slider(page)).to_have_value(str(sum(len(t.actions) for t in real_game(13103).turns)))
    page.keyboard.press("ArrowUp")
    expect(page.locator(".is-current")).to_have_attribute("data-ply", "52")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".is-current")).to_have_attribute("data-ply", "53")
    page.keyboard.press("Home")
    expect(words(page)).to_have_text("The start. White begins.")
    expect(page.locator(".is-current")).to_have_count(0)


def test_the_board_shows_every_position_of_the_game(page: Page) -> None:
    turns = told(real_game(13103))["turns"]
    fens = [fen for turn in turns for fen in turn["steps"]]
    for index in (1, 2, 60, 75, len(fens)):
        slider(page).fill(str(index))
        shown = page.evaluate(
            """async (fen) => {
              const { parseFen } = await import("/fen.js");
              const { squareWords } = await import("/words.js");
              const cells = [...document.querySelectorAll(".replay-board [data-square]")];
              const { squares } = parseFen(fen);
              return cells
                .map((cell) => [cell.ariaLabel, squareWords(cell.dataset.square, squares[cell.dataset.square])])
                .filter(([label, words]) => label.split(";")[0] !== words);
            }""",
            fens[index - 1],
        )
        assert shown == []


def test_a_take_over_is_lit_where_it_happens(page: Page) -> None:
    page.goto(f"{ADDRESS}/#/games/1/{CHAIN}")
    page.keyboard.press("ArrowLeft")
    lit = page.locator(".replay-board [data-role]").evaluate_all(
        "all => Object.fromEntries(all.map((e) => [e.dataset.square, e.dataset.role]))"
    )
    assert lit == {"f3": "origin", "h4": "takeover", "g4": "takeover"}


def test_the_slider_says_its_step_in_words(page: Page) -> None:
    slider(page).fill("1")
    expect(slider(page)).to_have_attribute("aria-valuetext", "White lifts the pawn from e2.")


def test_tapping_a_turn_goes_there_and_keeps_it_in_sight(page: Page) -> None:
    page.get_by_role("button", name="Ada: e2>e4", exact=True).click()
    expect(slider(page)).to_have_value("2")
    page.keyboard.press("End")
    current = page.locator(".is-current")
    expect(current).to_be_in_viewport()
    expect(current.locator(".turn")).to_have_attribute("aria-current", "true")


def test_space_plays_and_pauses_and_a_step_by_hand_pauses_too(page: Page) -> None:
    page.get_by_role("combobox", name="Pace").select_option("quick")
    page.get_by_role("heading", name="Ada and Ben").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(slider(page)).to_have_value("3")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_mark_shows_its_way_on_the_board_and_hides_it_again(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Ŝako × 5")).click()
    trail = page.locator(".replay-board .trail path")
    expect(trail.first).to_be_attached()
    expect(words(page)).to_contain_text("Ŝako! Ben could unite with the king next")
    page.get_by_role("button", name="Ŝako: hide the way").click()
    expect(trail).to_have_count(0)


def test_a_missed_paco_is_shown_where_it_could_have_been_played(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Paco missed")).click()
    expect(words(page)).to_contain_text("missed a Paco")
    expect(page.locator(".mark-chip[aria-pressed=true]")).to_have_text("◇Paco missed")
    marked = page.locator(".turn-cell:has(.mark-missed)").first.get_attribute("data-ply")
    current = page.locator(".is-current").get_attribute("data-ply")
    assert int(current or 0) == int(marked or 0) - 1


def test_a_mark_tells_its_words_on_hovering_and_on_focus(page: Page) -> None:
    mark = page.locator(".turn-list .mark-chain")
    mark.hover()
    whisper = page.locator(".whisper")
    expect(whisper).to_have_text(re.compile("longest chain of the game: Ada took over 2 unions"))
    page.mouse.move(5, 5)
    expect(whisper).to_be_hidden()
    mark.focus()
    expect(whisper).to_be_visible()


def test_turning_the_board_shows_blacks_side(page: Page) -> None:
    page.keyboard.press("f")
    first = page.locator(".replay-board [data-square]").first
    expect(first).to_have_attribute("data-square", "h1")


def test_an_address_opens_a_game_at_a_turn_and_follows_the_steps(page: Page) -> None:
    page.goto(f"{ADDRESS}/#/games/1/37")
    expect(page.locator(".is-current")).to_have_attribute("data-ply", "37")
    page.keyboard.press("ArrowDown")
    page.wait_for_url("**/#/games/1/38")


def test_a_game_that_is_not_there_says_so_and_leads_back(browser: Browser) -> None:
    with page_of(browser, FakeBoard(), refusals=1) as page:
        page.goto(f"{ADDRESS}/#/games/99")
        expect(page.get_by_role("alert")).to_contain_text("There is no game 99")
        page.get_by_role("alert").get_by_role("link", name="All games").click()
        expect(page.get_by_text("No games yet.")).to_be_visible()


def test_a_game_whose_analysis_fails_can_still_be_replayed(
    browser: Browser, board: FakeBoard
) -> None:
    with page_of(browser, board, refusals=1) as page:
        page.route("**/analysis", lambda route: route.fulfill(status=429, body="{}"))
        page.goto(f"{ADDRESS}/#/games/1/5")
        expect(page.get_by_text("could not be worked out")).to_be_visible()
        page.keyboard.press("ArrowRight")
        expect(slider(page)).to_have_value("11")


def test_a_finger_drawn_over_the_board_steps(browser: Browser, board: FakeBoard) -> None:
    with page_of(browser, board, PHONE, is_phone=True) as page:
        opened(page)
        box = page.locator(".replay-board").bounding_box()
        assert box is not None
        x, y = box["x"] + 200, box["y"] + 200
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 60, y, steps=6)
        page.mouse.up()
        expect(slider(page)).to_have_value("1")
        page.mouse.move(x - 60, y)
        expect(slider(page)).to_have_value("1")


def test_the_replay_fits_a_phone_and_its_buttons_a_thumb(
    browser: Browser, board: FakeBoard
) -> None:
    with page_of(browser, board, PHONE, is_phone=True) as page:
        opened(page, "#/games/1/33")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        board_box = page.locator(".replay-board").bounding_box()
        assert board_box is not None
        assert board_box["width"] > 0.9 * PHONE["width"]
        for name in ("Step back", "Play", "Step on", "Turn back", "Turn on"):
            box = page.get_by_role("button", name=name).bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44


def test_two_thousand_turns_are_listed_and_stepped_through(browser: Browser) -> None:
    board = FakeBoard()
    board.add(endless_game())
    with page_of(browser, board) as page:
        page.route(
            "**/analysis", lambda route: route.fulfill(json={"turns": [], "longest_chain": None})
        )
        page.goto(f"{ADDRESS}/#/games/1/1000")
        expect(page.locator(".turn-row")).to_have_count(1000)
        expect(page.locator(".is-current")).to_be_in_viewport()
        page.keyboard.press("End")
        expect(page.locator(".is-current")).to_have_attribute("data-ply", "2000")
        expect(page.locator(".is-current")).to_be_in_viewport()


# --- sharing ---


@pytest.fixture
def dialog(page: Page) -> Locator:
    """The dialog that shares the position after turn 33."""
    page.goto(f"{ADDRESS}/#/games/1/{CHAIN}")
    page.get_by_role("button", name="Share").click()
    return page.get_by_role("dialog", name="Share")


def saved(page: Page, button: str) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    assert download.value.suggested_filename.startswith("paco-sako-game-1-ada-ben-turn-33.")
    return Path(download.value.path())


def test_the_position_is_saved_as_a_picture_that_needs_nothing_else(
    page: Page, dialog: Locator
) -> None:
    picture = saved(page, "Save SVG").read_text()
    assert picture.startswith("<svg")
    assert "Ada and Ben, after turn 33." in picture
    for forbidden in ("<text", "<style", "font", "<image", 'style="', "url(http"):
        assert forbidden not in picture


def test_the_png_is_the_same_picture_in_dots(page: Page, dialog: Locator) -> None:
    png = saved(page, "Save PNG").read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    size = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    assert size == (1200, 1200)
    colours = page.evaluate(
        """async () => {
          const { boardPicture, pngOf } = await import("/board-picture.js");
          const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -";
          const image = await createImageBitmap(await pngOf(boardPicture(start)));
          const canvas = new OffscreenCanvas(image.width, image.height);
          const pen = canvas.getContext("2d");
          pen.drawImage(image, 0, 0);
          const at = (x, y) => [...pen.getImageData(x * 1200, y * 1200, 1, 1).data].join();
          return [at(0.5, 0.01), at(0.45, 0.45), at(0.55, 0.45)];
        }"""
    )
    assert len(set(colours)) == 3, "rim, light and dark squares look different"


def test_score_sheet_and_position_are_copied(page: Page, dialog: Locator) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(dialog.get_by_label("Score sheet", exact=True)).to_have_value(re.compile("White: Ada"))
    dialog.get_by_role("button", name="Copy the FEN").click()
    expect(dialog.get_by_role("status")).to_have_text("FEN copied.")
    fen = real_game(13103).turns[CHAIN - 1].fen
    assert page.evaluate("navigator.clipboard.readText()") == fen


def test_without_a_clipboard_the_text_is_marked_to_be_copied(page: Page, dialog: Locator) -> None:
    page.evaluate(
        """() => {
          Object.defineProperty(navigator, "clipboard", { value: undefined });
          document.execCommand = () => false;
        }"""
    )
    dialog.get_by_role("button", name="Copy the FEN").click()
    expect(dialog.get_by_role("status")).to_contain_text("It is marked")
    field = dialog.get_by_label("FEN of this position")
    assert field.evaluate("e => e.selectionEnd - e.selectionStart === e.value.length")


def test_every_form_of_the_game_can_be_downloaded(page: Page, dialog: Locator) -> None:
    links = dialog.get_by_role("list", name="Download the game").get_by_role("link")
    assert links.evaluate_all("all => all.map((e) => e.getAttribute('href'))") == [
        f"/api/games/1/export?form={form}" for form in ("turns", "fen", "actions", "trace")
    ]
    with page.expect_download() as download:
        links.nth(2).click()
    assert len(json.loads(Path(download.value.path()).read_text())["actions"]) > 100


def test_a_picture_is_handed_to_other_programs_where_the_browser_can(page: Page) -> None:
    page.evaluate(
        """() => {
          navigator.canShare = () => true;
          navigator.share = (what) => ((window.shared = what), Promise.resolve());
        }"""
    )
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Share …").click()
    page.wait_for_function("window.shared")
    assert page.evaluate("window.shared.files[0].name") == "paco-sako-game-1-ada-ben-start.png"
