"""Playing one action after the other: what is allowed now, and what it leads to.

`legal_actions` lists what the rules allow for the next action alone; some of it may lead to a place
from which the turn cannot be completed. `turns.live_destinations` leaves those out.
"""

from dataclasses import replace
from typing import Final

from board_daemon.rules.actions import Action, Lift, Place, Promote, format_action
from board_daemon.rules.attacks import (
    FORWARD,
    KING_COVER,
    LAST_RANK,
    PAWN_COVER,
    PAWN_RANK,
    cover,
    pawn_steps,
)
from board_daemon.rules.castling import castling_targets, rook_way
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.position import ROOK_HOMES, Hand, Position
from board_daemon.rules.squares import Square, SquareSet, bits, square_name
from board_daemon.rules.status import Status

_PROMOTES: Final = (Status.PROMOTE_LIFT, Status.PROMOTE_PLACE, Status.PROMOTE_FINISH)
_PROMOTE_ACTIONS: Final = tuple(map(Promote, PROMOTIONS))


def legal_actions(position: Position) -> tuple[Action, ...]:
    """The actions allowed next; none once the game is over."""
    if position.phase.is_over:
        return ()
    if position.phase in _PROMOTES:
        return _PROMOTE_ACTIONS
    if position.hand is None:
        return tuple(Lift(square) for square in bits(liftable_squares(position)))
    return tuple(Place(square) for square in bits(place_targets(position, position.hand)))


def liftable_squares(position: Position) -> SquareSet:
    """Squares whose piece or union the side to move may lift: those with somewhere to go."""
    liftable = 0
    own = position.squares(position.to_move)
    for square in bits(own):
        hand = _hand_on(position, square)
        # A king who may castle may also take one step, so castling need not be asked for.
        lifted = without_hand(position, hand)
        if hand.piece == PieceType.KING:
            found = KING_COVER[square] & ~lifted.occupied
        else:
            found = place_targets(lifted, hand)
        if found:
            liftable |= 1 << square
    return liftable


def place_targets(position: Position, hand: Hand) -> SquareSet:
    """Squares where the hand, no longer on the board, may be set down, dead ends included."""
    color, square = position.to_move, hand.square
    occupied = position.occupied
    if hand.piece == PieceType.KING:
        return KING_COVER[square] & ~occupied | castling_targets(position, square)
    if hand.piece == PieceType.PAWN:
        steps = pawn_steps(color, square, occupied)
        if hand.partner is not None:
            return steps
        joinable = position.squares(color.other)
        if position.en_passant is not None:
            joinable |= 1 << position.en_passant
        return steps | PAWN_COVER[color][square] & joinable
    covered = cover(hand.piece, color, square, occupied)
    if hand.partner is not None:
        return covered & ~occupied
    return covered & ~(position.squares(color) & ~position.unions)


def play(position: Position, action: Action) -> Position:
    """The position after one action; raises `IllegalAction`, saying what was expected."""
    if position.phase.is_over:
        raise IllegalAction(f"{format_action(action)}: expected no action, the game is over")
    match action:
        case Promote(piece) if position.phase in _PROMOTES and piece in PROMOTIONS:
            return _promote(position, piece)
        case Lift(square) if position.phase == Status.RUN:
            if position.squares(position.to_move) >> square & 1:
                lifted = _lift(position, square)
                if lifted.hand is not None and place_targets(lifted, lifted.hand):
                    return lifted
            raise IllegalAction(_not_liftable(position, square))
        case Place(square) if position.phase == Status.PLACE and position.hand is not None:
            if place_targets(position, position.hand) >> square & 1:
                return place_hand(position, square)
    raise IllegalAction(_refusal(position, action))


def _not_liftable(position: Position, square: Square) -> str:
    name, side = square_name(square), position.to_move.name.title()
    if position.squares(position.to_move) >> square & 1:
        return f"L{name}: expected a piece that can go somewhere, the one on {name} cannot"
    return f"L{name}: expected a piece of {side} on {name}, there is none"


def _refusal(position: Position, action: Action) -> str:
    legal = legal_actions(position)
    listed = " ".join(map(format_action, legal)) or "none"
    return f"{format_action(action)}: expected one of {listed}"


def _hand_on(position: Position, square: Square) -> Hand:
    piece = position.piece_at(position.to_move, square)
    assert piece is not None
    return Hand(square, piece, position.piece_at(position.to_move.other, square))


def without_hand(position: Position, hand: Hand) -> Position:
    """The position with what `hand` holds taken off the board and nothing else changed."""
    white, black = bytearray(position.white), bytearray(position.black)
    white[hand.square] = black[hand.square] = 0
    return replace(position, white=bytes(white), black=bytes(black))


def _lift(position: Position, square: Square) -> Position:
    hand = _hand_on(position, square)
    return replace(
        without_hand(position, hand),
        hand=hand,
        phase=Status.PLACE,
        no_progress=position.no_progress + 1,
        castling=position.castling & ~lifted_rook_home(hand, position.to_move),
    )


