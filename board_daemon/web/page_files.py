"""The files of the page, and nothing else of this machine."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from board_daemon.web.headers import is_api
from board_daemon.web.levels import Level

_KINDS: Final = frozenset(
    {".html", ".css", ".js", ".json", ".svg", ".png", ".ico", ".webmanifest", ".woff2", ".txt"}
)


class PageFiles(StaticFiles):
    """Serves the files of a folder that are of a kind a page is made of.

    Whatever else might come to lie there (an archive, a log, a configuration, a hidden file) does
    not exist for a visitor, nor does anything that a symbolic link points to outside.
    """

    level = Level.NOBODY
    """Who pairs a device needs the page first."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, follow_symlink=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request; a WebSocket finds nothing here."""
        if scope["type"] != "http":
            raise HTTPException(404)
        await super().__call__(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Serve one file; raises the HTTPException 404 or 405."""
        if not _is_servable(PurePosixPath(path.replace(os.sep, "/"))):
            raise HTTPException(404)
        return await super().get_response(path, scope)


class PageRoute(Mount):
    """All addresses but those of the API: there, a wrong method must not end up at the page."""

    def __init__(self, folder: Path) -> None:
        super().__init__("/", PageFiles(folder), name="page")

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for the page."""
        if is_api(scope["path"]):
            return Match.NONE, {}
        return super().matches(scope)


def _is_servable(path: PurePosixPath) -> bool:
    if any(part.startswith(".") or "\0" in part or "\\" in part for part in path.parts):
        return False
    # No suffix is a folder, whose index.html is served.
    return path.suffix.lower() in _KINDS or (not path.suffix and path.name in ("", "."))
