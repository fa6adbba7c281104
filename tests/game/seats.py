"""A table at which the board plays, thinking what the test has it think."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from board_daemon.game.clock import TimeControl
from board_daemon.game.opponent import Opponent, seated
from board_daemon.game.opponent_hand import OpponentHand
from board_daemon.game.opponent_seat import OpponentSeat
from board_daemon.game.setup import Players, game_setup
from board_daemon.opponent.grading import Grading
from board_daemon.opponent.questions import GradesQuestion, TurnAnswer, TurnQuestion
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.pieces import Color
from tests.game.tables import Sitting, make_table, sitting_at

LONG = 5.0
JOIN = "4k3/8/8/8/8/2n5/8/R3K3 w 0 - - -"


@dataclass
class FakeThinker:
    """Thinks until it is told what it thinks."""

    asked: list[TurnQuestion] = field(default_factory=list)
    cancelled: int = 0
    _answers: asyncio.Queue[TurnAnswer | Exception] = field(default_factory=asyncio.Queue)

    async def turn(self, question: TurnQuestion, told: object = None) -> TurnAnswer:
        self.asked.append(question)
        try:
            answer = await self._answers.get()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def start(self) -> None:
        raise NotImplementedError

    async def grade(self, question: GradesQuestion, told: object) -> Grading | None:
        raise NotImplementedError

    def says(self, actions: str, value: int = 0) -> None:
        self._answers.put_nowait(TurnAnswer(parse_actions(actions), value, 1, 1))

    def fails(self, error: Exception) -> None:
        self._answers.put_nowait(error)


@dataclass
class Seated:
    """A table at which the board plays, and whoever plays against it."""

    sitting: Sitting
    thinker: FakeThinker
    seat: OpponentSeat
    pauses: list[float]
    blocked: set[int]
    """The pauses, counted from 1, that do not end before the gate is open."""
    gate: asyncio.Event

    @property
    def told(self) -> dict[str, Any]:
        value = self.sitting.table.state()["opponent"]
        assert isinstance(value, dict)
        return value

    @property
    def recorded(self) -> list[str]:
        return [turn.notation for turn in self.sitting.table.session.turns]

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Let the others go on until it is so."""
        async with asyncio.timeout(LONG):
            while not is_so():
                await self.sitting.table.look_again()
                await asyncio.sleep(0)

    async def decides(self, actions: str, value: int = 0) -> None:
        self.thinker.says(actions, value)
        await self.until(lambda: self.told["turn"] is not None)

    async def asked(self, times: int) -> None:
        await self.until(lambda: len(self.thinker.asked) == times)

    async def say(self, command: Callable[..., Any]) -> None:
        await self.sitting.table.say(command)


Play = Callable[[Seated], Awaitable[None]]


def seated_at(
    play: Play,
    *,
    color: Color = Color.BLACK,
    fen: str | None = None,
    control: TimeControl | None = None,
    moves_itself: bool = False,
) -> None:
    asyncio.run(_seated_at(play, color, fen, control, moves_itself=moves_itself))


async def _seated_at(
    play: Play,
    color: Color,
    fen: str | None,
    control: TimeControl | None,
    *,
    moves_itself: bool,
) -> None:
    players = seated(Players("Ada", "Ben"), Opponent(color, 3))
    sitting = make_table(game_setup("pacoplay", fen, players, control))
    async with _seat(sitting, moves_itself=moves_itself) as there:
        await play(there)


@asynccontextmanager
async def _seat(sitting: Sitting, *, moves_itself: bool) -> AsyncIterator[Seated]:
    pauses: list[float] = []
    blocked: set[int] = set()
    gate = asyncio.Event()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) in blocked:
            await gate.wait()
        sitting.t = max(sitting.t, sitting.bridge.now()) + seconds
        sitting.bridge.skip_to(sitting.t)
        await sitting.table.look_again()

    thinker = FakeThinker()
    hand = OpponentHand(sitting.bridge, 0.6, pause) if moves_itself else None
    seat = OpponentSeat(sitting.table, thinker, hand, Random(1), pause)
    async with sitting_at(sitting):
        running = asyncio.create_task(seat.run())
        try:
            yield Seated(sitting, thinker, seat, pauses, blocked, gate)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


def lights(there: Seated) -> dict[str, str]:
    shown = there.sitting.table.state()["lights"]
    assert isinstance(shown, dict)
    squares: dict[str, str] = shown["squares"]
    return squares
