"""Attacks on the guard, without a network."""

from __future__ import annotations

import asyncio
import logging

import pytest

from board_daemon.web.guard import SESSION_COOKIE
from tests.web.boards import HELLO, LOCAL, NEIGHBOUR, OTHER, SERVER, exchange, http_scope, status_of
from tests.web.boards import make_board as make

# --- addressed to another name ---


@pytest.mark.parametrize("path", ["/", "/api/state", "/api/pair", "/nothing"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "0.0.0.0:8000", ""])
@pytest.mark.parametrize("client", [LOCAL, NEIGHBOUR])
def test_a_name_of_somebody_elses_making_is_refused(path: str, host: str, client: str) -> None:
    answer = make().get(path, client=client, headers={"Host": host})
    assert answer.status == 421
    assert "name" in answer.error


@pytest.mark.slow
def test_a_rebound_name_cannot_open_a_websocket() -> None:
    board = make()
    for host in ("evil.example:8000", "localhost.evil.example"):
        headers = {"Host": host, "Origin": f"http://{host}"}
        assert status_of(board.socket(client=LOCAL, headers=headers)) == 421


def test_two_hosts_or_none_are_refused() -> None:
    board = make()
    two = [("Host", "localhost:8000"), ("Host", "evil.example")]
    assert board.get("/api/state", client=LOCAL, headers=two).status == 421
    scope = http_scope("GET", "/api/state", LOCAL, (), "http")
    scope["headers"] = []
    assert asyncio.run(exchange(board.app, scope, [])).status == 421


def test_the_boards_own_names_and_the_address_of_the_connection_are_served() -> None:
    board = make()
    for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "board.lan:8000", SERVER):
        assert board.get("/api/state", client=LOCAL, headers={"Host": host}).status == 200


# --- sent by another page ---


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9000"},
        {"Origin": "https://localhost:8000"},
        {"Origin": "http://localhost:8000", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_a_page_of_elsewhere_can_change_nothing_even_in_the_owners_browser(
    headers: dict[str, str],
) -> None:
    board = make()
    for path, body in (("/api/settings", {}), ("/api/pair/start", {"level": "owner"})):
        answer = board.post(path, body, client=LOCAL, headers=headers)
        assert answer.status == 403
        assert answer.error == "Only the board's own page may do this."
    assert board.access.code_shown == ()
    assert status_of(board.socket(client=LOCAL, headers=headers)) == 403


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://evil.example"}]
)
def test_a_page_of_elsewhere_cannot_have_the_board_work_for_it_either(
    headers: dict[str, str],
) -> None:
    assert make().get("/api/state", client=LOCAL, headers=headers).status == 403


def test_the_own_page_and_programs_without_a_browser_may() -> None:
    board = make()
    for headers in (
        {},
        {"Origin": "http://localhost:8000"},
        {"Origin": "http://localhost:8000", "Sec-Fetch-Site": "same-origin"},
    ):
        assert board.post("/api/settings", client=LOCAL, headers=headers).status == 200
        assert board.socket(client=LOCAL, headers=headers) == HELLO


@pytest.mark.slow
def test_nothing_is_ever_allowed_to_other_origins() -> None:
    board = make()
    answer = board.ask(
        "OPTIONS",
        "/api/settings",
        client=LOCAL,
        headers={
            "Origin": "http://evil.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Private-Network": "true",
        },
    )
    assert answer.status in (403, 405)
    headers = [*answer.headers, *board.get("/api/state", client=LOCAL).headers]
    assert not any(name.startswith("access-control") for name, _ in headers)


@pytest.mark.parametrize(
    "kind",
    [
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
        "text/plain; application/json",
        "application/json, text/plain",
        "application/jsonp",
        "",
    ],
)
def test_commands_are_json_and_never_forms(kind: str) -> None:
    answer = make().ask(
        "POST", "/api/settings", client=LOCAL, headers={"Content-Type": kind}, chunks=[b"{}"]
    )
    assert answer.status == 415
    assert answer.error == "Expected application/json."


def test_a_body_of_no_kind_is_refused_and_no_body_needs_no_kind() -> None:
    board = make()
    assert board.ask("POST", "/api/settings", client=LOCAL, chunks=[b"{}"]).status == 415
    assert board.ask("POST", "/api/logout", client=LOCAL).status == 200
    json = {"Content-Type": "Application/JSON; charset=utf-8"}
    answer = board.ask("POST", "/api/settings", client=LOCAL, headers=json, chunks=[b"{}"])
    assert answer.status == 200


@pytest.mark.slow
def test_an_import_may_be_text_and_nothing_else_may() -> None:
    board = make()
    for kind, status in (("text/plain", 404), ("application/x-www-form-urlencoded", 415)):
        headers = {"Content-Type": kind}
        answer = board.ask(
            "POST", "/api/games/import", client=LOCAL, headers=headers, chunks=[b"x"]
        )
        assert answer.status == status
    for path in ("/api/games/import/", "/api/games/import/x", "//api/games/import"):
        answer = board.ask(
            "POST", path, client=LOCAL, headers={"Content-Type": "text/plain"}, chunks=[b"x"]
        )
        assert answer.status == 415


