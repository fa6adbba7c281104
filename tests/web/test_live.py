"""The state, and all that happens as it happens."""

from __future__ import annotations

import asyncio
import json
import os
import socket as sockets
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from board_daemon.game.feed import MOST_WAITING, Message
from board_daemon.game.setup import game_setup
from board_daemon.rules.squares import parse_square
from board_daemon.web.access import AccessRules, Level
from board_daemon.web.route_levels import routes_with_levels
from tests.game.tables import Sitting, make_table, sitting_at
from tests.web.playing import Client, make_app, play, served
from tests.web.whole_board import PATIENCE


def test_the_state_is_as_the_api_describes_it() -> None:
    async def work(client: Client) -> None:
        state = await client.state()
        assert state["you"] == {"level": "owner", "device": None}
        assert state["game"]["fen"].startswith("rnbqkbnr/")

    play(work)


@pytest.mark.slow
def test_the_state_is_the_same_by_asking_and_by_watching() -> None:
    async def work(client: Client) -> None:
        await client.move("a7", "a8")
        asked = (await client.state())["question"]
        assert asked == {"what": "promotion", "square": "a8", "piece": "queen"}
        assert asked == client.sitting.changed("question")

    play(work, game_setup("pacoplay", "4k3/P7/8/8/8/8/8/4K3 w 0 - - -"))


def test_nobody_on_the_network_sees_the_state_unless_that_is_open() -> None:
    async def work(client: Client) -> None:
        assert (await client.http.get("/api/state")).status_code == 401
        assert await client.refused("virtual/act", 401, deed="lift", square="e2")
        assert client.sitting.bridge.standing

    play(work, client="192.168.1.9")


def with_socket(
    work: Callable[[Sitting, str], Awaitable[None]],
    rules: AccessRules | None = None,
) -> None:
    """Let something be done with the address of a real socket."""
    sitting = make_table()
    app, _ = make_app(sitting, rules)

    async def all_of_it() -> None:
        async with sitting_at(sitting), served(app) as address:
            await work(sitting, f"ws://{address}/api/live")

    asyncio.run(all_of_it())


async def heard(socket: ClientConnection) -> dict[str, Any]:
    message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
    assert isinstance(message, dict)
    return message


async def heard_until(socket: ClientConnection, seq: int) -> list[dict[str, Any]]:
    messages = [await heard(socket)]
    while messages[-1]["seq"] < seq:
        messages.append(await heard(socket))
    return messages


@pytest.mark.slow
def test_who_comes_is_told_the_state_and_then_all_that_happens() -> None:
    async def work(sitting: Sitting, address: str) -> None:
        async with connect(address) as socket:
            hello = await heard(socket)
            assert (hello["event"], hello["seq"]) == ("hello", 0)
            assert hello["state"]["phase"] == "settled"
            await sitting.move("e2", "e4")
            messages = await heard_until(socket, sitting.table.feed.seq)
            assert [each["seq"] for each in messages] == list(range(1, len(messages) + 1))
            assert "turn" in [each["event"] for each in messages]

    with_socket(work)


@pytest.mark.slow
def test_who_comes_back_is_told_what_he_missed() -> None:
    async def work(sitting: Sitting, address: str) -> None:
        async with connect(address) as socket:
            run = (await heard(socket))["state"]["run"]
        await sitting.move("e2", "e4")
        last = sitting.table.feed.seq
        async with connect(f"{address}?since=1&run={run}") as socket:
            messages = await heard_until(socket, last)
            assert [each["seq"] for each in messages] == list(range(2, last + 1))
        async with connect(f"{address}?since=1&run=another") as socket:
            assert (await heard(socket))["event"] == "hello"

    with_socket(work)


