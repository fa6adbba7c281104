"""The board's place at the table: it thinks when it is to move, answers offers, has its turn shown.

All that takes time happens here, beside the table: a reading never waits for a thought. Whatever is
no longer wanted, since somebody took back or began another game, is cancelled at once.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum, auto
from random import Random
from typing import Final

from board_daemon.game.errors import GameError
from board_daemon.game.opponent import Opponent, agrees_to_draw, is_young
from board_daemon.game.opponent_hand import OpponentHand, Pause
from board_daemon.game.snapshot import Json, step_value
from board_daemon.game.table import Table
from board_daemon.game.thinker import Thinker
from board_daemon.opponent.errors import NothingToPlay, OpponentError
from board_daemon.opponent.levels import level_numbered
from board_daemon.opponent.plain import plain_turn
from board_daemon.opponent.questions import Asked, TurnAnswer, TurnQuestion, positions_that_count
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.notation import format_turn
from board_daemon.rules.position import Position

_LOG: Final = logging.getLogger(__name__)
_AGAIN: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds after which it is asked again, and again, when there was no answer."""
_SHARE_OF_CLOCK: Final = 30
"""It thinks for such a part of the time that its clock has left, at most."""
_LEAST_SECONDS: Final = 0.1
_SECONDS_FOR_OFFER: Final = 1.0
_TROUBLE: Final = "The board has lost its train of thought. It begins to think again."
_MOST_FAILURES: Final = 2
"""So often in a row it may fail to think before it plays without thinking."""
_PLAIN: Final = (
    "The board cannot think just now. It plays whatever comes to mind; you may also begin another "
    "game, or play with somebody."
)


class Task(StrEnum):
    """What there is to do."""

    DECIDE = auto()
    MOVE = auto()
    ANSWER_OFFER = auto()


@dataclass(frozen=True, slots=True)
class Duty:
    """What there is to do for the board now; another one ends it."""

    task: Task
    game: int
    ply: int
    position: Position
    opponent: Opponent


