"""The turns of a position one after the other, each with its actions, for searches that stop early.

`turns.distinct_outcomes` finds the same positions all at once and without the actions. Here shorter
chains come before longer ones, so of several turns that lead to the same position a short one is
listed.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.answering import SakoDuty, answers_sako
from board_daemon.rules.chain_states import State, hand_of, took_en_passant, without_square
from board_daemon.rules.chains import Chain
from board_daemon.rules.destinations import first_lifts, owed_promotions, side_to_move
from board_daemon.rules.pieces import KING, PAWN, PROMOTIONS
from board_daemon.rules.play import legal_actions, play
from board_daemon.rules.position import Position
from board_daemon.rules.reach import Parents, entering_actions
from board_daemon.rules.squares import ALL_SQUARES, Square, SquareSet, bits
from board_daemon.rules.status import Status
from board_daemon.rules.transitions import (
    finished,
    lift_hand,
    passing_exit,
    place_hand,
    position_in_hand,
)
from board_daemon.rules.work import OUTCOME, STATE, Work

Turn = tuple[Action, ...]
Alike = Callable[["Chain", State], object]
"""Names what a state leaves behind: of states with one name, each exit is tried only once."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The position after a turn, and how it is come to."""

    position: Position
    way: "_Way"
    ending: Turn
    """The last actions: those that follow the way."""

    @property
    def turn(self) -> Turn:
        """All actions of the turn."""
        return (*self.way.actions(), *self.ending)


@dataclass(frozen=True, slots=True)
class _Way:
    """The beginning of a turn, spelt out only for the few turns that are asked for it."""

    before: Turn
    parents: Parents
    state: State = 0

    def actions(self) -> Turn:
        return (*self.before, *entering_actions(self.parents, self.state))


def distinct_turns(
    position: Position, work: Work, within: SquareSet = ALL_SQUARES
) -> Iterator[Outcome]:
    """One turn for every distinct position after one turn; raises `WorkDone`.

    `within`: only turns whose last piece is set down on one of these squares. In the midst of a
    turn it is what is left of the turn.
    """
    seen: set[Position] = set()
    for outcome in _turns(position, work, within, _as_it_is):
        if outcome.position not in seen:
            seen.add(outcome.position)
            yield outcome


def turns_by_squares(position: Position, work: Work) -> Iterator[Outcome]:
    """At least one turn for each way the squares may be held after one turn; raises `WorkDone`.

    Which of the mover's kinds stands in which union is left open: the other side's chains go by its
    own pieces, by who stands where, and by the king. The king's own moves come first.
    """
    rules = position.rules
    # There more counts of a turn than how the squares are held.
    matters = rules.remembers_moves or rules.king_unites or rules.must_answer_sako
    return _turns(position, work, ALL_SQUARES, _as_it_is if matters else _by_squares)


def _as_it_is(_chain: Chain, state: State) -> object:
    return without_square(state)


def _by_squares(chain: Chain, state: State) -> object:
    idle = chain.side.position.no_progress
    limit = chain.side.position.rules.idle_half_moves_to_draw
    # On the brink of a draw for want of progress a promotion on the way makes the difference.
    promoted = limit is not None and idle + 1 >= limit and chain.has_promoted(state)
    return took_en_passant(state), promoted


def _turns(
    position: Position, work: Work, within: SquareSet, alike: Alike, before: Turn = ()
) -> Iterator[Outcome]:
    if position.phase.is_over:
        return
    if position.phase == Status.PROMOTE_LIFT:
        for piece, promoted in zip(PROMOTIONS, owed_promotions(position), strict=True):
            yield from _turns(promoted, work, within, alike, (*before, Promote(piece)))
        return
    if position.phase != Status.RUN:
        yield from _rest_of_turn(position, work, within)
        return
    side = side_to_move(position)
    is_bound = side.duty is not None
    if isinstance(side.duty, SakoDuty):
        side.duty.work = work
    lifts = first_lifts(side)
    # Stable: but for the king, the order of the squares stays.
    for square, targets in sorted(lifts.plain, key=lambda lift: side.own[lift[0]] != KING):
        if targets & within:
            lifted = lift_hand(position, square)
            way = _Way((*before, Lift(square)), {})
            for target in bits(targets & within):
                yield from _set_down(lifted, target, way, is_bound=is_bound)
    for start in lifts.chains:
        yield from _chain_turns(_Walk(Chain(side, start), work), within, alike, before)


