"""A table with its routes, asked without a network; and the same on a real socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from board_daemon.game.hint_asking import TableHints
from board_daemon.game.setup import GameSetup
from board_daemon.web.access import Access, AccessRules
from board_daemon.web.app import create_app
from board_daemon.web.hints import hints_router
from board_daemon.web.schema import State
from board_daemon.web.server import server_options
from board_daemon.web.times import read_clocks
from board_daemon.web.virtual import virtual_value
from tests.game.tables import Sitting, make_table, sitting_at
from tests.game.thinkers import FakeThinker


@dataclass
class Client:
    """Somebody at a browser, and the table he plays at."""

    sitting: Sitting
    http: httpx.AsyncClient
    app: FastAPI

    async def state(self) -> dict[str, Any]:
        """The state, which must be as the API describes it."""
        answer = await self.http.get("/api/state")
        assert answer.status_code == 200, answer.text
        State.model_validate(answer.json(), strict=True)
        value: dict[str, Any] = answer.json()
        return value

    async def post(self, path: str, **wish: object) -> None:
        """Wish for something that is granted."""
        answer = await self.http.post(f"/api/{path}", json=wish)
        assert (answer.status_code, answer.json()) == (200, {"ok": True}), answer.text

    async def refused(self, path: str, status: int, **wish: object) -> str:
        """Wish for something that is refused; why."""
        answer = await self.http.post(f"/api/{path}", json=wish)
        assert answer.status_code == status, answer.text
        sentence = answer.json()["error"]
        assert isinstance(sentence, str)
        return sentence

    async def tell(self, after: float = 0.3, **squares: object) -> None:
        """Tell readings that come so many seconds later."""
        self.sitting.t += after
        await self.post("virtual/readings", squares=squares, t=self.sitting.t)

    async def move(self, start: str, end: str) -> None:
        """A move to an empty square, and a rest after it."""
        await self.tell(**{start: 0})
        await self.tell(**{end: 1})
        await self.tell(after=1.5)

    async def turns(self) -> list[str]:
        """What is recorded."""
        return [turn["notation"] for turn in (await self.state())["turns"]]


def make_app(sitting: Sitting, rules: AccessRules | None = None) -> tuple[FastAPI, Access]:
    table, bridge = sitting.table, sitting.bridge
    board = {
        "sensor": "presence",
        "bridge": "virtual",
        "virtual": True,
        "connected": True,
        "trouble": None,
    }
    table.add_part("version", lambda: "0")
    table.add_part("board", lambda: board)
    table.add_part("pairing", lambda: None)
    table.add_part("virtual", lambda: virtual_value(bridge, table.session))
    access = Access(rules or AccessRules(), read_clocks(), announce=lambda line: None)
    hints = TableHints(table, FakeThinker())
    return create_app(table, access, more=[hints_router(table, hints)]), access


def play(
    work: Callable[[Client], Awaitable[None]],
    setup: GameSetup | None = None,
    rules: AccessRules | None = None,
    client: str = "127.0.0.1",
) -> None:
    """Let somebody at an address of the network do something."""
    sitting = make_table(setup)
    app, _ = make_app(sitting, rules)

    async def all_of_it() -> None:
        transport = httpx.ASGITransport(app, client=(client, 50_000))
        async with (
            sitting_at(sitting),
            httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http,
        ):
            await work(Client(sitting, http, app))

    asyncio.run(all_of_it())


@asynccontextmanager
async def served(app: FastAPI) -> AsyncIterator[str]:
    """The app on a real socket of this machine; the address without its scheme."""
    config = uvicorn.Config(
        app, host="127.0.0.1", port=0, log_config=None, lifespan="off", **server_options()
    )
    server = uvicorn.Server(config)
    config.load()
    server.lifespan = config.lifespan_class(config)
    await server.startup()
    port = server.servers[0].sockets[0].getsockname()[1]
    running = asyncio.create_task(server.main_loop())
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await running
        await server.shutdown()
