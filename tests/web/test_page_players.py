"""Players on the page: chosen for a game, listed, merged; their statistics; what is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, ViewportSize, expect

from board_daemon.archive.records import ArchivedGame
from board_daemon.archive.store import Archive
from tests.web.browsing import DESKTOP, PHONE
from tests.web.examining import faint_texts, nameless, sideways, small_targets
from tests.web.fake_board import random_game, real_game
from tests.web.live_page import LivePage, visitor
from tests.web.running_board import RunningBoard

pytestmark = pytest.mark.slow

LONG_NAME = "Benedikt von der Lange-Wiese"
FORTY = 80
"""Turns of both sides: forty numbers on a score sheet."""
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")


def games() -> Iterator[ArchivedGame]:
    """Real ones, one by another spelling, and two long ones with chains, the last by nobody."""
    whole = random_game(0)
    first = replace(whole, turns=whole.turns[:FORTY], result=None, reason=None)
    yield replace(first, white="Ada", black=LONG_NAME, started_at="2026-03-01T20:05:00+01:00")
    yield replace(
        real_game(15313), white="Ada", black="Ben", started_at="2026-04-02T20:05:00+02:00"
    )
    yield replace(
        real_game(13103), white="Ben", black="ada", started_at="2026-05-03T20:05:00+02:00"
    )
    yield replace(random_game(1), white="", black="")


def club_in(folder: Path) -> RunningBoard:
    """A board with four games in its archive, and Ada and Ben in the list of players."""
    with Archive(folder / "pacoboard" / "games.sqlite") as opened:
        opened.add_games([(game, ()) for game in games()])
    board = RunningBoard(folder)
    board.start()
    board.post("players", name="Ada", color="sky")
    board.post("players", name="Ben", color="red", level="strong")
    return board


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    """A club in which nothing is changed."""
    board = club_in(tmp_path_factory.mktemp("club"))
    yield board
    board.stop()


@contextmanager
def member(browser: Browser, board: RunningBoard) -> Iterator[LivePage]:
    """Somebody with a page of a club."""
    with visitor(browser, board) as live:
        yield live
        # Whoever leaves does not wait for what he asked for.
        live.page.goto("about:blank")
        live.pardon_to_the_end("net::ERR_ABORTED")


@pytest.fixture
def page(browser: Browser, club: RunningBoard) -> Iterator[LivePage]:
    with member(browser, club) as live:
        yield live


@pytest.fixture
def changing(browser: Browser, tmp_path: Path) -> Iterator[LivePage]:
    """A page of a club of its own, in which all may be changed."""
    board = club_in(tmp_path)
    with member(browser, board) as live:
        yield live
    board.stop()


def shown(live: LivePage, view: str) -> None:
    """Open a view of the players, and wait until all of it is there."""
    live.open(view)
    expect(live.page.locator(".plot-picture").first).to_be_visible()
    expect(live.page.get_by_text("Ŝakos given").first).to_be_visible()
    expect(live.page.get_by_text("Looking for Ŝakos")).to_have_count(0)


def choose_learner(live: LivePage, name: str) -> None:
    """Let a child have chosen its name for the lessons on this device."""
    live.page.evaluate(
        """async (child) => (await import("/preferences.js")).preferences.set({ child })""", name
    )


def test_a_player_is_chosen_from_the_list_for_a_new_game(page: LivePage) -> None:
    page.new_game()
    page.button("New game").click()
    white, black = page.dialog.get_by_label("White"), page.dialog.get_by_label("Black")
    white.click()
    names = page.dialog.get_by_role("listbox")
    expect(names.get_by_role("option")).to_have_text(["Ada", "Ben"])
    names.get_by_role("option", name="Ben").click()
    expect(white).to_have_value("Ben")
    expect(names).to_have_count(0)
    # The other one is chosen by keys alone; Enter and Escape mean the list while it is open.
    black.focus()
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("Escape")
    expect(names).to_have_count(0)
    page.page.keyboard.type("AD")
    expect(names.get_by_role("option").first).to_have_text("Ada")
    page.page.keyboard.press("ArrowDown")
    expect(names.get_by_role("option", selected=True)).to_have_text("Ada")
    page.page.keyboard.press("Enter")
    expect(black).to_have_value("Ada")
    page.dialog.get_by_role("button", name="Begin").click()
    expect(page.dialog).to_have_count(0)
    page.says("Ben to move.")
    for color, name, dot in (("White", "Ben", "red"), ("Black", "Ada", "sky")):
        seat = page.page.get_by_role("button", name=re.compile(f"^{color}: {name}"))
        expect(seat.locator(".person-dot")).to_have_attribute("data-color", dot)


def test_a_name_that_nobody_has_is_just_written(page: LivePage) -> None:
    page.new_game()
    page.page.get_by_role("button", name=re.compile("^White: White. Change")).click()
    page.dialog.get_by_label("White").fill("Somebody new")
    expect(page.dialog.get_by_role("listbox")).to_have_count(0)
    page.page.keyboard.press("Enter")
    page.says("Somebody new to move.")


def test_the_list_tells_who_plays_and_leads_to_the_statistics(page: LivePage) -> None:
    shown(page, "#/players")
    listed = page.page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(listed).to_have_text([re.compile("^Ada.*2 games"), re.compile("^Ben.*strong · 2 games")])
    expect(page.page.locator(".tile", has_text="Games").first).to_contain_text("4")
    page.page.get_by_role("link", name=re.compile("^Ben")).first.click()
    expect(page.page.get_by_role("heading", name="Ben", level=1)).to_be_focused()
    expect(page.page.get_by_role("row", name=re.compile("^Ada 1 0 0 1 0"))).to_be_visible()


def test_every_plot_has_its_figures_in_a_table_behind_it(page: LivePage) -> None:
    shown(page, "#/players/Ada")
    plots = page.page.locator("figure.plot")
    titles = plots.locator("figcaption").all_inner_texts()
    assert "How long the chains were" in titles
    for plot in plots.all():
        expect(plot.get_by_role("img")).to_have_accessible_name(re.compile(".+"))
        plot.get_by_text("As a table").click()
        expect(plot.get_by_role("row").nth(1)).to_be_visible()
    results = plots.filter(has_text="How the games went")
    expect(results.get_by_role("row", name="With White 1 0 0 1")).to_be_visible()
    over_time = plots.filter(has_text="Games over time")
    expect(over_time.get_by_role("row")).to_have_text(
        [re.compile("When"), re.compile("Mar 26"), re.compile("Apr 26")]
    )


def test_the_longest_chain_leads_to_its_turn(page: LivePage) -> None:
    shown(page, "#/players/Ada")
    page.page.locator(".tile", has_text="Longest chain").get_by_role("link").click()
    expect(page.page.get_by_role("heading", name=re.compile("^Ada and"))).to_be_visible()
    expect(page.page.get_by_role("slider", name="Step")).not_to_have_value("0")


def test_a_name_of_the_games_is_added_then_merged_into_the_player(changing: LivePage) -> None:
    shown(changing, "#/players")
    changing.page.get_by_text("2 more names in the games").click()
    changing.button("Add ada to the list").click()
    changing.dialog.get_by_label("pink").check()
    changing.dialog.get_by_role("button", name="Save").click()
    # The list takes no two names that look alike.
    expect(changing.dialog.get_by_role("alert")).to_contain_text("merge the two instead")
    changing.pardon("409")
    changing.dialog.get_by_role("button", name="Cancel").click()
    shown(changing, "#/players/Ada")
    choose_learner(changing, "ada")
    changing.button("Same person as …").click()
    expect(changing.dialog.get_by_label("The other name")).to_have_value("ada")
    changing.dialog.get_by_role("button", name="It is the same person").click()
    expect(changing.dialog).to_have_count(0)
    expect(changing.page.locator(".tile", has_text="Games").first).to_contain_text("3")
    assert changing.learner() == "Ada"


def test_a_player_is_renamed_with_all_games_and_removed_without_them(changing: LivePage) -> None:
    changing.board.post("players", name=LONG_NAME)
    changing.open("#/players/Benedikt%20von%20der%20Lange-Wiese")
    expect(changing.page.get_by_role("heading", name=LONG_NAME)).to_be_visible()
    choose_learner(changing, LONG_NAME)
    changing.button("Change").click()
    changing.dialog.get_by_label("Name", exact=True).fill("Bene")
    changing.dialog.get_by_role("button", name="Save").click()
    expect(changing.page.get_by_role("heading", name="Bene", exact=True)).to_be_visible()
    assert changing.board.get("games/1")["black"] == "Bene"
    assert changing.learner() == "Bene"
    changing.button("Remove").click()
    changing.dialog.get_by_role("button", name="Take out").click()
    expect(changing.page.get_by_role("heading", name="Players", exact=True)).to_be_visible()
    expect(changing.page.get_by_role("list", name="Players").get_by_text("Bene")).to_have_count(0)
    assert changing.learner() == ""
    assert changing.board.get("games/1")["black"] == "Bene"


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_every_view_is_legible_named_and_fits(
    browser: Browser, club: RunningBoard, size: ViewportSize, is_dark: bool
) -> None:
    is_phone = size is PHONE
    found: list[str] = []
    with visitor(browser, club, size, is_dark=is_dark, is_phone=is_phone) as live:

        def examine(view: str) -> None:
            live.picture(view)
            found.extend(f"{view}: no name: {each}" for each in nameless(live.page))
            found.extend(f"{view}: faint: {each}" for each in faint_texts(live.page))
            if sideways(live.page):
                found.append(f"{view}: {sideways(live.page)} pixels too wide")
            if is_phone:
                found.extend(f"{view}: small: {each}" for each in small_targets(live.page))

        shown(live, "#/players")
        live.page.locator(".other-names summary").click()
        examine("players")
        live.button("Add a player").click()
        examine("dialog-player")
        live.page.keyboard.press("Escape")
        shown(live, "#/players/Ben")
        examine("player")
        live.open("#/games/2/sheet")
        expect(live.page.get_by_role("table", name="Turns")).to_be_visible()
        examine("sheet")
        live.open("#/certificate/Ada")
        expect(live.page.get_by_role("article", name="Certificate")).to_contain_text("Ada")
        examine("certificate")
        live.page.goto("about:blank")
        live.pardon_to_the_end("net::ERR_ABORTED")
    assert not found, "\n".join(found)


# --- printed ---


def pages(live: LivePage, paper: str) -> int:
    """How many sheets of paper it takes."""
    return len(PAGE.findall(live.page.pdf(format=paper, prefer_css_page_size=True)))


CUT = """
() => [...document.querySelectorAll(".paper, .paper *")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0
    && getComputedStyle(each).display !== "inline")
  .map((each) => each.className + ": " + each.textContent.slice(0, 40))
