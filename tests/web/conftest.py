from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.browsing import chromium
from tests.web.live_page import LivePage, visitor
from tests.web.running_board import RunningBoard


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever plays in a browser is slow."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a module; every page of it has its own cookies and storage.

    Not for longer: Playwright keeps an event loop running in this thread, in which the tests of
    other modules want to run their own.
    """
    with sync_playwright() as playwright:
        opened = chromium(playwright)
        yield opened
        opened.close()


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
