from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.browsing import chromium
from tests.web.live_page import LivePage, visitor
from tests.web.running_board import RunningBoard


class _OpenBrowser:
    """A browser for as long as one test after the other plays in it."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._browser: Browser | None = None

    def get(self) -> Browser:
        if self._browser is None:
            playwright = self._open.enter_context(sync_playwright())
            self._browser = chromium(playwright)
            self._open.callback(self._browser.close)
        return self._browser

    def close(self) -> None:
        self._browser = None
        self._open.close()


_OPEN_BROWSER: Final = _OpenBrowser()


def _plays_in_a_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever plays in a browser is slow."""
    for item in items:
        if _plays_in_a_browser(item):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, None, None]:
    """Close the browser before a module that does not begin in it.

    Playwright keeps an event loop running in this thread, in which other tests want to run theirs.
    """
    try:
        return (yield)
    finally:
        if nextitem is None or not (nextitem.path == item.path or _plays_in_a_browser(nextitem)):
            _OPEN_BROWSER.close()


@pytest.fixture(scope="module")
def browser() -> Browser:
    """One browser for many tests; every page of it has its own cookies and storage."""
    return _OPEN_BROWSER.get()


@pytest.fixture(scope="module")
def live_board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    """The daemon, on a virtual board that waits for nobody."""
    board = RunningBoard(tmp_path_factory.mktemp("board"))
    board.start()
    yield board
    board.stop()


@pytest.fixture
def new_board(tmp_path: Path) -> Iterator[RunningBoard]:
    """A daemon of its own for each test, where nobody has played or learned yet."""
    board = RunningBoard(tmp_path)
    board.start()
    yield board
    board.stop()


@pytest.fixture(scope="module")
def _desktop(browser: Browser, live_board: RunningBoard) -> Iterator[LivePage]:
    with visitor(browser, live_board) as live:
        yield live


@pytest.fixture
def live(_desktop: LivePage) -> Iterator[LivePage]:
    """A page at a desk; each test begins its own game, and none may leave a complaint."""
    _desktop.begin_anew()
    yield _desktop
    _desktop.is_content()
