"""A union that is knocked over and stood up again, where two turns would look just so."""

from dataclasses import replace
from operator import attrgetter
from typing import Final

from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Pool
from board_daemon.tracking.hypotheses.replying import are_so_quick
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.undoing import is_same_board, stood_for

_THERE_AND_BACK: Final = 2


def doubting_hasty_returns(pool: Pool, root: Line, scene: Scene) -> Pool:
    """The pool, in which it is doubted that a union was moved and soon moved straight back.

    Had two turns not done that, neither of them recorded yet, all would stand just so, and later
    play never tells. But few players reply so soon, and many a union is knocked over. The stories
    themselves are left as they are, so that each rest doubts them but once.
    """
    candidates = [_doubted(each, pool, root, scene) for each in pool.candidates]
    return replace(pool, candidates=tuple(sorted(candidates, key=attrgetter("doubt"))))


def _doubted(candidate: Candidate, pool: Pool, root: Line, scene: Scene) -> Candidate:
    line = candidate.line
    steps = line.steps_since(root.depth)
    if not any(_went_straight_back(step, root, scene) for step in steps):
        return candidate
    is_open = any(
        each.line.depth == line.depth - _THERE_AND_BACK and is_same_board(each.line, line)
        for each in pool.candidates
    )
    more = scene.settings.undone if is_open else 0.0
    return replace(candidate, doubt=candidate.doubt + more)


def _went_straight_back(step: Line, root: Line, scene: Scene) -> bool:
    """Whether a turn since `root` moves back, sooner than people reply, what the last one moved."""
    before = step.parent
    if before is None or before.depth <= root.depth:
        return False
    there, back = before.explanation, step.explanation
    if there is None or back is None or (there.start, there.end) != (back.end, back.start):
        return False
    stood = stood_for(before, scene)
    return stood <= scene.settings.undone_soon and not are_so_quick(stood, before, scene)
