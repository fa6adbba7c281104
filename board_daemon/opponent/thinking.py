"""Thinking about one position: every turn that may be played, better known as time goes on.

What comes first is what must never be missed: a Paco now; then, of each turn, whether it allows a
Paco and whether it forces one. Only then the turns are looked at deeper and deeper. If every turn
that was looked at allows a Paco, one that does not is searched for among all there are, with a
budget of its own: the clock does not end that search.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from board_daemon.opponent.candidates import Bounds, candidates, endings
from board_daemon.opponent.errors import NothingToPlay
from board_daemon.opponent.evaluation import WIN
from board_daemon.opponent.limits import UNBOUNDED, IsOver, Meter
from board_daemon.opponent.search import Sight, Stood, Tree
from board_daemon.rules.actions import Promote
from board_daemon.rules.game import repetition_key
from board_daemon.rules.outcomes import Turn
from board_daemon.rules.paco import preventing_outcome
from board_daemon.rules.pieces import PROMOTIONS
from board_daemon.rules.play import play, play_all
from board_daemon.rules.position import Position
from board_daemon.rules.sako import sako_way
from board_daemon.rules.status import PACO, Status
from board_daemon.rules.work import WorkDone

DEEPEST: Final = 30
_STATES: Final = 1500
"""Chain states that are looked at for the turns to choose from."""
_MOST_TURNS: Final = 3000
_PREVENTING: Final = 500_000
"""Work to find a turn that prevents a Paco, whatever the time."""
_ALLOWS_PACO: Final = 2 - WIN
_ALL: Final = (-WIN, WIN)


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn and what it is worth to the side to move."""

    turn: Turn
    position: Position
    """After the turn."""
    value: int
    is_exact: bool = True
    """Whether it is worth just that, looked at as deep as the best; else it is only a bound."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What has been found out so far."""

    depth: int
    """How many turns were tried one after the other, the first included; 0: a Paco at once."""
    judged: tuple[Judged, ...]
    """The turns, best first; those that were looked at."""
    work: int = 0
    """Steps of work so far."""

    @property
    def best(self) -> Judged:
        """The best turn."""
        return self.judged[0]


@dataclass(frozen=True, slots=True)
class Question:
    """How to think about a position."""

    position: Position
    """Settled, or with a piece in hand: then what is left of the turn is thought about."""
    sight: Sight = field(default_factory=Sight)
    depth: int = DEEPEST
    """How many turns to try, one after the other; 0: judge the own turn as it looks."""
    margin: int = 0
    """Turns up to so much worse than the best are judged exactly."""
    stood: Stood = field(default_factory=dict)
    contempt: int = 0
    """So many points the side to move would rather stand worse than repeat positions."""
    budget: int = UNBOUNDED
    """Steps of work (`rules.work`)."""


def think(question: Question, is_over: IsOver | None = None) -> Iterator[Thought]:
    """Ever better thoughts, until `is_over` says so, the work is done or nothing is left to find.

    At least one comes, however little time there is. Raises `NothingToPlay` where there is no turn.
    """
    position = question.position
    if position.phase.is_over:
        raise NothingToPlay(f"expected a game that goes on, it is over ({position.phase})")
    meter = Meter(question.budget, is_over)
    at_once = _paco_at_once(position) if question.sight.seen_take_overs is None else None
    if at_once is not None:
        yield Thought(0, (at_once,), meter.spent)
        return
    turns = _turns(position, question.sight)
    if not turns:
        raise NothingToPlay("expected a position with a turn to play, there is none")
    tree = Tree(meter, position.to_move, question.sight, question.stood, question.contempt)
    tree.path.add(repetition_key(position))
    yield from _Root(position, turns, tree, question).thoughts()


def _paco_at_once(position: Position) -> Judged | None:
    way = sako_way(position, position.to_move)
    if way is None:
        return None
    after, mover = play_all(position, way), position.to_move
    if after.phase == Status.PROMOTE_FINISH:
        promotion = Promote(PROMOTIONS[0])
        way, after = (*way, promotion), play(after, promotion)
    return Judged(way, after, WIN - 1) if after.phase == PACO[mover] else None


def _turns(position: Position, sight: Sight) -> list[Judged]:
    """The turns to choose from, likely ones first, not judged yet."""
    found = [Judged(turn, end, -WIN) for end, turn in endings(position)]
    seen: set[Position] = set()
    bounds = Bounds(_STATES, sight.own_take_overs)
    for candidate in candidates(position, bounds, Meter()):
        for end, ending in candidate.ends(bounds.promotions):
            if end not in seen:
                seen.add(end)
                found.append(Judged(candidate.turn(ending), end, -WIN))
        if len(found) >= _MOST_TURNS:
            break
    return found


class _Root:
    """The turns of the position that is thought about."""

    def __init__(
        self, position: Position, turns: list[Judged], tree: Tree, question: Question
    ) -> None:
        self._position = position
        self._turns = turns
        self._tree = tree
        self._question = question

    def thoughts(self) -> Iterator[Thought]:
        first = min(1, self._question.depth)
        judged, is_whole = self._judge(first)
        if not judged:
            # No time at all: the likeliest turn, which nobody has looked at.
            judged = [self._turns[0]]
        if judged[0].value <= _ALLOWS_PACO and first:
            judged = self._with_prevention(judged)
        yield Thought(first, tuple(judged), self._tree.meter.spent)
        if not is_whole:
            return
        for depth in range(2, self._question.depth + 1):
            self._turns = judged
            if _is_decided(judged):
                return
            better, is_whole = self._judge(depth)
            if better:
                looked_at = {id(each.position) for each in better}
                # What they were worth at less depth cannot be compared with these.
                rest = [
                    replace(each, is_exact=False)
                    for each in judged
                    if id(each.position) not in looked_at
                ]
                judged = better + rest
                yield Thought(depth, tuple(judged), self._tree.meter.spent)
            if not is_whole:
                return

    def _judge(self, depth: int) -> tuple[list[Judged], bool]:
        """The turns judged so deep, best first, and whether that was possible for all."""
        judged: list[Judged] = []
        best = -WIN
        is_whole = True
        try:
            for each in self._turns:
                alpha = max(-WIN, best - self._question.margin)
                value = self._value(each.position, depth, (alpha, WIN))
                judged.append(Judged(each.turn, each.position, value, value > alpha))
                best = max(best, value)
        except WorkDone:
            is_whole = False
        judged.sort(key=lambda each: (-each.value, not each.is_exact))
        return judged, is_whole

    def _value(self, end: Position, depth: int, window: tuple[int, int]) -> int:
        mover = self._position.to_move
        if depth == 0:
            return self._tree.at_a_glance(end, mover)
        return self._tree.after(end, mover, depth - 1, window, 1)

    def _with_prevention(self, judged: list[Judged]) -> list[Judged]:
        """With a turn that allows no Paco before the others, if there is one."""
        if self._question.sight.seen_take_overs is not None:
            return judged
        try:
            outcome = preventing_outcome(self._position, Meter(_PREVENTING))
        except WorkDone:
            return judged
        if outcome is None:
            return judged
        value = self._tree.at_a_glance(outcome.position, self._position.to_move)
        return [Judged(outcome.turn, outcome.position, value), *judged]


def _is_decided(judged: list[Judged]) -> bool:
    """Whether more thinking can change nothing: a sure Paco, or one turn alone."""
    return len(judged) == 1 or abs(judged[0].value) > WIN // 2
