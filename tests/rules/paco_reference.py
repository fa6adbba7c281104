"""Paco in one and in two found the slow way: every turn, every answer, every turn after it."""

from __future__ import annotations

from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.status import PACO, Status
from board_daemon.rules.turns import count_turns, successors

_PACO = {Color.WHITE: Status.PACO_W, Color.BLACK: Status.PACO_B}


class TooManyTurns(Exception):
    """A search of everything would take too long."""


class FullSearch:
    """Makes all turns, never asks for Ŝako; raises `TooManyTurns`."""

    def __init__(self, limit: int) -> None:
        self._left = limit
        self._uniting: dict[Position, bool] = {}

    def in_one(self, position: Position) -> set[Position]:
        """The positions after every turn that unites with the king."""
        won = _PACO[position.to_move]
        return {after for after, status in self._successors(position) if status == won}

    def in_two(self, position: Position) -> set[Position]:
        """The positions after every turn that forces it, whatever is answered."""
        return {
            after
            for after, status in self._successors(position)
            if not status.is_over and self.is_forced(after)
        }

    def is_forced(self, position: Position) -> bool:
        """Whether every answer lets the other side unite, and there is one."""
        lost = PACO[position.to_move.other]
        answers = self._successors(position)
        return bool(answers) and all(
            status == lost or (not status.is_over and self._can_unite(after))
            for after, status in answers
        )

    def _can_unite(self, position: Position) -> bool:
        if position not in self._uniting:
            self._uniting[position] = bool(self.in_one(position))
        return self._uniting[position]

    def _successors(self, position: Position) -> list[tuple[Position, Status]]:
        self._left -= count_turns(position)
        if self._left < 0:
            raise TooManyTurns
        # What wins or draws at once settles the most, so it is looked at first.
        return sorted(successors(position), key=lambda answer: answer[1] == Status.RUN)
