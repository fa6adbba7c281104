"""The web application: its routes behind the guard, and the page."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from starlette.requests import Request
from starlette.responses import Response

from board_daemon.game.errors import GameError
from board_daemon.game.table import Table
from board_daemon.rules.errors import IllegalAction
from board_daemon.web.access import Access, Level, needs
from board_daemon.web.commands import CONFLICT, game_router, settings_router, turn_router
from board_daemon.web.description import description_of, operation_id
from board_daemon.web.errors import DOES_NOT_FIT, ERROR_RESPONSES, error_response, in_general
from board_daemon.web.guard import GuardRules, install_guard
from board_daemon.web.legend import legend_router
from board_daemon.web.live import live_router
from board_daemon.web.page_files import PageRoute
from board_daemon.web.page_texts import TextsRoute
from board_daemon.web.pairing import pairing_router
from board_daemon.web.virtual import virtual_router
from firmware_bridge.virtual_board import VirtualBoardError
from firmware_bridge.virtual_bridge import VirtualBridge

TITLE: Final = "pacoboard"
PAGE: Final = Path(__file__).parent / "static"
"""The files of the page."""


class BoardApp(FastAPI):
    """The application, which describes itself."""

    def openapi(self) -> dict[str, Any]:
        """The description of the API; made once."""
        if self.openapi_schema is None:
            self.openapi_schema = description_of(self)
        return self.openapi_schema


def create_app(
    table: Table,
    access: Access,
    guard: GuardRules | None = None,
    more: Iterable[APIRouter] = (),
) -> FastAPI:
    """The whole application for one table; `more`: the routes of the archive."""
    app = BoardApp(
        title=TITLE,
        version=version(TITLE),
        responses=ERROR_RESPONSES,
        # Their pages load from elsewhere, and the description has a route of ours.
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=operation_id,
    )
    makers = (live_router, legend_router, game_router, turn_router, settings_router)
    routers = [make(table) for make in makers]
    if isinstance(table.bridge, VirtualBridge):
        routers.append(virtual_router(table, table.bridge))
    for router in (*routers, pairing_router(access), *more):
        app.include_router(router)
    _describe(app)
    for kind in (GameError, IllegalAction, VirtualBoardError):
        app.add_exception_handler(kind, _on_conflict)
    app.router.routes += (TextsRoute(), PageRoute(PAGE))
    install_guard(app, access, guard)
    return app


def _describe(app: FastAPI) -> None:
    @app.get(
        "/api/openapi.json",
        tags=["description"],
        dependencies=[needs(Level.NOBODY)],
        responses={200: {"description": "An OpenAPI document."}},
    )
    async def describe() -> dict[str, Any]:
        """Tell all of this API, as OpenAPI 3.1 does."""
        return app.openapi()


async def _on_conflict(request: Request, error: Exception) -> Response:
    return error_response(CONFLICT, in_general(error, DOES_NOT_FIT))
