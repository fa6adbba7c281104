"""The live page in a browser, on a board that the test plays, and what it asks of that board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, Locator, Page

from tests.web.browsing import PATIENCE, page_of
from tests.web.fake_table import FakeTable, standing

KINGS = {"e1": "K", "e8": "k", "e2": "P", "d5": "p", "g4": "Nb"}
HAND: dict[str, Any] = {"origin": "e2", "piece": "P", "color": "w", "fen": None}
HAND |= {"destinations": {"e4": "move", "d5": "union"}}


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
    """One of the 64."""
    return page.locator(f".stage .cell[data-square={name}]")


def wished(page: Page, board: FakeTable, count: int) -> list[tuple[str, Any]]:
    """What the page has asked for, once that is so many wishes."""
    until = monotonic() + PATIENCE / 1000
    while len(board.posted) < count and monotonic() < until:
        page.wait_for_timeout(10)
    return board.posted
