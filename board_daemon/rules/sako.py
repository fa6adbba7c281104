"""Ŝako: whether a side can unite with the other king with its next turn, and how."""

from board_daemon.rules.actions import Action, Promote
from board_daemon.rules.pieces import PROMOTIONS, Color
from board_daemon.rules.position import Position
from board_daemon.rules.reach import way_to
from board_daemon.rules.sides import Side
from board_daemon.rules.status import RUN, Status
from board_daemon.rules.transitions import promote


def sako_way(position: Position, color: Color) -> tuple[Action, ...] | None:
    """How `color`, were it to move, would unite with the other king; None: it cannot.

    English booklet, page 48. It is a turn that wins: none that leaves its own king in a union, too,
    where kings unite. Asked of a settled position; a promotion it owes comes first.
    Nobody gives Ŝako once the game is over.
    """
    if position.phase is not RUN:
        if position.phase.is_over or position.hand is not None:
            return None
        if position.phase == Status.PROMOTE_LIFT and position.to_move == color:
            return _way_after_promotion(position, color)
    king = position.king_square(color.other)
    return way_to(Side(position, color), king)


def _way_after_promotion(position: Position, color: Color) -> tuple[Action, ...] | None:
    for piece in PROMOTIONS:
        way = sako_way(promote(position, piece), color)
        if way is not None:
            return (Promote(piece), *way)
    return None


def gives_sako(position: Position, color: Color) -> bool:
    """Whether `color`, were it to move, could unite with the other king."""
    return sako_way(position, color) is not None
