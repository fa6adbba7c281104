"""A browser for the tests of the page: Debian's Chromium, and a page that notes all complaints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    ViewportSize,
)

from tests.web.fake_board import FakeBoard

CHROMIUM: Final = Path("/usr/bin/chromium")
NEEDLESS: Final = (
    # Windows of the browser's own for its address line, which nobody sees, in each context, and a
    # process ready for the next page: with them a context takes three times as long.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
    # What Playwright leaves out; Chromium heeds only the last of such lists.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""Features of Chromium that no test of the page is about."""
FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(NEEDLESS)}",
)
PATIENCE: Final = 60_000
"""Milliseconds; the machine may be busy with other things."""
DESKTOP: Final = ViewportSize(width=1280, height=800)
PHONE: Final = ViewportSize(width=390, height=844)


def chromium(playwright: Playwright) -> Browser:
    """Debian's Chromium; the test is skipped where there is none."""
    if not CHROMIUM.exists():
        pytest.skip(f"no Chromium in {CHROMIUM} (on Debian: apt install chromium)")
    return playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))


@contextmanager
def page_of(
    browser: Browser,
    board: FakeBoard,
    viewport: ViewportSize = DESKTOP,
    *,
    is_dark: bool = False,
    is_phone: bool = False,
    refusals: int = 0,
) -> Iterator[Page]:
    """A page that only the board answers; it must leave no complaint on the console.

    `refusals`: how often the board says no, which Chromium notes on the console by itself.
    """
    with board.serving() as address:
        context = browser.new_context(
            base_url=address,
            viewport=viewport,
            color_scheme="dark" if is_dark else "light",
            reduced_motion="reduce",
            locale="en-GB",
            timezone_id="Europe/Berlin",
            has_touch=is_phone,
            is_mobile=is_phone,
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.route_web_socket("**/api/live*", board.greet)
        complaints = _complaints_of(page, address)
        yield page
        context.close()
    refused = [each for each in complaints if "responded with a status of 4" in each]
    others = [each for each in complaints if each not in refused]
    assert others == [], others
    assert len(refused) == refusals, refused


def _complaints_of(page: Page, address: str) -> list[str]:
    """A list that grows by each complaint of the page, and each request to anybody else."""
    complaints: list[str] = []

    def note_message(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text} ({message.location})")

    def note_request(request: Request) -> None:
        if not request.url.startswith((f"{address}/", "data:", "blob:")):
            complaints.append(f"outside: {request.url}")

    page.on("console", note_message)
    page.on("request", note_request)
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    return complaints
