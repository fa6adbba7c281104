"""The guard and WebSockets."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from board_daemon.web.access import AccessRules, Level
from board_daemon.web.budgets import GuardLimits
from board_daemon.web.guard import Guard, GuardRules
from board_daemon.web.live_guard import SEND_NOW, send_now_of
from board_daemon.web.server import server_options
from tests.web.boards import HELLO, LOCAL, NEIGHBOUR, Board, http_scope, status_of
from tests.web.boards import make_board as make


@pytest.mark.slow
def test_who_may_watch_may_open_a_websocket() -> None:
    assert make().socket(client=LOCAL) == HELLO
    assert make(AccessRules(open_watching=True)).socket() == HELLO
    board = make()
    board.pair()
    assert board.socket() == HELLO


def test_an_unknown_websocket_is_not_found() -> None:
    messages = make().socket("/api/nothing", client=LOCAL)
    assert messages[0]["type"] in ("websocket.close", "websocket.http.response.start")


@pytest.mark.parametrize("kind", ["text", "bytes"])
def test_a_message_that_is_too_large_closes_the_websocket(kind: str) -> None:
    board = make()
    large: Any = "é" * 513 if kind == "text" else b"x" * 1025
    messages = board.socket(client=LOCAL, incoming=[{"type": "websocket.receive", kind: large}])
    assert messages == [*HELLO, {"type": "websocket.close", "code": 1009}]


def test_too_many_messages_close_the_websocket() -> None:
    ping: Message = {"type": "websocket.receive", "text": "ping"}
    messages = make().socket(client=LOCAL, incoming=[ping] * 100)
    assert len(messages) == len(HELLO) + 30 + 1
    assert messages[-1] == {"type": "websocket.close", "code": 1008}


def test_a_visitor_has_so_many_websockets_and_no_more() -> None:
    limits = replace(GuardLimits(), stranger_sockets=2, all_stranger_sockets=3)
    inner_calls: list[str] = []

    async def scenario() -> list[int]:
        release = asyncio.Event()

        async def holding(scope: Scope, receive: Receive, send: Send) -> None:
            inner_calls.append(scope["client"][0])
            await send({"type": "websocket.accept"})
            await release.wait()

        board = make(AccessRules(open_watching=True))
        rules = GuardRules(hosts=frozenset(), limits=limits)
        guard = Guard(holding, board.access, rules, board.clocks)

        async def open_one(client: str) -> int:
            scope = http_scope("GET", "/api/live", client, (), "ws")
            scope.update(type="websocket", extensions={"websocket.http.response": {}})
            sent: list[Message] = []

            async def send(message: Message) -> None:
                sent.append(message)

            task = asyncio.create_task(guard(scope, _never, send))
            tasks.append(task)
            while not sent:
                await asyncio.sleep(0)
            return 101 if sent[0]["type"] == "websocket.accept" else status_of(sent)

        tasks: list[asyncio.Task[None]] = []
        statuses = [await open_one(client) for client in ("a", "a", "a", "b", "c")]
        release.set()
        await asyncio.gather(*tasks)
        # What is closed makes room again, and leaves nothing behind.
        statuses.append(await open_one("a"))
        await asyncio.gather(*tasks)
        assert len(guard._accounts._open) == 0
        return statuses

    assert asyncio.run(scenario()) == [101, 101, 429, 101, 429, 101]
    assert inner_calls == ["a", "a", "b", "a"]


async def _never() -> Message:
    await asyncio.Event().wait()
    raise AssertionError("unreachable")


def test_a_websocket_that_fails_is_closed_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        raise ValueError("of our own making")

    board = make()
    guard = Guard(failing, board.access, GuardRules(hosts=frozenset()), board.clocks)
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope = http_scope("GET", "/api/live", LOCAL, (), "ws")
    scope["type"] = "websocket"
    with caplog.at_level(logging.ERROR):
        asyncio.run(guard(scope, _never, send))
    assert sent[-1] == {"type": "websocket.close", "code": 1011}
    assert "of our own making" in caplog.text


def live_scope(board: Board) -> Scope:
    """Of a paired device that opens its WebSocket."""
    cookies = "; ".join(f"{key}={value}" for key, value in board.cookies[NEIGHBOUR].items())
    scope = http_scope("GET", "/api/live", NEIGHBOUR, {"Cookie": cookies}, "ws")
    del scope["method"]
    scope.update(type="websocket", subprotocols=[], extensions={})
    return scope


def live_after(board: Board, act: Any) -> list[Message]:
    """What a paired device's open WebSocket gets when `act` happens before its next message."""
    scope = live_scope(board)
    sent: list[Message] = []
    waiting: list[Message] = [{"type": "websocket.connect"}]

    async def receive() -> Message:
        if waiting:
            return waiting.pop(0)
        if act_once:
            act_once.pop()()
            return {"type": "websocket.receive", "text": "ping"}
        return {"type": "websocket.disconnect", "code": 1001}

    async def send(message: Message) -> None:
        sent.append(message)

    act_once = [act]
    asyncio.run(board.app(scope, receive, send))
    return sent


