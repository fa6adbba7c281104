"""Live destinations: where a piece may be set down so that the turn can be completed.

One way out proves a destination live, and nearly always the piece freed there has one. That none is
left is proved by searching all that can follow; as the first lift leaves its square empty, that is
never much.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from board_daemon.rules.answering import SakoDuty
from board_daemon.rules.attacks import KING_COVER
from board_daemon.rules.castling import castling_targets
from board_daemon.rules.chain_states import State, square_of
from board_daemon.rules.chains import Chain
from board_daemon.rules.pieces import KING, PROMOTIONS, PieceType
from board_daemon.rules.placing import targets_in_hand
from board_daemon.rules.position import KING_HOME, Hand, Position
from board_daemon.rules.sako import sako_way
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import ALL_SQUARES, Square, SquareSet, bits
from board_daemon.rules.status import RUN, Status
from board_daemon.rules.transitions import promote, without_hand


class FirstLifts(NamedTuple):
    """What a side may lift first, and where it may go."""

    plain: list[tuple[Square, SquareSet]]
    """What can begin no chain: unions, the king, lone pieces out of reach of any union.

    A king who can begin one is here for his castlings alone.
    """
    chains: list[Square]
    """Lone pieces that can take over a union or join en passant."""


def side_to_move(position: Position) -> Side:
    """The side to move's view of a position, with the duty to answer Ŝako where it has that.

    Where nothing answers, there is no such duty (`Ruleset.must_answer_sako`).
    """
    side = Side(position, position.to_move)
    if position.rules.must_answer_sako:
        is_bound = position.memory.answers_sako
        threat = None
        if position.hand is None:
            threat = sako_way(position, position.to_move.other)
        if threat is not None or is_bound:
            side.bind(SakoDuty(position, threat))
            if not is_bound and not _has_turn(side):
                side.bind(None)
    return side


def owed_promotions(position: Position) -> list[Position]:
    """What the promotion that the side to move owes can lead to, in the order of `PROMOTIONS`.

    Where only some of the pieces can answer a Ŝako, the others do not end the duty to.
    """
    promoted = [promote(position, piece) for piece in PROMOTIONS]
    if position.rules.must_answer_sako and any(side_to_move(each).duty for each in promoted):
        bound = promoted[0].memory._replace(answers_sako=True)
        return [replace(each, memory=bound) for each in promoted]
    return promoted


def first_lifts(side: Side) -> FirstLifts:
    """Everything a side may lift first; some of it may have nowhere to go."""
    plain = [(square, side.pair_targets(square)) for square in side.union_squares]
    chains = []
    is_bound = side.duty is not None
    for square in bits(side.own_alone):
        if side.own[square] == KING:
            if side.rules.king_unites:
                chains.append(square)
            targets = plain_king_targets(side, square)
        else:
            targets = side.lone_targets(square)
            if is_bound or not side.is_plain(square, targets):
                chains.append(square)
                continue
        plain.append((square, targets))
    return FirstLifts(plain, chains)


def live_destinations(position: Position) -> dict[Square, SquareSet]:
    """For each square whose piece or union can make a turn, its live first destinations.

    The position is settled. Where a promotion is owed, destinations count that are live after any
    of the four.
    """
    if position.phase is not RUN:
        is_owed = position.phase == Status.PROMOTE_LIFT
        return _joined(map(live_destinations, owed_promotions(position))) if is_owed else {}
    side = side_to_move(position)
    lifts = first_lifts(side)
    found = dict(lifts.plain)
    for start in lifts.chains:
        chain = Chain(side, start)
        found[start] = found.get(start, 0) | live_places(chain, chain.root)
    return {square: found[square] for square in sorted(found) if found[square]}


def _joined(several: Iterable[dict[Square, SquareSet]]) -> dict[Square, SquareSet]:
    found: dict[Square, SquareSet] = {}
    for destinations in several:
        for square, targets in destinations.items():
            found[square] = found.get(square, 0) | targets
    return dict(sorted(found.items()))


def live_from(side: Side, square: Square) -> SquareSet:
    """Live first destinations of what the side has on one square."""
    if side.unions >> square & 1:
        return side.pair_targets(square)
    found = 0
    if side.own[square] == KING:
        found = plain_king_targets(side, square)
        if not side.rules.king_unites:
            return found
    elif side.duty is None:
        targets = side.lone_targets(square)
        if side.is_plain(square, targets):
            return targets
    chain = Chain(side, square)
    return found | live_places(chain, chain.root)


def plain_king_targets(side: Side, square: Square, among: SquareSet = ALL_SQUARES) -> SquareSet:
    """Where the king may go that is no part of a chain: his castlings alone, where kings unite.

    `among`: the only squares that matter.
    """
    found = king_targets(side.position, square, among)
    if side.rules.king_unites:
        found &= ~KING_COVER[square]
    return found if side.duty is None else side.duty.plain_ends(square, found)


def king_targets(position: Position, square: Square, among: SquareSet = ALL_SQUARES) -> SquareSet:
    """Those of the empty squares where the king on `square` may go, castling included."""
    steps = KING_COVER[square] & ~position.occupied & among
    if square != KING_HOME[position.to_move] or not position.castling:
        return steps
    lifted = without_hand(position, Hand(square, PieceType.KING))
    return steps | castling_targets(lifted, square, among)


def live_places(chain: Chain, state: State) -> SquareSet:
    """Where the piece in hand of a chain may be set down with the turn still completable."""
    live = chain.exits(state)
    if chain.ends_en_passant(state):
        live |= 1 << chain.en_passant
    if chain.en_passant_frees:
        return live | _live_entries(chain, state, live)
    for after in chain.followers(state):
        entered = 1 << square_of(after)
        if not live & entered and (chain.exits(after) or can_complete(chain, after)):
            live |= entered
    return live


def _live_entries(chain: Chain, state: State, live: SquareSet) -> SquareSet:
    """Unions to enter with the turn still completable, where one may be entered en passant.

    What is freed there may stand beside the square entered. `live`: squares known to be live.
    """
    for square, _, after in chain.entries(state):
        if not live >> square & 1 and can_complete(chain, after):
            live |= 1 << square
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
    # Where nothing answers a Ŝako, any turn will do: the duty takes none away for good.
    return _has_turn(Side(position, position.to_move))


def _has_turn(side: Side) -> bool:
    own = side.position.squares(side.color)
    return any(live_from(side, square) for square in bits(own))


def live_places_in_hand(position: Position) -> SquareSet:
    """Live destinations of the hand in the midst of a turn."""
    hand = position.hand
    if hand is None or position.phase != Status.PLACE:
        return 0
    side = side_to_move(position)
    found = 0
    if hand.partner is not None or hand.piece == KING:
        found = targets_in_hand(position, hand)
        if hand.piece == KING and position.rules.king_unites:
            found &= ~KING_COVER[hand.square]
        if side.duty is not None:
            found = side.duty.plain_ends(hand.square, found)
        if hand.partner is not None or not position.rules.king_unites:
            return found
    chain = Chain(side, hand.square, in_hand=hand.piece)
    return found | live_places(chain, chain.root)
