"""Turns that somebody has given up before they were recorded: all looks as it did before them."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from board_daemon.rules.actions import squares_of
from board_daemon.rules.squares import square_set
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Pool
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.takebacks import at_rest_now, moved_since
from board_daemon.tracking.seeing.contents import disagreeing

# Who has joined two pieces and goes back the same way comes by so many squares.
_WAY_AND_BACK: Final = 5


def with_turns_given_up(pool: Pool, lines: Sequence[Line], root: Line, scene: Scene) -> Pool:
    """The pool, where all looks again as it did before a turn that is not recorded yet.

    Whoever had played it has taken it back: he brings back what he had moved, and need not have
    straightened each of the pieces that he has touched for that. So it is with a chain that has
    gone back step by step.
    """
    if scene.evidence(root).dirty or root.enters or root.was_told:
        return pool
    turns = {line.step_at(root.depth + 1) for line in lines} - {None}
    doubts = [_doubt_of_giving_up(turn, root, scene) for turn in turns if turn]
    least = min([*doubts, _doubt_of_going_back(pool, root, scene)])
    adjusted = [each for each in pool.candidates if each.line is root]
    if least >= min((each.doubt for each in adjusted), default=math.inf):
        return pool
    others = tuple(each for each in pool.candidates if each not in adjusted)
    return replace(pool, candidates=others).with_more([at_rest_now(root, scene, least)])


def _doubt_of_going_back(pool: Pool, root: Line, scene: Scene) -> float:
    """Doubt of a chain that somebody has begun, and gone back the way it had come."""
    steps = (each.line.step_at(root.depth + 1) for each in pool.candidates)
    turns = (step.explanation for step in steps if step is not None)
    # Nobody goes back by squares that he was not seen to come by.
    ways = (squares_of(turn.actions) for turn in turns if turn and not turn.silent)
    has_gone_back = any(len(way) >= _WAY_AND_BACK and way == way[::-1] for way in ways)
    return root.doubt + scene.settings.takeback if has_gone_back else math.inf


def _doubt_of_giving_up(line: Line, root: Line, scene: Scene) -> float:
    """Doubt of the turn that led to a line from `root`, and of its being taken back since."""
    turn, differing = line.explanation, disagreeing(root.expected, line.expected)
    if turn is None or not differing & moved_since(line, scene):
        return math.inf
    own = square_set(squares_of(turn.actions))
    apart = sum(not own >> each.square & 1 for each in scene.evidence(line).absences)
    return line.doubt + scene.settings.takeback + scene.settings.adjust * apart
