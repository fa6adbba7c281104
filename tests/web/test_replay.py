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

from board_daemon.archive.records import ArchivedGame, ArchivedTurn
from board_daemon.rules.actions import parse_action
from board_daemon.rules.fen import START_FEN, format_fen, parse_fen
from board_daemon.rules.notation import format_turn
from board_daemon.rules.play import play
from board_daemon.rules.rulesets import ruleset_named
from tests.web.browsing import PHONE, page_of
from tests.web.fake_board import FakeBoard, real_game, told

CHAIN = 33
"""The ply of the longest chain of game 13103: Nf3>Rh4>Pg4>g5."""


@cache
def endless_game() -> ArchivedGame:
    """Two knights go out and home again five hundred times; nobody claims the draw."""
    round_trip = (("Lg1", "Pf3"), ("Lg8", "Pf6"), ("Lf3", "Pg1"), ("Lf6", "Pg8"))
    position = parse_fen(START_FEN, ruleset_named("manual"))
    turns = []
    for ply in range(1, 2_001):
        actions = round_trip[(ply - 1) % 4]
        before = position
        for action in actions:
            position = play(position, parse_action(action))
        notation = format_turn(before, map(parse_action, actions))
        turns.append(ArchivedTurn(ply, ply, notation, actions, format_fen(position), "run"))
    return replace(real_game(13103), rules="manual", turns=tuple(turns))


@pytest.fixture(scope="module")
def board() -> FakeBoard:
    board = FakeBoard()
    board.add(replace(real_game(13103), white="Ada", black="Ben", started_at="2026-03-01T20:05"))
    return board


@pytest.fixture(scope="module")
def shared_page(browser: Browser, board: FakeBoard) -> Iterator[Page]:
    """To load the page takes longer than most of these tests."""
    with page_of(browser, board) as page:
        page.goto("/#/games")
        yield page


@pytest.fixture
def page(shared_page: Page) -> Page:
    """Game 1, opened at its start, its marks worked out."""
    return opened(shared_page)


@pytest.fixture
def own_page(browser: Browser, board: FakeBoard) -> Iterator[Page]:
    """The same, for a test that changes what the browser can do."""
    with page_of(browser, board) as page:
        yield opened(page)


def opened(page: Page, ply: int = 0) -> Page:
    """The page with game 1 after a turn, all there is to say about it said."""
    page.goto("/#/games")
    expect(page.locator(".games .game")).to_have_count(1)
    page.goto(f"/#/games/1/{ply}")
    if ply:
        expect(page.locator(".is-current")).to_have_attribute("data-ply", str(ply))
    expect(page.locator(".legend ul")).to_be_visible()
    return page


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Step")


def words(page: Page) -> Locator:
    return page.locator(".step-words")


