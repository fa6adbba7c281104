"""Whether the player of the last turn came out of the union again that it had made.

His piece is in his hand since then, though the board looks as it was recorded where unions look
like anybody; for however long he thinks about what to play instead.
"""

from board_daemon.tracking.explaining.explanation import squares_on
from board_daemon.tracking.explaining.vain_joins import VainJoin, vain_joins
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene


def may_be_left_again(root: Line, scene: Scene) -> bool:
    """Whether that may have been so, and the union had not stood for so long that it stands."""
    settings = scene.settings
    stood = (join.left - join.joined for join in _undone(root, scene))
    return any(settings.change_of_mind * each < settings.going_on for each in stood)


def is_left_again(line: Line, root: Line, scene: Scene) -> bool:
    """Whether a line leads past the last turn, with one in its place that did without its union.

    By the same piece, which had to come out of it first.
    """
    step, recorded = line.step_at(root.depth), root.explanation
    turn = None if step is None else step.explanation
    if turn is None or recorded is None or turn.start != recorded.start:
        return False
    return not squares_on(turn) >> recorded.end & 1 and bool(_undone(root, scene))


def _undone(root: Line, scene: Scene) -> list[VainJoin]:
    """The joins, by which the last turn may have ended, that may have been undone since.

    What was touched since then counts, too, where the board took it for adjusted.
    """
    turn, before = root.explanation, root.before_turn
    if turn is None or before is None or not turn.entered >> turn.end & 1:
        return []
    joins = vain_joins(scene.evidence(before), [turn.end])
    return [join for join in joins if join.by == before.expected[turn.start]]
