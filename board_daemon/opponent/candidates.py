"""The turns of a position in the order in which a player would look at them.

A position may have millions of turns, so they are put in order before any is made: what unites,
gives Ŝako or promotes comes first, short chains before long ones. Chains are walked breadth first
and only so far as is asked for. `rules.outcomes` lists the same turns, all of them, in no order.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from board_daemon.opponent.limits import Meter
from board_daemon.rules.actions import Lift, Place, Promote
from board_daemon.rules.answering import SakoDuty, answers_sako
from board_daemon.rules.attacks import (
    KING_COVER,
    KNIGHT_COVER,
    LAST_RANK,
    PAWN_COVER,
    bishop_cover,
    rook_cover,
)
from board_daemon.rules.chain_states import State, hand_of, without_square
from board_daemon.rules.chains import Chain
from board_daemon.rules.destinations import first_lifts, owed_promotions, side_to_move
from board_daemon.rules.outcomes import Turn
from board_daemon.rules.pieces import KING, PAWN, PROMOTIONS, PieceType
from board_daemon.rules.placing import targets_in_hand
from board_daemon.rules.play import legal_actions, play
from board_daemon.rules.position import Position
from board_daemon.rules.reach import Parents, entering_actions
from board_daemon.rules.squares import Square, SquareSet
from board_daemon.rules.status import Status
from board_daemon.rules.transitions import finished, lift_hand, place_hand, position_in_hand
from board_daemon.rules.work import STATE

Key = tuple[int, int, int]
"""Names a candidate within its position: first square, state of the chain, last square."""
History = Mapping[tuple[int, Square], int]
"""By the last piece and its square: how often turns that ended so were good."""

_UNITES: Final = 100_000
_JOIN: Final = 30
_JOINED: Final = (0, 0, 6, 6, 6, 12, _UNITES)
"""By the kind that is joined."""
_GIVES_SAKO: Final = 60
_PROMOTES: Final = 50
_STEP: Final = 4
"""How much earlier a shorter chain is looked at."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far to look."""

    states: int
    """Chain states of one position, of which each may end on many squares."""
    take_overs: int | None = None
    """The longest chain; None: any."""
    promotions: tuple[PieceType, ...] = PROMOTIONS
    """What a pawn may become at the end of a turn or where it is owed."""


class Source:
    """What is in hand at the end of some turns, and how it got there."""

    __slots__ = (
        "_in_hand", "before", "chain", "is_bound", "origin", "parents", "square", "state",
    )  # fmt: skip

    def __init__(self, origin: Position, before: Turn, square: Square, *, is_bound: bool) -> None:
        """`square`: where the first piece is lifted, or where what is in hand comes from."""
        self.origin = origin
        self.before = before
        self.square = square
        self.is_bound = is_bound
        self._in_hand = origin if origin.hand is not None else None
        self.chain: Chain | None = None
        self.state: State = 0
        self.parents: Parents = {}

    def of_state(self, chain: Chain, state: State, parents: Parents) -> "Source":
        """The same beginning, a chain followed."""
        source = Source(self.origin, self.before, self.square, is_bound=self.is_bound)
        source._in_hand = None
        source.chain, source.state, source.parents = chain, state, parents
        return source

    def in_hand(self) -> Position:
        """The position with the last piece in hand."""
        if self._in_hand is None:
            if self.chain is not None:
                self._in_hand = position_in_hand(self.chain, self.state)
            else:
                self._in_hand = lift_hand(self.origin, self.square)
        return self._in_hand

    @property
    def piece(self) -> int:
        """The last piece."""
        if self.chain is not None:
            return hand_of(self.state)
        hand = self.origin.hand
        return hand.piece if hand else self.origin.pieces(self.origin.to_move)[self.square]

    def actions(self) -> Turn:
        """What leads there."""
        return (*self.before, *entering_actions(self.parents, self.state))


@dataclass(slots=True)
class Candidate:
    """A turn not yet made, or several that differ in a promotion at their end."""

    rank: int
    """Higher ones are looked at first."""
    target: Square
    source: Source

    @property
    def key(self) -> Key:
        """Its name within the position."""
        return self.source.square, self.source.state, self.target

    def ends(self, promotions: tuple[PieceType, ...]) -> Iterator[tuple[Position, Turn]]:
        """Each position that it may lead to, with the last actions; none that is not allowed."""
        in_hand = self.source.in_hand()
        placed = place_hand(in_hand, self.target)
        is_promoting = placed.phase == Status.PROMOTE_FINISH
        for piece, end in zip(PROMOTIONS, finished(placed), strict=False):
            if is_promoting and piece not in promotions:
                continue
            if not self.source.is_bound or answers_sako(end, in_hand.to_move):
                ending = (Place(self.target), Promote(piece))
                yield end, ending if is_promoting else ending[:1]

    def turn(self, ending: Turn) -> Turn:
        """All actions of the turn, given the last ones."""
        return (*self.source.actions(), *ending)


def candidates(
    position: Position, bounds: Bounds, meter: Meter, history: History | None = None
) -> list[Candidate]:
    """The turns within some bounds, or what is left of the one under way, likely ones first.

    Where a promotion has still to be chosen before anything is placed, its turns are those of every
    piece. A promotion that only ends a turn is none of them: see `endings`. Raises `WorkDone`.
    """
    found: list[Candidate] = []
    for start, before in _beginnings(position, bounds.promotions):
        ranking = _Ranking(start, history)
        for source, targets, steps in _sources(start, before, bounds, meter):
            _add(found, ranking, source, targets, steps)
    found.sort(key=lambda candidate: -candidate.rank)
    return found


