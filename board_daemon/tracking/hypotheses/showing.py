"""Turns that were shown by the play convention: whatever was joined was lifted and set down."""

from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.scene import Scene


def shown_in_full(root: Line, scene: Scene) -> Pool:
    """The turn after `root` that its player has shown join by join, if he has; else nothing.

    However many joins it has, that is no surprise, whatever players have slipped in before.
    """
    if root.is_shown:
        return Pool(())
    margin = scene.settings.margin
    pool = extend([root.shown()], scene, at_rest=True)
    near = pool.near(margin)
    is_shown = bool(near) and all(_is_shown(each, root, margin) for each in near)
    return pool if is_shown and pool.is_complete(margin) else Pool(())


def _is_shown(candidate: Candidate, root: Line, most: float) -> bool:
    """Whether a turn after `root` was made with all its joins to be seen, and hardly more was."""
    line, turn = candidate.line, candidate.line.explanation
    if candidate.standing != Standing.TURN or turn is None or line.depth != root.depth + 1:
        return False
    return not turn.silent and turn.touched > 0 and line.doubt <= root.doubt + most
