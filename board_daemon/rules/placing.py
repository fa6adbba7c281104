"""Where what is in hand may be set down, by how it moves and what stands there."""

from board_daemon.rules.attacks import (
    DOUBLE_STEP_RANKS,
    FORWARD,
    KING_COVER,
    PAWN_COVER,
    cover,
    pawn_steps,
)
from board_daemon.rules.castling import castling_targets
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Hand, Position
from board_daemon.rules.squares import SquareSet


def targets_in_hand(position: Position, hand: Hand) -> SquareSet:
    """Squares where the hand, no longer on the board, may be set down, dead ends included.

    Whether the turn may end there with the king in Ŝako is not asked.
    """
    if hand.partner is not None:
        return _union_targets(position, hand)
    color, square = position.to_move, hand.square
    occupied, closed = position.occupied, closed_squares(position, hand)
    if hand.piece == PieceType.KING:
        blocked = closed if position.rules.king_unites else occupied
        return KING_COVER[square] & ~blocked | castling_targets(position, square)
    if hand.piece == PieceType.PAWN:
        joinable = position.squares(color.other) & ~closed
        passed = position.en_passant
        if passed is not None and not closed >> passed - FORWARD[color] & 1:
            joinable |= 1 << passed
        return _steps(position, hand) | PAWN_COVER[color][square] & joinable
    return cover(hand.piece, color, square, occupied) & ~closed


def closed_squares(position: Position, hand: Hand) -> SquareSet:
    """Where the lone piece in hand does not go: beside its own, unions it may not take over."""
    own, unions = position.squares(position.to_move), position.unions
    rules = position.rules
    is_freed = unions >> hand.square & 1
    may_take_over = rules.freed_piece_may_take_over if is_freed else rules.unions_may_be_taken_over
    return own & ~unions if may_take_over else own


def _union_targets(position: Position, hand: Hand) -> SquareSet:
    if hand.piece == PieceType.PAWN:
        found = _steps(position, hand)
    else:
        occupied = position.occupied
        found = cover(hand.piece, position.to_move, hand.square, occupied) & ~occupied
    last = position.memory.last_union_move
    if last is not None and last[1] == hand.square:
        found &= ~(1 << last[0])
    return found


def _steps(position: Position, hand: Hand) -> SquareSet:
    color = position.to_move
    two_steps = position.memory.two_steps & DOUBLE_STEP_RANKS[color]
    return pawn_steps(color, hand.square, position.occupied, two_steps)