def test_the_arrow_keys_go_through_a_chain_link_by_link(page: Page) -> None:
    opened(page, CHAIN - 1)
    for told_step in (
        "White lifts the knight from f3.",
        "White's knight joins the pawn on h4 and frees the rook.",
        "White's rook joins the pawn on g4 and frees the pawn.",
        "White's pawn goes to g5.",
    ):
        page.keyboard.press("ArrowRight")
        expect(words(page)).to_have_text(told_step)
        expect(page.locator(".replay-view [role=status]")).to_have_text(told_step)
    page.keyboard.press("ArrowLeft")
    expect(words(page)).to_have_text("White's rook joins the pawn on g4 and frees the pawn.")
    expect(page.locator(".step-link.is-now")).to_have_text("→ Pg4")


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
              const cells = [...document.querySelectorAll(".replay-board [role=gridcell]")];
              const { squares } = parseFen(fen);
              const told = (square) => squareWords(square, squares[square]);
              return cells
                .map((cell) => [cell.ariaLabel.split(";")[0], told(cell.dataset.square)])
                .filter(([label, words]) => label !== words);
            }""",
            fens[index - 1],
        )
        assert shown == []


def test_a_take_over_is_lit_where_it_happens(page: Page) -> None:
    opened(page, CHAIN)
    page.keyboard.press("ArrowLeft")
    lit = page.locator(".replay-board [data-role]").evaluate_all(
        "all => Object.fromEntries(all.map((e) => [e.dataset.square, e.dataset.role]))"
    )
    assert lit == {"f3": "origin", "h4": "takeover", "g4": "takeover"}


def test_the_slider_says_its_step_in_words(page: Page) -> None:
    slider(page).fill("1")
    expect(slider(page)).to_have_attribute("aria-valuetext", "White lifts the pawn from e2.")


def test_tapping_a_turn_goes_there_and_keeps_it_in_sight(page: Page) -> None:
    page.get_by_role("button", name="Ada: e2 > e4", exact=True).click()
    expect(slider(page)).to_have_value("2")
    page.keyboard.press("End")
    current = page.locator(".is-current")
    expect(current).to_be_in_viewport()
    expect(current.locator(".turn-name")).to_have_attribute("aria-current", "true")


def test_space_plays_and_pauses_and_a_step_by_hand_pauses_too(own_page: Page) -> None:
    page = own_page
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1)
    page.get_by_role("combobox", name="Pace").select_option("quick")
    page.get_by_role("heading", name="Ada and Ben").click()
    page.keyboard.press("Space")
    expect(slider(page)).to_have_value("1")
    page.clock.run_for(1_000)
    expect(slider(page)).to_have_value("4")
    page.keyboard.press("Space")
    page.clock.run_for(5_000)
    expect(slider(page)).to_have_value("4")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name=re.compile("^Play"))).to_be_visible()
    page.clock.run_for(5_000)
    expect(slider(page)).to_have_value("4")


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
    first = page.locator(".replay-board [role=gridcell]").first
    expect(first).to_have_attribute("data-square", "a8")
    page.keyboard.press("f")
    expect(first).to_have_attribute("data-square", "h1")
    page.keyboard.press("f")


def test_who_leaves_right_after_a_step_is_not_fetched_back(page: Page) -> None:
    # The browser is kept busy until the address is due to follow the step, and then sent away.
    page.evaluate(
        """() => {
          document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { key: "End", bubbles: true }),
          );
          const from = performance.now();
          while (performance.now() - from < 400);
          window.location.hash = "#/games";
        }"""
    )
    expect(page.locator(".games .game")).to_have_count(1)
    assert page.url.endswith("#/games")


def test_an_address_opens_a_game_at_a_turn_and_follows_the_steps(page: Page) -> None:
    opened(page, 37)
    page.keyboard.press("ArrowDown")
    page.wait_for_url("**/#/games/1/38")


def test_a_game_that_is_not_there_says_so_and_leads_back(browser: Browser) -> None:
    with page_of(browser, FakeBoard(), refusals=1) as page:
        page.goto("/#/games/99")
        expect(page.get_by_role("alert")).to_contain_text("There is no game 99")
        page.get_by_role("alert").get_by_role("link", name="All games").click()
        expect(page.get_by_text("No games yet.")).to_be_visible()


def test_a_game_whose_analysis_fails_can_still_be_replayed(
    browser: Browser, board: FakeBoard
) -> None:
    with page_of(browser, board, refusals=1) as page:
        page.route("**/analysis", lambda route: route.fulfill(status=429, body="{}"))
        page.goto("/#/games/1/5")
        expect(page.get_by_text("could not be worked out")).to_be_visible()
        expect(slider(page)).to_have_value("10")
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
        opened(page, 33)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        board_box = page.locator(".replay-board").bounding_box()
        assert board_box is not None
        assert board_box["width"] > 0.9 * PHONE["width"]
        for name in ("Step back", "Play", "Step on", "Turn back", "Turn on"):
            box = page.get_by_role("button", name=re.compile(f"^{name}")).bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44


def test_two_thousand_turns_are_listed_and_stepped_through(browser: Browser) -> None:
    board = FakeBoard()
    board.add(endless_game())
    with page_of(browser, board) as page:
        page.route(
            "**/analysis", lambda route: route.fulfill(json={"turns": [], "longest_chain": None})
        )
        page.goto("/#/games/1/1000")
        expect(page.locator(".turn-row")).to_have_count(1000)
        expect(page.locator(".is-current")).to_be_in_viewport()
        page.keyboard.press("End")
        expect(page.locator(".is-current")).to_have_attribute("data-ply", "2000")
        expect(page.locator(".is-current")).to_be_in_viewport()


# --- sharing ---


@pytest.fixture
def dialog(shared_page: Page) -> Iterator[Locator]:
    """The dialog that shares the position after turn 33."""
    yield shared(shared_page)
    shared_page.get_by_role("button", name="Close").click()


def shared(page: Page) -> Locator:
    opened(page, CHAIN).get_by_role("button", name="Share").click()
    return page.get_by_role("dialog", name="Share")


def saved(page: Page, button: str) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    assert download.value.suggested_filename.startswith("paco-sako-game-1-ada-ben-turn-33.")
    return Path(download.value.path())


def test_the_position_is_saved_as_a_picture_that_needs_nothing_else(
    shared_page: Page, dialog: Locator
) -> None:
    picture = saved(shared_page, "Save SVG").read_text()
    assert picture.startswith("<svg")
    assert "Ada and Ben, after turn 33." in picture
    for forbidden in ("<text", "<style", "font", "<image", 'style="', "url(http"):
        assert forbidden not in picture


def test_the_png_is_the_same_picture_in_dots(shared_page: Page, dialog: Locator) -> None:
    png = saved(shared_page, "Save PNG").read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    size = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    assert size == (1200, 1200)
    colours = shared_page.evaluate(
        """async () => {
          const { boardPicture, pngOf } = await import("/board-picture.js");
          const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 AHah - -";
          const image = await createImageBitmap(await pngOf(boardPicture(start), 96));
          const pen = new OffscreenCanvas(96, 96).getContext("2d", { willReadFrequently: true });
          pen.drawImage(image, 0, 0);
          const points = [[48, 1], [43, 43], [53, 43]];
          return points.map((at) => pen.getImageData(...at, 1, 1).data.join());
        }"""
    )
    assert len(set(colours)) == 3, "rim, light and dark squares look different"


def test_score_sheet_and_position_are_copied(shared_page: Page, dialog: Locator) -> None:
    shared_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(dialog.get_by_label("Score sheet", exact=True)).to_have_value(re.compile("White: Ada"))
    dialog.get_by_role("button", name="Copy the FEN").click()
    expect(dialog.get_by_role("status")).to_have_text("FEN copied.")
    fen = real_game(13103).turns[CHAIN - 1].fen
    assert shared_page.evaluate("navigator.clipboard.readText()") == fen


def test_without_a_clipboard_the_text_is_marked_to_be_copied(own_page: Page) -> None:
    page, dialog = own_page, shared(own_page)
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


def test_every_form_of_the_game_can_be_downloaded(shared_page: Page, dialog: Locator) -> None:
    links = dialog.get_by_role("list", name="Download the game").get_by_role("link")
    assert links.evaluate_all("all => all.map((e) => e.getAttribute('href'))") == [
        f"/api/games/1/export?form={form}" for form in ("turns", "fen", "actions", "trace")
    ]
    files = {}
    for index in range(3):
        with shared_page.expect_download() as download:
            links.nth(index).click()
        files[download.value.suggested_filename] = Path(download.value.path()).read_text()
    assert list(files) == [f"paco-sako-game-1-ada-ben.{end}" for end in ("txt", "fen.txt", "json")]
    score, fens, actions = files.values()
    assert score.startswith("Started: 2026-03-01")
    assert fens.splitlines()[CHAIN] == real_game(13103).turns[CHAIN - 1].fen
    assert len(json.loads(actions)["actions"]) == 110


def test_that_there_is_no_trace_is_said_in_words(browser: Browser, board: FakeBoard) -> None:
    with page_of(browser, board, refusals=1) as page:
        dialog = shared(page)
        dialog.get_by_role("link", name="Sensor trace").click()
        expect(dialog.get_by_role("status")).to_have_text(
            "Game 1 has no sensor trace: it was imported without one."
        )


def test_a_picture_is_handed_to_other_programs_where_the_browser_can(own_page: Page) -> None:
    page = own_page
    page.evaluate(
        """() => {
          navigator.canShare = () => true;
          navigator.share = async ({ files }) => (document.title = files[0].name);
        }"""
    )
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Share …").click()
    expect(page).to_have_title("paco-sako-game-1-ada-ben-start.png")
