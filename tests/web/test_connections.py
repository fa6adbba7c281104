"""Connections that ask for nothing, and clients who open many; transports and time are made up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from board_daemon.web.connections import MOST_OF_ONE, PatientHttp

NEIGHBOUR = "192.168.1.50"
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@dataclass
class Line(asyncio.Transport):
    """A transport at whose other end somebody sits."""

    client: str
    protocol: asyncio.BaseProtocol | None = None
    is_open: bool = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (self.client, 50_000) if name == "peername" else default

    def get_protocol(self) -> asyncio.BaseProtocol:
        assert self.protocol is not None
        return self.protocol

    def is_closing(self) -> bool:
        return not self.is_open

    def write(self, data: Any) -> None:
        pass

    def close(self) -> None:
        self.is_open = False

    def abort(self) -> None:
        self.is_open = False


@dataclass
class Server:
    """Takes connections; its patience ends when the test says so."""

    answer: asyncio.Event = field(default_factory=asyncio.Event)
    state: ServerState = field(default_factory=ServerState)
    looks: list[Callable[[], None]] = field(default_factory=list)

    def connect(self, client: str = NEIGHBOUR) -> tuple[Line, PatientHttp]:
        config = uvicorn.Config(self._app, log_config=None, interface="asgi3", ws="none")
        config.load()
        protocol = PatientHttp(config, self.state, {}, asyncio.get_running_loop())
        line = Line(client, protocol)
        protocol.connection_made(line)
        return line, protocol

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        await self.answer.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def after_a_while(protocol: PatientHttp) -> None:
    """The time is up for a connection to have asked for something."""
    assert protocol._next_look is not None
    protocol._next_look.cancel()
    protocol._look()


async def answered(server: Server) -> None:
    server.answer.set()
    await asyncio.gather(*server.state.tasks)


def test_a_connection_on_which_nothing_is_asked_is_closed() -> None:
    async def work() -> None:
        line, protocol = Server().connect()
        after_a_while(protocol)
        assert not line.is_open

    asyncio.run(work())


def test_a_request_that_never_ends_is_not_waited_for() -> None:
    async def work() -> None:
        server = Server()
        line, protocol = server.connect()
        protocol.data_received(REQUEST)
        await answered(server)
        after_a_while(protocol)
        assert line.is_open
        protocol.data_received(REQUEST[:-2])
        after_a_while(protocol)
        assert not line.is_open

    asyncio.run(work())


def test_who_waits_for_an_answer_is_not_sent_away() -> None:
    async def work() -> None:
        server = Server()
        line, protocol = server.connect()
        protocol.data_received(REQUEST)
        for _ in range(3):
            after_a_while(protocol)
        assert line.is_open
        await answered(server)

    asyncio.run(work())


def test_a_websocket_is_left_to_the_guard() -> None:
    async def work() -> None:
        line, protocol = Server().connect()
        line.protocol = asyncio.Protocol()
        after_a_while(protocol)
        assert line.is_open

    asyncio.run(work())


@pytest.mark.parametrize(("client", "taken"), [(NEIGHBOUR, MOST_OF_ONE), ("127.0.0.1", 60)])
def test_one_neighbour_cannot_take_all_connections(client: str, taken: int) -> None:
    async def work() -> None:
        server = Server()
        lines = [server.connect(client)[0] for _ in range(60)]
        assert sum(line.is_open for line in lines) == taken
        assert server.connect("192.168.1.51")[0].is_open

    asyncio.run(work())
