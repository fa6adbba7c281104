"""Turns en passant of which a part is done: what stands where meanwhile."""

from board_daemon.rules.attacks import FORWARD, PAWN_COVER
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, SquareSet
from board_daemon.tracking.seeing.evidence import Evidence


def drawn_back_for(position: Position, evidence: Evidence) -> SquareSet:
    """Where a union is set down that a pawn takes over en passant, what it frees being in hand.

    The pawn may be one that the chain has freed just before.
    """
    if position.en_passant is None:
        return NO_SQUARES
    color, passed = position.to_move, position.en_passant
    victim = 1 << passed - FORWARD[color]
    missing = evidence.missing
    left = missing & ~position.unions | evidence.touched & position.unions
    pawns = PAWN_COVER[color.other][passed] & left & position.squares(color)
    is_taken_over = victim & missing & position.unions and pawns
    return 1 << passed if is_taken_over else NO_SQUARES


def gone_ahead(position: Position, missing: SquareSet) -> SquareSet:
    """Where a pawn stands that goes en passant, before the one that it joins is drawn back.

    That is the next thing its player does: he leaves nothing so.
    """
    if position.en_passant is None:
        return NO_SQUARES
    color, passed = position.to_move, position.en_passant
    pawns = PAWN_COVER[color.other][passed] & position.squares(color) & missing
    return 1 << passed if pawns and not missing >> passed - FORWARD[color] & 1 else NO_SQUARES
