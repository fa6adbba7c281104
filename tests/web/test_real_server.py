"""The guard under uvicorn, on real sockets: several loopback addresses are several clients."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from board_daemon.web.access import AccessRules
from board_daemon.web.server import server_options
from tests.web.boards import Board, make_board
from tests.web.whole_board import PATIENCE

TABLET = "127.0.0.2"
NEIGHBOUR = "127.0.0.3"


@contextmanager
def running(board: Board) -> Iterator[int]:
    """Serve the board on a free port of this machine."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(board.app, log_level="warning", **server_options())
    server = uvicorn.Server(config)
    ready = threading.Event()

    async def serve() -> None:
        task = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not task.done():
            await asyncio.sleep(0.001)
        ready.set()
        await task

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield int(listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@pytest.fixture(scope="module")
def board() -> Board:
    return make_board(AccessRules(trust_loopback=False))


@pytest.fixture(scope="module")
def port(board: Board) -> Iterator[int]:
    with running(board) as port:
        yield port


def browser(port: int, address: str) -> httpx.Client:
    """A client at this address of the loopback network, with a cookie jar of its own."""
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=transport)


def live(port: int, address: str, **headers: str) -> ClientConnection:
    return connect(
        f"ws://127.0.0.1:{port}/api/live",
        source_address=(address, 0),
        additional_headers=headers,
        proxy=None,
    )


def raw(port: int, request: bytes) -> tuple[int, bytes]:
    """The status and the body that the server answers to these very bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as wire:
        wire.sendall(request)
        answer = HTTPResponse(wire)
        answer.begin()
        return answer.status, answer.read()


@pytest.mark.slow
def test_a_tablet_pairs_watches_and_is_cut_off_when_it_is_removed(board: Board, port: int) -> None:
    with browser(port, TABLET) as tablet, browser(port, NEIGHBOUR) as neighbour:
        assert tablet.get("/api/state").status_code == 401
        assert tablet.post("/api/pair/start", json={"level": "owner"}).status_code == 200
        entered = {"code": board.code, "name": "Tablet"}
        assert neighbour.post("/api/pair", json=entered).status_code == 409
        assert tablet.post("/api/pair", json=entered).json() == {"level": "owner"}
        assert tablet.get("/api/state").status_code == 200
        assert neighbour.get("/api/state").status_code == 401
        cookie = f"pacoboard_session={tablet.cookies['pacoboard_session']}"
        with live(port, TABLET, Cookie=cookie) as wire:
            assert wire.recv() == "hello"
            wire.send("ping")
            assert wire.recv() == "you said ping"
            assert tablet.post("/api/logout").status_code == 200
            with pytest.raises(ConnectionClosed) as closed:
                wire.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008


def test_a_websocket_of_a_stranger_or_of_another_page_is_refused_with_a_sentence(
    port: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("uvicorn"), "propagate", True)
    for headers, status in (
        ({}, 401),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "cross-site"}, 403),
    ):
        with pytest.raises(InvalidStatus) as refused:
            live(port, NEIGHBOUR, **headers)
        assert refused.value.response.status_code == status
        assert b'{"error":' in refused.value.response.body
        assert refused.value.response.headers["X-Content-Type-Options"] == "nosniff"
    # No stranger may fill the log.
    assert caplog.records == []


@pytest.mark.parametrize(
    "text",
    [
        b"\x16\x03\x01nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    ],
    ids=["no HTTP", "too long", "another protocol"],
)
def test_what_is_no_request_is_answered_and_fills_no_log(
    port: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, text: bytes
) -> None:
    monkeypatch.setattr(logging.getLogger("uvicorn"), "propagate", True)
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as wire:
        wire.sendall(text)
        assert wire.recv(100).startswith(b"HTTP/1.1 4")
    assert caplog.records == []


@pytest.mark.slow
def test_the_server_does_not_name_itself_and_believes_no_header(port: int) -> None:
    with browser(port, NEIGHBOUR) as neighbour:
        answer = neighbour.get("/api/state", headers={"X-Forwarded-For": "127.0.0.1"})
    assert answer.status_code == 401
    assert "server" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.slow
def test_a_real_websocket_takes_no_large_message() -> None:
    with running(make_board()) as port, live(port, "127.0.0.1") as wire:
        assert wire.recv() == "hello"
        wire.send("x" * 2000)
        with pytest.raises(ConnectionClosed) as closed:
            wire.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@pytest.mark.slow
@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET /api/state HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
        (b"GET http://evil.example/api/state HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
        (b"GET /api/state HTTP/1.0\r\n\r\n", 421),
        (b"GET /api/state HTTP/1.1\r\n\r\n", 400),
        (b"GET /api/state HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400),
        (b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /..%5c..%5cetc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /" + b"a" * 3000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 14000 + b"\r\n\r\n", 431),
        (
            b"POST /api/pair HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 99999999\r\n\r\n{}",
            413,
        ),
        (
            b"POST /api/pair HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n" + (b"400\r\n" + b"x" * 1024 + b"\r\n") * 8,
            413,
        ),
        (
            b"POST /api/pair HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400,
        ),
        (b"TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
    ],
    ids=lambda value: value if isinstance(value, int) else value[:40].decode("latin-1"),
)
def test_what_no_client_library_would_send_is_refused(
    port: int, request_: bytes, status: int
) -> None:
    answered, body = raw(port, request_)
    assert answered == status
    assert b"Traceback" not in body
    assert b"root:" not in body
