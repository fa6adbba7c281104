"""The page in every language: all of it said, nothing too wide, Persian from right to left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from board_daemon.archive.store import Archive
from board_daemon.languages.catalogs import texts_of
from board_daemon.languages.language import Language, Wording
from board_daemon.languages.sources import page_texts
from board_daemon.rules.squares import square_name
from board_daemon.teach.goals import way_of
from board_daemon.teach.lessons import courses
from board_daemon.teach.playing import played
from tests.web.browsing import DESKTOP, PHONE
from tests.web.fake_board import real_game
from tests.web.live_page import LivePage, visitor
from tests.web.running_board import RunningBoard

pytestmark = pytest.mark.slow

NARROW: Final[ViewportSize] = {"width": 320, "height": 568}
SMALL_DESKTOP: Final[ViewportSize] = {"width": 1024, "height": 768}
SIZES: Final = {"narrow": NARROW, "phone": PHONE, "desktop": DESKTOP}
PAGES: Final = {
    "#/": "live",
    "#/lessons": "lessons",
    "#/games": "games",
    "#/players": "players",
    "#/games/1/sheet": "sheet",
    "#/certificate": "certificate",
}
DIALOGS: Final = {"settings": "nav.settings", "help": "help.title", "new": "act.new"}


def texts(language: Language) -> dict[str, str]:
    """What the page says, by its keys."""
    return {**dict(page_texts()), **texts_of(language)}


def too_wide(page: Page) -> list[str]:
    """What is wider than the window, or than the dialog it stands in."""
    found: list[str] = page.evaluate(
        """() => {
          const dialog = document.querySelector("dialog");
          const boxes = [document.documentElement, ...(dialog ? [dialog] : [])];
          const wide = boxes.filter((each) => each.scrollWidth > each.clientWidth);
          const cut = [...document.querySelectorAll("button, a, h1, h2, label, .choice, td, th")]
            .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
            .filter((each) => getComputedStyle(each).textOverflow !== "ellipsis")
            .filter((each) => !each.closest(".for-readers, .step-turn, .skip"));
          const named = (each) => `${each.tagName}.${each.className}: ${each.innerText}`;
          return [...wide, ...cut].map(named);
        }"""
    )
    return found


def shown_in_english(page: Page, language: Language) -> set[str]:
    """English texts that can be read, or heard, on the page though they have a translation."""
    read: list[str] = page.evaluate(
        """() => {
          const heard = ["aria-label", "title", "placeholder"];
          const wordsOf = (each) => [
            ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
            ...heard.map((name) => each.getAttribute(name) ?? ""),
          ];
          const words = [...document.querySelectorAll("body *")].flatMap(wordsOf);
          return words.map((each) => each.trim()).filter(Boolean);
        }"""
    )
    said = texts(language)
    english = {text for key, text in page_texts() if said[key] != text}
    return english.intersection(read) - set(said.values())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", Language)
def test_the_page_is_whole_in_each_language_and_fits_the_window(
    browser: Browser, live_board: RunningBoard, language: Language, size: str
) -> None:
    said = texts(language)
    is_phone = size != "desktop"
    with visitor(
        browser, live_board, SIZES[size], is_phone=is_phone, is_still=True, locale=language
    ) as live:
        page = live.page
        live.look = f"{language}-{size}"

        def look(name: str) -> None:
            assert too_wide(page) == [], name
            if language != Language.ENGLISH:
                assert shown_in_english(page, language) == set(), name
            live.picture(f"language-{name}")

        live_board.new_game(white="", black="")
        live.open()
        expect(page.locator(".line")).to_have_text(said["line.turn-w"])
        expect(page.locator("html")).to_have_attribute("lang", language)
        look("board")
        for name, key in DIALOGS.items():
            live.button(said[key]).click()
            expect(page.locator("dialog h1")).to_be_visible()
            if name == "help":
                expect(page.locator(".help-lights li").last).to_be_visible()
            look(name)
            page.keyboard.press("Escape")
            expect(page.locator("dialog")).to_have_count(0)
        live.open("#/games")
        expect(page.get_by_role("heading", level=1)).to_have_text(said["games.title"])
        look("games")


def test_persian_is_mirrored_and_the_board_is_not(
    browser: Browser, live_board: RunningBoard
) -> None:
    with visitor(browser, live_board, locale="fa-IR") as live:
        live_board.new_game(white="", black="")
        live.open()
        expect(live.page.locator("html")).to_have_attribute("dir", "rtl")
        board = live.page.get_by_role("grid", name=texts(Language.PERSIAN)["board.label"])
        expect(board).to_be_visible()
        a1, h1 = (left_of(live.page, f'[data-square="{name}"]') for name in ("a1", "h1"))
        assert a1 < h1
        # At a desk what is said stands beside the board: on its left, where Persian goes on.
        assert left_of(live.page, ".line") < a1
        brand, link = (
            left_of(live.page, f".nav {each}")
            for each in ("[data-page-link=live]", "#open-settings")
        )
        assert brand > link


def left_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"]


def test_a_turn_in_persian_keeps_its_notation_and_has_persian_digits_beside_it(
    browser: Browser, live_board: RunningBoard
) -> None:
    with visitor(browser, live_board, locale="fa-IR") as live:
        live_board.new_game(white="", black="", clock={"base": 300, "increment": 0})
        live.open()
        expect(live.page.locator(".clock").first).to_have_text("۵:۰۰")
        square = '.board [role=gridcell][data-square="{}"]'
        for name in ("e2", "e4"):
            live.page.locator(square.format(name)).click()
        listed = live.page.locator(".live-turns")
        expect(listed).to_contain_text("e2 > e4")
        expect(listed.locator(".number")).to_have_text("۱.")
        expect(listed).to_have_css("direction", "ltr")
        live.page.locator(square.format("e7")).click()
        line = live.page.locator(".line")
        expect(line).to_contain_text("\u2068e7\u2069")
        live.page.locator(square.format("e7")).click()


def test_the_language_is_the_browsers_until_one_is_chosen_and_lasts(
    browser: Browser, live_board: RunningBoard
) -> None:
    with visitor(browser, live_board, locale="de-AT") as live:
        live_board.new_game(white="", black="")
        live.open()
        speaks(live, Language.GERMAN)
        choose(live, texts(Language.GERMAN), "settings.language", "nl")
        speaks(live, Language.DUTCH)
        live.page.reload()
        speaks(live, Language.DUTCH)
        choose(live, texts(Language.DUTCH), "settings.language", "")
        speaks(live, Language.GERMAN)


def speaks(live: LivePage, language: Language) -> None:
    """Wait until the page shows the board, and says whose turn it is in that language."""
    said = texts(language)
    expect(live.page.locator("html")).to_have_attribute("lang", language)
    expect(live.page.locator("#open-settings")).to_have_text(said["nav.settings"])
    expect(live.page.locator(".line")).to_have_text(said["line.turn-w"])


def choose(live: LivePage, said: dict[str, str], setting: str, value: str) -> None:
    """Choose in the settings, after which the page is loaded anew."""
    live.page.locator("#open-settings").click()
    with live.page.expect_navigation():
        live.dialog.get_by_label(said[setting], exact=True).select_option(value)
    # What the page was just asking for is broken off when it is loaded anew.
    live.pardon("ERR_ABORTED")


def test_children_read_of_a_hug_where_they_have_chosen_so(
    browser: Browser, live_board: RunningBoard
) -> None:
    with visitor(browser, live_board, locale="nl") as live:
        live_board.new_game("4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -", white="", black="")
        live.open()
        for wording in ("unite", "hug", "dance"):
            speaks(live, Language.DUTCH)
            if wording != "unite":
                choose(live, texts(Language.DUTCH), "settings.words", wording)
                speaks(live, Language.DUTCH)
            square = live.page.locator('.board [role=gridcell][data-square="e4"]')
            square.click()
            lit = live.page.locator('.board [role=gridcell][data-square="d5"]')
            words = texts_of(Language.DUTCH, Wording(wording))["role.union"]
            expect(lit).to_have_accessible_name(re.compile(rf"; {words}$"))
            square.click()


def test_what_the_board_refuses_is_said_in_the_language_of_the_page(
    browser: Browser, live_board: RunningBoard
) -> None:
    said: dict[str, Any] = {}
    with visitor(browser, live_board, locale="cs") as live:
        live_board.new_game(white="", black="")
        live.open()
        said["draw"] = refusal(live, "/api/game/draw", {"color": "w", "what": "accept"})
        said["square"] = refusal(live, "/api/game/takeback", {"ply": 9})
        live.pardon_to_the_end("409", "422")
    czech = texts(Language.CZECH)
    assert said["draw"] == czech["game.no-offer-of-other"]
    # What has no key of its own is said in general, and the reason follows as it is.
    general = czech["refused.does-not-fit"].partition("{")[0]
    assert said["square"].startswith(general) or said["square"].startswith(
        czech["refused.unreadable"].partition("{")[0]
    )


def refusal(live: LivePage, path: str, body: object) -> str:
    """What the page says of a wish that is refused."""
    words: str = live.page.evaluate(
        """async ([path, body]) => {
          const { post } = await import("/api.js");
          return post(path, body).then(() => "done", (error) => error.message);
        }""",
        [path, body],
    )
    return words


def test_where_a_language_cannot_be_had_the_page_is_english(
    browser: Browser, live_board: RunningBoard
) -> None:
    with visitor(browser, live_board, locale="nl") as live:
        live.page.route("**/texts/*", lambda route: route.abort())
        live_board.new_game(white="", black="")
        live.open()
        live.says("White to move.")
        live.pardon_to_the_end("texts/nl.json", "ERR_FAILED")


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (["nl-BE", "fr"], "nl"),
        (["pt", "fa-AF"], "fa"),
        (["pt"], "en"),
        ([], "en"),
        (["EO"], "eo"),
        (["constructor", "cs"], "cs"),
    ],
)
def test_the_first_language_that_somebody_reads_is_taken(
    live: LivePage, wanted: list[str], language: str
) -> None:
    live.open()
    taken = live.page.evaluate(
        "async (wanted) => (await import('/language.js')).bestLanguage(wanted)", wanted
    )
    assert taken == language


@pytest.mark.parametrize("language", [Language.DUTCH, Language.PERSIAN])
def test_a_whole_course_is_gone_through_in_its_language_on_a_phone(
    browser: Browser, new_board: RunningBoard, language: Language
) -> None:
    said = texts(language)
    (course,) = [course for course in courses() if course.id == "union"]
    with visitor(
        browser, new_board, SIZES["phone"], is_phone=True, is_still=True, locale=language
    ) as live:
        page = live.page
        live.look = f"{language}-phone"
        live.open("#/lessons")
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.get_by_role("link", name=said[course.exercises[0].title.key]).first.click()
        for number, exercise in enumerate(course.exercises, start=1):
            step = exercise.steps[0]
            expect(page.get_by_role("heading", level=1)).to_have_text(said[step.goal.key])
            for square in way_of(played(exercise.start, step.show).actions):
                page.locator(f'[role=gridcell][data-square="{square_name(square)}"]').tap()
            live.says(said[step.right.key])
            assert too_wide(page) == [], exercise.id
            assert shown_in_english(page, language) == set(), exercise.id
            if number == 1:
                live.picture("language-lesson")
            if number < len(course.exercises):
                live.button(said["lessons.next"]).click()
        told = new_board.get("lessons")
        solved = {e["id"] for c in told["courses"] for e in c["exercises"] if e["stars"]}
        assert solved == {exercise.id for exercise in course.exercises}


@pytest.fixture(scope="module")
def played_board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    """A board with a game of every mark in its archive, against the board itself."""
    folder = tmp_path_factory.mktemp("played")
    game = replace(real_game(15313), white="Mila", black="pacoboard, level 6")
    with Archive(folder / "pacoboard" / "games.sqlite") as opened:
        opened.add_games([(replace(game, started_at="2026-09-22T20:05:00+02:00"), ())])
    board = RunningBoard(folder)
    board.start()
    yield board
    board.stop()


@pytest.mark.parametrize("language", Language)
def test_the_links_stand_in_one_row_and_nothing_of_a_replay_is_cut_off(
    browser: Browser, played_board: RunningBoard, language: Language
) -> None:
    with visitor(browser, played_board, is_still=True, locale=language) as live:
        for size in (SMALL_DESKTOP, DESKTOP, PHONE):
            live.page.goto("about:blank")
            live.page.set_viewport_size(size)
            live.open()
            stand_in_one_row(live.page)
            live.open("#/games/1")
            expect(live.page.locator(".legend-line").first).to_be_visible()
            stand_in_one_row(live.page)
            assert cut_off(live.page, ".replay-facts, .legend *, .replay-buttons > *") == [], size


def test_a_replay_in_persian_counts_its_turns_in_persian_digits(
    browser: Browser, played_board: RunningBoard
) -> None:
    for size in (DESKTOP, PHONE):
        with visitor(browser, played_board, size, is_still=True, locale="fa-IR") as live:
            live.open("#/games/1/2")
            expect(live.page.locator(".turn-number").nth(1)).to_have_text("۲.")
            expect(live.page.locator(".step-number")).to_have_text(re.compile(r"^۱ …\s*$"))
            expect(live.page.locator(".turn-name").first).to_have_text("e2 > e4")
            live.picture("language-replay-fa")
            live.page.goto("about:blank")
            live.pardon_to_the_end("/analysis: net::ERR_ABORTED")


@pytest.mark.parametrize("language", Language)
def test_the_settings_look_the_same_on_every_page_of_a_phone(
    browser: Browser, played_board: RunningBoard, language: Language
) -> None:
    looks = {}
    with visitor(browser, played_board, PHONE, is_still=True, locale=language) as live:
        for address, page in PAGES.items():
            live.open(address)
            expect(live.page.locator("body")).to_have_attribute("data-page", page)
            looks[page] = live.page.locator("#open-settings").evaluate(
                "(each) => [getComputedStyle(each).fontSize, each.offsetWidth]"
            )
    assert [look for look in looks.values() if look != looks["live"]] == [], looks


@pytest.mark.parametrize(
    ("language", "day", "first", "result"),
    [
        (Language.ESPERANTO, "22-a de septembro 2026", "1.", "1 : 0"),
        (Language.PERSIAN, "۳۱ شهریور ۱۴۰۵", "۱.", "۱ : ۰"),
    ],
)
def test_a_score_sheet_has_the_dates_and_digits_of_the_language(
    browser: Browser,
    played_board: RunningBoard,
    language: Language,
    day: str,
    first: str,
    result: str,
) -> None:
    with visitor(browser, played_board, is_still=True, locale=language) as live:
        live.open("#/games/1/sheet")
        facts = live.page.locator(".sheet-facts")
        expect(facts).to_contain_text(day)
        expect(facts).to_contain_text(result)
        row = live.page.locator(".sheet-turns tr").first
        expect(row.get_by_role("rowheader")).to_have_text(first)
        # White's turn stands beside the number, where the language begins to read.
        number, white, black = row.locator("> *").evaluate_all(
            "(cells) => cells.map((cell) => cell.getBoundingClientRect().left)"
        )
        is_mirrored = language == Language.PERSIAN
        assert (number > white > black) == is_mirrored
        align = row.locator("td").first.evaluate("(cell) => getComputedStyle(cell).textAlign")
        assert align == ("right" if is_mirrored else "left")


def stand_in_one_row(page: Page) -> None:
    """Wait until no link of the frame begins below the end of another."""
    page.wait_for_function(
        """() => {
          const links = [...document.querySelectorAll(".nav > *")];
          const shown = links.filter((each) => each.offsetParent);
          const boxes = shown.map((each) => each.getBoundingClientRect());
          const isBelow = ({ top }) => boxes.some(({ bottom }) => bottom <= top + 1);
          return boxes.length > 5 && !boxes.some(isBelow);
        }"""
    )


def cut_off(page: Page, what: str) -> list[str]:
    """What cannot be read to its end, or reaches out of the window."""
    found: list[str] = page.evaluate(
        """(what) => [...document.querySelectorAll(what)]
          .filter((each) => each.checkVisibility())
          .filter((each) => {
            const { left, right } = each.getBoundingClientRect();
            const isOut = left < 0 || right > document.documentElement.clientWidth;
            return isOut || each.scrollWidth > each.clientWidth + 1;
          })
          .filter((each) => each.clientWidth > 0)
          .map((each) => `${each.className}: ${each.textContent}`)""",
        what,
    )
    return found
