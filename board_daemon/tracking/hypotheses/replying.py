"""How quickly players move and reply to each other, as their last turns show."""

import math
from typing import Final

from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.contents import looks_empty

# How quick players are shows in so many turns. A pause is usual if so large a part of theirs was no
# longer, or not so many times as long. Who replies within so many seconds does so at once.
_TURNS_FOR_PACE: Final = 16
_USUAL: Final = 0.75
_ABOUT: Final = 1.2
_AT_ONCE: Final = 1.0
# What is there so many times sooner than players mostly set down what they lift has rolled.
_FAR_SOONER: Final = 2.0


def are_so_quick(pause: float, line: Line, scene: Scene) -> bool:
    """Whether players mostly reply within about such a pause, in seconds.

    `line`: the turn after which it was made; how long they took after those before it counts.
    """
    before = list(line.steps_since(line.depth - _TURNS_FOR_PACE))[1:]
    pauses = [_pause_after(step, scene) for step in before if step.depth > 0]
    quick = max(_ABOUT * pause, _AT_ONCE)
    return sum(each <= quick for each in pauses) > _USUAL * len(pauses)


def has_rolled(line: Line, scene: Scene) -> bool:
    """Whether what the last turn moved was there far sooner than these players set pieces down."""
    seconds = _seconds_in_hand(line, scene)
    if seconds > scene.settings.no_hand:
        return False
    before = list(line.steps_since(line.depth - _TURNS_FOR_PACE))[1:]
    usual = sorted(_seconds_in_hand(step, scene) for step in before)
    return not usual or _FAR_SOONER * seconds <= usual[len(usual) // 2]


def _seconds_in_hand(line: Line, scene: Scene) -> float:
    """For how long the last turn's piece was in the air at last; infinity: nobody knows."""
    turn, before, changes = line.explanation, line.parent, scene.changes
    if turn is None or before is None or not 0 < line.over <= len(changes):
        return math.inf
    lifted = [
        change.t
        for change in changes[before.index : line.over]
        if change.square == turn.start and looks_empty(change.content)
    ]
    return changes[line.over - 1].t - lifted[-1] if lifted else math.inf


def _pause_after(line: Line, scene: Scene) -> float:
    """For how many seconds nothing was done after a turn; infinity: nobody knows."""
    if line.explanation is None or not 0 < line.over < len(scene.changes):
        return math.inf
    return scene.changes[line.over].t - scene.changes[line.over - 1].t
