"""What the evidence says of a piece on its way: when it was in hand, and with what doubt."""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Final

from board_daemon.rules.attacks import LAST_RANK
from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet, square_set
from board_daemon.tracking.contents import Content
from board_daemon.tracking.evidence import Absence, Evidence
from board_daemon.tracking.explanation import (
    Choice,
    adjusting_doubt,
    leafed_to,
    stopping_doubt,
    were_together_in_air,
)
from board_daemon.tracking.settings import TrackerSettings

# How often somebody sets his piece back on its square while he is in mid-chain, at most.
_MOST_STOPS: Final = 2
_LAST_RANKS: Final = LAST_RANK[Color.WHITE] | LAST_RANK[Color.BLACK]


class Clues:
    """Answers what the search for explanations asks the evidence."""

    def __init__(
        self, evidence: Evidence, choices: Sequence[Choice], settings: TrackerSettings
    ) -> None:
        self._evidence = evidence
        self._choices = choices
        self._settings = settings
        self._unseen = evidence.unions & evidence.hiding & ~evidence.touched
        empty = evidence.may_hold[Content.EMPTY]
        self.left: SquareSet = evidence.blind | self._unseen | evidence.touched & empty
        """The squares which whoever stood there may have left for good."""
        self._stops = evidence.stops(settings.passing)
        self._while_set_down = sum(
            each.bit
            for each in evidence.absences
            if any(since < each.left < until for since, until in self._stops)
        )
        """The absences that began while what moves had been set down on its way, as bits."""
        self._shared_since = min(
            [evidence.shared_since, *(each.left for each in evidence.homeward)]
        )
        """From when on what was touched may be of another turn, in seconds."""
        self._over_by: dict[float, int] = {}
        self._between: dict[tuple[float, float], int] = {}
        self._first_lifts: dict[int, float] = {}
        self._adjusted: dict[tuple[int, Square, tuple[float, float], SquareSet, int], float] = {}
        self._passed_over: dict[tuple[int, Square, float, float, SquareSet], float] = {}
        self._bits_on: dict[SquareSet, int] = {}
        self._never_chosen = sum(
            each.bit
            for each in evidence.absences
            if each.back < self._shared_since and not _LAST_RANKS >> each.square & 1
        )
        """The absences that no other turn and no choice of a promotion can account for."""

    def is_blind(self, square: Square) -> bool:
        """Whether the readings of the square say nothing."""
        return bool(self._evidence.blind >> square & 1)

    def has_left(self, square: Square) -> bool:
        """Whether what stood on the square may have gone for good."""
        return bool(self.left >> square & 1)

    def _left_unseen(self, square: Square) -> bool:
        """Whether a union may have gone from the square though it has always looked empty."""
        return bool(self._unseen >> square & 1)

    def last_change(self, square: Square, otherwise: float) -> float:
        """When the square was last seen to change."""
        touch = self._evidence.touches.get(square)
        return otherwise if touch is None else touch.last

    def landing(self, square: Square, since: float) -> float:
        """When a piece in hand since then was set down there; infinity: nobody can see when."""
        return math.inf if self.is_blind(square) else self.last_change(square, since)

    def lifts(self, square: Square) -> Iterator[tuple[float, float]]:
        """When what stood on the square may have been taken up for good, each with its doubt.

        Where nobody can see it, long ago. Earlier than the last time only by whoever set it, or
        what it had freed, back there on the way.
        """
        if self.is_blind(square):
            yield -math.inf, self._settings.unseen
            return
        if self._left_unseen(square):
            yield -math.inf, self._settings.hidden
            return
        lifts = self._lifts(square)
        yield lifts[-1], 0.0
        for lift in lifts[:-1][-_MOST_STOPS:]:
            yield lift, self._settings.return_home

    def _lifts(self, square: Square) -> list[float]:
        absences = self._evidence.absences_on(square)
        if not absences:
            return [self._evidence.touches[square].last]
        lifts = [absences[0].left]
        for before, absence in itertools.pairwise(absences):
            # A piece that stood there for a moment was sliding over, not put back.
            if absence.left - before.back > self._settings.passing:
                lifts.append(absence.left)
        return lifts

    def arrival(self, square: Square, since: float) -> float:
        """Doubt of a piece arriving on an empty square before it can have been in hand."""
        touch = self._evidence.touches.get(square)
        if self.is_blind(square):
            return self._settings.unseen
        arrived = touch is not None and touch.last > since
        if self._evidence.may_hide(square) and not arrived:
            return self._settings.hidden_end
        return 0.0 if arrived else self._settings.disorder

    def stood_before(self, square: Square, lifted: float) -> float:
        """Doubt of a piece that was set down before the one was lifted that had freed it.

        The longer it had stood there, the rather a turn had ended with that.
        """
        touch = self._evidence.touches.get(square)
        stood = 0.0 if touch is None else max(0.0, lifted - touch.last)
        return min(self._settings.change_of_mind * stood, self._settings.wrong_move)

    def adjusting(
        self,
        used: int,
        start: Square,
        end: Square,
        in_hand: tuple[float, float],
        promoted: SquareSet,
    ) -> float:
        """Doubt of all that was lifted and returned and is not accounted for.

        `in_hand`: from when till when the piece from `start` was in hand; `promoted`: squares on
        which a player may have leafed through the pieces that a pawn becomes.
        """
        # However many turns are tried, they differ in little that counts here.
        stirred = (self._evidence.stirred & ~(1 << end)).bit_count()
        key = used, start, in_hand, promoted, stirred
        known = self._adjusted.get(key)
        if known is None:
            known = self._adjusted[key] = self._weigh_adjusting(*key)
        return known

    def _weigh_adjusting(
        self,
        used: int,
        start: Square,
        in_hand: tuple[float, float],
        promoted: SquareSet,
        stirred: int,
    ) -> float:
        lifted, landed = in_hand
        if self.is_blind(start):
            lifted = min(landed, self._first_lift(used))
        settings = self._settings
        entered = square_set([each.square for each in self._evidence.absences if used & each.bit])
        idle = [
            absence
            for absence in self._evidence.absences
            if not used & absence.bit
            and absence.square != start
            and (absence.is_over or self._evidence.unseen_again >> absence.square & 1)
            and not self._is_shared(absence, entered, landed)
            and not (promoted >> absence.square & 1 and self._is_leafing(absence, used, entered))
        ]
        doubt = settings.stir * stirred
        doubt += stopping_doubt(self._stops, settings, self._shared_since)
        if not idle:
            return doubt
        in_air = [(lifted, landed)]
        earlier = [absence for absence in self._evidence.absences_on(start) if absence.is_over]
        in_air += [(absence.left, absence.back) for absence in earlier]
        doubt += settings.adjust_together * were_together_in_air(idle)
        return doubt + sum([self._adjusting_one(absence, in_air) for absence in idle])

    def adjusting_at_least(self, used: int, start: Square) -> float:
        """What `adjusting` comes to at the least, wherever the turn ended."""
        idle = self._never_chosen & ~used & ~self._absences_on(start, NO_SQUARES)
        return self._settings.adjust * idle.bit_count() if idle else 0.0

    def _is_shared(self, absence: Absence, entered: SquareSet, landed: float) -> bool:
        """Whether another turn may account for it; not for a step on the way of this one."""
        if self._shared_since == math.inf:
            return False
        evidence = self._evidence
        is_on_the_way = entered >> absence.square & 1 and absence.left < landed
        if is_on_the_way or not absence.is_over:
            return False
        is_of_chain = any(
            each.left <= absence.left and absence.back <= each.back for each in evidence.homeward
        )
        return absence.back > evidence.shared_since or is_of_chain

    def _is_leafing(self, absence: Absence, used: int, entered: SquareSet) -> bool:
        """Whether a touch of a square where a pawn came home goes on to the next piece."""
        touches = self._evidence.absences_on(absence.square)
        arrived = min((each.back for each in touches if used & each.bit), default=-math.inf)
        return absence.left in self._evidence.lifts_and_returns(absence.square, arrived, entered)

    def _adjusting_one(self, absence: Absence, in_air: Sequence[tuple[float, float]]) -> float:
        if absence.bit & self._while_set_down:
            return self._settings.adjust
        return max([adjusting_doubt(absence, time, self._settings) for time in in_air])

    def passed_over(
        self, used: int, start: Square, lifted: float, over: float, own_rank: SquareSet
    ) -> float:
        """The least doubt of what came back by a time and no join up to then accounts for.

        It will turn out to have been adjusted, or to be a step out of order; on `own_rank`
        perhaps a promotion that was leafed through, which is no surprise.
        """
        key = used, start, lifted, over, own_rank
        known = self._passed_over.get(key)
        if known is None:
            known = self._passed_over[key] = self._weigh_passed_over(*key)
        return known

    def _weigh_passed_over(
        self, used: int, start: Square, lifted: float, over: float, own_rank: SquareSet
    ) -> float:
        settings = self._settings
        if self.is_blind(start):
            lifted = min(over, self._first_lift(used))
        over = min(over, self._shared_since)
        before, since = self._back_by(min(lifted, over)), self._back_by(over)
        passed = since & ~used & ~self._absences_on(start, own_rank)
        before |= self._while_set_down
        adjusted = (passed & before).bit_count()
        in_air = (passed & ~before).bit_count()
        return settings.adjust * adjusted + settings.early_step * in_air

    def skips(self, used: int, since: float, until: float) -> bool:
        """Whether anything was lifted and returned between two times that is not `used`."""
        between = self._between.get((since, until))
        if between is None:
            between = self._between[since, until] = sum(
                absence.bit
                for absence in self._evidence.absences
                if since < absence.left and absence.back <= until
            )
        return bool(between & ~used)

    def _first_lift(self, used: int) -> float:
        """When a piece was lifted at the latest whose square shows nothing, `used` as above.

        Just before it was set down, or joined the first of these.
        """
        known = self._first_lifts.get(used)
        if known is None:
            lifts = (each.left for each in self._evidence.absences if used & each.bit)
            known = self._first_lifts[used] = min(lifts, default=math.inf)
        return known

    def _back_by(self, t: float) -> int:
        """The absences that were over before a time, as bits."""
        known = self._over_by.get(t)
        if known is None:
            absences = self._evidence.absences
            known = sum(each.bit for each in absences if each.was_seen and each.back < t)
            self._over_by[t] = known
        return known

    def _absences_on(self, start: Square, own_rank: SquareSet) -> int:
        """The absences on a square and on a rank, as bits."""
        squares = own_rank | 1 << start
        known = self._bits_on.get(squares)
        if known is None:
            absences = self._evidence.absences
            known = sum(absence.bit for absence in absences if squares >> absence.square & 1)
            self._bits_on[squares] = known
        return known

    def promotion(
        self, square: Square, arrived: float, told: int, entered: SquareSet | None
    ) -> tuple[PieceType, int]:
        """What a pawn becomes that came home at that time, and how many choices are told by then.

        `told`: how many were told for promotions before it; `entered`: the squares that the turn
        enters; None: not known yet. Without a choice it is a queen, or by
        touches of its square what follows. Who has touched it and moved on tells the next one.
        """
        leafed = len(self._evidence.lifts_and_returns(square, arrived, entered))
        if told < len(self._choices):
            choice = self._choices[told]
            if not leafed or choice.t <= self._evidence.next_elsewhere(square, arrived):
                return choice.piece, told + 1
        return PROMOTIONS[leafed % len(PROMOTIONS)], told

    def owed_promotion(self, square: Square, leafed: int, was: PieceType) -> tuple[PieceType, int]:
        """What a pawn becomes that was carried home, and how many choices that uses up.

        `leafed`: how often its player has gone on to the next piece before; `was`: what it is if
        he chooses nothing.
        """
        leafed += self._evidence.before_the_turn(square)
        if self._choices:
            choice = self._choices[0]
            if not leafed or choice.t <= self._evidence.next_elsewhere(square, -math.inf):
                return choice.piece, 1
        return leafed_to(leafed, was), 0
