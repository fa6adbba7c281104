from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.browsing import chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; every page of it has its own cookies and storage."""
    with sync_playwright() as playwright:
        opened = chromium(playwright)
        yield opened
        opened.close()
