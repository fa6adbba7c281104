"""Which turn a level plays."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from board_daemon.opponent.evaluation import WIN
from board_daemon.opponent.levels import Level
from board_daemon.opponent.limits import UNBOUNDED, IsOver
from board_daemon.opponent.search import Sight, Stood
from board_daemon.opponent.thinking import Judged, Question, Thought, think
from board_daemon.rules.outcomes import Turn
from board_daemon.rules.position import Position

_SURE: Final = WIN // 2
_DEVIATIONS: Final = 3
"""Turns further from the best than so many standard deviations are never chosen."""
_AS_GOOD: Final = 2
"""Turns so little worse than the best are as good to the best level, so that games differ."""
_SETTLED_ON: Final = 2
"""From that depth on: before, values jump too much for that."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A turn that a level plays."""

    turn: Turn
    """Its actions: of a turn under way, what is left of it."""
    position: Position
    """After the turn."""
    value: int
    """What it is worth to the side that plays it (`evaluation`)."""
    depth: int
    """How many turns were tried one after the other; 0: none but this one."""
    work: int
    """Steps of work that it took."""


def choices(
    position: Position,
    level: Level,
    random: Random,
    *,
    stood: Stood | None = None,
    budget: int = UNBOUNDED,
    is_over: IsOver | None = None,
) -> Iterator[Choice]:
    """The turn the level would play now, then perhaps a better one, the last one to be played.

    At least one comes, though `is_over` says at once that there is no time. The same random numbers
    give the same choices, where time plays no part. Raises `NothingToPlay` where there is no turn.
    """
    attends = random.random() < level.attention
    question = Question(
        position,
        level.sight if attends else Sight(level.sight.own_take_overs, 0, sees_prevention=False),
        level.depth if attends else 0,
        margin=int(_DEVIATIONS * level.wavering) + _AS_GOOD,
        stood=stood or {},
        contempt=level.contempt,
        budget=budget,
    )
    seed = random.random()
    for thought in think(question, is_over):
        # The same misjudgements at every depth: more thinking does not choose by lot again.
        chosen = _chosen(position, thought, level, Random(seed), attends=attends)
        yield Choice(chosen.turn, chosen.position, chosen.value, thought.depth, thought.work)


def choose(
    position: Position,
    level: Level,
    random: Random,
    *,
    stood: Stood | None = None,
    budget: int = UNBOUNDED,
    is_over: IsOver | None = None,
) -> Choice:
    """The turn the level plays; as `choices`."""
    *_, last = choices(position, level, random, stood=stood, budget=budget, is_over=is_over)
    return last


def _chosen(
    position: Position, thought: Thought, level: Level, random: Random, *, attends: bool
) -> Judged:
    judged = thought.judged
    if not attends:
        # Who looks for no king does not see that he could unite with one either.
        judged = tuple(each for each in judged if each.value < _SURE) or judged
    best = judged[0]
    if abs(best.value) > _SURE:
        return best
    slack = _AS_GOOD if thought.depth >= _SETTLED_ON else 0
    least = best.value - int(_DEVIATIONS * level.wavering) - slack
    near = [each for each in judged if each.is_exact and each.value >= least] or [best]
    if not level.wavering and not level.likes_unions:
        return random.choice(near)
    unions = position.unions.bit_count()

    def liking(each: Judged) -> float:
        joins = each.position.unions.bit_count() > unions
        return each.value + random.gauss(0.0, level.wavering) + level.likes_unions * joins

    return max(near, key=liking)
