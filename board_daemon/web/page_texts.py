"""What the page says in other languages than English, one file for each."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.types import Receive, Scope, Send

from board_daemon.languages.catalogs import catalog_path, page_texts
from board_daemon.languages.language import Language, Wording
from board_daemon.web.levels import Level

ADDRESS: Final = "/texts"
_SUFFIX: Final = ".json"


class PageTexts:
    """Answers with texts by their keys: `nl.json`, and `nl-hug.json` for what differs there."""

    level = Level.NOBODY
    """Whoever is not paired yet reads how to be."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request; a WebSocket finds nothing here."""
        if scope["type"] != "http":
            raise HTTPException(404)
        request = Request(scope)
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405)
        response = await self._answer(request)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        found = _named(request.url.path.removeprefix(f"{ADDRESS}/"))
        if found is None or not catalog_path(*found).exists():
            raise HTTPException(404)
        # To read a catalog takes a while on a small machine, and the board goes on meanwhile.
        texts = await asyncio.to_thread(page_texts, *found)
        tag = f'"{sha256(texts).hexdigest()[:32]}"'
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"ETag": tag})
        return Response(texts, media_type="application/json", headers={"ETag": tag})


class TextsRoute(Mount):
    """The addresses of the texts, beside the other files of the page."""

    def __init__(self) -> None:
        super().__init__(ADDRESS, PageTexts(), name="texts")


def _named(name: str) -> tuple[Language, Wording] | None:
    code, _, wording = name.removesuffix(_SUFFIX).partition("-")
    try:
        found = Language(code), Wording(wording or Wording.UNITE)
    except ValueError:
        return None
    return found if name.endswith(_SUFFIX) else None
