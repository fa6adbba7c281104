"""What the guard watches over while a WebSocket is open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from starlette.types import Message, Receive, Scope, Send

from board_daemon.game.feed import SendNow
from board_daemon.web.budgets import GuardLimits
from board_daemon.web.levels import Level, Visitor
from board_daemon.web.rates import Rates

POLICY_VIOLATION: Final = 1008
MESSAGE_TOO_BIG: Final = 1009
COME_AGAIN: Final = 1012
"""The close code of a visitor whose level has changed: he comes back with his new one."""
SEND_NOW: Final = "pacoboard.send_now"
"""The extension of a server that can send a text at once: its `send` is a `SendNow`.

To send one as ASGI does takes a task for each watcher, and some ten calls: the last of fifty would
see the lights milliseconds later.
"""


def send_now_of(scope: Scope) -> SendNow | None:
    """How a text is sent at once on this connection; None: the server cannot."""
    extension = scope.get("extensions", {}).get(SEND_NOW)
    return extension["send"] if extension else None


@dataclass(slots=True, eq=False)
class GuardedSocket:
    """Both directions of one WebSocket; closes it where it must not go on.

    The app then sees what it sees when a client goes away: a `websocket.disconnect`, or an OSError
    at sending, which Starlette turns into a WebSocketDisconnect.
    """

    visitor: Visitor
    seen_again: Callable[[Visitor], Visitor]
    monotonic: Callable[[], float]
    limits: GuardLimits
    receive_next: Receive
    send_on: Send
    send_now_on: SendNow | None = None
    _messages: Rates = field(init=False)
    _is_closed: bool = False

    def __post_init__(self) -> None:
        self._messages = Rates(self.limits.messages, most_kept=1)

    async def receive(self) -> Message:
        """The next message of the client, unless it is too large or one too many."""
        message = await self.receive_next()
        if message["type"] != "websocket.receive":
            return message
        if _size(message) > self.limits.message:
            return await self._end(MESSAGE_TOO_BIG)
        if self._messages.take("", self.monotonic()):
            return await self._end(POLICY_VIOLATION)
        return message

    async def send(self, message: Message) -> None:
        """Send on, unless the session behind this socket ended or the client takes nothing."""
        if self._is_closed:
            raise ConnectionError("the guard has closed this WebSocket")
        if message["type"] == "websocket.send":
            await self._check_session()
        try:
            async with asyncio.timeout(self.limits.send_seconds):
                await self.send_on(message)
        except TimeoutError:
            self._is_closed = True
            raise ConnectionError("the client takes nothing") from None

    async def look_again(self) -> None:
        """Close it now, though nothing is said, if the visitor may no longer what he might."""
        with suppress(OSError):  # He is gone, or takes nothing, or is being closed already.
            async with asyncio.timeout(self.limits.send_seconds):
                await self._check_session()

    def send_now(self, text: str) -> bool:
        """Send a text at once; where anything is in its way it is for `send` to deal with that."""
        if self.send_now_on is None or self._is_closed:
            return False
        return not self._has_changed(self.seen_again(self.visitor)) and self.send_now_on(text)

    def _has_changed(self, now: Visitor) -> bool:
        return (now.level, now.device_id) != (self.visitor.level, self.visitor.device_id)

    async def _check_session(self) -> None:
        if self._is_closed:
            return
        now = self.seen_again(self.visitor)
        if not self._has_changed(now):
            return
        await self._end(COME_AGAIN if now.level >= Level.WATCH else POLICY_VIOLATION)
        raise ConnectionError("the visitor may no longer what he might at first")

    async def _end(self, code: int) -> Message:
        self._is_closed = True
        await self.send_on({"type": "websocket.close", "code": code})
        return {"type": "websocket.disconnect", "code": code}


def _size(message: Message) -> int:
    text = message.get("text")
    content = message.get("bytes")
    return len(text.encode("utf-8", "replace") if text else content or b"")
