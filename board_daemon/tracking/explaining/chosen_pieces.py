"""What pawns become on the way of a turn, by what was named and by touches of where they stand."""

import math
from collections.abc import Sequence

from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.squares import ALL_SQUARES, Square, SquareSet
from board_daemon.tracking.explaining.branches import Branch, promotions_of
from board_daemon.tracking.explaining.explanation import Choice, leafed_to
from board_daemon.tracking.seeing.absences import Absence, AbsenceSet
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings


class ChosenPieces:
    """Answers which piece a pawn became, and which touches were for that."""

    def __init__(
        self, evidence: Evidence, choices: Sequence[Choice | None], settings: TrackerSettings
    ) -> None:
        """`choices`: the pieces named, in order; None: nobody named that promotion."""
        self._evidence = evidence
        self._choices = choices
        self._settings = settings
        self.leafed: AbsenceSet = 0
        """Those by which the player has chosen what a pawn becomes that was carried home."""

    def promotion(
        self, square: Square, arrived: float, told: int, entered: SquareSet | None
    ) -> tuple[PieceType, int]:
        """What a pawn becomes that came home at that time, and how many choices are told by then.

        `told`: how many were told for promotions before it; `entered`: the squares that the turn
        enters; None: not known yet. Without a choice it is a queen, or by
        touches of its square what follows. Who has touched it and moved on tells the next one.
        """
        evidence = self._evidence
        leafed = evidence.lifts_and_returns(square, arrived, entered)
        by_touches = leafed_to(len(leafed), PROMOTIONS[0])
        if told >= len(self._choices):
            return by_touches, told
        choice = self._choices[told]
        if choice is None:
            return by_touches, told + 1
        if not leafed or choice.t <= evidence.next_elsewhere_after_a_touch(square, leafed[-1]):
            return choice.piece, told + 1
        return by_touches, told

    def promotions_on_the_way(
        self, square: Square, arrived: float, branch: Branch
    ) -> dict[PieceType, int]:
        """What a pawn may become that came home in the midst of a chain, each with choices told.

        Of the unions touched meanwhile, each may have been a step still to come, or adjusted; and a
        lone piece, what the chain joins in the end, once it has come by here again.
        """
        ways = branch.entered | 1 << square, None, ALL_SQUARES
        return dict(self.promotion(square, arrived, branch.told, on) for on in ways)

    def promoted_otherwise(self, branch: Branch, entered: SquareSet) -> float:
        """Doubt of promotions on the way that touches tell otherwise, with all `entered` known."""
        others = (
            self.promotion(step.square, step.over, step.told, entered)[0] != step.promotion
            for step in promotions_of(branch)
        )
        return self._settings.adjust * sum(others)

    def names_another(self, came_home: float, told: int) -> bool:
        """Whether pieces were named in another order than for a pawn that came home then.

        Who has named none for the pawn before it speaks of the one that he has just set down.
        `told`: how many choices went to promotions before it. Infinity: nobody saw it come.
        """
        last = self._choices[told - 1] if told else None
        if told == len(self._choices):
            return last is not None and last.t > came_home
        choice = self._choices[told]
        return told > 0 and last is None and choice is not None and choice.t <= came_home

    def owed_promotion(self, square: Square, leafed: int, was: PieceType) -> tuple[PieceType, int]:
        """What a pawn becomes that was carried home, and how many choices that uses up.

        `leafed`: how often its player has gone on to the next piece before; `was`: what it is if
        he chooses nothing.
        """
        touches = self._evidence.before_the_turn(square)
        leafed += len(touches)
        by_touches = leafed_to(leafed, was)
        if self._choices:
            choice = self._choices[0]
            if choice is None:
                return by_touches, 1
            # Who has touched it and begins to move tells the next one.
            if not leafed or choice.t <= self._evidence.began:
                return choice.piece, 1
        self.leafed = sum(absence.bit for absence in touches)
        return by_touches, 0

    def is_leafing(self, absence: Absence, used: int, entered: SquareSet) -> bool:
        """Whether a touch of a square where a pawn came home goes on to the next piece."""
        touches = self._evidence.absences_on(absence.square)
        # The chain may have been there before its pawn was.
        joined = [each.back for each in touches if used & each.bit and each.back <= absence.left]
        first, arrived = min(joined, default=-math.inf), max(joined, default=-math.inf)
        if any(each and first < each.t <= absence.left for each in self._choices):
            return False  # He has named the piece.
        return absence.left in self._evidence.lifts_and_returns(absence.square, arrived, entered)
