"""Whether the player of the last turn came out of the union again that it had made.

His piece is in his hand since then, though the board looks as it was recorded where unions look
like anybody; for however long he thinks about what to play instead.
"""

from collections.abc import Sequence

from board_daemon.tracking.explaining.explanation import squares_on
from board_daemon.tracking.explaining.vain_joins import VainJoin, vain_joins
from board_daemon.tracking.hypotheses.joined_at_once import is_joined_at_once
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, on_turn
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.steps import distinguishing_squares


def may_be_left_again(root: Line, scene: Scene) -> bool:
    """Whether that may have been so, and the union had not stood for so long that it stands.

    Longer where it is seen to be gone; and where the board looks as it was recorded, so that
    nothing but a touch tells.
    """
    joins = _undone(root, scene)
    if not joins:
        return False
    settings, dirty = scene.settings, scene.evidence(root).dirty
    is_short = dirty and not dirty >> joins[0].square & 1
    longest = settings.going_on / settings.change_of_mind if is_short else settings.touch_patience
    return any(join.stood < longest for join in joins)


def is_left_again(line: Line, root: Line, scene: Scene) -> bool:
    """Whether a line leads past the last turn, with one in its place that did without its union.

    By the same piece, which had to come out of it first.
    """
    step, recorded = line.step_at(root.depth), root.explanation
    turn = None if step is None else step.explanation
    if turn is None or recorded is None or turn.start != recorded.start:
        return False
    return not squares_on(turn) >> recorded.end & 1 and bool(_undone(root, scene))


def may_have_joined_another(near: Sequence[Candidate], root: Line, scene: Scene) -> bool:
    """Whether its player may have come out of the union to make another one, which looks the same.

    Or have only touched what he seemed to join, and have joined what he touched next.
    By each of those that are `near` the same player is to move: only a touch of one of the two
    squares tells whether both were only straightened.
    """
    if len(on_turn(near)) != 1:
        return False
    turns = [each.line.step_at(root.depth) for each in near]
    were_played = all(turn is not None and turn.explanation is not None for turn in turns)
    if not were_played or not distinguishing_squares(turns):
        return False
    others = (each.line for each in near)
    return any(
        is_left_again(line, root, scene) or is_joined_at_once(line, root, scene) for line in others
    )


def _undone(root: Line, scene: Scene) -> list[VainJoin]:
    """The joins, by which the last turn may have ended, that may have been undone since.

    What was touched since then counts, too, where the board took it for adjusted.
    """
    turn, before = root.explanation, root.before_turn
    if turn is None or before is None or not turn.entered >> turn.end & 1:
        return []
    joins = vain_joins(scene.evidence(before), [turn.end])
    return [join for join in joins if join.by == before.expected[turn.start]]
