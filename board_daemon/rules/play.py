"""Playing one action after the other: what is allowed now, and what it leads to.

`legal_actions` lists what the rules allow for the next action alone; some of it may lead to a place
from which the turn cannot be completed. `destinations.live_destinations` leaves those out.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from board_daemon.rules.actions import Action, Lift, Place, Promote, format_action
from board_daemon.rules.answering import answers_sako
from board_daemon.rules.attacks import KING_COVER
from board_daemon.rules.destinations import owed_promotions, side_to_move
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.placing import targets_in_hand
from board_daemon.rules.position import Hand, Position
from board_daemon.rules.squares import Square, SquareSet, bits, square_name, square_set
from board_daemon.rules.status import Status
from board_daemon.rules.transitions import (
    hand_on,
    lift_hand,
    place_hand,
    promote,
    without_hand,
)

_PROMOTES: Final = (Status.PROMOTE_LIFT, Status.PROMOTE_PLACE, Status.PROMOTE_FINISH)


def legal_actions(position: Position) -> tuple[Action, ...]:
    """The actions allowed next; none once the game is over."""
    if position.phase.is_over:
        return ()
    if position.phase in _PROMOTES:
        return tuple(Promote(piece) for piece in PROMOTIONS if _may_promote(position, piece))
    if position.hand is None:
        return tuple(Lift(square) for square in bits(liftable_squares(position)))
    return tuple(Place(square) for square in bits(place_targets(position, position.hand)))


def liftable_squares(position: Position) -> SquareSet:
    """Squares whose piece or union the side to move may lift: those with somewhere to go."""
    liftable = 0
    own = position.squares(position.to_move)
    for square in bits(own):
        hand = hand_on(position, square)
        lifted = without_hand(position, hand)
        if hand.piece == PieceType.KING and not position.rules.king_unites:
            # A king who may castle may also take one step, so castling need not be asked for.
            found = KING_COVER[square] & ~lifted.occupied
        else:
            found = targets_in_hand(lifted, hand)
        if found:
            liftable |= 1 << square
    return liftable


def place_targets(position: Position, hand: Hand) -> SquareSet:
    """Squares where the hand, no longer on the board, may be set down, dead ends included."""
    found = targets_in_hand(position, hand)
    if not position.memory.answers_sako:
        return found
    return square_set([to for to in bits(found) if _may_place(position, to)])


def _may_place(position: Position, target: Square) -> bool:
    """Whether a player who must answer Ŝako may set the hand down there, or end his turn so."""
    after = place_hand(position, target)
    return after.hand is not None or answers_sako(after, position.to_move)


def _may_promote(position: Position, piece: PieceType) -> bool:
    if position.phase != Status.PROMOTE_FINISH or not position.memory.answers_sako:
        return True
    return answers_sako(promote(position, piece), position.to_move)


def play(position: Position, action: Action) -> Position:
    """The position after one action; raises `IllegalAction`, saying what was expected."""
    if position.phase.is_over:
        raise IllegalAction(f"{format_action(action)}: expected no action, the game is over")
    match action:
        case Promote(piece) if position.phase in _PROMOTES and piece in PROMOTIONS:
            if _may_promote(position, piece):
                return _promoted(position, piece)
        case Lift(square) if position.phase == Status.RUN:
            if position.squares(position.to_move) >> square & 1:
                lifted = lift_hand(position, square)
                if lifted.hand is not None and targets_in_hand(lifted, lifted.hand):
                    return _with_duty(lifted, position)
            raise IllegalAction(_not_liftable(position, square))
        case Place(square) if position.phase == Status.PLACE and position.hand is not None:
            if place_targets(position, position.hand) >> square & 1:
                return place_hand(position, square)
    raise IllegalAction(_refusal(position, action))


def play_all(position: Position, actions: Iterable[Action]) -> Position:
    """The position after some actions, one after the other; raises as `play` does."""
    for action in actions:
        position = play(position, action)
    return position


def _promoted(position: Position, piece: PieceType) -> Position:
    if position.phase == Status.PROMOTE_LIFT and position.rules.must_answer_sako:
        return owed_promotions(position)[PROMOTIONS.index(piece)]
    return promote(position, piece)


def _with_duty(lifted: Position, before: Position) -> Position:
    """The position with the first piece in hand and, where it has it, the duty to answer Ŝako."""
    if not before.rules.must_answer_sako or side_to_move(before).duty is None:
        return lifted
    return replace(lifted, memory=lifted.memory._replace(answers_sako=True))


def _not_liftable(position: Position, square: Square) -> str:
    name, side = square_name(square), position.to_move.name.title()
    if position.squares(position.to_move) >> square & 1:
        return f"L{name}: expected a piece that can go somewhere, the one on {name} cannot"
    return f"L{name}: expected a piece of {side} on {name}, there is none"


def _refusal(position: Position, action: Action) -> str:
    legal = legal_actions(position)
    listed = " ".join(map(format_action, legal)) or "none"
    return f"{format_action(action)}: expected one of {listed}"
