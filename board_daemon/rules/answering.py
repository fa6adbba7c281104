"""Answering Ŝako, where the rules ask for it: the turn must leave the king out of it, or win.

Leaflet, point 11. Whether the other side can unite with the king depends on where pieces stand and
on its own kinds of piece, not on those of the player who answers. So of all that a chain does only
where it began, where it ends, and what it did en passant count.
"""

from board_daemon.rules.chains import Chain, State, hand_of, square_of, took_en_passant
from board_daemon.rules.pieces import PAWN, Color
from board_daemon.rules.position import Position
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.squares import Square, SquareSet, bits, square_set
from board_daemon.rules.status import Status
from board_daemon.rules.transitions import finished, lift_hand, place_hand, position_in_hand


def answers_sako(after: Position, mover: Color) -> bool:
    """Whether a turn of `mover` that ends so leaves his king out of Ŝako, or ends the game.

    Where he has still to choose a promotion, whether any choice does.
    """
    if after.phase == Status.PROMOTE_FINISH:
        return any(answers_sako(promoted, mover) for promoted in finished(after))
    return not gives_sako(after, mover.other)


class SakoDuty:
    """Which ends of a turn answer the Ŝako in which the side to move stands."""

    def __init__(self, position: Position) -> None:
        """`position`: settled, or with the piece in hand that a turn goes on with."""
        self._position = position
        self._mover = position.to_move
        self._known: dict[tuple[object, ...], bool] = {}

    def plain_ends(self, square: Square, targets: SquareSet) -> SquareSet:
        """Those targets of a lifted king or union that answer."""
        lifted = self._position if self._position.hand else lift_hand(self._position, square)
        return square_set(
            [to for to in bits(targets) if answers_sako(place_hand(lifted, to), self._mover)]
        )

    def chain_ends(self, chain: Chain, state: State, targets: SquareSet) -> SquareSet:
        """Those targets on which a chain ends that answer."""
        return square_set([to for to in bits(targets) if self._chain_answers(chain, state, to)])

    def _chain_answers(self, chain: Chain, state: State, end: Square) -> bool:
        pawn_from = square_of(state) if hand_of(state) == PAWN else -1
        king_matters = state if self._position.rules.king_unites else 0
        key = (chain.start, took_en_passant(state), end, pawn_from, king_matters)
        known = self._known.get(key)
        if known is None:
            after = place_hand(position_in_hand(chain, state), end)
            known = self._known[key] = answers_sako(after, self._mover)
        return known
