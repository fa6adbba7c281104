"""Somebody who answers only what the test has him answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from board_daemon.opponent.errors import OpponentCrashed
from board_daemon.opponent.grading import Grade, Grading
from board_daemon.opponent.questions import GradesQuestion, TurnAnswer, TurnQuestion
from board_daemon.rules.actions import format_actions, parse_actions
from board_daemon.rules.squares import parse_square


@dataclass
class Posed:
    """A question about a piece in hand that somebody has posed."""

    question: GradesQuestion
    told: Callable[[Grading], None]
    is_cancelled: bool = False

    def answer(self, origin: str, **grades: str) -> None:
        """Say how good the destinations of the piece from `origin` are."""
        found = {parse_square(to): Grade(grade) for to, grade in grades.items()}
        self.told(Grading({parse_square(origin): found}, 1))


@dataclass
class FakeThinker:
    """Notes what it is asked; grades are answered by hand, turns from a list."""

    posed: list[Posed] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    """The next answers to questions for a turn."""
    asked_for_turns: list[TurnQuestion] = field(default_factory=list)
    starts: int = 0
    has_crashed: bool = False

    async def start(self) -> None:
        self.starts += 1

    async def grade(
        self, question: GradesQuestion, told: Callable[[Grading], None]
    ) -> Grading | None:
        posed = Posed(question, told)
        self.posed.append(posed)
        if self.has_crashed:
            raise OpponentCrashed("it has ended by itself")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            posed.is_cancelled = True
            raise
        return None

    async def turn(
        self, question: TurnQuestion, told: Callable[[TurnAnswer], None] | None = None
    ) -> TurnAnswer:
        self.asked_for_turns.append(question)
        if self.has_crashed:
            raise OpponentCrashed("it has ended by itself")
        return TurnAnswer(parse_actions(self.turns.pop(0)), 0, 1, 1)

    @property
    def cancelled(self) -> list[bool]:
        """Which of the questions nobody wants to have answered any more."""
        return [posed.is_cancelled for posed in self.posed]

    @property
    def asked(self) -> list[str]:
        """What had been done of the turn at each question."""
        return [format_actions(posed.question.asked.actions) for posed in self.posed]
