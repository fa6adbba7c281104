"""The opponent as the daemon sees it: questions to a process of its own, answered while it waits.

The process is started with the first question and kept. One question is answered at a time; who
cancels the task that asks stops the search at once. A process that ends or hangs is an
`OpponentCrashed`, and the next question starts another.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from board_daemon.opponent.errors import OpponentCrashed, OpponentError, QuestionError
from board_daemon.opponent.grading import Grading
from board_daemon.opponent.levels import level_numbered
from board_daemon.opponent.questions import (
    GradesQuestion,
    Message,
    Question,
    TurnAnswer,
    TurnQuestion,
    from_line,
    grading_from_json,
    question_to_json,
    to_line,
    turn_from_json,
)

NICENESS: Final = 15
MEMORY: Final = 256 << 20
"""Bytes of address space; what is really used is far less."""
_STOPS_WITHIN: Final = 1.0
"""Seconds in which a process that was told to stop must have done so."""
_HANGS_AFTER: Final = 30.0
"""Seconds beyond those that a question may take after which the process is taken to hang."""
_MODULE: Final = "board_daemon.opponent.worker"


class OpponentProcess:
    """Asks the process that searches. Made and used within one event loop."""

    def __init__(
        self,
        *,
        niceness: int = NICENESS,
        memory: int = MEMORY,
        command: Sequence[str] | None = None,
        hangs_after: float = _HANGS_AFTER,
    ) -> None:
        """`command`: what to start in place of the search, in tests."""
        worker = [sys.executable, "-m", _MODULE, str(niceness), str(memory)]
        self._command = list(command) if command is not None else worker
        self._hangs_after = hangs_after
        self._process: Process | None = None
        self._lock = asyncio.Lock()
        self._last = 0
        self._unfinished: int | None = None
        """A question that was stopped and whose end has not been heard of."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def process_id(self) -> int | None:
        """The process's number; None: none is running."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    async def start(self) -> None:
        """Start the process before it is asked, so that the first answer need not wait for it."""
        async with self._lock:
            await self._ready()

    async def turn(
        self, question: TurnQuestion, told: Callable[[TurnAnswer], None] | None = None
    ) -> TurnAnswer:
        """The turn a level plays; `told` hears what it would have played so far.

        Raises `OpponentError` where there is none, and `OpponentCrashed`.
        """
        found: list[TurnAnswer] = []

        def hear(message: Message) -> None:
            answer = turn_from_json(message)
            found[:] = [answer]
            if told is not None:
                told(answer)

        level = level_numbered(question.level)
        seconds = level.seconds if question.seconds is None else question.seconds
        await self._ask(question, seconds, hear)
        if not found:
            raise OpponentCrashed("expected a turn of the opponent's process, got no answer")
        return found[0]

    async def grade(
        self, question: GradesQuestion, told: Callable[[Grading], None]
    ) -> Grading | None:
        """The last and best grading; `told` hears every one. None: nothing can be set down.

        Raises `OpponentError` and `OpponentCrashed`.
        """
        found: list[Grading] = []

        def hear(message: Message) -> None:
            grading = grading_from_json(message)
            found[:] = [grading]
            told(grading)

        await self._ask(question, question.seconds, hear)
        return found[0] if found else None

    async def close(self) -> None:
        """End the process; a later question starts another."""
        process, self._process = self._process, None
        self._unfinished = None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _ask(
        self, question: Question, seconds: float, hear: Callable[[Message], None]
    ) -> None:
        async with self._lock:
            process = await self._ready()
            self._last = number = self._last + 1
            self._unfinished = number
            try:
                async with asyncio.timeout(seconds + self._hangs_after):
                    await self._send(process, question_to_json(question, number))
                    await self._hear(process, number, hear)
                self._unfinished = None
            except TimeoutError:
                await self.close()
                raise OpponentCrashed(
                    f"expected an answer of the opponent's process within {seconds:g} s, got none"
                ) from None
            except BaseException:
                # Most likely whoever asked has been cancelled: he waits for nothing.
                self._stop(process)
                raise

    async def _hear(self, process: Process, number: int, hear: Callable[[Message], None]) -> None:
        while True:
            answer = await self._next(process)
            if answer.get("id") != number:
                continue
            error = answer.get("error")
            if error is not None:
                self._unfinished = None
                raise OpponentError(str(error))
            if answer.get("done"):
                return
            hear(answer)

    async def _next(self, process: Process) -> Message:
        assert process.stdout is not None
        try:
            line = await process.stdout.readline()
            if line.endswith(b"\n"):
                return from_line(line)
        except (QuestionError, ValueError, ConnectionError) as error:
            # A line without an end is a ValueError.
            await self.close()
            raise OpponentCrashed(f"the opponent's process talks nonsense: {error}") from None
        code = await process.wait()
        await self.close()
        raise OpponentCrashed(f"the opponent's process has ended by itself (exit code {code})")

    async def _send(self, process: Process, message: Message) -> None:
        assert process.stdin is not None
        # Where it has ended, there is no answer either: that is where it is told.
        with suppress(ConnectionError):
            process.stdin.write(to_line(message))
            await process.stdin.drain()

    def _stop(self, process: Process) -> None:
        stdin = process.stdin
        if self._unfinished is not None and stdin is not None and not stdin.is_closing():
            stdin.write(to_line({"stop": self._unfinished}))

    async def _ready(self) -> Process:
        """A process that has nothing to do."""
        process = self._process
        if process is not None and self._unfinished is not None:
            await self._await_end(process, self._unfinished)
            process = self._process
        if process is None or process.returncode is not None:
            self._unfinished = None
            try:
                process = await asyncio.create_subprocess_exec(
                    *self._command, stdin=PIPE, stdout=PIPE
                )
            except OSError as error:
                reason = error.strerror or error
                raise OpponentCrashed(f"the opponent's process cannot start: {reason}") from error
            self._process = process
        return process

    async def _await_end(self, process: Process, number: int) -> None:
        try:
            async with asyncio.timeout(_STOPS_WITHIN):
                await self._hear(process, number, lambda _: None)
            self._unfinished = None
        except OpponentCrashed:
            return
        except OpponentError:
            self._unfinished = None
        except TimeoutError:
            await self.close()
