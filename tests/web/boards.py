"""A board's web side without a network: an app behind the guard, fake clocks, and raw ASGI."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from fastapi import FastAPI, WebSocket
from starlette.types import Message, Scope

from board_daemon.web.access import Access, AccessRules, Level, Moment, needs
from board_daemon.web.budgets import GuardLimits
from board_daemon.web.device_file import DeviceFile
from board_daemon.web.guard import GuardRules, install_guard
from board_daemon.web.pairing import pairing_router

NEIGHBOUR = "192.168.1.50"
OTHER = "192.168.1.51"
LOCAL = "127.0.0.1"
SERVER = "192.168.1.20"
JSON = {"Content-Type": "application/json"}

HELLO: list[Message] = [
    {"type": "websocket.accept", "subprotocol": None, "headers": []},
    {"type": "websocket.send", "text": "hello"},
]
"""What a visitor gets who may watch."""

Headers = dict[str, str] | Sequence[tuple[str, str]]


@dataclass
class Clocks:
    """Two clocks that go only when told to."""

    wall: float = 1_800_000_000.0
    monotonic: float = 1000.0

    def __call__(self) -> Moment:
        return Moment(self.wall, self.monotonic)

    def go(self, seconds: float) -> None:
        self.wall += seconds
        self.monotonic += seconds


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str | None:
        values = [value for key, value in self.headers if key == name]
        assert len(values) <= 1, values
        return values[0] if values else None

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        assert list(self.json) in (["error"], ["error", "say"])
        assert isinstance(self.json["error"], str)
        return str(self.json["error"])

    def cookie(self, name: str) -> str:
        jar: SimpleCookie = SimpleCookie()
        for key, value in self.headers:
            if key == "set-cookie":
                jar.load(value)
        return jar[name].value


def encoded(headers: Headers) -> list[tuple[bytes, bytes]]:
    pairs = headers.items() if isinstance(headers, dict) else headers
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs]


def http_scope(method: str, path: str, client: str, headers: Headers, scheme: str) -> Scope:
    address, _, query = path.partition("?")
    given = encoded(headers)
    if not any(name == b"host" for name, _ in given):
        given.append((b"host", b"localhost:8000"))
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": scheme,
        "path": address,
        "raw_path": address.encode("utf-8", "replace"),
        "query_string": query.encode(),
        "root_path": "",
        "headers": given,
        "client": (client, 50000),
        "server": (SERVER, 8000),
    }


@dataclass
class Board:
    """An app behind the guard, with a route for each level."""

    app: FastAPI
    access: Access
    clocks: Clocks
    announced: list[str]
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    """By client, as each one's browser keeps them."""

    def ask(
        self,
        method: str,
        path: str,
        *,
        client: str = NEIGHBOUR,
        json_body: object = None,
        chunks: Iterable[bytes] = (),
        headers: Headers = (),
        scheme: str = "http",
    ) -> Answer:
        """Send one request, as the browser of this client would, with its cookies."""
        pairs = list(headers.items() if isinstance(headers, dict) else headers)
        if json_body is not None:
            chunks = [json.dumps(json_body).encode()]
            pairs.append(("Content-Type", "application/json"))
        jar = self.cookies.setdefault(client, {})
        if jar:
            pairs.append(("Cookie", "; ".join(f"{name}={value}" for name, value in jar.items())))
        scope = http_scope(method, path, client, pairs, scheme)
        answer = asyncio.run(exchange(self.app, scope, list(chunks)))
        for key, value in answer.headers:
            if key == "set-cookie":
                for name, morsel in SimpleCookie(value).items():
                    jar[name] = morsel.value
                    if morsel["max-age"] == "0":
                        del jar[name]
        return answer

    def post(self, path: str, body: object = None, **options: Any) -> Answer:
        return self.ask("POST", path, json_body={} if body is None else body, **options)

    def get(self, path: str, **options: Any) -> Answer:
        return self.ask("GET", path, **options)

    def socket(
        self,
        path: str = "/api/live",
        *,
        client: str = NEIGHBOUR,
        headers: Headers = (),
        incoming: Iterable[Message] = (),
        can_respond: bool = True,
    ) -> list[Message]:
        """Open a WebSocket, send these messages, go away; returns all that came."""
        pairs = list(headers.items() if isinstance(headers, dict) else headers)
        jar = self.cookies.get(client, {})
        if jar:
            pairs.append(("Cookie", "; ".join(f"{name}={value}" for name, value in jar.items())))
        scope = http_scope("GET", path, client, pairs, "ws")
        del scope["method"]
        scope.update(type="websocket", subprotocols=[])
        scope["extensions"] = {"websocket.http.response": {}} if can_respond else {}
        return asyncio.run(converse(self.app, scope, list(incoming)))

    @property
    def code(self) -> list[str]:
        """The squares of the last code, as a person reads them."""
        return self.announced[-1].removeprefix("Pairing code: ").split()

    def wrong_code(self) -> list[str]:
        return list(reversed(self.code))

    def pair(self, client: str = NEIGHBOUR, level: str = "play", name: str = "Tablet") -> Answer:
        """Pair a client as people do."""
        assert self.post("/api/pair/start", {"level": level}, client=client).status == 200
        return self.post("/api/pair", {"code": self.code, "name": name}, client=client)


