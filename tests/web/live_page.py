"""The real page in a real browser at a real board: what a person does on it, and what it shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Request,
    ViewportSize,
    expect,
)

from tests.web.browsing import DESKTOP, PATIENCE
from tests.web.running_board import RunningBoard

PICTURES: Final = Path(__file__).parents[2] / "build" / "screenshots"

CUT_OFF: Final = (
    r"failed: .*ERR_",
    "error: .*ERR_CONNECTION",
    "error: .*ERR_CONTENT_LENGTH",
    "error: .*WebSocket",
)
"""What a browser says of a board that is not there, or that went in the midst of an answer."""
_READY: Final = re.compile(r"to move|can be reached")

expect.set_options(timeout=PATIENCE)


@dataclass
class LivePage:
    """A page on which somebody plays: squares are found by name, all else by what it says."""

    page: Page
    board: RunningBoard
    look: str
    """Size and theme, for the names of pictures."""
    complaints: list[str] = field(default_factory=list)
    is_phone: bool = False
    _pardoned: list[str] = field(default_factory=list)

    # --- the board ---

    @property
    def grid(self) -> Locator:
        """The board."""
        return self.page.get_by_role("grid", name="Paco Ŝako board")

    def square(self, name: str) -> Locator:
        """One of the 64."""
        return self.grid.locator(f'[role=gridcell][data-square="{name}"]')

    def tap(self, *squares: str) -> None:
        """Press squares one after the other, with the finger on a phone."""
        for name in squares:
            if self.is_phone:
                self.square(name).tap()
            else:
                self.square(name).click()

    def press_with_key(self, square: str) -> None:
        """Join without lifting the partner, or take one partner out of a union."""
        self.square(square).click(modifiers=["Control"])

    def drag(self, start: str, *way: str) -> None:
        """Take hold of what stands on a square and let it go on the last one of a way."""
        self.square(start).hover()
        self.page.mouse.down()
        for name in way:
            x, y = self.middle(name)
            self.page.mouse.move(x, y, steps=4)
        self.page.mouse.up()

    def middle(self, square: str) -> tuple[float, float]:
        """The middle of a square in the window."""
        box = self.square(square).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def shows(self, **squares: str) -> None:
        """Wait until squares say that this stands on them, as a screen reader would hear it."""
        for name, what in squares.items():
            heard = f"empty, {name}" if what == "empty" else f"{what}, {name}"
            label = re.compile(rf"^{re.escape(heard)}(;|$)")
            expect(self.square(name)).to_have_accessible_name(label)

    def lit(self, role: str, *squares: str) -> None:
        """Wait until exactly these squares are lit in a role."""
        found = self.grid.locator(f'[data-role="{role}"]')
        expect(found).to_have_count(len(squares))
        for name in squares:
            expect(self.square(name)).to_have_attribute("data-role", role)

    def roles(self) -> dict[str, str]:
        """What every lit square is lit for, at this moment."""
        lit = self.grid.locator("[data-role]").evaluate_all(
            "all => all.map((each) => [each.dataset.square, each.dataset.role])"
        )
        return dict(lit)

    @property
    def trail(self) -> Locator:
        """Ŝako's way over the board; it says nothing, the line does."""
        return self.page.locator("svg.trail path")

    # --- what is said and what can be pressed ---

    def says(self, words: str | re.Pattern[str]) -> None:
        """Wait until the line of state says this."""
        line = self.page.get_by_role("status").filter(has_text=words)
        expect(line.first).to_be_visible()

    def turns(self, *notations: str) -> None:
        """Wait until just these turns are in the list."""
        listed = self.page.get_by_role("list", name="Turns").get_by_role("button")
        expect(listed).to_have_text([*notations])

    def button(self, name: str) -> Locator:
        """A button by its exact name."""
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def dialog(self) -> Locator:
        """What is asked before all else."""
        return self.page.get_by_role("dialog")

    def new_game(self, fen: str | None = None, **wish: object) -> None:
        """Begin a game, open the page afresh and wait until it can be played."""
        self.board.new_game(fen, **wish)
        self.open()
        self.says(_READY)

    def open(self, view: str = "#/") -> None:
        """Open one of the views as if somebody came to it by its address."""
        address = f"{self.board.address}/{view}"
        if self.page.url == address:
            self.page.reload()
        else:
            self.page.goto(address)

    # --- what is kept and what is wrong ---

    def learner(self) -> str:
        """Who learns on this device; "": a guest."""
        stored: str = self.page.evaluate("JSON.parse(localStorage.getItem('pacoboard')).child")
        return stored

    def picture(self, name: str) -> None:
        """Keep what it looks like now."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}-{self.look}.png")

    def pardon(self, *expected: str) -> None:
        """Forget complaints that were to come: those in which one of these is found."""
        self.complaints[:] = [each for each in self.complaints if not _found_in(each, expected)]

    def pardon_to_the_end(self, *expected: str) -> None:
        """Forget those that were to come, and such as come late: nothing else is done any more."""
        self._pardoned += expected

    def begin_anew(self) -> None:
        """Whatever was complained of before is another test's."""
        self.complaints.clear()
        self._pardoned.clear()

    def is_content(self) -> None:
        """Nothing was complained of, refused, or asked for elsewhere."""
        found = [each for each in self.complaints if not _found_in(each, self._pardoned)]
        self.begin_anew()
        assert found == [], found


def _found_in(complaint: str, patterns: Sequence[str]) -> bool:
    return any(re.search(each, complaint) for each in patterns)


@contextmanager
def visitor(
    browser: Browser,
    board: RunningBoard,
    size: ViewportSize = DESKTOP,
    *,
    is_dark: bool = False,
    is_phone: bool = False,
    is_still: bool = False,
    storage: Any = None,
    locale: str = "en-GB",
) -> Iterator[LivePage]:
    """Somebody with a browser of his own. `is_still`: he asked for less motion."""
    context = browser.new_context(
        viewport=size,
        color_scheme="dark" if is_dark else "light",
        reduced_motion="reduce" if is_still else "no-preference",
        locale=locale,
        timezone_id="Europe/Berlin",
        has_touch=is_phone,
        is_mobile=is_phone,
        accept_downloads=True,
        storage_state=storage,
    )
    look = f"{size['width']}x{size['height']}-{'dark' if is_dark else 'light'}"
    live = LivePage(_page(context), board, look, is_phone=is_phone)
    _listen(live)
    yield live
    context.close()
    live.is_content()


def _page(context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def _listen(live: LivePage) -> None:
    """Note whatever a careful person would find in the browser's own tools."""
    complain = live.complaints.append
    page = live.page

    def asked(kind: str, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != _home(live.board):
            complain(f"{kind} elsewhere: {url}")

    page.on("pageerror", lambda error: complain(f"error: {error}"))
    page.on(
        "console",
        lambda told: (
            complain(f"{told.type}: {told.text} ({told.location['url']})")
            if told.type in ("error", "warning")
            else None
        ),
    )
    page.on("request", lambda request: asked("request", request.url))
    page.on("websocket", lambda socket: asked("socket", socket.url))
    page.on("requestfailed", lambda lost: _note_failure(lost, complain))
    page.on(
        "response",
        lambda answer: complain(f"{answer.status}: {answer.url}") if answer.status >= 400 else None,
    )


def _note_failure(lost: Request, complain: Callable[[str], None]) -> None:
    # Who turns to another page at once does not wait for what the one before had asked for.
    if lost.failure != "net::ERR_ABORTED":
        complain(f"failed: {lost.url}: {lost.failure}")


def _home(board: RunningBoard) -> str:
    return f"{board.host}:{board.port}"