def lifted_rook_home(hand: Hand, color: Color) -> SquareSet:
    """The home square whose castling right ends when `hand` is lifted or freed there."""
    home = ROOK_HOMES & 1 << hand.square
    owner = Color.WHITE if hand.square < 32 else Color.BLACK
    rook = hand.piece if owner == color else hand.partner
    return home if rook == PieceType.ROOK else 0


def place_hand(position: Position, target: Square) -> Position:
    """The position after setting the hand down on a square that is known to be allowed."""
    hand = position.hand
    assert hand is not None
    if hand.partner is not None:
        return _place_union(position, hand, hand.partner, target)
    if hand.piece == PieceType.KING:
        return _place_king(position, hand, target)
    if (
        hand.piece == PieceType.PAWN
        and target == position.en_passant
        and PAWN_COVER[position.to_move][hand.square] >> target & 1
    ):
        position = _draw_back(position, target)
    freed = position.piece_at(position.to_move, target)
    position = _with_piece(position, position.to_move, target, hand.piece)
    promoting = hand.piece == PieceType.PAWN and LAST_RANK[position.to_move] >> target & 1
    if freed is not None:
        freed_hand = Hand(target, freed)
        return replace(
            position,
            hand=freed_hand,
            phase=Status.PROMOTE_PLACE if promoting else Status.PLACE,
            promoting=target if promoting else None,
            castling=position.castling & ~lifted_rook_home(freed_hand, position.to_move),
        )
    return _end_chain(position, hand, target, promoting=bool(promoting))


def _end_chain(position: Position, hand: Hand, target: Square, *, promoting: bool) -> Position:
    joined = position.piece_at(position.to_move.other, target)
    settled = replace(
        position,
        hand=None,
        no_progress=0 if joined is not None else position.no_progress,
        en_passant=passed_square(position.to_move, hand, target),
    )
    if joined == PieceType.KING:
        color = position.to_move
        won = Status.PACO_W if color == Color.WHITE else Status.PACO_B
        # The official game does not pass the turn when the uniting pawn has come home.
        return replace(settled, phase=won, to_move=color if promoting else color.other)
    if promoting:
        return replace(settled, phase=Status.PROMOTE_FINISH, promoting=target)
    return _pass_turn(settled)


def _place_union(position: Position, hand: Hand, partner: PieceType, target: Square) -> Position:
    color = position.to_move
    position = _with_piece(position, color, target, hand.piece)
    position = _with_piece(position, color.other, target, partner)
    settled = replace(position, hand=None, en_passant=passed_square(color, hand, target))
    if hand.piece == PieceType.PAWN and LAST_RANK[color] >> target & 1:
        return replace(settled, phase=Status.PROMOTE_FINISH, promoting=target)
    if partner == PieceType.PAWN and LAST_RANK[color.other] >> target & 1:
        return replace(_pass_turn(settled), phase=Status.PROMOTE_LIFT, promoting=target)
    return _pass_turn(settled)


def _place_king(position: Position, hand: Hand, target: Square) -> Position:
    color = position.to_move
    way = rook_way(position, hand.square, target)
    if way is not None:
        position = _swapped(position, *way)
    position = _with_piece(position, color, target, PieceType.KING)
    own_homes = 0xFF if color == Color.WHITE else 0xFF << 56
    return _pass_turn(
        replace(position, hand=None, en_passant=None, castling=position.castling & ~own_homes)
    )


def _pass_turn(position: Position) -> Position:
    phase = Status.DRAW_PROGRESS if position.is_idle_too_long else Status.RUN
    return replace(position, phase=phase, to_move=position.to_move.other)


def _promote(position: Position, piece: PieceType) -> Position:
    assert position.promoting is not None
    promoted = replace(
        _with_piece(position, position.to_move, position.promoting, piece),
        promoting=None,
        no_progress=0,
    )
    if position.phase == Status.PROMOTE_FINISH:
        return _pass_turn(replace(promoted, en_passant=None))
    if position.phase == Status.PROMOTE_PLACE:
        return replace(promoted, phase=Status.PLACE)
    return replace(promoted, phase=Status.RUN)


def _draw_back(position: Position, passed: Square) -> Position:
    """The pawn that has just passed over `passed`, with its partner, set back on it."""
    stop = passed - FORWARD[position.to_move]
    return replace(_swapped(position, passed, stop), en_passant=None)


def _swapped(position: Position, first: Square, second: Square) -> Position:
    white, black = bytearray(position.white), bytearray(position.black)
    for pieces in (white, black):
        pieces[first], pieces[second] = pieces[second], pieces[first]
    return replace(position, white=bytes(white), black=bytes(black))


def _with_piece(position: Position, color: Color, square: Square, piece: PieceType) -> Position:
    pieces = bytearray(position.pieces(color))
    pieces[square] = piece
    if color == Color.WHITE:
        return replace(position, white=bytes(pieces))
    return replace(position, black=bytes(pieces))


def passed_square(color: Color, hand: Hand, target: Square) -> Square | None:
    """The square a pawn has passed over with its two steps, from its own rank only.

    From the first rank a pawn may also take two steps, but cannot then be joined en passant.
    """
    two_steps = target - hand.square == 2 * FORWARD[color]
    if hand.piece == PieceType.PAWN and two_steps and PAWN_RANK[color] >> hand.square & 1:
        return hand.square + FORWARD[color]
    return None
