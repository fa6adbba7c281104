"""Moves of unions and of kings, which free nobody: where they may have led, and how well that fits.

A lone piece may take over unions on its way; its turns are chains, however short (see `explain`).
"""

import math
from collections.abc import Iterator

from board_daemon.rules.actions import Action, Lift, Place, Promote
from board_daemon.rules.attacks import LAST_RANK, LAST_RANKS
from board_daemon.rules.castling import CASTLINGS
from board_daemon.rules.destinations import plain_king_targets
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.position import KING_HOME
from board_daemon.rules.sides import Side
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, bits, square_set
from board_daemon.rules.transitions import hand_on, promotes_at
from board_daemon.tracking.explaining.branches import Ending, Move
from board_daemon.tracking.explaining.clues import Clues
from board_daemon.tracking.explaining.explanation import Answers
from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.seeing.evidence import Evidence


class PlainMoves:
    """Finds the moves of one settled position's unions and king that may have been played."""

    def __init__(self, side: Side, evidence: Evidence, clues: Clues, answers: Answers) -> None:
        """`clues`: of that evidence; `answers`: what the player has said of the turn."""
        self._position = position = side.position
        self._side = side
        self._evidence = evidence
        self._clues = clues
        self._answers = answers
        self._hiding = evidence.hiding & ~position.occupied
        """Empty squares on which a union may have been set down though nobody saw it."""

    def of_unions(self) -> Iterator[Move]:
        """The moves of unions."""
        for start in bits(self._side.unions & self._clues.left):
            gained = self._evidence.dirty & ~(1 << start)
            ends = self._ends_by(gained)
            was_touched = bool(self._evidence.absences_on(start))
            if not gained and self._evidence.may_hide(start) and was_touched:
                # It was seen to go; where it is now, it may look like nobody.
                ends |= self._hiding
            elif not gained and self._evidence.may_hide(start):
                ends |= self._evidence.stirred
            ends &= self._evidence.may_hold[Content.UNION]
            if ends:
                yield from self._moves(start, self._side.pair_targets(start), ends)

    def of_king(self) -> Iterator[Move]:
        """The king's moves, castling among them."""
        king = self._position.king_square(self._side.color)
        if not self._clues.has_left(king):
            return
        gained = self._evidence.dirty & ~(1 << king)
        ends = self._ends_by(gained)
        changed = gained | self._evidence.blind
        for way in CASTLINGS[Color(self._side.color)]:
            if king == KING_HOME[self._side.color] and changed >> way.rook_from & 1:
                ends |= 1 << way.king_to
        if ends:
            yield from self._moves(king, plain_king_targets(self._side, king, among=ends), ends)

    def unseen(self) -> Iterator[Move]:
        """The moves of unions that may have left no trace at their start, or at their end."""
        evidence = self._evidence
        came = [
            square
            for square in bits(evidence.touched & ~self._position.occupied)
            if evidence.seen[square] & Content.UNION
        ]
        ends = self._hiding | square_set(came)
        for start in bits(self._side.unions & self._clues.left):
            yield from self._moves(start, self._side.pair_targets(start), ends)

    def weighed(self, move: Move, told: int) -> tuple[float, Ending]:
        """The whole turn, and its doubt with all that was touched and is no part of it.

        `told`: how many promotions the player has named before it.
        """
        start, target, lifted, doubt = move
        is_hidden = bool(self._hiding >> target & 1)
        clues = self._clues
        is_stirred = bool(self._evidence.stirred >> target & 1) or clues.is_brought(start, target)
        actions: tuple[Action, ...] = Lift(start), Place(target)
        promoted, is_misnamed = NO_SQUARES, False
        if LAST_RANKS >> target & 1 and self._promotes(start, target):
            promoted = 1 << target
            arrived = self._evidence.first_arrival(target)
            is_misnamed = clues.chosen.names_another(arrived, told)
            piece, told = clues.chosen.promotion(target, arrived, told, NO_SQUARES)
            actions = *actions, Promote(piece)
        elif self._carries_home(start, target):
            doubt += clues.straightened_at_home(target)
        in_hand = lifted, clues.landing(target, lifted)
        doubt += clues.adjusting(0, start, target, in_hand, promoted)
        ending = Ending(
            actions,
            target,
            entered=1 << target & self._hiding,
            silent=0,
            touched=0,
            is_visible=not clues.is_blind(target) and (not is_hidden or is_stirred),
            is_hidden=is_hidden,
            was_seen_to_go=lifted > -math.inf,
            was_carried_singly=bool(self._position.unions >> start & 1) and in_hand[1] < lifted,
            told=told,
            is_misnamed=is_misnamed,
        )
        return doubt, ending

    def _promotes(self, start: Square, target: Square) -> bool:
        return promotes_at(self._position, hand_on(self._position, start), target)

    def _carries_home(self, start: Square, target: Square) -> bool:
        """Whether the union brings a pawn of the other player to where it is promoted."""
        other = self._position.to_move.other
        is_pawn = self._position.piece_at(other, start) == PieceType.PAWN
        return is_pawn and bool(LAST_RANK[other] >> target & 1)

    def _moves(self, start: Square, targets: SquareSet, ends: SquareSet) -> Iterator[Move]:
        """The moves to those of the targets where somebody may have arrived, at a glance."""
        for target in bits(targets & ends):
            if self._answers.allow_entering(1 << target & self._hiding):
                lifted, doubt = next(self._clues.lifts(start))
                if self._position.unions >> start & 1:
                    doubt += self._clues.arrival_of_union(target, lifted)
                else:
                    doubt += self._clues.arrival(target, lifted, is_freed=False)
                yield Move(start, target, lifted, doubt)

    def _ends_by(self, gained: SquareSet) -> SquareSet:
        """Where something may have arrived, these squares having gained somebody."""
        if not gained:
            return self._evidence.blind
        return gained if gained.bit_count() == 1 else NO_SQUARES
