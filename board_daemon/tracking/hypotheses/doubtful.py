"""Whether the last turn may have been another one, now that the board is to be put right."""

from board_daemon.rules.position import Position
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.other_turns import OtherTurn
from board_daemon.tracking.seeing.evidence import Evidence


def is_doubtful(root: Line, other: OtherTurn, evidence: Evidence) -> bool:
    """Whether the turn that led to `root` may have been another one, or none.

    `other`: what it may have been instead; `evidence`: what has happened since.
    """
    return other.may_have_been_played or root.came_home or _is_out_of_turn(root.position, evidence)


def _is_out_of_turn(position: Position, evidence: Evidence) -> bool:
    """Whether all that is gone is the other player's to move, who has played last.

    Rather there was a turn between, and what is recorded as one were two.
    """
    missing, others = evidence.missing, position.squares(position.to_move.other)
    return bool(missing) and not missing & ~others
