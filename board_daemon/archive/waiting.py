"""The changes that wait to be written, in the order in which they came."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import islice

from board_daemon.archive.changes import (
    AddTurn,
    BeginGame,
    GameChange,
    KeepTrace,
    ReviseTurn,
    TakeBack,
)


class Waiting:
    """A queue of changes: turns always find room in it, and only so much of a sensor trace."""

    def __init__(self, most_trace: int) -> None:
        """`most_trace`: characters of traces that may wait."""
        self._changes: deque[GameChange] = deque()
        self._most_trace = most_trace
        self._trace = 0
        self._is_trace_cut = False

    def __len__(self) -> int:
        return len(self._changes)

    def add(self, change: GameChange) -> bool:
        """Put a change last; False: no room for that part of a trace, nor for the rest of it.

        A trace with a gap would show another game than was played.
        """
        if isinstance(change, BeginGame):
            self._is_trace_cut = False
        elif isinstance(change, KeepTrace):
            size = _size(change)
            if self._is_trace_cut or self._trace + size > self._most_trace:
                self._is_trace_cut = True
                return False
            self._trace += size
        self._changes.append(change)
        return True

    def first(self, most: int) -> list[GameChange]:
        """The changes that come first, at most so many."""
        return list(islice(self._changes, most))

    def take_first(self) -> GameChange:
        """Take out the first change."""
        change = self._changes.popleft()
        if isinstance(change, KeepTrace):
            self._trace -= _size(change)
        return change

    def put_before(self, changes: list[GameChange]) -> None:
        """Put changes before all others; no part of a trace is among them."""
        self._changes.extendleft(reversed(changes))

    @property
    def begins_game(self) -> bool:
        """Whether a game waits to be begun."""
        return any(isinstance(change, BeginGame) for change in self._changes)

    @property
    def turns(self) -> int:
        """How many turns wait, each revised one counted once."""
        return _turns_in(self._changes)


def _turns_in(changes: Iterable[GameChange]) -> int:
    turns: set[tuple[int, int]] = set()
    games = 0
    for change in changes:
        match change:
            case BeginGame():
                games += 1
            case AddTurn(turn) | ReviseTurn(turn):
                turns.add((games, turn.ply))
            case TakeBack(ply):
                turns -= {turn for turn in turns if turn[0] == games and turn[1] >= ply}
    return len(turns)


def _size(change: KeepTrace) -> int:
    return sum(map(len, change.lines))