def endings(position: Position) -> list[tuple[Position, Turn]]:
    """The ends of a turn that lacks nothing but a promotion."""
    if position.phase != Status.PROMOTE_FINISH:
        return []
    return [(play(position, action), (action,)) for action in legal_actions(position)]


def _beginnings(
    position: Position, promotions: tuple[PieceType, ...]
) -> Iterator[tuple[Position, Turn]]:
    """The position, or what a promotion that comes first makes of it."""
    if position.phase == Status.PROMOTE_LIFT:
        for piece, promoted in zip(PROMOTIONS, owed_promotions(position), strict=True):
            if piece in promotions:
                yield promoted, (Promote(piece),)
    elif position.phase == Status.PROMOTE_PLACE:
        for action in legal_actions(position):
            yield play(position, action), (action,)
    elif position.phase in (Status.RUN, Status.PLACE):
        yield position, ()


_Found = tuple[Source, SquareSet, int]
"""A source, where it may end, and by how many take-overs it came."""


def _sources(position: Position, before: Turn, bounds: Bounds, meter: Meter) -> Iterator[_Found]:
    if position.hand is not None:
        yield from _sources_in_hand(position, before, bounds, meter)
        return
    side = side_to_move(position)
    is_bound = side.duty is not None
    if isinstance(side.duty, SakoDuty):
        side.duty.work = meter
    lifts = first_lifts(side)
    for square, targets in lifts.plain:
        if targets:
            source = Source(position, (*before, Lift(square)), square, is_bound=is_bound)
            yield source, targets, 0
    # An even share for each, so that no piece's chains crowd out another's.
    shared = replace(bounds, states=max(1, bounds.states // max(1, len(lifts.chains))))
    for square in lifts.chains:
        first = Source(position, (*before, Lift(square)), square, is_bound=is_bound)
        yield from _chain_sources(Chain(side, square), first, shared, meter)


def _sources_in_hand(
    position: Position, before: Turn, bounds: Bounds, meter: Meter
) -> Iterator[_Found]:
    """What is left of a turn, in the same way as `destinations.live_places_in_hand`."""
    hand = position.hand
    assert hand is not None
    side = side_to_move(position)
    source = Source(position, before, hand.square, is_bound=side.duty is not None)
    unites = position.rules.king_unites
    if hand.partner is not None or hand.piece == KING:
        targets = targets_in_hand(position, hand)
        if hand.piece == KING and unites:
            targets &= ~KING_COVER[hand.square]
        yield source, targets, 0
        if hand.partner is not None or not unites:
            return
    chain = Chain(side, hand.square, in_hand=hand.piece)
    yield from _chain_sources(chain, source, bounds, meter)


def _chain_sources(chain: Chain, first: Source, bounds: Bounds, meter: Meter) -> Iterator[_Found]:
    """States of a chain, short chains first, with the ends that no earlier one had."""
    parents: Parents = {}
    queue: deque[tuple[State, int]] = deque([(chain.root, 0)])
    tried: dict[object, SquareSet] = {}
    left = bounds.states
    while queue and left:
        left -= 1
        meter.spend(STATE)
        state, steps = queue.popleft()
        exits = chain.exits(state)
        if chain.ends_en_passant(state):
            exits |= 1 << chain.en_passant
        # What a pawn leaves behind depends on the square it comes from, too.
        name = state if hand_of(state) == PAWN else without_square(state)
        known = tried.get(name, 0)
        if exits & ~known:
            tried[name] = known | exits
            yield first.of_state(chain, state, parents), exits & ~known, steps
        if bounds.take_overs is not None and steps >= bounds.take_overs:
            continue
        for entry in chain.entries(state):
            if entry.state not in parents and entry.state != chain.root:
                parents[entry.state] = (state, entry.square, entry.promotion)
                queue.append((entry.state, steps + 1))


class _Ranking:
    """What makes a turn of one position worth looking at early, as far as its end tells."""

    def __init__(self, position: Position, history: History | None) -> None:
        mover = position.to_move
        self.history = history
        self.other = position.pieces(1 - mover)
        self.lone_others = position.squares(1 - mover) & ~position.squares(mover)
        self.last_rank = LAST_RANK[mover]
        king = position.king_square(1 - mover)
        rooks, bishops = rook_cover(king, position.occupied), bishop_cover(king, position.occupied)
        # By kind: from where the king is covered.
        self.to_king = (
            0, PAWN_COVER[1 - mover][king], rooks, KNIGHT_COVER[king], bishops, rooks | bishops, 0,
        )  # fmt: skip


def _add(
    found: list[Candidate],
    ranking: _Ranking,
    source: Source,
    targets: SquareSet,
    steps: int,
) -> None:
    piece = source.piece
    to_king, history, lone_others = ranking.to_king[piece], ranking.history, ranking.lone_others
    home = ranking.last_rank if piece == PAWN else 0
    while targets:
        low = targets & -targets
        targets ^= low
        square = low.bit_length() - 1
        rank = -_STEP * steps
        if low & lone_others:
            rank += _JOIN + _JOINED[ranking.other[square]]
        if low & to_king:
            rank += _GIVES_SAKO
        if low & home:
            rank += _PROMOTES
        if history:
            rank += history.get((piece, square), 0)
        found.append(Candidate(rank, square, source))
