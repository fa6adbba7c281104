"""The search in its own process: real processes, waited for by what they say."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from board_daemon.opponent.errors import OpponentCrashed, OpponentError
from board_daemon.opponent.grading import Grading
from board_daemon.opponent.process import MEMORY, NICENESS, OpponentProcess
from board_daemon.opponent.questions import Asked, GradesQuestion, TurnAnswer, TurnQuestion
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.position import Position
from tests.rules.conformance import explosion_records

START = Asked(Position.start())
QUICK = TurnQuestion(START, level=3)
FOR_EVER = TurnQuestion(START, level=10, seconds=1000.0)
PATIENCE = 60.0
"""Seconds after which a test gives up waiting; nothing ever takes so long."""

Asking = Callable[[OpponentProcess], Awaitable[None]]


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, no process is taken to hang that only comes late."""
    monkeypatch.setattr("board_daemon.opponent.process._STOPS_WITHIN", PATIENCE)


def run(asking: Asking, opponent: OpponentProcess | None = None) -> None:
    async def with_opponent() -> None:
        async with opponent or OpponentProcess() as asked:
            await asking(asked)

    asyncio.run(with_opponent())


def script(text: str, hangs_after: float = PATIENCE) -> OpponentProcess:
    """In place of the search: a process that does something else."""
    return OpponentProcess(command=[sys.executable, "-c", text], hangs_after=hangs_after)


async def begun(opponent: OpponentProcess) -> asyncio.Task[TurnAnswer]:
    """A question that is being thought about for ever: one answer has come."""
    heard = asyncio.Event()
    task = asyncio.create_task(opponent.turn(FOR_EVER, lambda _: heard.set()))
    await heard.wait()
    return task


async def cancelled(task: asyncio.Task[TurnAnswer]) -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.slow
def test_a_turn_and_grades_are_answered_by_one_process() -> None:
    async def asking(opponent: OpponentProcess) -> None:
        answer = await opponent.turn(QUICK)
        first = opponent.process_id
        heard: list[Grading] = []
        question = GradesQuestion(Asked(Position.start(), answer.turn[:1]), seconds=0.3)
        last = await opponent.grade(question, heard.append)
        assert last is not None
        assert heard[-1] == last
        assert opponent.process_id == first

    run(asking)


@pytest.mark.slow
def test_who_cancels_stops_the_search_and_the_process_goes_on() -> None:
    async def asking(opponent: OpponentProcess) -> None:
        await cancelled(await begun(opponent))
        process = opponent.process_id
        assert (await opponent.turn(QUICK)).turn
        assert opponent.process_id == process

    run(asking)


@pytest.mark.slow
def test_the_daemon_goes_on_when_the_process_is_killed_and_the_next_question_starts_another() -> (
    None
):
    async def asking(opponent: OpponentProcess) -> None:
        task = await begun(opponent)
        process = opponent.process_id
        assert process is not None
        os.kill(process, signal.SIGKILL)
        with pytest.raises(OpponentCrashed, match=r"has ended by itself \(exit code -9\)"):
            await task
        assert (await opponent.turn(QUICK)).turn
        assert opponent.process_id != process

    run(asking)


@pytest.mark.slow
def test_ctrl_c_in_the_terminal_is_left_to_the_daemon() -> None:
    async def asking(opponent: OpponentProcess) -> None:
        assert (await opponent.turn(QUICK)).turn
        process = opponent.process_id
        assert process is not None
        os.kill(process, signal.SIGINT)
        assert (await opponent.turn(QUICK)).turn
        assert opponent.process_id == process

    run(asking)


def test_a_process_that_ends_at_once_is_an_error() -> None:
    async def asking(opponent: OpponentProcess) -> None:
        for _ in range(2):
            with pytest.raises(OpponentCrashed, match="exit code 3"):
                await opponent.turn(QUICK)

    run(asking, script("import sys; sys.stdin.readline(); sys.exit(3)"))


