"""Chains that may have ended where they began, or rest there: of them only touches are seen."""

from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import NO_SQUARES, SquareSet, bits, square_set
from board_daemon.tracking.seeing.evidence import Evidence


def home_chains(position: Position, evidence: Evidence, color: Color | None = None) -> SquareSet:
    """Squares on which a chain may have begun and ended, or rested before it goes on.

    `color`: whose chain, if not of the side to move.
    """
    side = position.to_move if color is None else color
    back = square_set(evidence.returned) & position.squares(side)
    return back & ~position.unions if back & position.unions else NO_SQUARES


def unseen_chains(position: Position, evidence: Evidence) -> SquareSet:
    """Squares that show nothing and on which a chain may have begun, by what else was touched."""
    unseen = evidence.blind & position.squares(position.to_move)
    return unseen if evidence.returned else NO_SQUARES


def may_be_under_way_unseen(position: Position, evidence: Evidence) -> bool:
    """Whether a chain that began on a square that shows nothing may have freed what goes on."""
    side = Side(position, position.to_move)
    joined = square_set(evidence.returned) & position.unions
    unseen = unseen_chains(position, evidence) & ~position.unions
    return any(side.lone_targets(square) & joined for square in bits(unseen))
