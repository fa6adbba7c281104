"""Whole turns: all there are, and how many.

Most pieces can begin no chain; their turns are just their targets. Turns of chains are found as
groups: one state of a chain and the set of squares on which it may end. So the work follows the
number of chain states, not that of turns, which may be a hundred times as many.
Two turns are the same when they lead to the same position.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from board_daemon.rules.answering import answers_sako
from board_daemon.rules.attacks import LAST_RANK
from board_daemon.rules.castling import HOME_RANK
from board_daemon.rules.chain_states import (
    State,
    hand_of,
    holding,
    rights_lost_in,
    square_of,
    without_square,
)
from board_daemon.rules.chains import Chain
from board_daemon.rules.destinations import (
    first_lifts,
    has_turn,
    owed_promotions,
    side_to_move,
)
from board_daemon.rules.pieces import KING, PAWN, PROMOTIONS, ROOK, Color, PieceType
from board_daemon.rules.position import Hand, Position
from board_daemon.rules.rulesets import Promoter
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import Square, SquareSet, bits
from board_daemon.rules.status import RUN, Status
from board_daemon.rules.transitions import (
    chain_promotes_on,
    finished,
    lift_hand,
    passed_square,
    passing_exit,
    place_hand,
    position_in_hand,
)

# To read a member of an enum takes longer than to compare it.
_MOVER: Final = Promoter.MOVER

# An outcome in which all lone pieces stand as before: castling rights, the square that a pawn has
# passed over, and the mover's pieces.
Returned = tuple[SquareSet, Square | None, bytes]


class ChainTurns(NamedTuple):
    """Turns of one lifted lone piece that leave the same pieces in the unions."""

    chain: Chain
    state: State
    """A state with that outcome; its square is the one the last piece comes from."""
    exits: SquareSet


def chain_turns(side: Side, starts: Iterable[Square]) -> Iterator[ChainTurns]:
    """Every turn that begins with the lone piece on one of these squares, grouped by outcome."""
    for start in starts:
        chain = Chain(side, start)
        for state, exits in _groups_of(chain):
            yield ChainTurns(chain, state, exits)


def _groups_of(chain: Chain) -> Iterable[tuple[State, SquareSet]]:
    """States with different outcomes, each with the squares on which it may end."""
    groups: dict[State, tuple[State, SquareSet]] = {}
    pawn_exits: dict[State, tuple[SquareSet, SquareSet]] = {}
    for state in chain.reachable():
        exits = chain.exits(state)
        outcome = without_square(state)
        if hand_of(state) == PAWN:
            exits = _new_pawn_exits(chain, state, exits, pawn_exits)
            # What a pawn may do next depends on its square.
            outcome = state
        if exits:
            known = groups.get(outcome)
            groups[outcome] = (state, exits) if known is None else (known[0], known[1] | exits)
    return groups.values()


def _new_pawn_exits(
    chain: Chain, state: State, exits: SquareSet, known: dict[State, tuple[SquareSet, SquareSet]]
) -> SquareSet:
    """Exits of a pawn that lead to an outcome not known yet; notes them as known.

    What a pawn leaves behind depends on how it came: two steps and a union en passant are special.
    """
    special = exits & passing_exit(chain, state)
    plain = exits ^ special
    if chain.ends_en_passant(state):
        special |= 1 << chain.en_passant
    outcome = without_square(state)
    before = known.get(outcome)
    if before is None:
        known[outcome] = plain, special
        return plain | special
    known[outcome] = before[0] | plain, before[1] | special
    return plain & ~before[0] | special & ~before[1]


def successors(position: Position) -> list[tuple[Position, Status]]:
    """Every distinct position after one turn of the side to move, with its status.

    Repetitions need the game so far and are not seen here. Positions may number millions.
    """
    return [(after, status_of(after)) for after in distinct_outcomes(position)]


def distinct_outcomes(position: Position) -> set[Position]:
    """Every distinct position after one turn."""
    if position.phase.is_over:
        return set()
    if position.phase == Status.PROMOTE_LIFT:
        return set().union(*map(distinct_outcomes, owed_promotions(position)))
    side = side_to_move(position)
    outcomes: set[Position] = set()
    lifts = first_lifts(side)
    for square, targets in lifts.plain:
        if not targets:
            continue
        lifted = lift_hand(position, square)
        for target in bits(targets):
            outcomes.update(_ends_with(side, place_hand(lifted, target)))
    for group in chain_turns(side, lifts.chains):
        before = position_in_hand(group.chain, group.state)
        for target in bits(group.exits):
            outcomes.update(_ends_with(side, place_hand(before, target)))
    return outcomes


def _ends_with(side: Side, placed: Position) -> Iterable[Position]:
    """The ends of a turn once all is set down: one, or one for each promotion that is allowed."""
    if side.duty is None:
        return finished(placed)
    color = side.position.to_move
    return [end for end in finished(placed) if answers_sako(end, color)]


def count_turns(position: Position) -> int:
    """How many distinct positions one turn can lead to, without making them."""
    if position.phase is not RUN:
        # Each promotion leaves another piece behind; whatever moves it or not, outcomes may meet.
        return len(distinct_outcomes(position))
    side = side_to_move(position)
    is_carrier_promoting = side.rules.carried_pawn_promoted_by is _MOVER
    if side.duty is not None and is_carrier_promoting:
        return len(distinct_outcomes(position))  # Not every promotion may answer.
    lifts = first_lifts(side)
    returns: set[Returned] = set()
    total = 0
    last_rank = LAST_RANK[side.color]
    for square, targets in lifts.plain:
        total += targets.bit_count()
        if targets & last_rank and side.own[square] == PAWN:
            home = targets & last_rank
            if not is_carrier_promoting:
                # A pawn that joins the king has won and is not promoted any more.
                home &= ~(1 << position.king_square(1 - side.color))
            total += (len(PROMOTIONS) - 1) * home.bit_count()
    if is_carrier_promoting:
        home = LAST_RANK[1 - side.color]
        carried = [at for at, _ in lifts.plain if side.unions >> at & 1 and side.other[at] == PAWN]
        homes = [side.pair_targets(square) & home for square in carried]
        total += (len(PROMOTIONS) - 1) * sum(targets.bit_count() for targets in homes)
    for start in lifts.chains:
        total += _count_chain(Chain(side, start), returns)
    return total + len(returns)


def _count_chain(chain: Chain, returns: set[Returned]) -> int:
    """Count the outcomes that no other first lift has, and note those that another may have."""
    total = 0
    start, first_piece = chain.start, hand_of(chain.root)
    for state, exits in _ends_of(chain):
        total += exits.bit_count()
        if exits >> start & 1 and hand_of(state) == first_piece:
            # The unions changed, nobody alone did: another first lift may do just the same.
            total -= 1
            returns.add(_returned(chain, state))
    return total


def _ends_of(chain: Chain) -> Iterable[tuple[State, SquareSet]]:
    """As `_groups_of`, but with what a pawn is promoted to at the end in its hand."""
    ends: dict[State, SquareSet] = {}
    last_rank = LAST_RANK[chain.color]
    for state, exits in _groups_of(chain):
        outcome = without_square(state)
        if hand_of(state) == PAWN:
            home = chain_promotes_on(chain, state, exits) if exits & last_rank else 0
            for piece in PROMOTIONS if home else ():
                promoted = holding(outcome, piece)
                ends[promoted] = ends.get(promoted, 0) | home
            ends[state] = exits ^ home
        else:
            ends[outcome] = ends.get(outcome, 0) | exits
    return ends.items()


def _returned(chain: Chain, state: State) -> Returned:
    """The outcome when the last piece comes to stand where the first one was lifted."""
    piece = PieceType(hand_of(state))
    pieces = chain.pieces_after(state)
    pieces[chain.start] = piece
    lost = rights_lost_in(state)
    if piece == ROOK:
        lost |= 1 << chain.start
    elif piece == KING:
        lost |= HOME_RANK[chain.color]
    passed = None
    if piece == PAWN:
        hand = Hand(square_of(state), piece)
        passed = passed_square(Color(chain.color), hand, chain.start, chain.side.rules)
    return chain.side.castling & ~lost, passed, bytes(pieces)


def perft(position: Position, depth: int) -> int:
    """The number of lines of distinct turns to that depth."""
    if depth <= 0:
        return 1
    if depth == 1:
        return count_turns(position)
    return sum(perft(after, depth - 1) for after in distinct_outcomes(position))


def status_of(position: Position) -> Status:
    """The status beside a FEN; repetitions need the game so far and are not seen here."""
    if position.phase != Status.RUN:
        return position.phase
    return Status.RUN if has_turn(position) else Status.DRAW_NO_TURN
