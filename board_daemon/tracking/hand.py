"""The piece in hand and where it may go: what the lights show while a turn is being made."""

from dataclasses import replace

from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.castling import rook_way
from board_daemon.rules.destinations import live_places_in_hand
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits
from board_daemon.rules.status import Status
from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.view import DestinationKind, HandView


def hand_view(position: Position, evidence: Evidence, owed: PieceType) -> HandView | None:
    """What is in hand, by the play convention: the chain follows the squares that were touched.

    `owed`: what a pawn becomes that the other player carried home.

    None when nothing of the side to move is in the air, or when something has been set down
    elsewhere; only a union taken over en passant may be.
    """
    missing = evidence.missing
    arrived = evidence.come
    passed = NO_SQUARES if position.en_passant is None else 1 << position.en_passant
    if not missing or arrived & ~passed:
        return None
    done: tuple[Action, ...] = ()
    if position.phase == Status.PROMOTE_LIFT:
        position, done = _done(position, done, Promote(owed))
    own = missing & position.squares(position.to_move)
    lifted = sorted(bits(own), key=lambda square: evidence.last_left(square, 0.0))
    for start in lifted:
        try:
            in_hand, actions = _done(position, done, Lift(start))
        except IllegalAction:
            continue
        since = evidence.last_left(start, 0.0)
        in_hand, actions = _followed(in_hand, actions, evidence, since, arrived)
        if in_hand.hand is None or arrived & ~in_hand.occupied:
            return None
        destinations = live_places_in_hand(in_hand)
        return HandView(
            origin=in_hand.hand.square,
            destinations={
                square: destination_kind(in_hand, square) for square in bits(destinations)
            },
            position=in_hand,
            actions=actions,
        )
    return None


def with_unseen_joins(hand: HandView, evidence: Evidence) -> HandView:
    """The piece that has been in hand for long, with what it may have joined by now unseen."""
    joins = (DestinationKind.UNION, DestinationKind.TAKEOVER, DestinationKind.PACO)
    unseen = [
        square
        for square, kind in hand.destinations.items()
        if kind in joins and evidence.seen[square] & Content.UNION
    ]
    return replace(hand, unseen=tuple(sorted(unseen)))


def other_hand_view(position: Position, evidence: Evidence, last: Square | None) -> HandView | None:
    """The one piece in the air that is not its side's turn to move: it may only go back.

    None where anything else is amiss. What the last turn set down, on the square `last`, may yet
    go on.
    """
    others = position.squares(position.to_move.other) & ~position.unions
    if evidence.dirty.bit_count() != 1 or not evidence.dirty & evidence.missing & others:
        return None
    (square,) = bits(evidence.dirty)
    return None if square == last else HandView(origin=square, destinations={})


def lifted_meanwhile(evidence: Evidence) -> HandView | None:
    """The one thing in the air while nobody is to move: it may only go back."""
    if evidence.dirty.bit_count() != 1 or evidence.dirty != evidence.missing:
        return None
    (square,) = bits(evidence.dirty)
    return HandView(origin=square, destinations={})


def _done(
    position: Position, actions: tuple[Action, ...], action: Action
) -> tuple[Position, tuple[Action, ...]]:
    return play(position, action), (*actions, action)


def _followed(
    position: Position,
    actions: tuple[Action, ...],
    evidence: Evidence,
    since: float,
    drawn_back: SquareSet,
) -> tuple[Position, tuple[Action, ...]]:
    """The position after the joins that were touched since the lift, in their order, and how.

    `drawn_back`: where a union that is taken over en passant has been set down.
    """
    joins = [
        (absence.back, absence.square)
        for absence in evidence.absences
        if absence.is_over and absence.back > since
    ]
    joins += [(evidence.first_arrival(square), square) for square in bits(drawn_back)]
    for _, square in sorted(joins):
        if position.hand is not None and live_places_in_hand(position) >> square & 1:
            position, actions = _done(position, actions, Place(square))
            if position.phase in (Status.PROMOTE_PLACE, Status.PROMOTE_FINISH):
                position, actions = _done(position, actions, Promote(PieceType.QUEEN))
    return position, actions


def destination_kind(position: Position, square: Square) -> DestinationKind:
    """What setting the hand down on a live destination does."""
    hand, color = position.hand, position.to_move
    assert hand is not None
    if hand.piece == PieceType.KING and rook_way(position.to_move, hand.square, square) is not None:
        return DestinationKind.CASTLE
    joined = position.piece_at(color.other, square)
    if joined == PieceType.KING:
        return DestinationKind.PACO
    after = play(position, Place(square))
    if after.hand is not None:
        return DestinationKind.TAKEOVER
    if hand.partner is None and after.unions >> square & 1:
        return DestinationKind.UNION
    return DestinationKind.MOVE
