"""Moves of unions that the sensors cannot see: empty or a union, the squares look the same."""

import math

from board_daemon.rules.actions import squares_of
from board_daemon.rules.squares import bits, square_set
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.choices import with_choices_left
from board_daemon.tracking.hypotheses.line import Line, Spent
from board_daemon.tracking.hypotheses.scene import Scene


def unseen_turns(line: Line, scene: Scene, limit: float) -> tuple[Line, ...]:
    """The moves of unions that may have been made before what was seen since.

    Of each its start or its end, or both, look as they did. What was seen is what the other player
    has done after it. `limit`: the doubt of a line that still counts.
    """
    evidence = scene.evidence(line)
    if not any(evidence.may_hide(square) for square in bits(line.position.unions)):
        return ()
    most = limit - line.doubt - scene.settings.haste
    supposed = evidence.supposing_returned(evidence.dirty)
    explained = scene.unseen_moves(line, supposed, most)
    return tuple(_then(line, turn, scene) for turn in explained.found if not turn.touched)


def _then(line: Line, turn: Explanation, scene: Scene) -> Line:
    moved = squares_of(turn.actions)
    doubt = line.doubt + turn.doubt + scene.settings.haste + _doubt_of_pace(line, scene)
    spent = Spent(square_set(moved), len(scene.changes))
    spent_by_then = (*line.spent, spent)
    after = line.after(turn, line.index, doubt, spent=spent_by_then, known_blind=scene.blind)
    return with_choices_left(after, scene.evidence(line), scene.settings)


def _doubt_of_pace(line: Line, scene: Scene) -> float:
    """Doubt of a whole turn between the last one and what was seen next: that takes its time."""
    settings = scene.settings
    seen = next((change.t for _, change in scene.changes_since(line)), math.inf)
    return max(0.0, settings.going_on - settings.change_of_mind * (seen - line.t))
