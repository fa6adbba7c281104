"""Live destinations: where a piece may be set down so that the turn can be completed.

One way out proves a destination live, and nearly always the piece freed there has one. That none is
left is proved by searching all that can follow; as the first lift leaves its square empty, that is
never much.
"""

from typing import NamedTuple

from board_daemon.rules.actions import Promote
from board_daemon.rules.attacks import KING_COVER
from board_daemon.rules.castling import castling_targets
from board_daemon.rules.chains import Chain, Side, State, square_of
from board_daemon.rules.pieces import KING, PROMOTIONS, PieceType
from board_daemon.rules.play import place_targets, play, without_hand
from board_daemon.rules.position import KING_HOME, Hand, Position
from board_daemon.rules.squares import Square, SquareSet, bits
from board_daemon.rules.status import Status


class FirstLifts(NamedTuple):
    """What a side may lift first, and where it may go."""

    plain: list[tuple[Square, SquareSet]]
    """What can begin no chain: unions, the king, lone pieces out of reach of any union."""
    chains: list[Square]
    """Lone pieces that can take over a union or join en passant."""


def first_lifts(side: Side) -> FirstLifts:
    """Everything a side may lift first; some of it may have nowhere to go."""
    plain = [(square, side.pair_targets(square)) for square in side.union_squares]
    chains = []
    for square in bits(side.own_alone):
        if side.own[square] == KING:
            targets = king_targets(side.position, square)
        else:
            targets = side.lone_targets(square)
            if not side.is_plain(square, targets):
                chains.append(square)
                continue
        plain.append((square, targets))
    return FirstLifts(plain, chains)


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
    lifts = first_lifts(side)
    found = dict(lifts.plain)
    for start in lifts.chains:
        chain = Chain(side, start)
        found[start] = live_places(chain, chain.root)
    return {square: found[square] for square in sorted(found) if found[square]}


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
    if side.own[square] == KING:
        return king_targets(side.position, square)
    targets = side.lone_targets(square)
    if side.is_plain(square, targets):
        return targets
    chain = Chain(side, square)
    return live_places(chain, chain.root)


def king_targets(position: Position, square: Square) -> SquareSet:
    """Where the king on `square` may go, castling included."""
    steps = KING_COVER[square] & ~position.occupied
    if square != KING_HOME[position.to_move] or not position.castling:
        return steps
    lifted = without_hand(position, Hand(square, PieceType.KING))
    return steps | castling_targets(lifted, square)


def live_places(chain: Chain, state: State) -> SquareSet:
    """Where the piece in hand of a chain may be set down with the turn still completable."""
    live = chain.exits(state)
    if chain.ends_en_passant(state):
        live |= 1 << chain.en_passant
    for after in chain.followers(state):
        entered = 1 << square_of(after)
        if not live & entered and (chain.exits(after) or can_complete(chain, after)):
            live |= entered
    return live


def can_complete(chain: Chain, state: State) -> bool:
    """Whether the turn can be completed with what is in hand now."""
    stack, seen = [state], {state}
    while stack:
        state = stack.pop()
        if chain.exits(state) or chain.ends_en_passant(state):
            return True
        for after in chain.followers(state):
            if after not in seen:
                seen.add(after)
                stack.append(after)
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
    if hand.partner is not None or hand.piece == KING:
        return place_targets(position, hand)
    chain = Chain(Side(position, position.to_move), hand.square, in_hand=hand.piece)
    return live_places(chain, chain.root)
