"""Where turns lead that may have been played: many ways through a chain lead to one position."""

from collections.abc import Sequence
from functools import lru_cache

from board_daemon.rules.actions import Action, Promote
from board_daemon.rules.chain_states import State
from board_daemon.rules.chains import Chain
from board_daemon.rules.destinations import side_to_move
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square
from board_daemon.rules.transitions import place_hand, position_in_hand, promote
from board_daemon.tracking.explaining.branches import Branch, Ending


class Arrivals:
    """What may be played in one settled position and where it leads, each worked out once.

    It is the same whatever was seen.
    """

    def __init__(self, position: Position) -> None:
        self.side = side_to_move(position)
        self._position = position
        self._chains: dict[Square, Chain] = {}
        self._known: dict[tuple[Square, State, Square, PieceType | None], Position] = {}
        self._played: dict[tuple[Action, ...], Position | None] = {}

    def chain_from(self, start: Square) -> Chain:
        """What may follow the lift of a lone piece."""
        known = self._chains.get(start)
        if known is None:
            known = self._chains[start] = Chain(self.side, start)
        return known

    def after(self, ending: Ending) -> Position | None:
        """Where a turn leads; None: it may not be played."""
        last = ending.last
        if last is None or last.chain.side.duty is not None:
            actions = ending.actions
            if actions not in self._played:
                self._played[actions] = _played(self._position, actions)
            return self._played[actions]
        return self._after_chain(last, ending)

    def _after_chain(self, last: Branch, ending: Ending) -> Position:
        final = ending.actions[-1]
        promoted = final.piece if isinstance(final, Promote) else None
        key = last.chain.start, last.state, ending.end, promoted
        known = self._known.get(key)
        if known is None:
            known = place_hand(position_in_hand(last.chain, last.state), ending.end)
            known = self._known[key] = known if promoted is None else promote(known, promoted)
        return known


# The same positions are gone on from until a turn is recorded: at each change, and with one square
# after the other supposed to have failed.
@lru_cache(maxsize=128)
def arrivals_from(position: Position) -> Arrivals:
    """What may be played in a settled position, and where it leads."""
    return Arrivals(position)


def _played(position: Position, actions: Sequence[Action]) -> Position | None:
    try:
        return play_all(position, actions)
    except IllegalAction:
        return None  # Another promotion would have answered the Ŝako.
