"""Whether a side can come to a square with a lone piece, through a chain perhaps, and how.

Asked of the king's square it is Ŝako. Answered in steps, each exact when it answers:

1. a look back along the lines that meet on the square: who stands there alone reaches it at once,
   and where no union stands that could, nobody does;
2. a breadth-first search in which every union still holds its first piece: the shortest way that
   enters no union twice (nearly every "yes" ends here);
3. a search of the real states, up to some hundreds (nearly every "no" ends here);
4. a bound, `relaxed.RelaxedDistances`: what it cannot reach cannot be reached;
5. the search of the real states again, led by the distances of that bound; where it takes long,
   with closer bounds, each for what has been freed by then.
"""

import heapq
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.attacks import KING_COVER, KNIGHT_COVER, bishop_cover, cover, rook_cover
from board_daemon.rules.chain_states import TARGETS_MASK, State
from board_daemon.rules.chains import Chain
from board_daemon.rules.pieces import KING, PieceType
from board_daemon.rules.relaxed import RelaxedDistances
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import Square, SquareSet, bits

Parents = dict[State, tuple[State, Square, int]]
Way = tuple[Action, ...]

_SEARCHED_BEFORE_BOUND: Final = 300
_SEARCHED_WITH_ONE_BOUND: Final = 2000
_FEW: Final = 5


def way_to(side: Side, goal: Square) -> Way | None:
    """The actions by which the side would come to a square, or None.

    The square is taken as if an enemy stood there to be joined. The king is never part of a way:
    even where kings unite, a chain that he begins leaves him in a union unless he ends it himself.
    """
    lines = _lines_to(goal, side.occupied)
    for start in bits(lines & side.own_alone):
        if cover(side.own[start], side.color, start, side.occupied) >> goal & 1:
            return Lift(start), Place(goal)
    if not side.enterable or not _may_end_a_chain(side, goal, lines):
        return None
    starts = [start for start in bits(side.own_alone) if _may_enter(side, start)]
    chains = [chain for start in starts if (chain := Chain(side, start)).can_enter(chain.root)]
    searches = [_Search(chain, goal) for chain in chains]
    for search in searches:
        way = search.first_pieces_way()
        if way is not None:
            return way
    for search in searches:
        way = search.way()
        if way is not None:
            return way
    return None


def _may_enter(side: Side, start: Square) -> bool:
    """Whether what stands there alone may take over a union; more quickly asked than of a chain."""
    return side.own[start] != KING and not side.is_plain(start, side.lone_targets(start))


def covers_any(side: Side, goals: SquareSet) -> bool:
    """Whether the side covers one of these squares, directly or through a chain.

    Where kings unite, its king covers those beside him; a chain that he begins counts for nothing.
    """
    king = side.position.king_square(side.color)
    if side.rules.king_unites and king >= 0 and KING_COVER[king] & goals:
        return True
    return any(way_to(side, goal) is not None for goal in bits(goals))


def _lines_to(goal: Square, occupied: SquareSet) -> SquareSet:
    return rook_cover(goal, occupied) | bishop_cover(goal, occupied) | KNIGHT_COVER[goal]


def _may_end_a_chain(side: Side, goal: Square, lines: SquareSet) -> bool:
    """Whether a union stands where a piece freed from it might reach the goal.

    Lifting the first piece can open one line; a union en passant can open others.
    """
    if side.en_passant is not None:
        return True
    opened = _lines_to(goal, side.occupied & ~(lines & side.own_alone))
    return bool(opened & side.unions)


def entering_actions(parents: Parents, state: State) -> Way:
    """The places and promotions that lead from the bare lift to the state."""
    actions: list[Action] = []
    while state in parents:
        state, square, promotion = parents[state]
        if promotion:
            actions.append(Promote(PieceType(promotion)))
        actions.append(Place(square))
    return tuple(reversed(actions))


