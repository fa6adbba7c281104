"""Live destinations: where a piece may be set down so that the turn can be completed.

One way out proves a destination live; that none is left is proved by searching all that can follow,
or, where that is much, by a bound that forgets which exchanges exclude each other.
"""

from board_daemon.rules.actions import Promote
from board_daemon.rules.attacks import KING_COVER
from board_daemon.rules.castling import castling_targets
from board_daemon.rules.chains import Chain, Side, State
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.play import place_targets, play, without_hand
from board_daemon.rules.position import Hand, Position
from board_daemon.rules.squares import Square, SquareSet, bits
from board_daemon.rules.status import Status


def live_destinations(position: Position) -> dict[Square, SquareSet]:
    """For each square whose piece or union can make a turn, its live first destinations.

    The position is settled. Where a promotion is owed, destinations count that are live after any
    of the four.
    """
    if position.phase == Status.PROMOTE_LIFT:
        return _after_promotion(position)
    if position.phase != Status.RUN:
        return {}
    side = Side(position, position.to_move)
    found = {square: live_from(side, square) for square in bits(position.squares(side.color))}
    return {square: targets for square, targets in found.items() if targets}


def _after_promotion(position: Position) -> dict[Square, SquareSet]:
    found: dict[Square, SquareSet] = {}
    for piece in PROMOTIONS:
        for square, targets in live_destinations(play(position, Promote(piece))).items():
            found[square] = found.get(square, 0) | targets
    return dict(sorted(found.items()))


def live_from(side: Side, square: Square) -> SquareSet:
    """Live first destinations of what the side has on one square."""
    if side.unions >> square & 1:
        return side.pair_targets(square)
    if side.own[square] == PieceType.KING:
        return king_targets(side.position, square)
    chain = Chain(side, square)
    return live_places(chain, chain.root)


def king_targets(position: Position, square: Square) -> SquareSet:
    """Where the king on `square` may go, castling included."""
    lifted = without_hand(position, Hand(square, PieceType.KING))
    return KING_COVER[square] & ~lifted.occupied | castling_targets(lifted, square)


def live_places(chain: Chain, state: State) -> SquareSet:
    """Where the piece in hand of a chain may be set down with the turn still completable."""
    live = chain.exits(state)
    if chain.ends_en_passant(state):
        live |= 1 << chain.en_passant
    for entry in chain.entries(state):
        if not live >> entry.square & 1 and can_complete(chain, entry.state):
            live |= 1 << entry.square
    return live


def can_complete(chain: Chain, state: State) -> bool:
    """Whether the turn can be completed with what is in hand now."""
    stack, seen = [state], {state}
    while stack:
        state = stack.pop()
        if chain.exits(state) or chain.ends_en_passant(state):
            return True
        for entry in chain.entries(state):
            if entry.state not in seen:
                seen.add(entry.state)
                stack.append(entry.state)
    return False


def has_turn(position: Position) -> bool:
    """Whether the side to move has any legal turn."""
    side = Side(position, position.to_move)
    return any(live_from(side, square) for square in bits(position.squares(side.color)))


def live_places_in_hand(position: Position) -> SquareSet:
    """Live destinations of the hand in the midst of a turn."""
    hand = position.hand
    if hand is None or position.phase != Status.PLACE:
        return 0
    if hand.partner is not None or hand.piece == PieceType.KING:
        return place_targets(position, hand)
    chain = Chain(Side(position, position.to_move), hand.square, in_hand=hand.piece)
    return live_places(chain, chain.root)
