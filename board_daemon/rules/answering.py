"""Answering Ŝako, where the rules ask for it: the turn must leave the king out of it, or win.

Leaflet, point 11. Whether the other side can unite with the king depends on where pieces stand and
on its own kinds of piece, not on those of the player who answers. So of all that a chain does only
where it began, where it ends, and what it did en passant count.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from board_daemon.rules.actions import Action, squares_of
from board_daemon.rules.attacks import squares_between
from board_daemon.rules.chain_states import State, hand_of, square_of, took_en_passant
from board_daemon.rules.chains import Chain
from board_daemon.rules.pieces import KING, PAWN, Color
from board_daemon.rules.position import Position
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.squares import ALL_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.rules.status import PACO, Status
from board_daemon.rules.transitions import finished, lift_hand, place_hand, position_in_hand
from board_daemon.rules.work import OUTCOME, Work


def answers_sako(after: Position, mover: Color) -> bool:
    """Whether a turn of `mover` that ends so leaves his king out of Ŝako, or wins.

    Where he has still to choose a promotion, whether any choice does.
    """
    if after.phase == Status.PROMOTE_FINISH:
        return any(answers_sako(promoted, mover) for promoted in finished(after))
    if after.phase == PACO[mover]:
        return True
    if after.phase == PACO[mover.other]:
        return False
    if after.phase.is_over:
        # A draw ends the game, but not the Ŝako.
        after = replace(after, phase=Status.RUN)
    return not gives_sako(after, mover.other)


class SakoDuty:
    """Which ends of a turn answer the Ŝako in which the side to move stands.

    One way to its king is known. A turn that leaves that way open need not be looked at further.
    """

    def __init__(self, position: Position, threat: Sequence[Action] | None) -> None:
        """`position`: settled, or with the piece in hand that a turn goes on with.

        `threat`: how the other side would unite with the king, were it to move now.
        """
        self._position = position
        self._mover = position.to_move
        self._blocking, self._entered = ALL_SQUARES, ALL_SQUARES
        if threat is not None:
            squares = squares_of(threat)
            self._entered = square_set(squares)
            self._blocking = 1 << squares[0] | 1 << position.king_square(self._mover.other)
            for first, second in pairwise(squares):
                self._blocking |= squares_between(first, second)
        self.work: Work | None = None
        """What each end that is looked at is counted against; None: nobody counts."""
        self._known: dict[tuple[object, ...], tuple[SquareSet, SquareSet]] = {}
        """By what counts of a chain: the ends that were asked about, and those that answer."""

    def plain_ends(self, square: Square, targets: SquareSet) -> SquareSet:
        """Those targets of a lifted king or union that answer."""
        is_king = square == self._position.king_square(self._mover) or self._position.hand
        if not is_king and not self._entered >> square & 1:
            targets &= self._blocking
        lifted = self._position if self._position.hand else lift_hand(self._position, square)
        return self._answering(lifted, targets)

    def chain_ends(self, chain: Chain, state: State, targets: SquareSet) -> SquareSet:
        """Those targets on which a chain ends that answer."""
        taken = took_en_passant(state)
        king_matters = chain.side.own[chain.start] == KING or self._position.rules.king_unites
        if not taken and not king_matters and not chain.may_unite_en_passant(state):
            # The unions stand where they stood: only this end may be in the way.
            targets &= self._blocking
        pawn_from = square_of(state) if hand_of(state) == PAWN else -1
        key = (chain.start, taken, pawn_from, state if king_matters else 0)
        known, good = self._known.get(key, (0, 0))
        unknown = targets & ~known
        if unknown:
            before = position_in_hand(chain, state)
            known, good = known | unknown, good | self._answering(before, unknown)
            self._known[key] = known, good
        return targets & good

    def _answering(self, in_hand: Position, targets: SquareSet) -> SquareSet:
        """Those targets of what is in hand that answer."""
        if self.work is not None:
            self.work.spend(OUTCOME * targets.bit_count())
        ends = [to for to in bits(targets) if answers_sako(place_hand(in_hand, to), self._mover)]
        return square_set(ends)
