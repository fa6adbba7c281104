"""How odd it is to answer a turn by moving, soon, what has just been set down."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from board_daemon.rules.actions import Promote
from board_daemon.rules.squares import Square
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.unfinished import may_join_en_passant
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings


class Lifted(NamedTuple):
    """What somebody lifts just after something was set down."""

    square: Square
    rest: float = 0.0
    """For how many seconds nothing had changed before that."""
    is_passing: bool = False
    """Whether it has stood there for no longer than if it slides over."""


def doubt_of_moving_it_on(line: Line, settings: TrackerSettings, lifted: Lifted) -> float:
    """Doubt that the other player was the one who `lifted` what had not come to rest yet.

    Few people do so, unless they draw it back en passant; and hardly anybody while it may only be
    sliding over.
    """
    if not _is_moved_on(line, lifted.square):
        return 0.0
    is_passing = lifted.is_passing
    return settings.going_on + settings.margin if is_passing else _doubt_at_once(line, settings)


def slides_on(line: Line, lifted: Lifted) -> bool:
    """Whether what a line's last turn has set down only slid over there, and is lifted again."""
    return lifted.is_passing and _is_moved_on(line, lifted.square)


def goes_on_in_passing(step: Line, changes: Sequence[Sighting], passing: float) -> bool:
    """Whether a turn moves what the one before it had set down, as soon as if that slid over.

    `passing`: for how many seconds a piece stands at most where it slides over.
    """
    before, turn = step.parent, step.explanation
    if before is None or turn is None or before.has_rested:
        return False
    if not _is_moved_on(before, turn.start):
        return False
    # Whatever else was touched meanwhile, nobody slid it.
    left = (each.t for each in changes[before.index :] if each.square == turn.start)
    return next(left, math.inf) - before.t <= passing


def _is_moved_on(line: Line, lifted: Square) -> bool:
    """Whether what a line's last turn has set down is lifted, not to be drawn back en passant."""
    turn = line.explanation
    is_there = turn is not None and turn.end == lifted
    return is_there and not may_join_en_passant(line.position)


def doubt_of_moving_on(
    line: Line, reply: Explanation, evidence: Evidence, settings: TrackerSettings
) -> float:
    """Doubt of moving, soon after it came to rest, the very union that has just been set down.

    Or of moving it straight back before that.
    """
    start, turn = reply.start, line.explanation
    absences = evidence.absences_on(start)
    if turn is None or turn.end != start:
        return 0.0
    if not line.has_rested:  # That is doubted already.
        return settings.went_straight_back if reply.end == turn.start else 0.0
    # What was touched before all was put right it was not moved on with.
    left = next((each.left for each in absences if each.left >= line.t), None)
    if left is None and evidence.may_hide(start) and reply.end in evidence.touches:
        # Lifted unseen, it has not stood there any longer than until it came.
        left = evidence.touches[reply.end].last
    if left is None:
        return 0.0
    stood = left - line.t
    return max(0.0, _doubt_at_once(line, settings) - settings.change_of_mind * stood)


def doubt_of_stopping(
    line: Line, reply: Explanation, evidence: Evidence, settings: TrackerSettings
) -> float:
    """Doubt of what stood on an empty square for a while before a turn was over.

    Whoever plays it once more for the board to see it thinks of no other square meanwhile: where
    he rests, his turn is over. And what came before anything was lifted has come from nowhere,
    unless the turn has begun unseen.
    """
    doubt = 0.0
    if line.is_shown:
        doubt += settings.wrong_move * len(evidence.stops(settings.settle))
    if line.has_rested and not evidence.blind >> reply.start & 1:
        doubt += settings.silent_unseen * evidence.stops_before_all_else(settings.passing)
        doubt += settings.wrong_move * _stops_of_another(reply, evidence, settings)
    return doubt


def _stops_of_another(reply: Explanation, evidence: Evidence, settings: TrackerSettings) -> int:
    """How often something was set down on its way before the piece was lifted that then moved.

    That was what it joined, which nobody sets down elsewhere first: rather its player went on.
    """
    lifted = evidence.absences_on(reply.start)
    if not reply.entered >> reply.end & 1 or not lifted:
        return 0
    return sum(came < lifted[0].left for came, _ in evidence.stops(settings.passing))


def doubt_of_holding(
    line: Line, turn: Explanation, evidence: Evidence, settings: TrackerSettings
) -> float:
    """Doubt of having held a union for long, where a square is known to be bad.

    Its player may have set it down there meanwhile, and the other one has moved it on.
    """
    start, end = turn.start, turn.end
    if not evidence.blind & ~(1 << start | 1 << end) or not line.position.unions >> start & 1:
        return 0.0
    # What was set down may be touched again, as to choose what a pawn becomes.
    lifted = evidence.last_lifted(1 << start)
    arrived = evidence.first_arrival(end, since=lifted)
    is_long = lifted + settings.held_patience < arrived < math.inf
    return settings.unseen if is_long else 0.0


def _doubt_at_once(line: Line, settings: TrackerSettings) -> float:
    """The same without any rest, of what a line's last turn has set down.

    More of a lone piece, which only its own player moves; where touches choose what a pawn has
    become; and where the other player is to choose that first.
    """
    turn = line.explanation
    assert turn is not None
    is_union = bool(line.position.unions >> turn.end & 1)
    # What was promoted at the start of a turn is known since then.
    is_choosing = isinstance(turn.actions[-1], Promote) or line.position.promoting is not None
    return settings.same_piece if is_union and not is_choosing else settings.going_on
