"""How long a turn must have rested before it is recorded: short when nothing can extend it.

And how long its player has paused in the midst of it.
"""

from collections.abc import Sequence
from itertools import pairwise

from board_daemon.rules.actions import Action, Promote, squares_of
from board_daemon.rules.attacks import DOUBLE_STEP_RANKS, FORWARD
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import ROOK_HOMES, Position
from board_daemon.rules.squares import Square, file_of, rank_of
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.seeing.contents import looks_empty
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.settings import TrackerSettings


def settle_time(before: Position, step: Line, settings: TrackerSettings) -> float:
    """Seconds of rest after which a turn, or a take-back, counts as complete."""
    if step.explanation is None or _may_go_on(before, step.explanation):
        return settings.settle
    return settings.settle_final


def longest_pause(step: Line, changes: Sequence[Sighting]) -> float | None:
    """For how many seconds at most its player held still since he took up what he has moved.

    None: that is not known, as the turn was not seen to begin, or to end. `changes`: all that were
    seen, of which the line has its numbers.
    """
    turn, before = step.explanation, step.parent
    if turn is None or before is None or not turn.is_visible:
        return None
    own = changes[before.index : step.over]
    lifts = (n for n, c in enumerate(own) if c.square == turn.start and looks_empty(c.content))
    first = max(lifts, default=None)
    if first is None:
        return None
    return max((later.t - each.t for each, later in pairwise(own[first:])), default=0.0)


def _may_go_on(before: Position, explanation: Explanation) -> bool:
    """Whether the same piece might yet slide on, be half of a castling, or choose its promotion."""
    color, end = before.to_move, explanation.end
    if isinstance(explanation.actions[-1], Promote):
        return True
    if explanation.entered >> end & 1:
        return False
    start = _last_leg_start(explanation.actions)
    piece = explanation.position.piece_at(color, end)
    if piece == PieceType.ROOK and (before.castling & ROOK_HOMES) >> start & 1:
        return True
    if piece == PieceType.PAWN:
        is_first_step = end - start == FORWARD[color] and DOUBLE_STEP_RANKS[color] >> start & 1
        return bool(is_first_step) and not before.occupied >> end + FORWARD[color] & 1
    if piece in (PieceType.ROOK, PieceType.BISHOP, PieceType.QUEEN):
        beyond = _beyond(start, end)
        return beyond is not None and not explanation.position.occupied >> beyond & 1
    return False


def _last_leg_start(actions: tuple[Action, ...]) -> Square:
    """Where the piece that ended the turn was lifted or freed."""
    return squares_of(actions)[-2]


def _beyond(start: Square, end: Square) -> Square | None:
    """The next square on the line from start through end."""
    dx = (file_of(end) > file_of(start)) - (file_of(end) < file_of(start))
    dy = (rank_of(end) > rank_of(start)) - (rank_of(end) < rank_of(start))
    x, y = file_of(end) + dx, rank_of(end) + dy
    return x + 8 * y if 0 <= x < 8 and 0 <= y < 8 else None
