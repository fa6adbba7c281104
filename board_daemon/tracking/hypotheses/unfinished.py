"""Turns that move two things, castling and the union en passant, when only one of them has moved.

Hands may rest in between for as long as they like: such a board stands neither wrong nor is the
turn over. What is still to be moved, and where to, can be shown.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from board_daemon.rules.actions import Lift, Place, Promote
from board_daemon.rules.attacks import FORWARD, PAWN_COVER
from board_daemon.rules.castling import CASTLINGS
from board_daemon.rules.destinations import plain_king_targets, side_to_move
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.play import play
from board_daemon.rules.position import KING_HOME, Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.rules.status import Status
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.contents import Content, alone, content_at, looks_empty
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.view import DestinationKind, UnfinishedView


class _Way(NamedTuple):
    """From where to where something is moved."""

    start: Square
    end: Square


class _Half(NamedTuple):
    """A turn of two moves of which one may have been made."""

    made: _Way
    left: _Way
    kind: DestinationKind


def unfinished_turn(position: Position, evidence: Evidence) -> UnfinishedView | None:
    """What is left of a castling or a union en passant begun with one of its pieces, if it is so.

    A rook that has moved alone is a turn already, until its king is lifted.
    """
    position = _with_what_is_owed(position)
    halves = chain(_of_castling(position), _of_en_passant(position))
    half = _half_made(halves, position, evidence)
    if half is None:
        return None
    start, end = half.left
    return UnfinishedView(half.kind, start, end, looks_empty(evidence.seen[start]))


def half_castled(position: Position, evidence: Evidence) -> SquareSet:
    """Where a king or a rook stands that castles, before the other one was set down."""
    position = _with_what_is_owed(position)
    half = _half_made(_of_castling(position), position, evidence)
    return NO_SQUARES if half is None else 1 << half.made.end


def _half_made(halves: Iterable[_Half], position: Position, evidence: Evidence) -> _Half | None:
    """The first of these turns of which one move is made, by what is seen; None: there is none."""
    if position.phase != Status.RUN or not evidence.come:
        return None
    return next(
        (
            half
            for half in halves
            if _stands_so(half, position, evidence) and _is_legal(half, position)
        ),
        None,
    )


def unfinished_of(lines: Iterable[Line], scene: Scene) -> UnfinishedView | None:
    """The same for the first of these lines that it is true of."""
    views = (unfinished_turn(line.position, scene.evidence(line)) for line in lines)
    return next((view for view in views if view is not None), None)


def may_have_castled(position: Position, evidence: Evidence) -> bool:
    """Whether a king has left, and something was set down where he and his rook castle to.

    So it looks, too, where nobody sees the rook leave.
    """
    position = _with_what_is_owed(position)
    if position.phase != Status.RUN or not looks_empty(evidence.seen[KING_HOME[position.to_move]]):
        return False
    ends = (square_set([half.made.end, half.left.end]) for half in _of_castling(position))
    return any(not goals & ~evidence.come for goals in ends)


def _with_what_is_owed(position: Position) -> Position:
    """The position with a queen for the pawn that was carried home, if there is one.

    Whatever it becomes, king and rook castle alike.
    """
    if position.phase != Status.PROMOTE_LIFT:
        return position
    return play(position, Promote(PROMOTIONS[0]))


def may_join_en_passant(position: Position) -> bool:
    """Whether the side to move may join the pawn that has just passed, alone or in its union."""
    return any(_is_legal(half, position) for half in _of_en_passant(position))


def _of_castling(position: Position) -> Iterator[_Half]:
    home = KING_HOME[position.to_move]
    if position.king_square(position.to_move) != home:
        return
    for way in CASTLINGS[position.to_move]:
        if position.castling >> way.rook_from & 1:
            king, rook = _Way(home, way.king_to), _Way(way.rook_from, way.rook_to)
            yield _Half(king, rook, DestinationKind.CASTLE)
            yield _Half(rook, king, DestinationKind.CASTLE)


def _of_en_passant(position: Position) -> Iterator[_Half]:
    passed, color = position.en_passant, position.to_move
    if passed is None:
        return
    victim = _Way(passed - FORWARD[color], passed)
    kind = DestinationKind.UNION
    if position.unions >> victim.start & 1:
        kind = DestinationKind.TAKEOVER
    own_alone = position.squares(color) & ~position.unions
    for square in bits(PAWN_COVER[color.other][passed] & own_alone):
        if position.piece_at(color, square) == PieceType.PAWN:
            yield _Half(_Way(square, passed), victim, kind)
            yield _Half(victim, _Way(square, passed), kind)


def _stands_so(half: _Half, position: Position, evidence: Evidence) -> bool:
    """Whether the one move is made, by what is seen, the other one not, and nothing else is."""
    made, left, seen = half.made, half.left, evidence.seen
    if evidence.dirty & ~_squares(half) or not evidence.dirty >> made.end & 1:
        return False
    if not looks_empty(seen[made.start]) or not seen[made.end] & _may_arrive(made, position):
        return False
    if half.kind == DestinationKind.CASTLE:
        has_king_left = looks_empty(seen[KING_HOME[position.to_move]])
        return has_king_left and looks_empty(seen[left.end])
    # Reeds cannot tell whether the other pawn is in the air still or united already.
    return seen[left.end] != Content.UNION or not looks_empty(seen[left.start])


def _may_arrive(way: _Way, position: Position) -> Content:
    """What may come to stand at the end of a way: all that stood at its start, or its pawn."""
    moved = content_at(position, way.start)
    if moved == Content.UNION and way.end == position.en_passant:
        return moved | alone(position.to_move.other)
    return moved


def _squares(half: _Half) -> SquareSet:
    return square_set([*half.made, *half.left])


def _is_legal(half: _Half, position: Position) -> bool:
    color = position.to_move
    if half.kind == DestinationKind.CASTLE:
        king = half.made if half.made.start == KING_HOME[color] else half.left
        return bool(plain_king_targets(side_to_move(position), king.start, among=1 << king.end))
    is_own = position.squares(color) & ~position.unions
    pawn = half.made if is_own >> half.made.start & 1 else half.left
    try:
        play(play(position, Lift(pawn.start)), Place(pawn.end))
    except IllegalAction:
        return False
    return True
