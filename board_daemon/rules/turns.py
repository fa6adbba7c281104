"""Whole turns: all there are, and how many.

Turns are found as groups: one state of a chain and the set of squares on which it may end. So the
work follows the number of chain states, not that of turns, which may be a hundred times as many.
Two turns are the same when they lead to the same position.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from board_daemon.rules.actions import Lift, Place, Promote
from board_daemon.rules.attacks import FORWARD, LAST_RANK, PAWN_RANK
from board_daemon.rules.chains import (
    Chain,
    Side,
    State,
    hand_of,
    holding,
    rights_lost_in,
    square_of,
    took_en_passant,
    without_square,
)
from board_daemon.rules.destinations import has_turn, king_targets
from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.play import lifted_rook_home, passed_square, place_hand, play
from board_daemon.rules.position import Hand, Position
from board_daemon.rules.squares import Square, SquareSet, bits
from board_daemon.rules.status import Status

# An outcome in which all lone pieces stand as before: castling rights, the square that a pawn has
# passed over, and the mover's pieces.
Returned = tuple[SquareSet, Square | None, bytes]


@dataclass(frozen=True, slots=True)
class ChainTurns:
    """Turns of one lifted lone piece that leave the same pieces in the unions."""

    chain: Chain
    state: State
    """A state with that outcome; its square is the one the last piece comes from."""
    exits: SquareSet


@dataclass(frozen=True, slots=True)
class PlainTurns:
    """Turns of a union or of the king: no chain can follow."""

    lifted: Square
    targets: SquareSet


def chain_turns(side: Side) -> Iterator[ChainTurns]:
    """Every turn that begins with a lone piece other than the king, grouped by outcome."""
    for start in bits(side.own_alone):
        if side.own[start] != PieceType.KING:
            yield from _turns_of_chain(Chain(side, start))


def _turns_of_chain(chain: Chain) -> Iterator[ChainTurns]:
    groups: dict[State, tuple[State, SquareSet]] = {}
    pawn_outcomes: dict[tuple[State, bool], SquareSet] = {}
    for state in chain.reachable():
        exits = chain.exits(state)
        outcome = without_square(state)
        if hand_of(state) == PieceType.PAWN:
            exits = _new_pawn_exits(chain, state, exits, pawn_outcomes)
            outcome = state
        if exits:
            first, known = groups.get(outcome, (state, 0))
            groups[outcome] = first, known | exits
    for first, exits in groups.values():
        yield ChainTurns(chain, first, exits)


def _new_pawn_exits(
    chain: Chain, state: State, exits: SquareSet, known: dict[tuple[State, bool], SquareSet]
) -> SquareSet:
    """Exits of a pawn that lead to an outcome not known yet; notes them as known.

    What a pawn leaves behind depends on how it came: two steps and a union en passant are special.
    """
    special = 0
    if PAWN_RANK[chain.color] >> square_of(state) & 1:
        special = exits & 1 << square_of(state) + 2 * FORWARD[chain.color]
    plain = exits ^ special
    if chain.ends_en_passant(state):
        special |= 1 << chain.en_passant
    outcome = without_square(state)
    fresh = 0
    for squares, is_special in ((plain, False), (special, True)):
        before = known.get((outcome, is_special), 0)
        fresh |= squares & ~before
        known[outcome, is_special] = before | squares
    return fresh


def plain_turns(side: Side) -> Iterator[PlainTurns]:
    """Every turn that begins with a union or with the king."""
    for square in side.union_squares:
        targets = side.pair_targets(square)
        if targets:
            yield PlainTurns(square, targets)
    king = side.position.king_square(side.color)
    targets = king_targets(side.position, king)
    if targets:
        yield PlainTurns(king, targets)


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
        promoted = (play(position, Promote(piece)) for piece in PROMOTIONS)
        return set().union(*map(distinct_outcomes, promoted))
    side = Side(position, position.to_move)
    outcomes: set[Position] = set()
    for plain in plain_turns(side):
        lifted = play(position, Lift(plain.lifted))
        for target in bits(plain.targets):
            outcomes.update(_finished(play(lifted, Place(target))))
    for group in chain_turns(side):
        before = position_in_hand(group.chain, group.state)
        for target in bits(group.exits):
            outcomes.update(_finished(place_hand(before, target)))
    return outcomes


def _finished(position: Position) -> tuple[Position, ...]:
    """The position, or the four that its last promotion may lead to."""
    if position.phase == Status.PROMOTE_FINISH:
        return tuple(play(position, Promote(piece)) for piece in PROMOTIONS)
    return (position,)


def position_in_hand(chain: Chain, state: State) -> Position:
    """The position in the midst of a chain, the freed piece in hand, promotions done."""
    side, position = chain.side, chain.side.position
    own = bytes(chain.pieces_after(state))
    other = bytes(chain.others_after(state))
    start = Hand(chain.start, PieceType(side.own[chain.start]))
    lost = lifted_rook_home(start, Color(chain.color)) | rights_lost_in(state)
    is_white = chain.color == Color.WHITE
    return replace(
        position,
        white=own if is_white else other,
        black=other if is_white else own,
        phase=Status.PLACE,
        hand=Hand(square_of(state), PieceType(hand_of(state))),
        no_progress=0 if chain.has_promoted(state) else position.no_progress + 1,
        castling=position.castling & ~lost,
        en_passant=None if took_en_passant(state) else position.en_passant,
    )


def count_turns(position: Position) -> int:
    """How many distinct positions one turn can lead to, without making them."""
    if position.phase.is_over:
        return 0
    if position.phase == Status.PROMOTE_LIFT:
        # Each promotion leaves another piece behind; whatever moves it or not, outcomes may meet.
        return len(distinct_outcomes(position))
    side = Side(position, position.to_move)
    total = sum(_count_plain(side, plain) for plain in plain_turns(side))
    returns: set[Returned] = set()
    # By what is left in the unions and what kind of piece ends the turn: where it ends.
    ends: dict[tuple[Square, State], SquareSet] = {}
    for group in chain_turns(side):
        total += _count_chain(group, ends, returns)
    return total + len(returns) + sum(squares.bit_count() for squares in ends.values())


def _count_plain(side: Side, plain: PlainTurns) -> int:
    promoting = side.own[plain.lifted] == PieceType.PAWN
    home = plain.targets & LAST_RANK[side.color] if promoting else 0
    return plain.targets.bit_count() + 3 * home.bit_count()


def _count_chain(
    group: ChainTurns,
    ends: dict[tuple[Square, State], SquareSet],
    returns: set[Returned],
) -> int:
    """Count outcomes that no other group has, and note those that another may have."""
    chain, exits = group.chain, group.exits
    hand = hand_of(group.state)
    if hand != PieceType.PAWN:
        _note(group, hand, exits, ends, returns)
        return 0
    # A pawn that joins the king has won and is not promoted any more.
    king = 1 << chain.side.position.king_square(1 - chain.color)
    home = exits & LAST_RANK[chain.color] & ~king
    for piece in PROMOTIONS if home else ():
        _note(group, piece, home, ends, returns)
    exits ^= home
    if exits >> chain.start & 1 and hand_of(chain.root) == PieceType.PAWN:
        exits ^= 1 << chain.start
        returns.add(_returned(group, hand))
    return exits.bit_count()


def _note(
    group: ChainTurns,
    piece: int,
    exits: SquareSet,
    ends: dict[tuple[Square, State], SquareSet],
    returns: set[Returned],
) -> None:
    """Note where `piece` may end the turn."""
    chain, start = group.chain, group.chain.start
    if exits >> start & 1 and piece == hand_of(chain.root):
        # The unions changed, nobody alone did: another first lift may do just the same.
        exits ^= 1 << start
        returns.add(_returned(group, piece))
    key = start, holding(without_square(group.state), piece)
    ends[key] = ends.get(key, 0) | exits


def _returned(group: ChainTurns, piece: int) -> Returned:
    """The outcome when `piece` comes to stand where the first one was lifted."""
    chain, state = group.chain, group.state
    pieces = chain.pieces_after(state)
    pieces[chain.start] = piece
    lost = rights_lost_in(state)
    if piece == PieceType.ROOK:
        lost |= 1 << chain.start
    hand = Hand(square_of(state), PieceType(hand_of(state)))
    passed = passed_square(Color(chain.color), hand, chain.start)
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