def test_a_process_that_talks_nonsense_is_an_error() -> None:
    async def asking(opponent: OpponentProcess) -> None:
        with pytest.raises(OpponentCrashed, match="nonsense"):
            await opponent.turn(QUICK)

    run(asking, script("input(); print('hello', flush=True); input()"))


@pytest.mark.slow
def test_a_process_that_says_nothing_is_given_up() -> None:
    async def asking(opponent: OpponentProcess) -> None:
        with pytest.raises(OpponentCrashed, match="within 0 s"):
            await opponent.turn(TurnQuestion(START, seconds=0.0))
        assert opponent.process_id is None

    run(asking, script("while True: input()", hangs_after=0.1))


def test_a_process_that_cannot_be_started_is_an_error() -> None:
    async def asking(opponent: OpponentProcess) -> None:
        with pytest.raises(OpponentCrashed, match="cannot start: No such file"):
            await opponent.turn(QUICK)

    run(asking, OpponentProcess(command=["/nowhere/at/all"]))


@pytest.mark.slow
def test_a_finished_game_is_refused_with_a_sentence() -> None:
    async def asking(opponent: OpponentProcess) -> None:
        over = parse_fen("4k3/8/8/8/8/8/8/4K3 w 100 - - -")
        with pytest.raises(OpponentError, match="it is over"):
            await opponent.turn(TurnQuestion(Asked(over)))
        assert (await opponent.turn(QUICK)).turn

    run(asking)


@pytest.mark.slow
def test_the_process_is_nice_and_bounded_in_memory() -> None:
    async def asking(opponent: OpponentProcess) -> None:
        await opponent.turn(QUICK)
        process = opponent.process_id
        assert process is not None
        # No more than nice as can be, where the tests are nice themselves.
        assert os.getpriority(os.PRIO_PROCESS, process) == min(19, os.nice(0) + NICENESS)
        limits = Path(f"/proc/{process}/limits").read_text(encoding="utf-8")
        [line] = [line for line in limits.splitlines() if line.startswith("Max address space")]
        assert str(MEMORY) in line

    run(asking)


@pytest.mark.slow
def test_without_memory_it_says_so_or_ends_but_takes_nothing_else_with_it() -> None:
    async def asking(opponent: OpponentProcess) -> None:
        with pytest.raises(OpponentError):
            await opponent.turn(FOR_EVER)

    run(asking, OpponentProcess(memory=8 << 20))


@pytest.mark.slow
def test_the_process_ends_with_its_parent() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", _PARENT], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        # It is the only one that could write there: the end of it is the end of the process.
        watching = os.pidfd_open(child)
        parent.kill()
        assert parent.wait() == -signal.SIGKILL
        ended, _, _ = _readable(watching)
        os.close(watching)
    assert ended


def _readable(descriptor: int) -> tuple[list[int], list[int], list[int]]:
    import select

    return select.select([descriptor], [], [], 60.0)


_PARENT = """
import asyncio
from board_daemon.opponent.process import OpponentProcess
from tests.opponent.test_process import begun

async def main():
    opponent = OpponentProcess()
    await begun(opponent)
    print(opponent.process_id, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.slow
def test_first_grades_come_before_deeper_ones_even_among_millions_of_turns() -> None:
    async def asking(opponent: OpponentProcess) -> None:
        position = parse_fen(explosion_records()[0]["fen"])
        depths: list[int] = []
        question = GradesQuestion(Asked(position), seconds=0.5)
        await opponent.grade(question, lambda grading: depths.append(grading.depth))
        assert depths == sorted(depths)
        assert depths[0] <= 1

    run(asking)


@pytest.mark.slow
def test_nothing_to_set_down_has_no_grades() -> None:
    async def asking(opponent: OpponentProcess) -> None:
        over = parse_fen("4k3/8/8/8/8/8/8/4K3 w 100 - - -")
        assert await opponent.grade(GradesQuestion(Asked(over)), lambda _: None) is None

    run(asking)
