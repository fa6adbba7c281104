"""The state of the board, at one moment and as it changes."""

# Annotations are evaluated here: FastAPI reads those of the routes.
import asyncio
from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.requests import HTTPConnection

from board_daemon.game.feed import Watcher, encoded
from board_daemon.game.table import Table
from board_daemon.web.access import Level, needs, visitor_of
from board_daemon.web.live_guard import send_now_of
from board_daemon.web.schema import State

POLICY_VIOLATION: Final = 1008
TRY_AGAIN_LATER: Final = 1013


def live_router(table: Table) -> APIRouter:
    """The routes of the live board."""
    router = APIRouter(prefix="/api", tags=["live"])

    # What is not there is left out, as it is in the live messages.
    @router.get(
        "/state",
        response_model=State,
        response_model_exclude_unset=True,
        dependencies=[needs(Level.WATCH)],
    )
    async def state(request: Request) -> Any:
        """Everything there is to know of the board now."""
        return state_for(table, request)

    @router.websocket("/live", dependencies=[needs(Level.WATCH)])
    async def live(
        socket: WebSocket,
        since: Annotated[int, Query(ge=0)] = 0,
        run: Annotated[str, Query(max_length=40)] = "",
    ) -> None:
        """All that happens, as it happens; `since` and `run` catch up on what was missed."""
        await socket.accept()
        knows_code = _may_know_code(socket)
        watcher = table.feed.join(knows_code=knows_code, send_now=send_now_of(socket.scope))
        try:
            # Nothing is awaited between joining and this: no message is missed or told twice.
            missed = table.feed.missed_since(since, run, knows_code=knows_code)
            if missed is None:
                state = state_for(table, socket)
                missed = [encoded({"event": "hello", "seq": table.feed.seq, "state": state})]
            for text in missed:
                await socket.send_text(text)
            await _talk(socket, watcher)
        except (WebSocketDisconnect, RuntimeError):
            pass  # He has gone, or was sent away, perhaps in the midst of a message.
        finally:
            table.feed.leave(watcher)

    return router


def state_for(table: Table, connection: HTTPConnection) -> dict[str, object]:
    """The state, and what whoever asks may do."""
    state = table.state(knows_code=_may_know_code(connection))
    return {**state, "you": visitor_of(connection).you()}


def _may_know_code(connection: HTTPConnection) -> bool:
    """Only who could gain nothing by it: others must stand before the board to read the code."""
    return visitor_of(connection).level >= Level.OWNER


async def _talk(socket: WebSocket, watcher: Watcher) -> None:
    """Tell and listen until either side ends it."""
    telling = asyncio.create_task(_tell(socket, watcher))
    listening = asyncio.create_task(_listen(socket))
    done, going_on = await asyncio.wait((telling, listening), return_when=asyncio.FIRST_COMPLETED)
    for task in going_on:
        task.cancel()
    await asyncio.gather(*going_on, return_exceptions=True)
    for task in done:
        code = task.result()
        if code is not None:
            with suppress(RuntimeError):
                await socket.close(code)


async def _tell(socket: WebSocket, watcher: Watcher) -> int:
    while True:
        text = await watcher.next()
        await socket.send_text(text)
        if watcher.is_left_behind and not watcher.has_more:
            return TRY_AGAIN_LATER


async def _listen(socket: WebSocket) -> int | None:
    """Answer `ping`; anything else is not for this socket."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        if message.get("text") != "ping":
            return POLICY_VIOLATION
        await socket.send_text("pong")