class OpponentSeat:
    """Plays for the board at one table."""

    def __init__(
        self,
        table: Table,
        thinker: Thinker,
        hand: OpponentHand | None = None,
        random: Random | None = None,
        pause: Pause = asyncio.sleep,
    ) -> None:
        """`hand`: moves the pieces; None: people do it for the board."""
        self._table = table
        self._thinker = thinker
        self._hand = hand
        self._random = random or Random()
        self._pause = pause
        self._news = asyncio.Event()
        self._duty: Duty | None = None
        self._worth: tuple[Position, int] | None = None
        """A position in which the board has decided, and what its turn was worth to it."""
        self.trouble: str | None = None
        """What is wrong with its thinking, in a sentence for people."""
        table.on_change.append(self._look)
        table.add_part("opponent", self.value)

    # --- what there is to do ---

    async def run(self) -> None:
        """Do what there is to do, for ever."""
        while True:
            self._news.clear()
            duty = self._duty = self._duty_now()
            if duty is not None:
                await self._until_news(duty)
            await self._news.wait()

    def _look(self) -> None:
        if self._duty_now() != self._duty:
            self._news.set()

    def _duty_now(self) -> Duty | None:
        task = self._task()
        session = self._table.session
        opponent = session.opponent
        if task is None or opponent is None:
            return None
        return Duty(task, session.number, len(session.turns), session.position, opponent)

    def _task(self) -> Task | None:
        session = self._table.session
        opponent = session.opponent
        if opponent is None or session.end is not None:
            return None
        if session.draw_offer == opponent.color.other:
            return Task.ANSWER_OFFER
        if session.position.to_move != opponent.color:
            return None
        if session.decided is None:
            return Task.DECIDE
        return Task.MOVE if self._hand is not None else None

    async def _until_news(self, duty: Duty) -> None:
        """Do it until it is done, or no longer wanted."""
        work = asyncio.create_task(self._do(duty))
        news = asyncio.create_task(self._news.wait())
        try:
            await asyncio.wait((work, news), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (work, news):
                task.cancel()
            await asyncio.gather(work, news, return_exceptions=True)
            if self._hand is not None:
                self._hand.let_go(self._table.session.position)

    async def _do(self, duty: Duty) -> None:
        work = {
            Task.DECIDE: self._decide,
            Task.MOVE: self._move,
            Task.ANSWER_OFFER: self._answer_offer,
        }
        failures = 0
        while True:
            try:
                await work[duty.task](duty)
            except (GameError, IllegalAction):
                failures = 0  # The game has gone on meanwhile: that is news.
            except Exception as error:
                failures = min(failures + 1, len(_AGAIN) - 1)
                self._note(error, is_in_vain=failures >= _MOST_FAILURES)
                if failures >= _MOST_FAILURES:
                    await self._do_plainly(duty)
            else:
                self._note(None)
                failures = 0
            await self._pause(_AGAIN[failures])

    async def _do_plainly(self, duty: Duty) -> None:
        """Do without thinking what thinking has failed to do: nobody is to wait for ever."""
        with suppress(GameError, IllegalAction, NothingToPlay):  # The game has gone on meanwhile.
            if duty.task == Task.DECIDE:
                turn = plain_turn(duty.position, self._random)
                await self._table.say(lambda session, t: session.expect(duty.position, turn, t))
            elif duty.task == Task.ANSWER_OFFER:
                await self._table.say(lambda session, t: session.decline_draw(t))

    def _note(self, error: Exception | None, *, is_in_vain: bool = False) -> None:
        """Say what went wrong, or that it went well; `is_in_vain`: once more."""
        name, mishaps = "to play for the board", self._table.mishaps
        if isinstance(error, OpponentError):
            _LOG.warning("The board could not think, it is asked again: %s", error)
        elif error is not None:
            mishaps.note(name, error)
        else:
            mishaps.forget(name)
        plays_plainly = error is not None and (is_in_vain or self.trouble == _PLAIN)
        trouble = _PLAIN if plays_plainly else _TROUBLE if error is not None else None
        if trouble != self.trouble:
            self.trouble = trouble
            self._table.look_again_soon()

    # --- thinking ---

    async def _decide(self, duty: Duty) -> None:
        answer = await self._turn(duty, self._seconds(duty.opponent))
        self._worth = duty.position, answer.value
        if self._table.lighting.view.promotion is not None:
            # Whoever has just played is choosing yet what his pawn becomes.
            await self._pause(self._table.session.settings.leaf_patience)
        await self._table.say(lambda session, t: session.expect(duty.position, answer.turn, t))

    async def _turn(self, duty: Duty, seconds: float | None) -> TurnAnswer:
        played = self._table.session.turns
        asked = Asked(duty.position, stood=positions_that_count(played))
        seed = self._random.randrange(1 << 30)
        question = TurnQuestion(asked, duty.opponent.level, seed, seconds)
        answer = await self._thinker.turn(question)
        # At once: what is done with it may be the news that ends this work.
        self._note(None)
        return answer

    def _seconds(self, opponent: Opponent) -> float | None:
        clock = self._table.session.clock
        if clock is None:
            return None
        left = clock.left(opponent.color, self._table.bridge.now())
        usual = level_numbered(opponent.level).seconds
        return max(_LEAST_SECONDS, min(usual, left / _SHARE_OF_CLOCK))

    async def _answer_offer(self, duty: Duty) -> None:
        """Accept a draw that ends a game fairly; at its start there is nothing to weigh."""
        color = duty.opponent.color
        if not is_young(duty.ply) and agrees_to_draw(await self._worth_to_board(duty), duty.ply):
            await self._table.say(lambda session, t: session.accept_draw(color, t))
        else:
            await self._table.say(lambda session, t: session.decline_draw(t))

    async def _worth_to_board(self, duty: Duty) -> int:
        if self._worth is not None and self._worth[0] == duty.position:
            return self._worth[1]
        answer = await self._turn(duty, _SECONDS_FOR_OFFER)
        return answer.value if duty.position.to_move == duty.opponent.color else -answer.value

    async def _move(self, duty: Duty) -> None:
        turn = self._table.session.decided
        if self._hand is not None and turn is not None and await self._hand.play(turn):
            # What no sensor has noticed the hand knows.
            await self._table.say(lambda session, t: session.carried_out(t))

    # --- what is told ---

    def value(self) -> Json | None:
        """The board as a player, as JSON values; None: people play both sides."""
        session = self._table.session
        opponent = session.opponent
        if opponent is None:
            return None
        goes_on = session.end is None
        is_to_move = goes_on and session.position.to_move == opponent.color
        decided = session.decided if goes_on else None
        return {
            "color": opponent.color.letter,
            "level": opponent.level,
            "name": opponent.name,
            "thinking": is_to_move and decided is None,
            "moves_itself": self._hand is not None,
            "turn": format_turn(decided.position, decided.actions) if decided else None,
            "step": step_value(self._table.lighting.view) if decided else None,
            "trouble": self.trouble,
            "plain": self.trouble == _PLAIN,
        }
