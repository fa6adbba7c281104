"""A union that is knocked over and stood up again, where two turns would look just so."""

from dataclasses import replace
from operator import attrgetter

from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Pool
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import TURNS_THERE_AND_BACK
from board_daemon.tracking.hypotheses.undoing import came_sooner_than_replies, is_same_board


def doubting_hasty_returns(pool: Pool, root: Line, scene: Scene) -> Pool:
    """The pool, in which it is doubted that a union was moved and soon moved straight back.

    Had two turns not done that, neither of them recorded yet, all would stand just so, and later
    play never tells. But few players reply so soon, and many a union is knocked over. The stories
    themselves are left as they are, so that each rest doubts them but once.
    """
    doubted = [each for each in pool.candidates if _is_doubted(each.line, pool, root, scene)]
    if not doubted:
        return pool
    more = scene.settings.undone
    weighed = [
        replace(each, doubt=each.doubt + more) if each in doubted else each
        for each in pool.candidates
    ]
    return replace(pool, candidates=tuple(sorted(weighed, key=attrgetter("doubt"))))


def _is_doubted(line: Line, pool: Pool, root: Line, scene: Scene) -> bool:
    """Whether such a union has gone there and back on the way to a line, and need not have."""
    if not any(_went_straight_back(step, root, scene) for step in line.steps_since(root.depth)):
        return False
    return any(
        _goes_without(each.line, line) and is_same_board(each.line, line)
        for each in pool.candidates
    )


def _goes_without(other: Line, line: Line) -> bool:
    """Whether the other line goes without two turns of this one, or takes the last turn back."""
    is_taken_back = other.explanation is None and other.depth == line.depth
    return is_taken_back or other.depth == line.depth - TURNS_THERE_AND_BACK


def _went_straight_back(step: Line, root: Line, scene: Scene) -> bool:
    """Whether a turn moves back, sooner than people reply, what the one before has moved.

    Both since `root`, or the first one in the place of the turn that led there.
    """
    before = step.parent
    if before is None or before is root or before.depth < root.depth:
        return False
    there, back = before.explanation, step.explanation
    if there is None or back is None or (there.start, there.end) != (back.end, back.start):
        return False
    return came_sooner_than_replies(before, scene)
