"""How quickly players reply to each other, as their last turns show."""

import math
from typing import Final

from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene

# How quick players are shows in so many turns. A pause is usual if so large a part of theirs was no
# longer, or not so many times as long. Who replies within so many seconds does so at once.
_TURNS_FOR_PACE: Final = 16
_USUAL: Final = 0.75
_ABOUT: Final = 1.2
_AT_ONCE: Final = 1.0


def are_so_quick(pause: float, line: Line, scene: Scene) -> bool:
    """Whether players mostly reply within about such a pause, in seconds.

    `line`: the turn after which it was made; how long they took after those before it counts.
    """
    before = list(line.steps_since(line.depth - _TURNS_FOR_PACE))[1:]
    pauses = [_pause_after(step, scene) for step in before if step.depth > 0]
    quick = max(_ABOUT * pause, _AT_ONCE)
    return sum(each <= quick for each in pauses) > _USUAL * len(pauses)


def _pause_after(line: Line, scene: Scene) -> float:
    """For how many seconds nothing was done after a turn; infinity: nobody knows."""
    if line.explanation is None or not 0 < line.over < len(scene.changes):
        return math.inf
    return scene.changes[line.over].t - scene.changes[line.over - 1].t