def test_nothing_more_is_told_to_a_device_that_was_removed() -> None:
    board = make()
    board.pair()
    number = board.access.devices[0].id
    messages = live_after(board, lambda: board.access.revoke(number))
    assert messages == [*HELLO, {"type": "websocket.close", "code": 1008}]


def changed_while_silent(board: Board, act: Callable[[], object]) -> list[Message]:
    """What a paired device's open WebSocket gets when `act` happens while nothing is said."""
    scope = live_scope(board)
    sent: list[Message] = []
    opening: list[Message] = [{"type": "websocket.connect"}]

    async def scenario() -> None:
        gone = asyncio.Event()

        async def receive() -> Message:
            if opening:
                return opening.pop()
            await gone.wait()
            return {"type": "websocket.disconnect", "code": 1001}

        async def send(message: Message) -> None:
            sent.append(message)

        talking = asyncio.create_task(board.app(scope, receive, send))
        while len(sent) < len(HELLO):
            await asyncio.sleep(0)
        act()
        for _ in range(20):
            await asyncio.sleep(0)
        gone.set()
        await talking

    asyncio.run(scenario())
    return sent[len(HELLO) :]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "ends"),
    [
        (None, [{"type": "websocket.close", "code": 1008}]),
        (Level.WATCH, [{"type": "websocket.close", "code": 1012}]),
        (Level.PLAY, []),
    ],
)
def test_who_is_removed_or_gets_another_level_is_cut_off_at_once_though_nobody_says_anything(
    level: Level | None, ends: list[Message]
) -> None:
    board = make()
    board.pair()
    number = board.access.devices[0].id

    def act() -> None:
        if level is None:
            board.access.revoke(number)
        else:
            board.access.change_device(number, level=level)

    assert changed_while_silent(board, act) == ends


def test_a_device_that_is_forgotten_for_its_age_is_cut_off_as_well() -> None:
    board = make()
    board.pair()

    def act() -> None:
        board.clocks.go(31 * 86_400)
        board.access.tick(board.clocks())

    assert changed_while_silent(board, act) == [{"type": "websocket.close", "code": 1008}]


def test_an_open_websocket_ends_with_its_session() -> None:
    board = make()
    board.pair()
    messages = live_after(board, lambda: board.clocks.go(31 * 86_400))
    assert messages == [*HELLO, {"type": "websocket.close", "code": 1008}]


def test_a_device_with_a_new_level_is_asked_to_come_again() -> None:
    board = make()
    board.pair()
    number = board.access.devices[0].id
    messages = live_after(board, lambda: board.access.change_device(number, level=Level.OWNER))
    assert messages == [*HELLO, {"type": "websocket.close", "code": 1012}]


def test_a_device_of_which_nothing_changed_stays_connected() -> None:
    board = make()
    board.pair()
    messages = live_after(board, lambda: board.clocks.go(86_400))
    assert messages[-1] == {"type": "websocket.send", "text": "you said ping"}


def test_the_guard_looks_at_what_is_sent_at_once_too() -> None:
    board = make()
    board.pair()
    number = board.access.devices[0].id
    cookies = "; ".join(f"{key}={value}" for key, value in board.cookies[NEIGHBOUR].items())
    said: list[str] = []
    sent: list[Message] = []
    answers: list[bool] = []

    def say(text: str) -> bool:
        said.append(text)
        return True

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        send_now = send_now_of(scope)
        assert send_now is not None
        answers.append(send_now("before"))
        board.access.revoke(number)
        answers.append(send_now("after"))
        with suppress(ConnectionError):
            await send({"type": "websocket.send", "text": "after"})
        answers.append(send_now("at the end"))

    async def send(message: Message) -> None:
        sent.append(message)

    scope = http_scope("GET", "/api/live", NEIGHBOUR, {"Cookie": cookies}, "ws")
    scope["type"] = "websocket"
    scope["extensions"] = {SEND_NOW: {"send": say}}
    guard = Guard(app, board.access, GuardRules(hosts=frozenset()), board.clocks)
    asyncio.run(guard(scope, _never, send))
    assert (answers, said) == ([True, False, False], ["before"])
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_a_client_that_takes_nothing_is_let_go() -> None:
    board = make(limits=replace(GuardLimits(), send_seconds=0.0))

    async def stuck(message: Message) -> None:
        if message["type"] == "websocket.send":
            await asyncio.Event().wait()

    scope = http_scope("GET", "/api/live", LOCAL, (), "ws")
    del scope["method"]
    scope.update(type="websocket", subprotocols=[], extensions={})
    waiting: list[Message] = [{"type": "websocket.connect"}]

    async def receive() -> Message:
        return waiting.pop() if waiting else await _never()

    asyncio.run(board.app(scope, receive, stuck))


def test_the_server_is_told_not_to_believe_headers_and_not_to_name_itself() -> None:
    options = server_options()
    assert options["proxy_headers"] is False
    assert options["server_header"] is False
