"""Whether what was touched right after a turn was what its piece joined, rather than adjusted.

A player who can join one of several pieces may touch one, think better of it and join another one.
The first looks like his turn, and the second as if it had been straightened after it.
"""

from typing import Final

from board_daemon.rules.squares import Square
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.undoing import over_at

# Seconds after the first piece within which the second one is touched.
_AT_ONCE: Final = 1.0


def may_be_joined_at_once(root: Line, scene: Scene) -> bool:
    """Whether something was touched so soon after the last turn, by which its piece joined another.

    Nobody has done anything else meanwhile.
    """
    return _touched_at_once(root, scene) is not None


def is_joined_at_once(line: Line, root: Line, scene: Scene) -> bool:
    """Whether a line has a turn in the place of the last one by which its piece joined just that.

    Then what it seemed to join was only touched, while it was in the air. Else somebody has
    adjusted that, of all pieces.
    """
    step, recorded = line.step_at(root.depth), root.explanation
    turn, touched = None if step is None else step.explanation, _touched_at_once(root, scene)
    if turn is None or recorded is None or touched is None:
        return False
    return turn.start == recorded.start and not turn.silent and bool(turn.entered >> touched & 1)


def _touched_at_once(root: Line, scene: Scene) -> Square | None:
    """The square of what was touched first after the last turn, and not held for long."""
    turn = root.explanation
    first = next((change for _, change in scene.changes_since(root)), None)
    if turn is None or not turn.entered or first is None:
        return None
    if first.t > over_at(root, scene) + _AT_ONCE:
        return None
    touches = scene.evidence(root).absences_on(first.square)
    is_short = bool(touches) and touches[0].back <= touches[0].left + scene.settings.silent_patience
    return first.square if is_short and not turn.entered >> first.square & 1 else None
