"""The pieces that players have named, and whose promotions they are for."""

import math
from dataclasses import replace

from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.seeing.evidence import Evidence


def with_choices_left(line: Line, evidence: Evidence) -> Line:
    """The line, with the pieces named since its last turn was over, for which that has no use.

    They are for the next turn. `evidence`: what has happened since the turn began.
    """
    turn, before = line.explanation, line.parent
    if turn is None or before is None or not before.told[turn.named :]:
        return line
    over = _over(turn, evidence)
    left = tuple(choice for choice in before.told[turn.named :] if choice.t > over)
    return replace(line, told=left)


def _over(turn: Explanation, evidence: Evidence) -> float:
    """When a turn was seen to end, in seconds, whatever was touched there later."""
    absences = evidence.absences_on(turn.start)
    lifted = absences[0].left if absences else -math.inf
    arrived = evidence.first_arrival(turn.end, lifted)
    return lifted if arrived == math.inf else arrived