class _Search:
    """Steps 2 to 5 for one first lift."""

    def __init__(self, chain: Chain, goal: Square) -> None:
        self._chain = chain
        self._goal = goal
        self._before: dict[State, State] = {}
        """From which state each was reached first, in steps 3 to 5."""
        self._steps = {chain.root: 0}
        self._covering: dict[int, bool] = {}
        """Whether the goal is covered, by what is in hand and where."""
        self._is_exhausted = False
        """Whether step 2 has left out nothing."""

    def first_pieces_way(self) -> Way | None:
        """Step 2. One state is kept for each union: the one that first reached it."""
        chain, goal = self._chain, self._goal
        parents: Parents = {}
        reached = {chain.start}
        queue = deque([chain.root])
        is_exhausted = True
        while queue:
            state = queue.popleft()
            for entry in chain.entries(state):
                if entry.square in reached:
                    is_exhausted = is_exhausted and entry.state in parents
                    continue
                reached.add(entry.square)
                parents[entry.state] = (state, entry.square, entry.promotion)
                if self._covers_goal(entry.state):
                    return (Lift(chain.start), *entering_actions(parents, entry.state), Place(goal))
                queue.append(entry.state)
        self._is_exhausted = is_exhausted
        return None

    def way(self) -> Way | None:
        """Steps 3 to 5. The way found, or None when there is none."""
        if self._is_exhausted:
            return None
        frontier = [self._chain.root]
        for state in frontier:
            if len(frontier) > _SEARCHED_BEFORE_BOUND:
                return self._guided_way()
            for after in self._new_after(state):
                if self._covers_goal(after):
                    return self._way_by(after)
                frontier.append(after)
        return None

    def _covers_goal(self, state: State) -> bool:
        key = state & TARGETS_MASK
        known = self._covering.get(key)
        if known is None:
            known = self._covering[key] = bool(self._chain.covered(state) >> self._goal & 1)
        return known

    def _new_after(self, state: State) -> Iterator[State]:
        """The states after taking over one more union that were not reached before."""
        steps, number = self._steps, self._steps[state] + 1
        for after in self._chain.followers(state):
            if after not in steps:
                steps[after] = number
                self._before[after] = state
                yield after

    def _way_by(self, state: State) -> Way:
        parents: Parents = {}
        end = state
        while (before := self._before.get(state)) is not None:
            entry = next(each for each in self._chain.entries(before) if each.state == state)
            parents[state] = before, entry.square, entry.promotion
            state = before
        return (Lift(self._chain.start), *entering_actions(parents, end), Place(self._goal))

    def _guided_way(self) -> Way | None:
        root = self._chain.root
        self._before, self._steps = {}, {root: 0}
        return self._way_behind(self._new_after(root))

    def _way_behind(self, origins: Iterable[State]) -> Way | None:
        """Steps 4 and 5 behind each of these states, with a bound of its own."""
        for origin in origins:
            distances = RelaxedDistances(self._chain, origin, self._goal)
            if distances.of_origin() is not None:
                way = self._search_behind(origin, distances)
                if way is not None:
                    return way
        return None

    def _search_behind(self, origin: State, distances: RelaxedDistances) -> Way | None:
        first = len(self._steps)
        queue = [(0, 0, origin)]
        while queue:
            if len(self._steps) > first + _SEARCHED_WITH_ONE_BOUND:
                return self._search_more_closely(origin, distances, first)
            _, _, state = heapq.heappop(queue)
            for after in self._new_after(state):
                if self._covers_goal(after):
                    return self._way_by(after)
                distance = distances.of(after)
                if distance is not None:
                    # How near the goal is counts for more than how long the way was.
                    estimate = 2 * distance + self._steps[after]
                    heapq.heappush(queue, (estimate, len(self._steps), after))
        return None

    def _search_more_closely(
        self, origin: State, distances: RelaxedDistances, first: int
    ) -> Way | None:
        """The same search anew, with a bound of its own for each of the first few states behind.

        What has been freed by then bounds them more tightly: mostly nothing is left to search.
        `first`: how many states were reached before this search.
        """
        for state in list(islice(self._steps, first, None)):
            del self._steps[state]
        layer = [origin]
        while layer and len(layer) < _FEW:
            reached = [after for state in layer for after in self._new_after(state)]
            for after in reached:
                if self._covers_goal(after):
                    return self._way_by(after)
            layer = [after for after in reached if distances.of(after) is not None]
        return self._way_behind(layer)
