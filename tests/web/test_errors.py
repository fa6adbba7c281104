from __future__ import annotations

import pytest
from fastapi import HTTPException

from board_daemon.rules.squares import parse_square
from board_daemon.web.access import Level, needs
from board_daemon.web.errors import error_response
from tests.web.boards import JSON, LOCAL, Board, make_board


@pytest.fixture
def board() -> Board:
    board = make_board()
    nobody = [needs(Level.NOBODY)]

    @board.app.get("/api/teapot", dependencies=nobody)
    async def teapot() -> None:
        raise HTTPException(418, "The board makes no coffee.", {"X-Tea": "yes"})

    @board.app.get("/api/gone", dependencies=nobody)
    async def gone() -> None:
        raise HTTPException(410)

    @board.app.get("/api/squares/{name}", dependencies=nobody)
    async def square(name: str) -> int:
        return parse_square(name)

    @board.app.get("/api/turns", dependencies=nobody)
    async def turns(before: int) -> int:
        return before

    return board


@pytest.mark.parametrize(
    ("method", "path", "status", "error"),
    [
        ("GET", "/api/nothing", 404, "There is nothing at this address."),
        ("PUT", "/api/state", 405, "This cannot be done at this address."),
        ("GET", "/api/teapot", 418, "The board makes no coffee."),
        ("GET", "/api/gone", 410, "Gone."),
        ("GET", "/api/squares/z9", 422, "expected a square from a1 to h8, got 'z9'"),
        ("GET", "/api/turns", 422, "before: Field required"),
        (
            "GET",
            "/api/turns?before=x",
            422,
            "before: Input should be a valid integer, unable to parse string as an integer",
        ),
        ("GET", "/api/broken", 500, "Something went wrong on the board; its log says what."),
    ],
)
def test_every_refusal_is_one_sentence(
    board: Board, method: str, path: str, status: int, error: str
) -> None:
    answer = board.ask(method, path, client=LOCAL)
    assert (answer.status, answer.error) == (status, error)
    assert answer.header("content-type") == "application/json"


@pytest.mark.slow
def test_headers_of_a_refusal_are_kept(board: Board) -> None:
    assert board.get("/api/teapot").header("x-tea") == "yes"
    assert board.get("/api/state").header("www-authenticate") == "Pairing"
    assert board.ask("PUT", "/api/teapot").header("allow") == "GET"


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [b"{", b"", b"\xff\xfe", b'{"level": "\\ud800"}', b"[" * 4000, b"NaN", b'{"\\ud800": 1}',
     b'{"level": 1e999}', b"1" * 4000, b'{"level": {"a": "' + b"x" * 3000 + b'"}}'],
)  # fmt: skip
def test_whatever_is_sent_is_answered_with_a_sentence_of_bounded_length(
    board: Board, body: bytes
) -> None:
    answer = board.ask("POST", "/api/pair/start", headers=JSON, chunks=[body])
    assert 400 <= answer.status < 500
    assert 5 < len(answer.error) <= 300
    assert "xxxxx" not in answer.error


def test_what_utf_8_cannot_carry_is_replaced() -> None:
    assert error_response(400, "\ud800 bad").body == b'{"error":"? bad"}'
