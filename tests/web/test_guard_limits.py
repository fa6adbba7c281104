"""Too large, too slow, too often."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from starlette.types import Message

from board_daemon.web.access import AccessRules
from board_daemon.web.budgets import GuardLimits
from board_daemon.web.rates import Budget
from tests.web.boards import JSON, LOCAL, NEIGHBOUR, OTHER, http_scope
from tests.web.boards import make_board as make


@pytest.mark.parametrize(("size", "status"), [(64 * 1024, 422), (64 * 1024 + 1, 413)])
@pytest.mark.parametrize("is_declared", [True, False])
def test_a_body_is_bounded_whether_it_is_declared_or_comes_in_chunks(
    size: int, status: int, is_declared: bool
) -> None:
    board = make()
    headers = {**JSON, "Content-Length": str(size)} if is_declared else dict(JSON)
    chunks = [b" " * 1000] * (size // 1000) + [b" " * (size % 1000)]
    answer = board.ask("POST", "/api/settings", client=LOCAL, headers=headers, chunks=chunks)
    assert answer.status == status


def test_a_declared_length_is_refused_before_anything_is_read() -> None:
    board = make()
    for declared in ("65537", "9" * 50, "1e3", "-1", "٣"):
        scope = http_scope("POST", "/api/settings", LOCAL, JSON, "http")
        scope["headers"].append((b"content-length", declared.encode()))

        async def never() -> Message:
            raise AssertionError("nothing of this is to be read")

        sent: list[Message] = []

        async def send(message: Message, sent: list[Message] = sent) -> None:
            sent.append(message)

        asyncio.run(board.app(scope, never, send))
        assert sent[0]["status"] in (400, 413)


@pytest.mark.slow
def test_reading_stops_as_soon_as_a_chunked_body_is_too_large() -> None:
    board = make()
    read = 0

    async def endless() -> Message:
        nonlocal read
        read += 1000
        return {"type": "http.request", "body": b" " * 1000, "more_body": True}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope = http_scope("POST", "/api/settings", LOCAL, JSON, "http")
    asyncio.run(board.app(scope, endless, send))
    assert sent[0]["status"] == 413
    assert read <= 66_000


def test_only_an_owner_may_send_a_large_import_and_a_stranger_hardly_anything() -> None:
    board = make(AccessRules(open_watching=True))
    board.pair(client=OTHER, level="play")
    text = {"Content-Type": "text/plain"}

    def status(client: str, size: int, path: str = "/api/games/import") -> int:
        chunks = [b"x" * size]
        return board.ask("POST", path, client=client, headers=text, chunks=chunks).status

    assert status(LOCAL, 1024 * 1024) == 404
    assert status(LOCAL, 1024 * 1024 + 1) == 413
    assert status(OTHER, 64 * 1024) == 404
    assert status(OTHER, 64 * 1024 + 1) == 413
    assert status(NEIGHBOUR, 4 * 1024) == 404
    assert status(NEIGHBOUR, 4 * 1024 + 1) == 413


def test_a_body_that_never_comes_is_not_waited_for() -> None:
    board = make(limits=GuardLimits(body_seconds=0.0))

    async def slow() -> Message:
        await asyncio.Event().wait()
        raise AssertionError("unreachable")

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(board.app(http_scope("POST", "/api/settings", LOCAL, JSON, "http"), slow, send))
    assert sent[0]["status"] == 408


def test_a_client_that_goes_away_while_sending_is_let_go() -> None:
    board = make()
    waiting = [{"type": "http.request", "body": b"{", "more_body": True}]

    async def receive() -> Message:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        raise AssertionError("nobody is there")

    asyncio.run(board.app(http_scope("POST", "/api/settings", LOCAL, JSON, "http"), receive, send))


def test_an_address_or_headers_without_end_are_refused() -> None:
    board = make()
    assert board.get("/api/state?" + "x" * 2039, client=LOCAL).status == 414
    assert board.get("/api/state?" + "x" * 2038, client=LOCAL).status != 414
    answer = board.get("/api/state", client=LOCAL, headers={"X-Long": "x" * 13_000})
    assert answer.status == 431


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", ["/../etc/passwd", "/a/../b", "/..", "/a\\b", "/a\0b", "/./a", "/api/../api/state"]
)
def test_a_path_that_leads_elsewhere_is_refused(path: str) -> None:
    assert make().get(path, client=LOCAL).status == 400


@pytest.mark.slow
def test_a_flood_from_one_neighbour_is_stopped_and_told_when_to_come_again() -> None:
    board = make()
    limit = GuardLimits().stranger
    statuses = [board.get("/api/pair").status for _ in range(int(limit.burst) + 50)]
    assert statuses.count(200) == limit.burst
    refused = board.get("/api/pair")
    assert refused.status == 429
    assert refused.header("retry-after") == "1"
    # Others are not hindered, and he himself only for a while.
    assert board.get("/api/pair", client=OTHER).status == 200
    board.clocks.go(1.0)
    assert board.get("/api/pair").status == 200


def test_refused_requests_count_too() -> None:
    board = make(limits=replace(GuardLimits(), stranger=Budget(3, 1)))
    evil = {"Host": "evil.example"}
    assert [board.get("/", headers=evil).status for _ in range(4)] == [421, 421, 421, 429]


@pytest.mark.slow
def test_a_crowd_of_strangers_cannot_shut_out_a_paired_device_or_this_machine() -> None:
    board = make(limits=replace(GuardLimits(), all_strangers=Budget(20, 1)))
    board.pair(client=OTHER)
    statuses = [board.get("/api/pair", client=f"10.0.0.{n}").status for n in range(40)]
    assert statuses[-1] == 429
    assert board.get("/api/state", client=OTHER).status == 200
    assert board.get("/api/state", client=LOCAL).status == 200


def test_a_paired_device_has_a_budget_of_its_own_wherever_it_is() -> None:
    board = make(limits=replace(GuardLimits(), device=Budget(5, 1)))
    board.pair()
    board.cookies[OTHER] = board.cookies[NEIGHBOUR]
    statuses = [
        board.get("/api/state", client=client).status
        for _ in range(4)
        for client in (NEIGHBOUR, OTHER)
    ]
    assert statuses.count(200) == 5
    assert statuses[-1] == 429


@pytest.mark.slow
def test_readings_may_come_fast_on_this_machine() -> None:
    board = make()
    assert all(board.post("/api/game/new", client=LOCAL).status == 200 for _ in range(600))


def test_the_clock_of_the_wall_changes_no_rate() -> None:
    board = make(limits=replace(GuardLimits(), stranger=Budget(1, 1)))
    assert board.get("/api/pair").status == 200
    board.clocks.wall += 1e6
    assert board.get("/api/pair").status == 429
