from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.browsing import chromium


# Not for the whole session: while it is open its event loop counts as running in this thread, and
# no test of another module could call asyncio.run.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a module; every page has its own cookies and storage."""
    with sync_playwright() as playwright:
        opened = chromium(playwright)
        yield opened
        opened.close()
