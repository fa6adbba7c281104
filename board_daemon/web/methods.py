"""The methods that an address knows: what `Allow` says where another one was used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from board_daemon.web.headers import is_api

_OF_THE_PAGE: Final = ("GET", "HEAD")


def allowed_methods(app: FastAPI, path: str) -> list[str]:
    """All methods of all routes of a path, by the alphabet; [] where there is no such path."""
    return sorted(set(_methods(app, path)))


def _methods(app: FastAPI, path: str) -> Iterator[str]:
    if not is_api(path):
        yield from _OF_THE_PAGE
        return
    for context in iter_route_contexts(app.routes):
        pattern = getattr(context, "path_regex", None)
        if context.methods and pattern is not None and pattern.match(path):
            yield from context.methods
