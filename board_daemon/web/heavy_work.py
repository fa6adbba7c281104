"""Work that takes seconds, done beside the board: one piece at a time, and not too much of it."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from board_daemon.languages.sentences import said
from board_daemon.rules.errors import PacoboardError

MOST_WAITING: Final = 8
"""Pieces of work that may be begun or wait."""
MOST_REMEMBERED: Final = 32
"""Results that are kept."""

_Result = TypeVar("_Result")


class TooBusy(PacoboardError):
    """There is too much to do already."""


class HeavyWork:
    """Does work in threads of its own, which nobody waits for when the program ends."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._most_waiting = most_waiting
        self._lock = threading.Lock()
        self._one_at_a_time = threading.Lock()
        self._waiting = 0
        self._running: dict[Hashable, Future[Any]] = {}
        self._done: OrderedDict[Hashable, Any] = OrderedDict()

    async def once(self, key: Hashable, work: Callable[[], _Result]) -> _Result:
        """The result of work whose result is always the same, done once for all who ask.

        It goes on though whoever asked has left. Raises TooBusy, and what the work raises.
        """
        with self._lock:
            if key in self._done:
                self._done.move_to_end(key)
                remembered: _Result = self._done[key]
                return remembered
            future = self._running.get(key)
            if future is None:
                future = self._running[key] = self._start(work, key)
        result: _Result = await asyncio.shield(asyncio.wrap_future(future))
        return result

    async def run(self, work: Callable[[], _Result]) -> _Result:
        """The result of work; raises TooBusy, and what the work raises."""
        with self._lock:
            future = self._start(work, None)
        return await asyncio.shield(asyncio.wrap_future(future))

    def _start(self, work: Callable[[], _Result], key: Hashable) -> Future[_Result]:
        if self._waiting >= self._most_waiting:
            raise TooBusy(
                said("refused.busy", "There is too much to do already: try again in a while.")
            )
        self._waiting += 1
        future: Future[_Result] = Future()
        thread = threading.Thread(
            target=self._do, args=(work, key, future), name="heavy work", daemon=True
        )
        thread.start()
        return future

    def _do(self, work: Callable[[], _Result], key: Hashable, future: Future[_Result]) -> None:
        with self._one_at_a_time:
            try:
                result = work()
            except BaseException as error:
                self._leave(key)
                future.set_exception(error)
                return
        self._leave(key)
        if key is not None:
            self._remember(key, result)
        future.set_result(result)

    def _leave(self, key: Hashable) -> None:
        with self._lock:
            self._waiting -= 1
            self._running.pop(key, None)

    def _remember(self, key: Hashable, result: object) -> None:
        with self._lock:
            self._done[key] = result
            while len(self._done) > MOST_REMEMBERED:
                self._done.popitem(last=False)
