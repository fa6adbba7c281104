"""Whatever is sent, the guard answers: no failure, no traceback, no change by a stranger."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.web.access import AccessRules
from tests.web.boards import JSON, LOCAL, NEIGHBOUR, Answer, Board, exchange, make_board

BOARD = make_board(AccessRules(trust_loopback=False))

latin = st.text(st.characters(max_codepoint=255, exclude_characters="\r\n\0"), max_size=60)
paths = st.one_of(
    st.sampled_from(["/", "/api/state", "/api/pair", "/api/devices/0000000a", "/api/settings"]),
    st.text(max_size=40).map(lambda text: "/" + text),
)
names = st.sampled_from(
    ["host", "origin", "cookie", "content-type", "content-length", "sec-fetch-site", "range",
     "x-forwarded-for", "transfer-encoding", "expect", "upgrade", "if-none-match", "accept"]
)  # fmt: skip
values = st.one_of(
    latin,
    st.sampled_from(["localhost", "http://localhost", "null", "application/json", "same-origin"]),
)
methods = st.sampled_from(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"])


def send(board: Board, scope: dict[str, Any], chunks: list[bytes]) -> Answer:
    board.clocks.go(60)
    return asyncio.run(exchange(board.app, scope, chunks))


@pytest.mark.slow
@settings(max_examples=300)
@given(
    method=methods,
    path=paths,
    query=st.binary(max_size=40),
    headers=st.lists(st.tuples(names, values), max_size=6),
    chunks=st.lists(st.binary(max_size=2000), max_size=4),
    client=st.sampled_from([LOCAL, NEIGHBOUR, "::1", "nonsense"]),
    has_host=st.booleans(),
)
def test_no_request_breaks_anything(
    method: str,
    path: str,
    query: bytes,
    headers: list[tuple[str, str]],
    chunks: list[bytes],
    client: str,
    has_host: bool,
) -> None:
    given_headers = [(b"host", b"localhost")] if has_host else []
    given_headers += [(name.encode(), value.encode("latin-1")) for name, value in headers]
    scope = {
        "type": "http",
        "method": method,
        "scheme": "http",
        "path": path,
        "query_string": query,
        "root_path": "",
        "headers": given_headers,
        "client": (client, 1),
        "server": ("192.168.1.20", 8000),
    }
    answer = send(BOARD, scope, chunks)
    assert answer.status < 500
    assert answer.header("content-security-policy")
    if answer.status >= 400 and method != "HEAD":
        assert 5 < len(answer.error) <= 300
    assert BOARD.access.devices == ()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
bodies = st.one_of(
    json_values,
    st.fixed_dictionaries(
        {}, optional={"level": json_values, "code": json_values, "name": json_values}
    ),
)


@pytest.mark.slow
@settings(max_examples=200)
@given(path=st.sampled_from(["/api/pair", "/api/pair/start", "/api/pair/cancel"]), body=bodies)
def test_no_json_breaks_pairing(path: str, body: object) -> None:
    BOARD.clocks.go(600)
    answer = BOARD.ask("POST", path, json_body=body, client=NEIGHBOUR, headers=())
    assert answer.status < 500
    if answer.status >= 400:
        assert answer.error
    assert BOARD.access.devices == ()


@pytest.mark.slow
@settings(max_examples=100)
@given(cookie=latin)
def test_no_cookie_opens_the_board_but_a_paired_one(cookie: str) -> None:
    headers = {**JSON, "Cookie": cookie}
    BOARD.clocks.go(60)
    assert BOARD.get("/api/state", headers=headers, client="192.168.1.99").status == 401
