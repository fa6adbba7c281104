"""The pieces that players have named, and whose promotions they are for."""

import math
from dataclasses import replace

from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings


def with_choices_left(line: Line, evidence: Evidence, settings: TrackerSettings) -> Line:
    """The line, with the pieces named since its last turn was over, for which that has no use.

    They are for the next turn. One that was named before is doubt of a turn that promotes nothing.
    `evidence`: what has happened since the turn began.
    """
    turn, before = line.explanation, line.parent
    if turn is None or before is None or not before.told[turn.named :]:
        return line
    over = _over(turn, evidence)
    left = tuple(choice for choice in before.told[turn.named :] if choice.t > over)
    is_in_vain = before.told[-1].t > before.t and not left and not _has_promoted(line)
    doubt = settings.named_in_vain if is_in_vain else 0.0
    return replace(line, told=left, doubt=line.doubt + doubt)


def _has_promoted(line: Line) -> bool:
    """Whether the last turn promoted, or the one before it: its player may name a piece again."""
    before = line.before_turn
    turns = (each.explanation for each in (line, before) if each is not None)
    return any(turn is not None and turn.promotes for turn in turns)


def _over(turn: Explanation, evidence: Evidence) -> float:
    """When a turn was seen to end, in seconds, whatever was touched there later."""
    absences = evidence.absences_on(turn.start)
    lifted = absences[0].left if absences else -math.inf
    arrived = evidence.first_arrival(turn.end, lifted)
    return lifted if arrived == math.inf else arrived