"""
INKED = """
() => [...document.querySelectorAll("body *")]
  .filter((each) => each.checkVisibility() && !each.closest(".paper, #piece-shapes, script, link")
    && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((each) => each.textContent.trim())
"""
PRINTED: dict[str, ViewportSize] = {
    "A4": ViewportSize(width=703, height=1032),
    "Letter": ViewportSize(width=725, height=965),
}
"""What is left of the paper within the margins, in CSS pixels."""


@pytest.mark.parametrize("paper", PRINTED)
def test_a_game_of_forty_turns_is_printed_on_one_sheet_and_nothing_is_cut(
    page: LivePage, paper: str
) -> None:
    page.open("#/games/1/sheet")
    table = page.page.get_by_role("table", name="Turns")
    expect(table.get_by_role("row")).to_have_count(FORTY // 2)
    expect(page.page.get_by_role("heading", name="Paco Ŝako: score sheet")).to_be_visible()
    expect(page.page.get_by_text("The longest chain")).to_be_visible()
    assert pages(page, paper) == 1
    page.page.emulate_media(media="print")
    page.page.set_viewport_size(PRINTED[paper])
    page.picture(f"sheet-on-{paper}")
    assert page.page.evaluate(CUT) == []
    assert page.page.evaluate(INKED) == []
    page.page.emulate_media(media="screen")


def test_a_longer_game_goes_on_on_the_next_sheet(page: LivePage) -> None:
    page.open("#/games/4/sheet")
    expect(page.page.get_by_role("table", name="Turns").get_by_role("row")).to_have_count(70)
    assert pages(page, "A4") == 2


def test_what_is_written_into_the_sheet_is_printed(page: LivePage) -> None:
    page.open("#/games/2/sheet")
    paper = page.page.get_by_role("article", name="Score sheet")
    expect(paper).to_contain_text("Ada")
    expect(paper).to_contain_text("1 : 0, Paco! Ada wins")
    page.page.get_by_label("Event").fill("Spring tournament")
    page.page.emulate_media(media="print")
    expect(page.page.get_by_label("Event")).to_be_visible()
    expect(page.page.get_by_role("button", name="Print")).to_have_count(0)
    page.page.emulate_media(media="screen")
    page.page.get_by_label("Small boards").uncheck()
    expect(paper.locator("figure").first).to_be_hidden()
    page.page.evaluate("window.print = () => (document.body.dataset.printed = 'yes')")
    page.button("Print").click()
    expect(page.page.locator("body")).to_have_attribute("data-printed", "yes")
    assert page.page.title() == "Ada and Ben, 2 April 2026"
    page.page.get_by_role("link", name="Back to the game").click()
    expect(page.page.get_by_role("heading", name="Ada and Ben")).to_be_visible()
    assert page.page.title() == "pacoboard"


def test_a_replay_leads_to_its_sheet(page: LivePage) -> None:
    page.open("#/games/2")
    page.page.get_by_role("link", name="Score sheet to print").click()
    expect(page.page.get_by_role("table", name="Turns")).to_be_visible()


@pytest.mark.parametrize("paper", PRINTED)
def test_a_certificate_is_one_sheet_that_lies_broad(page: LivePage, paper: str) -> None:
    page.open("#/certificate/Ada")
    sheet = page.page.get_by_role("article", name="Certificate")
    expect(sheet).to_contain_text("who has learned to play Paco Ŝako")
    pdf = page.page.pdf(format=paper, prefer_css_page_size=True)
    assert len(PAGE.findall(pdf)) == 1
    found = re.search(rb"/MediaBox\s*\[0 0 ([0-9.]+) ([0-9.]+)\]", pdf)
    assert found is not None
    assert float(found[1]) > float(found[2])


def test_a_certificate_says_what_was_achieved(page: LivePage) -> None:
    page.open("#/certificate/Ada/The%20chain")
    sheet = page.page.get_by_role("article", name="Certificate")
    expect(sheet).to_contain_text("Ada")
    expect(sheet).to_contain_text("who has finished the course “The chain”")
    page.page.get_by_label("Played many games").check()
    expect(sheet).to_contain_text("who has played 2 games of Paco Ŝako")
    page.page.get_by_label("In your own words").check()
    page.page.get_by_label("Your words").fill("who always says Ŝako")
    page.page.get_by_label("Name", exact=True).fill("Zoë <b>")
    expect(sheet).to_contain_text("who always says Ŝako")
    expect(sheet).to_contain_text("Zoë <b>")


def test_who_has_finished_a_course_finds_its_certificate(page: LivePage) -> None:
    def all_solved(route: Route) -> None:
        answer = route.fetch()
        told = answer.json() | {"child": "Ada"}
        for exercise in told["courses"][0]["exercises"]:
            exercise["stars"] = 3
        route.fulfill(response=answer, json=told)

    page.page.route("**/api/lessons?*", all_solved)
    page.open("#/lessons")
    link = page.page.get_by_role("link", name="Certificate")
    expect(link).to_have_count(1)
    course = page.page.locator(".course").first.get_by_role("heading").inner_text()
    link.click()
    sheet = page.page.get_by_role("article", name="Certificate")
    expect(sheet).to_contain_text(f"who has finished the course “{course}”")
    expect(sheet).to_contain_text("Ada")
    which = page.page.get_by_label("Which course?")
    expect(which).to_have_value(course)
    expect(which.locator("option").first).to_have_text(f"★ {course}")
    which.select_option(index=1)
    other = which.input_value()
    expect(sheet).to_contain_text(f"who has finished the course “{other}”")
    # What is no course of the board's is written.
    which.select_option("Another course …")
    page.page.get_by_label("Name of the course").fill("A rainy afternoon")
    expect(sheet).to_contain_text("who has finished the course “A rainy afternoon”")


def test_who_only_watches_sees_statistics_and_changes_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    board = RunningBoard(tmp_path, web="  trust_loopback: no\n  open_watching: yes\n")
    board.start()
    try:
        with visitor(browser, board) as live:
            live.open("#/players")
            expect(live.page.get_by_text("There is nothing to count yet")).to_be_visible()
            expect(live.page.get_by_role("button", name="Add a player")).to_have_count(0)
            live.page.goto("about:blank")
            live.pardon_to_the_end("net::ERR_ABORTED")
    finally:
        board.stop()


def test_looking_for_sakos_goes_on_after_an_answer_that_failed(page: LivePage) -> None:
    answers = iter(["searching", "failed"])

    def answer(route: Route) -> None:
        match next(answers, "found"):
            case "searching":
                told = route.fetch().json()
                route.fulfill(json=told | {"searching": True, "sakos": None})
            case "failed":
                route.abort()
            case _:
                route.continue_()

    page.page.route("**/api/statistics*", answer)
    page.open("#/players")
    expect(page.page.get_by_text("Ŝakos given").first).to_be_visible()
    expect(page.page.get_by_text("Looking for Ŝakos")).to_have_count(0)
    page.pardon_to_the_end("net::ERR_FAILED")
