"""Which course a certificate names: the one that was finished, or the one that somebody chose."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.web.browsing import page_of
from tests.web.fake_board import FakeBoard

pytestmark = pytest.mark.slow

OTHER = "Another course …"


def line(text: str) -> dict[str, Any]:
    return {"key": "", "text": text, "values": {}}


def overview(child: str) -> dict[str, Any]:
    """Two courses; Ada has finished the second one, and everybody else none."""
    stars = {"Walking": 0, "Dancing": 3 if child == "Ada" else 0}
    courses = [
        {"id": title, "title": line(title), "exercises": [{"id": title, "stars": won}]}
        for title, won in stars.items()
    ]
    return {"child": child, "children": [], "is_listed": False, "most_stars": 3, "courses": courses}


class Certificate:
    """The page of a certificate."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.slow: list[Route] = []
        """Questions about the child Slow, which are not answered by themselves."""
        page.route("**/api/lessons?*", self._answer)

    def _answer(self, route: Route) -> None:
        child = parse_qs(urlsplit(route.request.url).query).get("child", [""])[0]
        if child == "Slow":
            self.slow.append(route)
        else:
            route.fulfill(json=overview(child))

    def open(self, name: str) -> None:
        self.page.goto(f"/#/certificate/{name}")
        self.page.get_by_label("Finished a course").check()
        expect(self.which.locator("option")).to_have_count(3)

    def name(self, child: str) -> None:
        """Write another name, and wait until the courses of that child are there."""
        with self.page.expect_response(f"**/api/lessons?child={child}"):
            self.rename(child)

    def rename(self, child: str) -> None:
        box = self.page.get_by_label("Name", exact=True)
        box.fill(child)
        box.blur()

    @property
    def which(self) -> Locator:
        return self.page.get_by_label("Which course?")

    @property
    def chosen(self) -> Locator:
        return self.which.locator("option:checked")


@contextmanager
def a_certificate(browser: Browser, name: str) -> Iterator[Certificate]:
    with page_of(browser, FakeBoard()) as page:
        certificate = Certificate(page)
        certificate.open(name)
        yield certificate


def test_only_a_finished_course_is_named_by_itself(browser: Browser) -> None:
    with a_certificate(browser, "Ada") as certificate:
        expect(certificate.chosen).to_have_text("★ Dancing")
        certificate.name("Ben")
        expect(certificate.chosen).to_have_text(OTHER)
        certificate.name("Ada")
        expect(certificate.chosen).to_have_text("★ Dancing")


def test_who_wants_another_course_keeps_it_when_the_name_changes(browser: Browser) -> None:
    with a_certificate(browser, "Ben") as certificate:
        certificate.which.select_option("Walking")
        certificate.which.select_option(OTHER)
        certificate.name("Ada")
        expect(certificate.which.locator("option").first).to_have_text("★ Dancing")
        expect(certificate.chosen).to_have_text(OTHER)


def test_a_late_answer_about_another_child_changes_nothing(browser: Browser) -> None:
    with a_certificate(browser, "Ben") as certificate:
        certificate.rename("Slow")
        certificate.name("Eve")
        expect(certificate.chosen).to_have_text(OTHER)
        [late] = certificate.slow
        with certificate.page.expect_response("**/api/lessons?child=Slow"):
            late.fulfill(json=overview("Ada"))
        expect(certificate.which.locator("option").first).to_have_text("Walking")
        expect(certificate.chosen).to_have_text(OTHER)
