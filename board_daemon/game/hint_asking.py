"""The hints at a table: asks whoever thinks, and has the table show what is known so far.

Nothing here is waited for. A question that has lost its use is cancelled; one that comes to nothing
leaves the lights as they are without hints.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Final, Generic, TypeVar

from board_daemon.game.hint_values import hints_value
from board_daemon.game.hints import Actions, HandQuestion, Hints, Moment
from board_daemon.game.session import Session
from board_daemon.game.table import Table
from board_daemon.game.thinker import Thinker
from board_daemon.opponent.grading import Grading
from board_daemon.opponent.levels import BEST
from board_daemon.opponent.questions import (
    Asked,
    GradesQuestion,
    TurnQuestion,
    positions_that_count,
)
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.notation import format_turn
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.sako import sako_way
from board_daemon.tracking.events import Event
from board_daemon.tracking.view import BoardView, Quality

_LOG: Final = logging.getLogger(__name__)
_FIRST_SECONDS: Final = 0.06
"""For which the first grades may be thought of: on a busy machine the rest takes as long again."""
SECONDS_FOR_A_TURN: Final = 1.5
"""For which a turn is looked for that somebody wants to be shown."""

Way = Callable[[Position], Awaitable[Actions | None]]
"""How the side to move can unite with the other king now."""

_Q = TypeVar("_Q")


async def way_in_a_thread(position: Position) -> Actions | None:
    """Found beside all else: where unions abound it may take a while."""
    return await asyncio.to_thread(sako_way, position, position.to_move)


class _Asking(Generic[_Q]):
    """Asks one question at a time, and each once."""

    def __init__(self, ask: Callable[[_Q], Coroutine[None, None, None]]) -> None:
        self._ask = ask
        self._question: _Q | None = None
        self._task: asyncio.Task[None] | None = None

    def want(self, question: _Q | None) -> None:
        """Have an answer to this question and to no other any more."""
        if question == self._question:
            return
        self.stop()
        self._question = question
        if question is not None:
            self._task = asyncio.create_task(self._ask(question))

    def stop(self) -> None:
        """Want no answer any more."""
        self._question = None
        if self._task is not None:
            self._task.cancel()
            self._task = None


class TableHints:
    """The hints at one table."""

    def __init__(self, table: Table, thinker: Thinker, way: Way = way_in_a_thread) -> None:
        """From now on the table shows them, and tells them as a part of its state."""
        self._table = table
        self._thinker = thinker
        self._way = way
        self.hints = Hints(lambda: table.settings.choices.hints, self._is_person)
        self._grades = _Asking[HandQuestion](self._ask_for_grades)
        self._danger = _Asking[Moment](self._ask_for_danger)
        self._turn = _Asking[Moment](self._ask_for_turn)
        self._readying: asyncio.Task[None] | None = None
        table.dress = self.dress
        table.add_part("hints", lambda: hints_value(self.hints.state))

    def dress(self, view: BoardView) -> BoardView:
        """What there is to show, with the hints that are known by now; what is not is asked for."""
        session, hints = self._table.session, self.hints
        hints.look(view, session.turns, goes_on=session.end is None)
        if hints.needs_thinking and self._readying is None:
            self._readying = asyncio.create_task(self._get_ready())
        self._grades.want(hints.hand_question)
        self._danger.want(hints.danger_question)
        self._turn.want(hints.turn_question)
        return replace(view, hints=hints.view())

    def _is_person(self, color: Color) -> bool:
        """Nobody wants hints for what the board plays, and a lesson has its own."""
        session = self._table.session
        opponent = session.opponent
        return session.is_recorded and (opponent is None or opponent.color != color)

    async def show_turn(self) -> None:
        """Show the player to move a good turn; raises `GameError` where he does not want that."""

        def command(session: Session, t: float) -> list[Event]:
            self.hints.ask_for_turn()
            return session.advance(t)

        await self._table.say(command)

    async def close(self) -> None:
        """Ask nothing any more."""
        for asking in (self._grades, self._danger, self._turn):
            asking.stop()
        self._table.dress = lambda view: view

    # --- asking ---

    async def _get_ready(self) -> None:
        try:
            await self._thinker.start()
        except PacoboardError as error:
            _LOG.warning("No hints can be thought of yet: %s", error)

    async def _ask_for_grades(self, question: HandQuestion) -> None:
        def told(grading: Grading) -> None:
            found = grading.of(question.origin)
            grades = {square: Quality(grade.value) for square, grade in found.items()}
            if self.hints.graded(question, grades, grading.depth):
                self._table.look_again_soon()

        try:
            asked = _asked(question.moment, question.actions)
            await self._thinker.grade(GradesQuestion(asked, first=_FIRST_SECONDS), told)
        except PacoboardError as error:
            _LOG.warning("The piece in hand is shown without grades: %s", error)

    async def _ask_for_danger(self, moment: Moment) -> None:
        if self.hints.found(moment, await self._way(moment.position)):
            self._table.look_again_soon()

    async def _ask_for_turn(self, moment: Moment) -> None:
        question = TurnQuestion(_asked(moment), BEST.number, seconds=SECONDS_FOR_A_TURN)
        try:
            answer = await self._thinker.turn(question)
            # Whatever was answered, only what is legal is shown.
            format_turn(moment.position, answer.turn)
            self.hints.advised(moment, answer.turn)
        except PacoboardError as error:
            _LOG.warning("No turn can be shown: %s", error)
            self.hints.no_advice(moment)
        self._table.look_again_soon()


def _asked(moment: Moment, actions: Actions = ()) -> Asked:
    return Asked(moment.position, actions, positions_that_count(moment.turns))
