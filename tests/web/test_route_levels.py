"""Every route with who may call it, on an app as the daemon's is built."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi import APIRouter, FastAPI, WebSocket
from starlette.staticfiles import StaticFiles

from board_daemon.web.access import AccessRules, Level, needs
from board_daemon.web.page_files import PageFiles, PageRoute
from board_daemon.web.route_levels import RouteLevel, UndeclaredLevel, routes_with_levels
from tests.web.boards import LOCAL, NEIGHBOUR, make_board
from tests.web.whole_board import STRANGER, whole_board

EXPECTED = {
    ("GET", "/api/broken"): Level.NOBODY,
    ("GET", "/api/devices"): Level.OWNER,
    ("PATCH", "/api/devices"): Level.OWNER,
    ("DELETE", "/api/devices/{number}"): Level.OWNER,
    ("PATCH", "/api/devices/{number}"): Level.OWNER,
    ("POST", "/api/game/new"): Level.PLAY,
    ("WEBSOCKET", "/api/live"): Level.WATCH,
    ("POST", "/api/logout"): Level.NOBODY,
    ("GET", "/api/pair"): Level.NOBODY,
    ("POST", "/api/pair"): Level.NOBODY,
    ("POST", "/api/pair/cancel"): Level.NOBODY,
    ("POST", "/api/pair/start"): Level.NOBODY,
    ("POST", "/api/settings"): Level.OWNER,
    ("GET", "/api/state"): Level.WATCH,
}


def table(app: FastAPI) -> dict[tuple[str, str], Level]:
    return {(route.method, route.path): route.level for route in routes_with_levels(app)}


def test_every_route_says_who_may_call_it() -> None:
    assert table(make_board().app) == EXPECTED


@pytest.mark.parametrize(("route", "needed"), EXPECTED.items())
@pytest.mark.parametrize("level", Level)
def test_a_route_lets_in_just_those_who_have_its_level(
    route: tuple[str, str], needed: Level, level: Level
) -> None:
    method, path = route
    path = path.replace("{number}", "ffffffff")
    board = make_board(AccessRules(open_watching=level is Level.WATCH))
    client = LOCAL if level is Level.OWNER else NEIGHBOUR
    if level is Level.PLAY:
        board.pair(level="play")
    if method == "WEBSOCKET":
        is_let_in = board.socket(path, client=client)[0]["type"] == "websocket.accept"
    else:
        # An empty command: whom it lets in, it answers with what is wrong with that.
        answer = board.ask(method, path, client=client, json_body={})
        is_let_in = answer.status not in (401, 403)
    assert is_let_in == (level >= needed)


MORE = [
    ("POST", "/api/game/new", {"fen": "4k3/8/8/8/8/8/8/R3K3 w 0 - - -"}, Level.OWNER),
    ("POST", "/api/game/new", {"rules": "children"}, Level.OWNER),
    ("POST", "/api/game/new", {"rules": "pacoplay"}, Level.PLAY),
    ("POST", "/api/game/new", {"white": "Ada", "clock": {"base": 300}}, Level.PLAY),
]
"""Wishes that need more than their route does, and the like that do not."""


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path", "wish", "needed"), MORE)
def test_set_up_from_a_fen_and_other_rules_are_for_owners(
    tmp_path: Path, method: str, path: str, wish: dict[str, object], needed: Level
) -> None:
    with whole_board(tmp_path, web={"trust_loopback": False}) as board:
        for level in (Level.PLAY, Level.OWNER):
            headers = board.pair(level, STRANGER)
            answer = board.ask(method, path, client=STRANGER, headers=headers, json=wish)
            assert answer.status_code == (200 if level >= needed else 403), answer.text
            if level < needed:
                assert "owner" in answer.json()["error"]


def test_the_strictest_of_several_levels_holds() -> None:
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    router = APIRouter(dependencies=[needs(Level.OWNER)])

    @router.get("/inner", dependencies=[needs(Level.WATCH)])
    async def inner() -> None: ...

    app.include_router(router, prefix="/a")
    app.include_router(router, prefix="/b", dependencies=[needs(Level.PLAY)])
    assert table(app) == {("GET", "/a/inner"): Level.OWNER, ("GET", "/b/inner"): Level.OWNER}


def test_a_route_that_does_not_say_is_named() -> None:
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)

    @app.get("/said", dependencies=[needs(Level.WATCH)])
    async def said() -> None: ...

    @app.post("/forgotten")
    async def forgotten() -> None: ...

    @app.websocket("/live")
    async def live(websocket: WebSocket) -> None: ...

    with pytest.raises(UndeclaredLevel, match="POST /forgotten, WEBSOCKET /live"):
        routes_with_levels(app)


def test_descriptions_that_the_framework_adds_by_itself_do_not_slip_in() -> None:
    with pytest.raises(UndeclaredLevel, match=r"GET /docs.*GET /openapi\.json"):
        routes_with_levels(FastAPI())


def test_what_is_mounted_must_say_too(tmp_path: Path) -> None:
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.router.routes.append(PageRoute(tmp_path))
    app.mount("/more", PageFiles(tmp_path))
    assert routes_with_levels(app) == [
        RouteLevel("MOUNT", "", Level.NOBODY),
        RouteLevel("MOUNT", "/more", Level.NOBODY),
    ]
    app.mount("/careless", StaticFiles(directory=tmp_path))
    with pytest.raises(UndeclaredLevel, match="MOUNT /careless"):
        routes_with_levels(app)