# --- pretending to be somebody else ---


@pytest.mark.parametrize(
    "header",
    ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Host"],
)
def test_a_header_never_makes_a_client_local_and_may_make_it_a_stranger(header: str) -> None:
    board = make()
    for value in ("127.0.0.1", "for=127.0.0.1", "::1"):
        headers = {header: value}
        assert board.get("/api/state", client=NEIGHBOUR, headers=headers).status == 401
        assert board.get("/api/state", client=LOCAL, headers=headers).status == 401
    assert board.get("/api/state", client=LOCAL).status == 200


def test_this_machine_in_ipv6_clothes_is_this_machine() -> None:
    board = make()
    assert board.get("/api/state", client="::ffff:127.0.0.1").status == 200
    assert board.get("/api/state", client="::ffff:192.168.1.50").status == 401


def test_a_client_without_an_address_is_a_stranger() -> None:
    board = make()
    scope = http_scope("GET", "/api/state", LOCAL, (), "http")
    scope["client"] = None
    assert asyncio.run(exchange(board.app, scope, [])).status == 401


@pytest.mark.parametrize("token", ["", "x", "a" * 43, "null", "' or 1=1 --", "é", "a" * 4000])
def test_a_guessed_session_is_no_session(token: str) -> None:
    board = make()
    board.pair()
    headers = {"Cookie": f"{SESSION_COOKIE}={token}"}
    assert board.get("/api/state", client=OTHER, headers=headers).status == 401


@pytest.mark.parametrize(
    "header",
    ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"],
)
def test_a_method_in_a_header_or_a_parameter_is_not_heeded(header: str) -> None:
    board = make()
    board.pair()
    number = board.access.devices[0].id
    headers = {header: "DELETE"}
    answer = board.get(f"/api/devices/{number}?_method=DELETE", client=LOCAL, headers=headers)
    assert answer.status == 405
    answer = board.post(
        f"/api/devices/{number}", {"_method": "DELETE"}, client=LOCAL, headers=headers
    )
    assert answer.status == 405
    assert len(board.access.devices) == 1


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "get", "DELETE /", "Ω"])
def test_a_method_the_board_does_not_know_is_refused(method: str) -> None:
    assert make().ask(method, "/api/state", client=LOCAL).status == 405


# --- what every answer carries ---


@pytest.mark.parametrize(
    ("method", "path", "host", "status"),
    [
        ("GET", "/api/state", "localhost", 200),
        ("GET", "/nothing", "localhost", 404),
        ("PUT", "/api/state", "localhost", 405),
        ("POST", "/api/pair/start", "localhost", 422),
        ("GET", "/api/broken", "localhost", 500),
        ("GET", "/api/state", "evil.example", 421),
    ],
)
def test_every_answer_carries_the_security_headers(
    method: str, path: str, host: str, status: int
) -> None:
    answer = make().ask(method, path, client=LOCAL, headers={"Host": host})
    assert answer.status == status
    assert answer.header("x-content-type-options") == "nosniff"
    assert answer.header("x-frame-options") == "DENY"
    assert answer.header("referrer-policy") == "same-origin"
    assert answer.header("cross-origin-opener-policy") == "same-origin"
    assert answer.header("cross-origin-resource-policy") == "same-origin"
    assert "camera=()" in (answer.header("permissions-policy") or "")
    assert answer.header("server") is None
    policy = answer.header("content-security-policy") or ""
    assert "frame-ancestors 'none'" in policy
    assert "script" not in policy
    assert "unsafe-eval" not in policy
    if path.startswith("/api"):
        assert policy.startswith("default-src 'none'")
        assert answer.header("cache-control") == "no-store"
    else:
        assert policy.startswith("default-src 'self'")
        assert "unsafe-inline" not in policy
        assert answer.header("cache-control") == "no-cache"


@pytest.mark.slow
def test_the_policy_names_the_socket_of_this_host_only() -> None:
    answer = make().get("/nothing", headers={"Host": "board.lan:8000"})
    policy = answer.header("content-security-policy") or ""
    assert "connect-src 'self' ws://board.lan:8000 wss://board.lan:8000" in policy
    answer = make().get("/nothing", headers={"Host": "evil.example; script-src *"})
    assert "evil" not in (answer.header("content-security-policy") or "")


def test_a_refused_websocket_carries_the_headers_and_the_sentence() -> None:
    messages = make().socket()
    assert status_of(messages) == 401
    headers = dict(messages[0]["headers"])
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert b"pair it first" in messages[1]["body"]


def test_where_a_refusal_cannot_be_worded_the_websocket_is_closed() -> None:
    board = make()
    closed = [{"type": "websocket.close", "code": 1008}]
    assert board.socket(can_respond=False) == closed
    assert board.socket(can_respond=False, headers={"Host": "evil.example"}) == closed


def test_a_failure_says_nothing_of_this_machine_but_to_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = make().get("/api/broken")
    assert answer.status == 500
    assert answer.error == "Something went wrong on the board; its log says what."
    assert "games.sqlite is gone" in caplog.text
    assert "GET '/api/broken'" in caplog.text