def _rest_of_turn(position: Position, work: Work, within: SquareSet) -> Iterator[Outcome]:
    """What is left of a turn under way, played action by action: it is seldom asked for."""
    queue: deque[tuple[Position, Turn]] = deque([(position, ())])
    seen = {position}
    while queue:
        at, played = queue.popleft()
        work.spend(OUTCOME)
        for action in legal_actions(at):
            after, turn = play(at, action), (*played, action)
            if after in seen:
                continue
            seen.add(after)
            if after.to_move == position.to_move and not after.phase.is_over:
                queue.append((after, turn))
            elif within >> _last_square(turn, position) & 1:
                yield Outcome(after, _Way((), {}), turn)


def _last_square(turn: Turn, position: Position) -> Square:
    placed = [action.square for action in turn if isinstance(action, Place)]
    if placed:
        return placed[-1]
    assert position.promoting is not None
    return position.promoting


class _Walk:
    """The states of a chain, short chains first, and how each was come to."""

    def __init__(self, chain: Chain, work: Work) -> None:
        self.chain = chain
        self.parents: Parents = {}
        self._work = work

    def states(self) -> Iterator[State]:
        """Each state once, the bare lift first."""
        chain, parents = self.chain, self.parents
        queue = deque([chain.root])
        while queue:
            state = queue.popleft()
            self._work.spend(STATE)
            yield state
            for entry in chain.entries(state):
                if entry.state not in parents and entry.state != chain.root:
                    parents[entry.state] = (state, entry.square, entry.promotion)
                    queue.append(entry.state)


def _chain_turns(walk: _Walk, within: SquareSet, alike: Alike, before: Turn) -> Iterator[Outcome]:
    chain = walk.chain
    tried: dict[object, SquareSet] = {}
    for state in walk.states():
        exits = chain.exits(state)
        if chain.ends_en_passant(state):
            exits |= 1 << chain.en_passant
        fresh = 0
        for name, squares in _named_exits(chain, state, exits & within, alike(chain, state)):
            known = tried.get(name, 0)
            fresh |= squares & ~known
            tried[name] = known | squares
        if fresh:
            in_hand = position_in_hand(chain, state)
            way = _Way((*before, Lift(chain.start)), walk.parents, state)
            for target in bits(fresh):
                yield from _set_down(in_hand, target, way, is_bound=chain.side.duty is not None)


def _named_exits(
    chain: Chain, state: State, exits: SquareSet, name: object
) -> tuple[tuple[object, SquareSet], ...]:
    """The exits by what they leave behind: two steps and a union en passant are special."""
    if hand_of(state) != PAWN:
        return ((name, exits),)
    special = 1 << chain.en_passant if chain.ends_en_passant(state) else 0
    special |= passing_exit(chain, state)
    return ((PAWN, name), exits & ~special), ((PAWN, name, "special"), exits & special)


def _set_down(in_hand: Position, target: Square, way: _Way, *, is_bound: bool) -> Iterator[Outcome]:
    """The ends of a turn; `is_bound`: only those that answer the Ŝako."""
    placed = place_hand(in_hand, target)
    ends = finished(placed)
    endings: list[Turn] = [(Place(target),)]
    if placed.phase == Status.PROMOTE_FINISH:
        endings = [(Place(target), Promote(piece)) for piece in PROMOTIONS]
    for end, ending in zip(ends, endings, strict=True):
        if not is_bound or answers_sako(end, in_hand.to_move):
            yield Outcome(end, way, ending)
