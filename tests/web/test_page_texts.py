"""The texts of the page in other languages: a file for each, asked for again when it changed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from starlette.routing import Mount

from board_daemon.web.page_files import PageRoute
from board_daemon.web.page_texts import TextsRoute


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    result = FastAPI()
    routes: tuple[Mount, ...] = (TextsRoute(), PageRoute(tmp_path))
    result.router.routes += routes
    return result


def ask(app: FastAPI, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    async def work() -> httpx.Response:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://board") as client:
            return await client.request(method, path, headers=headers)

    return asyncio.run(work())


def test_a_language_is_told_by_its_keys(app: FastAPI) -> None:
    answer = ask(app, "/texts/nl.json")
    assert answer.status_code == 200
    assert answer.json()["piece.n"] == "paard"
    assert answer.headers["content-type"] == "application/json"


def test_childrens_words_are_only_what_differs(app: FastAPI) -> None:
    whole, hug = (ask(app, f"/texts/{name}.json").json() for name in ("cs", "cs-hug"))
    assert set(hug) < set(whole)
    assert all(hug[key] != whole[key] for key in ("square.union", "step.unites"))


def test_who_has_the_texts_already_is_not_sent_them_again(app: FastAPI) -> None:
    tag = ask(app, "/texts/fa.json").headers["etag"]
    again = ask(app, "/texts/fa.json", **{"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag


@pytest.mark.parametrize(
    "name",
    [
        "pt.json",
        "nl",
        "nl.po",
        "nl-kiss.json",
        "en.json",
        "../nl.json",
        "%2e%2e/cs.json",
        "",
        "NL.json",
    ],
)
def test_there_is_nothing_else(app: FastAPI, name: str) -> None:
    assert ask(app, f"/texts/{name}").status_code == 404


def test_nobody_writes_there(app: FastAPI) -> None:
    assert ask(app, "/texts/nl.json", "POST").status_code == 405