async def exchange(app: FastAPI, scope: Scope, chunks: list[bytes]) -> Answer:
    sent: list[Message] = []
    waiting: list[Message] = [
        {"type": "http.request", "body": chunk, "more_body": index < len(chunks) - 1}
        for index, chunk in enumerate(chunks)
    ] or [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        if not waiting:
            # A client that waits for its answer neither sends more nor goes away.
            await asyncio.Event().wait()
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    starts = [message for message in sent if message["type"] == "http.response.start"]
    assert len(starts) == 1, sent
    headers = [
        (name.decode("latin-1").lower(), value.decode()) for name, value in starts[0]["headers"]
    ]
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return Answer(starts[0]["status"], headers, body)


async def converse(app: FastAPI, scope: Scope, incoming: list[Message]) -> list[Message]:
    sent: list[Message] = []
    waiting: list[Message] = [{"type": "websocket.connect"}, *incoming]

    async def receive() -> Message:
        if waiting:
            return waiting.pop(0)
        return {"type": "websocket.disconnect", "code": 1001}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent


def make_board(
    rules: AccessRules | None = None,
    *,
    folder: Path | None = None,
    limits: GuardLimits | None = None,
    hosts: Iterable[str] = ("board.lan",),
    clocks: Clocks | None = None,
) -> Board:
    """A board of which every level has a route that only says so."""
    clocks = clocks or Clocks()
    announced: list[str] = []
    file = DeviceFile(folder / "devices.json") if folder else None
    access = Access(rules or AccessRules(), clocks(), file, announced.append)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    _add_routes(app)
    app.include_router(pairing_router(access, clocks))
    guard_rules = GuardRules(hosts=frozenset(hosts), limits=limits or GuardLimits())
    install_guard(app, access, guard_rules, clocks)
    return Board(app, access, clocks, announced)


def _add_routes(app: FastAPI) -> None:
    @app.get("/api/state", dependencies=[needs(Level.WATCH)])
    async def state() -> dict[str, str]:
        return {"fen": "of now"}

    @app.post("/api/game/new", dependencies=[needs(Level.PLAY)])
    async def new_game(order: dict[str, Any]) -> dict[str, bool]:
        return {"ok": True}

    @app.post("/api/settings", dependencies=[needs(Level.OWNER)])
    async def settings(order: dict[str, Any]) -> dict[str, bool]:
        return {"ok": True}

    @app.get("/api/broken", dependencies=[needs(Level.NOBODY)])
    async def broken() -> None:
        raise OSError("/home/somebody/games.sqlite is gone")

    @app.websocket("/api/live", dependencies=[needs(Level.WATCH)])
    async def live(websocket: WebSocket) -> None:
        await websocket.accept()
        await websocket.send_text("hello")
        async for text in websocket.iter_text():
            await websocket.send_text(f"you said {text}")


def status_of(messages: list[Message]) -> int:
    """The status of a refused WebSocket."""
    assert messages[0]["type"] == "websocket.http.response.start"
    return int(messages[0]["status"])
