"""What lines of play say of the present moment, and how likely each is beside the others."""

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final

from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.tracking.hypotheses.line import Line, led_through
from board_daemon.tracking.hypotheses.twins import with_twins

# Nats: what is worse than the best by more than this is forgotten.
OUT_OF_QUESTION: Final = 20.0

_Way = tuple[Position, int, int, int]


class Standing(Enum):
    """What a candidate says about the present moment."""

    TURN = auto()
    """A turn has just been completed, or taken back."""
    AT_REST = auto()
    """Nothing was played since; pieces may have been adjusted."""
    IN_HAND = auto()
    """Something is in the air."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to see the board now."""

    line: Line
    doubt: float
    standing: Standing

    @property
    def way(self) -> _Way:
        """What makes it another way to see the board than others."""
        return self.line.position, self.line.ply, self.line.index, self.line.trail

    def with_more_doubt(self, doubt: float) -> "Candidate":
        """The same, and all that goes on from there, with so many nats more; less than 0: fewer."""
        total = self.doubt + doubt
        return replace(self, line=replace(self.line, doubt=total), doubt=total)

    def surprise_since(self, root: Line, haste: float) -> float:
        """Doubt of what was played since, however many turns in `haste`."""
        return self.doubt - root.doubt - haste * (self.line.depth - root.depth)


@dataclass(frozen=True, slots=True)
class Pool:
    """All candidates at one moment, best first."""

    candidates: tuple[Candidate, ...]
    missed: float = math.inf
    """Doubt of the best that may have been missed; infinity: nothing was."""
    missed_after: tuple[tuple[Line, float], ...] = ()
    """The same of what goes on from these lines, apart from all else."""
    unfinished: tuple[Line, ...] = ()
    """Lines that were left for later: not all is known of where they lead."""
    is_cut: bool = False
    """Whether anything was left for later."""

    def cut(self, missed: float) -> "Pool":
        """The pool, where something no better than that was left for later."""
        return replace(self, missed=min(self.missed, missed), is_cut=True)

    def least_missed(self, step: Line | None = None) -> float:
        """Doubt of the best that may have been missed, but for what may have come after `step`."""
        after = self.missed_after
        others = (doubt for line, doubt in after if step is None or not led_through(step, line))
        return min([self.missed, *others])

    def is_complete(self, margin: float, step: Line | None = None) -> bool:
        """Whether nothing of comparable standing can have been missed; `step` as above."""
        best = min((candidate.doubt for candidate in self.candidates), default=-math.inf)
        return self.least_missed(step) > best + margin

    def near(self, margin: float) -> tuple[Candidate, ...]:
        """The candidates that the best one does not make improbable."""
        if not self.candidates:
            return ()
        limit = self.candidates[0].doubt + margin
        return tuple(c for c in self.candidates if c.doubt <= limit)

    def with_more(self, candidates: Sequence[Candidate], missed: float = math.inf) -> "Pool":
        """The pool with other candidates, each way to see the board once."""
        if not candidates:
            return self
        together = best_of_each([*self.candidates, *candidates])
        return replace(self, candidates=tuple(together), missed=min(self.missed, missed))


class Shortlist:
    """How good a candidate must be to count beside the others, the more so the more there are."""

    def __init__(self, most: int) -> None:
        """`most`: how many of them are kept."""
        self._most = most
        self._doubts: dict[_Way, float] = {}
        self.limit = math.inf
        """With more doubt than this a candidate does not count, whatever else is found."""

    def add(self, candidates: Iterable[Candidate]) -> None:
        """Take in candidates."""
        for candidate in candidates:
            known = self._doubts.get(candidate.way, math.inf)
            self._doubts[candidate.way] = min(known, candidate.doubt)
        doubts = sorted(self._doubts.values())
        if doubts:
            self.limit = doubts[0] + OUT_OF_QUESTION
        if len(doubts) >= self._most:
            self.limit = min(self.limit, doubts[self._most - 1])


def on_turn(candidates: Sequence[Candidate]) -> set[Color]:
    """Who is to move by any of the candidates: where that differs, the next turn tells."""
    return {each.line.position.to_move for each in candidates}


def without_twins(candidates: Sequence[Candidate]) -> Sequence[Candidate]:
    """The candidates, without those from which all goes on as from a better one.

    They only got there another way: taken back, or to and fro. Nothing that is still to come could
    tell them apart.
    """
    return _of_each(candidates, future_of)


def best_of_each(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates, best first, without those from which all goes on as from a better one.

    Where those were other turns, the better one knows of them.
    """
    best_first = sorted(candidates, key=lambda candidate: candidate.doubt)
    kept = _of_each(best_first, lambda candidate: candidate.way)
    if len(kept) == len(best_first):
        return kept
    dropped: dict[_Way, list[Line]] = {}
    are_kept = set(map(id, kept))
    for candidate in best_first:
        if id(candidate) not in are_kept:
            dropped.setdefault(candidate.way, []).append(candidate.line)
    return [_knowing_of(each, dropped.get(each.way, ())) for each in kept]


def _knowing_of(candidate: Candidate, less_likely: Sequence[Line]) -> Candidate:
    """A candidate for a turn, which knows of the less likely stories that lead to the same."""
    if candidate.standing != Standing.TURN or not less_likely:
        return candidate
    line = with_twins(candidate.line, less_likely)
    return candidate if line is candidate.line else replace(candidate, line=line)


def future_of(candidate: Candidate) -> Hashable:
    """Equal for candidates from which all goes on alike."""
    position = candidate.line.position.but_for_counts()
    is_open = candidate.standing == Standing.IN_HAND
    return position, candidate.line.trail, candidate.line if is_open else None


def _of_each(
    candidates: Iterable[Candidate], way_of: Callable[[Candidate], Hashable]
) -> list[Candidate]:
    """The first candidates of each way, those that came another way by a bad square besides."""
    kept: dict[Hashable, list[Candidate]] = {}
    found = []
    for candidate in candidates:
        same = kept.setdefault(way_of(candidate), [])
        if all(candidate.line.is_apart_from(each.line) for each in same):
            same.append(candidate)
            found.append(candidate)
    return found
