"""A bound on chains: what could be freed where if exchanges did not exclude each other.

A node is (kind of piece, square it was freed on). Entering a union frees its first piece; it may
also free a piece that got in later, but only from a node that can follow what was freed when that
piece got in. Everything a real chain can do this can do too; so a goal that it does not reach is
out of reach, and its distances are never too long.
"""

from collections import deque
from typing import Final

from board_daemon.rules.attacks import LAST_RANK, PAWN_COVER
from board_daemon.rules.chain_states import (
    HAND_MASK,
    State,
    hand_of,
    square_of,
    took_en_passant,
    with_hand,
)
from board_daemon.rules.chains import Chain
from board_daemon.rules.pieces import PAWN, PROMOTIONS
from board_daemon.rules.squares import Square, SquareSet, bits, square_set

Node = tuple[int, Square]
_ORIGIN: Final[Node] = (0, -1)


class RelaxedDistances:
    """For what may be in hand after a state: at least so many steps to covering a goal."""

    def __init__(self, chain: Chain, origin: State, goal: Square) -> None:
        self._chain = chain
        self._goal = goal
        # Before and after a union en passant lines differ: a node may use either.
        ahead = chain.en_passant_frees and not took_en_passant(origin)
        now = took_en_passant(origin)
        self._variants = (False, True) if ahead else (now,)
        self._can_unite_en_passant = ahead
        self._first = chain.union_pieces(origin)
        self._enters: dict[Node, SquareSet] = {}
        self._followers: dict[Node, set[Node]] = {}
        self._origin_hand = (hand_of(origin), square_of(origin))
        self._explore()
        distances = self._measure()
        self._of_origin = distances.pop(_ORIGIN, None)
        self._by_hand = {
            with_hand(piece, square, took_en_passant=False): distance
            for (piece, square), distance in distances.items()
        }

    def of(self, state: State) -> int | None:
        """Steps from what a state has in hand; None: no chain leads to the goal."""
        return self._by_hand.get(state & HAND_MASK)

    def of_origin(self) -> int | None:
        """Steps from the state the bound was made for."""
        return self._of_origin

    def _explore(self) -> None:
        self._add(_ORIGIN)
        while self._add_late_pieces():
            pass

    def _add(self, node: Node) -> None:
        """Add a node and all that follows from the first pieces of the unions."""
        frontier = [node]
        while frontier:
            node = frontier.pop()
            if node in self._enters:
                continue
            squares = self._enterable(node)
            self._enters[node] = squares
            entered = list(bits(squares))
            freed = {(self._first[at], on) for at in entered for on in self._freed_on(at)}
            self._followers[node] = freed
            frontier += freed

    def _add_late_pieces(self) -> bool:
        """Let unions hand out what got in later, once more; whether anything was new."""
        entered = 0
        for squares in self._enters.values():
            entered |= squares
        grown = False
        for square in bits(entered):
            late = {
                (piece, on)
                for piece in self._pieces_that_entered(square)
                for on in self._freed_on(square)
            }
            for node in self._nodes_after(square):
                new = late - self._followers[node]
                if self._enters[node] >> square & 1 and new:
                    grown = True
                    self._followers[node] |= new
                    for freed in new:
                        self._add(freed)
        return grown

    def _pieces_that_entered(self, square: Square) -> set[int]:
        pieces: set[int] = set()
        union = square_set(self._same_union(square))
        for node, squares in self._enters.items():
            if squares & union:
                piece = self._origin_hand[0] if node == _ORIGIN else node[0]
                promotes = piece == PAWN and LAST_RANK[self._chain.color] >> square & 1
                pieces.update(PROMOTIONS if promotes else (piece,))
        return pieces

    def _nodes_after(self, square: Square) -> set[Node]:
        """Every node that can follow when something was freed on the square."""
        frontier = [node for node in self._enters if node[1] in self._same_union(square)]
        after = set(frontier)
        while frontier:
            for follower in self._followers[frontier.pop()]:
                if follower not in after:
                    after.add(follower)
                    frontier.append(follower)
        return after

    def _same_union(self, square: Square) -> tuple[Square, ...]:
        """The square, and where its union stands before or after it was drawn back en passant."""
        pair = (self._chain.en_passant, self._chain.side.victim)
        return pair if self._chain.en_passant_frees and square in pair else (square,)

    def _freed_on(self, square: Square) -> tuple[Square, ...]:
        """From where a piece may move on that is freed on entering the square."""
        return self._same_union(square) if square == self._chain.en_passant else (square,)

    def _enterable(self, node: Node) -> SquareSet:
        piece, square = self._origin_hand if node == _ORIGIN else node
        found = 0
        for taken in self._variants:
            state = with_hand(piece, square, took_en_passant=taken)
            found |= self._chain.targets(state) & ~self._chain.exits(state)
        if self._can_unite_en_passant and piece == PAWN:
            found |= PAWN_COVER[self._chain.color][square] & 1 << self._chain.en_passant
        return found

    def _measure(self) -> dict[Node, int]:
        """Breadth-first backwards from the nodes that cover the goal."""
        before: dict[Node, list[Node]] = {}
        for node, followers in self._followers.items():
            for follower in followers:
                before.setdefault(follower, []).append(node)
        distances = {node: 0 for node in self._enters if self._covers_goal(node)}
        queue = deque(distances)
        while queue:
            node = queue.popleft()
            for earlier in before.get(node, ()):
                if earlier not in distances:
                    distances[earlier] = distances[node] + 1
                    queue.append(earlier)
        return distances

    def _covers_goal(self, node: Node) -> bool:
        piece, square = self._origin_hand if node == _ORIGIN else node
        return any(
            self._chain.covered(with_hand(piece, square, took_en_passant=taken)) >> self._goal & 1
            for taken in self._variants
        )
