"""Turns en passant of which a part is done: what stands where meanwhile."""

from board_daemon.rules.attacks import FORWARD, PAWN_COVER
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits
from board_daemon.tracking.seeing.contents import alone
from board_daemon.tracking.seeing.evidence import Evidence


def drawn_back_for(position: Position, evidence: Evidence) -> SquareSet:
    """Where what a pawn joins en passant is set down: a union, what it frees being in hand.

    The pawn may be one that the chain has freed just before. Or it is in hand itself, and what
    stands there is seen to be the other pawn alone.
    """
    if position.en_passant is None:
        return NO_SQUARES
    color, passed = position.to_move, position.en_passant
    victim = 1 << passed - FORWARD[color]
    missing = evidence.missing
    left = missing & ~position.unions | evidence.touched & position.unions
    pawns = PAWN_COVER[color.other][passed] & left & position.squares(color)
    is_taken_over = victim & missing & position.unions and pawns
    is_alone = evidence.seen[passed] == alone(color.other)
    is_to_be_joined = victim & missing and is_alone and pawns & missing
    return 1 << passed if is_taken_over or is_to_be_joined else NO_SQUARES


def is_drawn_back_to_join(
    position: Position, start: Square, end: Square, evidence: Evidence
) -> bool:
    """Whether one step of a pawn, by way of two, was rather two: its opponent has drawn it back.

    He had lifted the pawn that joins it before it went back. `position`: before the step.
    """
    color = position.to_move
    is_one_step = end == start + FORWARD[color]
    if not is_one_step or position.piece_at(color, start) != PieceType.PAWN:
        return False
    others = PAWN_COVER[color][end] & position.squares(color.other) & evidence.missing
    joining = [
        square
        for square in bits(others)
        if position.piece_at(color.other, square) == PieceType.PAWN
    ]
    left = evidence.last_change(end + FORWARD[color])
    return any(evidence.last_lifted(1 << square) < left for square in joining)


def gone_ahead(position: Position, missing: SquareSet) -> SquareSet:
    """Where a pawn stands that goes en passant, before the one that it joins is drawn back.

    That is the next thing its player does: he leaves nothing so.
    """
    if position.en_passant is None:
        return NO_SQUARES
    color, passed = position.to_move, position.en_passant
    pawns = PAWN_COVER[color.other][passed] & position.squares(color) & missing
    return 1 << passed if pawns and not missing >> passed - FORWARD[color] & 1 else NO_SQUARES
