"""Which squares hide part of a turn together, if they are dead or stuck and nobody knows of it."""

from collections.abc import Iterator
from itertools import combinations

from board_daemon.rules.attacks import FORWARD, PAWN_COVER
from board_daemon.rules.castling import CASTLINGS
from board_daemon.rules.destinations import king_targets
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import KING_HOME, ROOK_HOMES, Position
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import ALL_SQUARES, NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.rules.status import Status
from board_daemon.tracking.seeing.evidence import Evidence


def hiding_together(
    position: Position, evidence: Evidence, suspects: SquareSet
) -> Iterator[SquareSet]:
    """Suspects that, could one of them not change, might hide the rest of a turn.

    Together where the turn may have ended on one of them: its way there is the same for all.
    """
    own, side = position.squares(position.to_move), Side(position, position.to_move)
    passing = _passing(side)
    # Whoever has drawn a pawn back to join it en passant may have come from where nobody sees it.
    is_drawn_back = passing != NO_SQUARES and evidence.dirty & passing == passing
    if not (evidence.returned or evidence.missing & own or is_drawn_back):
        passing = NO_SQUARES
    missing = evidence.missing & ~passing
    seen = (evidence.dirty or evidence.touched) | evidence.blind
    if missing and evidence.dirty & ~passing == missing:
        yield suspects & ~own & ~position.unions
        # A union that was lifted may be back on a square that has failed meanwhile.
        yield from one_by_one(suspects & missing & position.unions)
        return
    if not missing:
        for square in bits(suspects & own & ~evidence.touched):
            reach = ALL_SQUARES
            if position.phase == Status.RUN:
                reach = _reach(side, square)
            if reach & (seen | side.unions):
                yield 1 << square
        if evidence.blind & own:
            # From where nobody saw it go, it may have come to where nobody can see it either.
            yield suspects & ~own & ~position.unions
        return
    # What looks wrong may have changed right before, and failed then.
    yield from one_by_one(suspects & evidence.dirty)
    if missing and position.castling:
        # Nothing else changes more squares while one of its pieces is not seen to go.
        king = 1 << position.king_square(position.to_move)
        yield from one_by_one(suspects & own & (position.castling & ROOK_HOMES | king))


def _passing(side: Side) -> SquareSet:
    """Where the pawn stands, and where it is drawn back to, that may be joined en passant."""
    return NO_SQUARES if side.en_passant is None else 1 << side.en_passant | 1 << side.victim


def castled_to(position: Position) -> SquareSet:
    """Where king and rook of the side to move come to stand that may castle."""
    ways = CASTLINGS[position.to_move]
    return square_set(
        square
        for way in ways
        if position.castling >> way.rook_from & 1
        for square in (way.king_to, way.rook_to)
    )


def pairs_of_castling(
    position: Position, evidence: Evidence, suspects: SquareSet
) -> Iterator[SquareSet]:
    """Two squares each that hide half of a castling between them, if none of them can change.

    Its other half looks like a step of the king or of the rook, or like a wrong move: not so where
    that is all the way of the one, as the other may still have to go.
    """
    for king, king_to, rook, rook_to in _open_castlings(position, evidence):
        ways = (king, king_to), (rook, rook_to)
        for pair in combinations((king, king_to, rook, rook_to), 2):
            unseen = square_set(pair)
            if pair not in ways and not unseen & (~suspects | evidence.touched):
                yield unseen


def pairs_of_en_passant(
    position: Position, evidence: Evidence, suspects: SquareSet
) -> Iterator[SquareSet]:
    """From where and to where a pawn may have gone en passant, if only the other one was seen.

    That one is gone then, and nothing else takes anything away from where the other player left it.
    """
    color, passed = position.to_move, position.en_passant
    if passed is None or not evidence.missing >> passed - FORWARD[color] & 1:
        return
    for start in bits(PAWN_COVER[color.other][passed] & position.squares(color)):
        unseen = 1 << start | 1 << passed
        is_pawn = position.piece_at(color, start) == PieceType.PAWN
        if is_pawn and not unseen & (~suspects | evidence.touched):
            yield unseen


def ways_of_unseen_rooks(position: Position, evidence: Evidence) -> Iterator[SquareSet]:
    """From where and to where a rook may have castled, if only its king was seen to go."""
    for king, king_to, rook, rook_to in _open_castlings(position, evidence):
        seen, unseen = square_set((king, king_to)), square_set((rook, rook_to))
        if evidence.dirty & seen == seen and not unseen & (evidence.dirty | evidence.touched):
            yield unseen


def _open_castlings(
    position: Position, evidence: Evidence
) -> Iterator[tuple[Square, Square, Square, Square]]:
    """From where and to where king and rook castle, where any of these squares has changed."""
    king = KING_HOME[position.to_move]
    # Whoever owes a piece for a pawn may castle in the same turn.
    is_turn = position.phase in (Status.RUN, Status.PROMOTE_LIFT)
    if not is_turn or position.king_square(position.to_move) != king:
        return
    for way in CASTLINGS[position.to_move]:
        squares = king, way.king_to, way.rook_from, way.rook_to
        if position.castling >> way.rook_from & 1 and evidence.dirty & square_set(squares):
            yield squares


def one_by_one(squares: SquareSet) -> Iterator[SquareSet]:
    """Every one of the squares by itself."""
    return (1 << square for square in bits(squares))


def _reach(side: Side, square: Square) -> SquareSet:
    """Where what stands on a square may be set down first."""
    if side.unions >> square & 1:
        return side.pair_targets(square) & ~side.unions
    if side.own[square] == PieceType.KING:
        return king_targets(side.position, square)
    en_passant = side.en_passant if side.own[square] == PieceType.PAWN else None
    return side.lone_targets(square) | (0 if en_passant is None else 1 << en_passant)


def may_have_replied(position: Position, evidence: Evidence) -> bool:
    """Whether the side that is not to move may have begun a turn since.

    Unions that were only touched are steps of a chain, and one in the air is about to be.
    """
    alone = position.squares(position.to_move.other) & ~position.unions
    came = evidence.come
    in_air = (evidence.missing & position.unions).bit_count()
    return bool(evidence.blind or came or evidence.touched & alone) or in_air > 1