@pytest.mark.slow
def test_a_ping_is_answered_and_nothing_else() -> None:
    async def work(sitting: Sitting, address: str) -> None:
        async with connect(address) as socket:
            await heard(socket)
            await socket.send("ping")
            assert await asyncio.wait_for(socket.recv(), PATIENCE) == "pong"
            await socket.send('{"deed":"lift","square":"e2"}')
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(socket.recv(), PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
        assert len(sitting.bridge.standing) == 32

    with_socket(work)


@pytest.mark.slow
def test_who_has_left_is_forgotten() -> None:
    async def work(sitting: Sitting, address: str) -> None:
        async with connect(address) as socket:
            await heard(socket)
            assert sitting.table.feed.watchers == 1
        while sitting.table.feed.watchers:
            await asyncio.sleep(0.01)

    with_socket(work)


@pytest.mark.slow
def test_who_cannot_keep_up_is_sent_away_to_come_back() -> None:
    async def work(sitting: Sitting, address: str) -> None:
        async with connect(address) as socket:
            await heard(socket)
            # More than fits between here and there, and then more than may wait.
            for _ in range(3 * MOST_WAITING):
                sitting.table.feed.publish(LARGE)
            with pytest.raises(ConnectionClosed) as closed:
                await heard_until(socket, 10_000)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013

    with_socket(work)


LARGE: Message = {"event": "state", "changed": {"padding": "x" * 20_000}}


async def heard_pong(socket: ClientConnection) -> None:
    """By then the board has sent all that there was."""
    await socket.send("ping")
    while await asyncio.wait_for(socket.recv(), PATIENCE) != "pong":
        pass


@pytest.mark.slow
def test_who_has_heard_everything_is_told_more_before_anything_else_is_done() -> None:
    async def work(sitting: Sitting, address: str) -> None:
        async with connect(address) as socket:
            await heard_pong(socket)
            file = os.dup(socket.transport.get_extra_info("socket").fileno())
            sitting.table.feed.publish({"event": "lights", "squares": {"é1": "move"}})
            with sockets.socket(fileno=file) as wire:
                assert wire.recv(1000, sockets.MSG_PEEK).endswith(b'"seq":1}')
            assert await heard(socket) == {"event": "lights", "squares": {"é1": "move"}, "seq": 1}

    with_socket(work)


@pytest.mark.slow
def test_nothing_is_lost_or_overtaken_where_some_of_it_has_to_wait() -> None:
    async def work(sitting: Sitting, address: str) -> None:
        feed = sitting.table.feed
        async with connect(address) as socket:
            await heard_pong(socket)
            for _ in range(400):
                feed.publish(LARGE)
            told = [await heard(socket)]
            while told[-1]["seq"] < feed.seq:
                if feed.seq < 450:
                    feed.publish({"event": "state", "changed": {}})
                told.append(await heard(socket))
            assert [message["seq"] for message in told] == list(range(1, feed.seq + 1))

    with_socket(work)


OPEN = AccessRules(open_watching=True, trust_loopback=False)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "squares"), [(None, ["c3", "f6"]), (OPEN, [])])
def test_only_an_owner_is_told_the_code_that_the_board_shows(
    rules: AccessRules | None, squares: list[str]
) -> None:
    async def work(client: Client) -> None:
        client.sitting.table.lighting.code = parse_square("c3"), parse_square("f6")
        await client.sitting.table.look_again()
        assert list((await client.state())["lights"]["squares"]) == squares

    play(work, rules=rules)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "may_know"), [(None, True), (OPEN, False)])
def test_others_are_not_told_the_code_as_it_happens_nor_when_they_catch_up(
    rules: AccessRules | None, may_know: bool
) -> None:
    async def work(sitting: Sitting, address: str) -> None:
        feed = sitting.table.feed
        async with connect(address) as socket:
            await heard(socket)
            sitting.table.lighting.code = parse_square("c3"), parse_square("f6")
            await sitting.table.look_again()
            await sitting.move("e2", "e4")
            told = await heard_until(socket, feed.seq)
        async with connect(f"{address}?since=0&run={feed.run}") as socket:
            assert await heard_until(socket, feed.seq) == told
        assert [message["seq"] for message in told] == list(range(1, feed.seq + 1))
        lit = [message["squares"] for message in told if message["event"] == "lights"]
        if may_know:
            assert {"c3": "code", "f6": "code"} in lit
        else:
            assert not any("code" in squares.values() for squares in lit)
            assert lit[-1] == {"e2": "last", "e4": "last"}

    with_socket(work, rules)


def test_every_route_says_who_may_call_it() -> None:
    app, _ = make_app(make_table())
    levels = {(each.method, each.path): each.level for each in routes_with_levels(app)}
    assert levels["GET", "/api/state"] == Level.WATCH
    assert levels["WEBSOCKET", "/api/live"] == Level.WATCH
    assert levels["POST", "/api/settings"] == Level.OWNER
    changing = {path for (method, path) in levels if method not in ("GET", "HEAD", "MOUNT")}
    open_to_all = {path for path in changing if levels.get(("POST", path)) == Level.NOBODY}
    assert open_to_all <= {"/api/pair", "/api/pair/start", "/api/pair/cancel", "/api/logout"}
