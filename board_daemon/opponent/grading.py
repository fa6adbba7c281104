"""How good each live destination of a piece is: best, fine or risky; a first answer, then better.

A destination is worth what the best turn through it is worth, a chain's as well. "Best" is as good
as the best that the whole position offers, as a lifted piece may always be put back. "Risky" is
what allows a Paco that another turn prevents, or throws away much. Where every turn allows a Paco,
no place is riskier than another for that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from board_daemon.opponent.candidates import Bounds, Candidate, candidates
from board_daemon.opponent.evaluation import WIN
from board_daemon.opponent.limits import IsOver, Meter
from board_daemon.opponent.search import Stood, Tree
from board_daemon.rules.actions import Action, Place
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.game import repetition_key
from board_daemon.rules.pieces import PROMOTIONS
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, SquareSet, bits
from board_daemon.rules.status import Status
from board_daemon.rules.work import WorkDone

FIRST: Final = 10_000
"""Steps of work for the first answer: it comes within a fifth of a second."""
DEEPEST: Final = 4
_BOUNDS: Final = Bounds(states=240)
_MOST_WAYS: Final = 24
"""Turns through one destination that are looked at, then those that are looked at deeper."""
_MOST_DEEPER: Final = 3
_MOST_COMPARED: Final = 60
"""Turns of other pieces that are looked at, then those that are looked at deeper."""
_MOST_OTHERS: Final = 4
_AS_GOOD: Final = 8
"""Points within which two turns are as good as each other."""
_MUCH: Final = 100
"""Points that are much to throw away."""
_LOST: Final = -WIN // 2

Places = tuple[Square, Square]
"""Where a piece stands, or was freed, and where it is set down next."""


class Grade(StrEnum):
    """How good a destination is, as the lights show it."""

    BEST = "best"
    FINE = "fine"
    RISKY = "risky"


@dataclass(frozen=True, slots=True)
class Grading:
    """Every live destination with its grade, as far as is known by now."""

    grades: dict[Square, dict[Square, Grade]]
    """By the square that is lifted, or that the piece in hand comes from."""
    depth: int
    """How many turns were looked at one after the other, everywhere; 0: not even one yet."""

    def of(self, square: Square) -> dict[Square, Grade]:
        """The destinations of one square."""
        return self.grades.get(square, {})


def gradings(
    start: Position,
    actions: Sequence[Action] = (),
    *,
    depth: int = DEEPEST,
    stood: Stood | None = None,
    first: IsOver | None = None,
    is_over: IsOver | None = None,
) -> Iterator[Grading]:
    """Ever better gradings of what may be done next, the first one quickly.

    `start`: the position between two turns; `actions`: what has been done of the turn since. With
    nothing done, the destinations of every piece are graded. `first` says when the first answer
    must come, `is_over` when nothing better is wanted. Where nothing may be set down anywhere there
    are no gradings. Raises `IllegalAction` for actions that are not allowed.
    """
    now = play_all(start, actions)
    live = _live(now)
    if not live:
        return
    grader = _Grader(start, now, live, stood or {})
    grading = grader.at_first(Meter(FIRST, first))
    yield grading
    meter = Meter(is_over=is_over)
    for deeper in range(grading.depth + 1, depth + 1):
        if not grader.look(deeper, meter):
            return
        yield grader.grading(deeper)


def _live(position: Position) -> dict[Square, SquareSet]:
    if position.phase.is_over or position.phase in (Status.PROMOTE_PLACE, Status.PROMOTE_FINISH):
        return {}
    if position.hand is not None:
        found = live_places_in_hand(position)
        return {position.hand.square: found} if found else {}
    return live_destinations(position)


@dataclass(slots=True)
class _Way:
    """A turn through a destination."""

    end: Position
    value: int


class _Grader:
    """What is known by now of each destination, and of the best turn there is."""

    def __init__(
        self, start: Position, now: Position, live: dict[Square, SquareSet], stood: Stood
    ) -> None:
        self._start, self._now, self._live = start, now, live
        self._mover = start.to_move
        self._tree = Tree(Meter(), self._mover, stood=stood)
        self._tree.path.add(repetition_key(start))
        self._planned = _by_destination(candidates(now, _BOUNDS, Meter()))
        self._ways: dict[Places, list[_Way]] = {}
        """By destination: the turns that were looked at, the best first."""
        self._others: list[_Way] | None = None
        """Turns that begin with another piece, or go on otherwise from an earlier square."""

    def at_first(self, meter: Meter) -> Grading:
        """A first look, for which there may not be time enough."""
        is_whole = True
        try:
            self._look_first(meter)
        except WorkDone:
            is_whole = False
        return self.grading(1 if is_whole else 0)

    def look(self, depth: int, meter: Meter) -> bool:
        """Look at every destination so deep; False, and nothing changed, where time is up."""
        self._tree.meter = meter
        try:
            if depth == 1:
                self._look_first(meter)
                return True
            ways = {
                places: self._deeper(listed[:_MOST_DEEPER], depth)
                for places, listed in self._ways.items()
            }
            others = self._deeper((self._others or [])[:_MOST_OTHERS], depth)
        except WorkDone:
            return False
        self._ways, self._others = ways, others
        return True

    def grading(self, depth: int) -> Grading:
        """What is known now, as grades."""
        known = {places: listed[0].value for places, listed in self._ways.items() if listed}
        others = [self._others[0].value] if self._others else []
        best = max([*known.values(), *others], default=0)
        grades = {
            square: {to: _grade(known.get((square, to)), best) for to in bits(targets)}
            for square, targets in self._live.items()
        }
        return Grading(grades, depth)

    def _look_first(self, meter: Meter) -> None:
        """Every destination's likeliest turn, then every one's second, and so on."""
        self._tree.meter = meter
        for index in range(_MOST_WAYS):
            for places, planned in self._planned.items():
                known = self._ways.setdefault(places, [])
                if index < len(planned) and len(known) <= index:
                    known += self._ways_of(planned[index])
                    known.sort(key=_value, reverse=True)
            if not index and self._others is None and self._now is not self._start:
                self._others = self._first_others()

    def _first_others(self) -> list[_Way]:
        """The likeliest of all turns: the piece in hand may still be put back."""
        listed = candidates(self._start, _BOUNDS, self._tree.meter)
        ways = [way for planned in listed[:_MOST_COMPARED] for way in self._ways_of(planned)]
        ways.sort(key=_value, reverse=True)
        return ways

    def _ways_of(self, planned: Candidate) -> list[_Way]:
        return [_Way(end, self._worth(end, 1)) for end, _ in planned.ends(PROMOTIONS)]

    def _deeper(self, ways: list[_Way], depth: int) -> list[_Way]:
        found = [_Way(way.end, self._worth(way.end, depth)) for way in ways]
        found.sort(key=_value, reverse=True)
        return found

    def _worth(self, end: Position, depth: int) -> int:
        return self._tree.after(end, self._mover, depth - 1, (-WIN, WIN), 1)


def _value(way: _Way) -> int:
    return way.value


def _by_destination(listed: list[Candidate]) -> dict[Places, list[Candidate]]:
    """By the first square where something is set down next."""
    found: dict[Places, list[Candidate]] = {}
    for candidate in listed:
        placed = [
            a.square for a in candidate.turn((Place(candidate.target),)) if isinstance(a, Place)
        ]
        found.setdefault((candidate.source.square, placed[0]), []).append(candidate)
    return found


def _grade(value: int | None, best: int) -> Grade:
    if value is None:
        return Grade.FINE
    if best <= _LOST:
        # Nothing saves the game for sure: what holds out longest is no worse than the rest.
        return Grade.FINE if value >= best else Grade.RISKY
    if value <= _LOST:
        return Grade.RISKY
    if best >= -_LOST:
        # Not to see a Paco is a pity, but it puts nobody at risk.
        return Grade.BEST if value >= best else Grade.FINE
    if value >= best - _AS_GOOD:
        return Grade.BEST
    return Grade.RISKY if value < best - _MUCH else Grade.FINE
