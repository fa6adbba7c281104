"""What everybody who watches a board is told: numbered messages, and how to catch up on them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

_LOG: Final = logging.getLogger(__name__)
MOST_KEPT: Final = 2000
"""Messages that are kept for those who come back after a while."""
MOST_WAITING: Final = 500
"""Messages that may wait for one watcher: who is further behind has to come back."""

Message = dict[str, object]
SendNow = Callable[[str], bool]
"""Sends a text to a watcher at once; False: it would have to wait, and was not sent."""


class Watcher:
    """Somebody who is told everything from now on."""

    def __init__(self, *, knows_code: bool = False, send_now: SendNow | None = None) -> None:
        """Nothing waits for him yet; `knows_code`: see `Feed.publish`."""
        self.knows_code = knows_code
        self._send_now = send_now
        self._waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self._has_all = False
        """Whether he was sent everything so far, so that nothing is overtaken."""
        self.is_left_behind = False
        """Whether he could not keep up, so that messages are missing from here on."""

    def tell(self, text: str) -> None:
        """Send him a message, or let it wait for him, unless one before it could not."""
        if self.is_left_behind:
            return
        if self._has_all and self._is_sent(text):
            return
        self._has_all = False
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self.is_left_behind = True

    def _is_sent(self, text: str) -> bool:
        try:
            return self._send_now is not None and self._send_now(text)
        except Exception:
            # Neither the board nor anybody else may be the worse for what is wrong with one.
            _LOG.exception("Somebody who watches could not be sent a message")
            self._send_now = None
            return False

    async def next(self) -> str:
        """The next message that waits for him; to be asked for once the one before was sent.

        While none waits, he is sent what comes at once where that can be.
        """
        self._has_all = self._waiting.empty()
        return await self._waiting.get()

    @property
    def has_more(self) -> bool:
        """Whether a message waits for him."""
        return not self._waiting.empty()


class _Texts(NamedTuple):
    """One message, for those who may not know the code and for those who may."""

    for_anybody: str
    with_code: str


class Feed:
    """Numbers messages, keeps the latest ones, and hands them to all watchers."""

    def __init__(self, run: str) -> None:
        """`run`: tells this run of the daemon from others, whose numbers mean something else."""
        self.run = run
        self.seq = 0
        """The number of the last message."""
        self._kept: deque[_Texts] = deque(maxlen=MOST_KEPT)
        # In the order in which they came.
        self._watchers: dict[Watcher, None] = {}

    def publish(self, message: Message, with_code: Message | None = None) -> None:
        """Give a message its number and tell everybody.

        `with_code`: what those are told instead who may know the code that lets a device in.
        """
        # A message that cannot be told has no number.
        seq = self.seq + 1
        text = encoded({**message, "seq": seq})
        full = text if with_code is None else encoded({**with_code, "seq": seq})
        self.seq = seq
        self._kept.append(_Texts(text, full))
        for watcher in self._watchers:
            watcher.tell(full if watcher.knows_code else text)

    def join(self, *, knows_code: bool = False, send_now: SendNow | None = None) -> Watcher:
        """Somebody new watches."""
        watcher = Watcher(knows_code=knows_code, send_now=send_now)
        self._watchers[watcher] = None
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """He watches no more."""
        self._watchers.pop(watcher, None)

    @property
    def watchers(self) -> int:
        """How many watch."""
        return len(self._watchers)

    def missed_since(self, seq: int, run: str, *, knows_code: bool = False) -> list[str] | None:
        """The messages after number `seq` of that run; None: they are not all kept."""
        missed = self.seq - seq
        if run != self.run or not 0 <= missed <= len(self._kept):
            return None
        texts = list(self._kept)[len(self._kept) - missed :]
        return [each.with_code if knows_code else each.for_anybody for each in texts]


def encoded(message: Message) -> str:
    """A message as it travels."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)
