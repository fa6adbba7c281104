"""What the evidence says of a piece on its way: when it was in hand, and with what doubt."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from board_daemon.rules.attacks import LAST_RANKS
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet
from board_daemon.tracking.explaining.branches import Branch
from board_daemon.tracking.explaining.chosen_pieces import ChosenPieces
from board_daemon.tracking.explaining.explanation import (
    Choice,
    stopping_doubt,
)
from board_daemon.tracking.explaining.vain_joins import VainJoin, disjoint_joins, vain_joins
from board_daemon.tracking.seeing.absences import AbsenceSet
from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings

# How often somebody sets his piece back on its square while he is in mid-chain, at most.
_MOST_STOPS: Final = 2


class Clues:
    """Answers what the search for explanations asks the evidence."""

    def __init__(
        self,
        evidence: Evidence,
        choices: Sequence[Choice | None],
        settings: TrackerSettings,
        touch: float = 0.0,
        drawn_back_to: SquareSet = NO_SQUARES,
    ) -> None:
        """`choices`: the pieces named, in order; None: nobody named that promotion.

        `touch`: the least doubt of a touch that is still to be joined, or was adjusted;
        `drawn_back_to`: where a pawn may have been set down, to be joined en passant.
        """
        self._evidence = evidence
        self._timeline = evidence.timeline
        self._settings = settings
        self._unseen = evidence.unions & evidence.hiding & ~evidence.touched
        empty = evidence.may_hold[Content.EMPTY]
        self.left: SquareSet = evidence.blind | self._unseen | evidence.touched & empty
        """The squares which whoever stood there may have left for good."""
        self._stops = evidence.stops(settings.passing)
        self._while_set_down: AbsenceSet = 0
        """The absences that began while what moves had been set down on its way."""
        for since, until in self._stops:
            self._while_set_down |= self._timeline.begun_between(since, until)
        self._vain_joins = vain_joins(evidence)
        """Joins that may have been undone before the turn went on."""
        self._perhaps_vain: AbsenceSet = 0
        """Their absences, and those that began while nobody held what had joined."""
        for join in self._vain_joins:
            self._perhaps_vain |= join.absences | self._while_joined(join)
        self._shared_from = evidence.shared_from
        """From when on what was touched may be of another turn, in seconds."""
        self._stopping = stopping_doubt(self._stops, settings, self._shared_from)
        self._adjusted: dict[tuple[int, Square, tuple[float, float], SquareSet, int], float] = {}
        self._touch = touch
        self._drawn_back = self._timeline.on(drawn_back_to)
        """The absences that cost nothing where that pawn is joined."""
        self._passed_over: dict[
            tuple[Square, float, float, SquareSet], tuple[AbsenceSet, AbsenceSet, AbsenceSet]
        ] = {}
        times = self._timeline
        self._returned = times.over | times.on(evidence.unseen_again)
        """The absences of what is back, or may be."""
        self._of_another_turn = times.over & ~times.back_by(evidence.shared_since)
        """Those that another turn accounts for, unless they are steps on the way of this one."""
        for each in evidence.homeward:
            self._of_another_turn |= times.over & times.within(each.left, each.back)
        self._never_chosen = times.back_before(self._shared_from) & ~times.on(LAST_RANKS)
        """The absences that no other turn and no choice of a promotion can account for."""
        self.chosen = ChosenPieces(evidence, choices, settings)
        """What pawns become."""

    def is_blind(self, square: Square) -> bool:
        """Whether the readings of the square say nothing."""
        return bool(self._evidence.blind >> square & 1)

    def is_brought(self, start: Square, end: Square) -> bool:
        """Whether the two pieces of a union were seen to leave and arrive one after the other.

        Where sensors feel unions that does not matter, and it is never said.
        """
        if self._settings.feels_unions or not self._evidence.absences_on(start):
            return False
        return self._evidence.filled == 1 << end

    def has_left(self, square: Square) -> bool:
        """Whether what stood on the square may have gone for good."""
        return bool(self.left >> square & 1)

    def _left_unseen(self, square: Square) -> bool:
        """Whether a union may have gone from the square though it has always looked empty."""
        return bool(self._unseen >> square & 1)

    def landing(self, square: Square, since: float) -> float:
        """When a piece in hand since then was set down there; infinity: nobody can see when."""
        return math.inf if self.is_blind(square) else self._evidence.last_change(square, since)

    def unseen_landing(self, over: float) -> float:
        """When what joined silently was set down at the earliest, and not before `over`.

        What stopped on its way was moved on from there first.
        """
        stops = (left for came, left in self._stops if came < self._shared_from)
        return max((over, *stops))

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

    def joined_from_home(self, used: int, start: Square, lifted: float) -> float:
        """Doubt of joins while what was lifted at that time stood on its square again.

        Nobody joins a piece while his own stands at home: it was rather adjusted.
        """
        if not used:
            return 0.0
        gone = [each for each in self._evidence.absences_on(start) if each.left >= lifted]
        times = self._timeline
        at_home = (times.between(one.back, next_one.left) for one, next_one in pairwise(gone))
        return self._settings.disorder if any(used & each for each in at_home) else 0.0

    def adjusted_or_chosen(self, square: Square, lifted: float) -> float:
        """How much more doubt there is of a lift where a pawn came home to than `lifts` gives it.

        What was lifted there later was the pawn, to go on to the next piece; what was lifted and
        returned before had only been adjusted.
        """
        if self.is_blind(square) or self._left_unseen(square):
            return 0.0
        adjusted = sum(each.back <= lifted for each in self._evidence.absences_on(square))
        given = next((doubt for lift, doubt in self.lifts(square) if lift == lifted), 0.0)
        return self._settings.adjust * adjusted - given

    def _lifts(self, square: Square) -> list[float]:
        absences = self._evidence.absences_on(square)
        if not absences:
            return [self._evidence.touches[square].last]
        lifts = [absences[0].left]
        for before, absence in pairwise(absences):
            # A piece that stood there for a moment was sliding over, not put back.
            if absence.left - before.back > self._settings.passing:
                lifts.append(absence.left)
        return lifts

    def arrival(self, square: Square, since: float, *, is_freed: bool = True) -> float:
        """Doubt of a piece arriving on an empty square before it can have been in hand.

        `is_freed`: whether another one, set down in its place, has freed it; with both hands they
        may be moved in any order.
        """
        touch = self._evidence.touches.get(square)
        if self.is_blind(square):
            return self._settings.unseen
        arrived = touch is not None and touch.last > since
        if self._evidence.may_hide(square) and not arrived:
            return self._settings.hidden_end
        if arrived:
            return 0.0
        return self._settings.disorder if is_freed else self._settings.came_too_early

    def freed_since(self, branch: Branch) -> float:
        """From when on what is in hand can have been; where nothing shows, before all else."""
        is_unseen = branch.step is not None and self.is_blind(branch.step.square)
        return -math.inf if is_unseen else branch.since

    def arrival_of_union(self, square: Square, since: float) -> float:
        """The same for a union, the pieces of which may be brought one after the other.

        Then the first has arrived before the square that they leave is seen to be empty. If nothing
        else was in the air it came out of a union; the second one follows it before long, or that
        was hardly part of it. It may have come out of any union that was lifted before.
        """
        doubt = self.arrival(square, since)
        touch = self._evidence.touches.get(square)
        if touch is None or self.is_blind(square) or touch.last > since:
            return doubt
        came = self._evidence.first_arrival(square)
        times = self._timeline
        lifted = times.left_before(came)
        if lifted & (~times.back_before(came) | times.on(self._evidence.unions)):
            return doubt
        alone = since - touch.last
        if alone > self._settings.restore_after:
            return self._settings.came_too_early + self._settings.fault
        passing = self._settings.passing
        singly = self._settings.change_of_mind * (passing + alone)
        if alone > passing:
            singly += self._settings.adjust_together  # By any less, one was only seen sooner.
        return min(doubt, singly)

    def stood_before(self, square: Square, lifted: float) -> float:
        """Doubt of a piece that was set down before the one was lifted that had freed it.

        The longer it had stood there, the rather a turn had ended with that.
        """
        touch = self._evidence.touches.get(square)
        stood = 0.0 if touch is None else max(0.0, lifted - touch.last)
        return min(self._settings.change_of_mind * stood, self._settings.wrong_move)

    def drawn_back_before(self, square: Square, lifted: float) -> float:
        """Doubt of a pawn drawn back, to be joined en passant, before the one that joins it rose.

        The longer it had stood there, the rather its own player had thought better of two steps;
        but of all replies it would be chance that just this one follows.
        """
        settings = self._settings
        stood = lifted - self._evidence.first_arrival(square) - settings.draws_back_for
        return min(settings.both_at_it * max(0.0, stood), settings.silent_unseen)

    def straightened_at_home(self, square: Square) -> float:
        """Doubt of touches of a union after it came there, whose pawn its owner is to promote.

        Rather he has chosen by them what it becomes, and the turn was over before.
        """
        came = self._evidence.first_arrival(square)
        touches = self._evidence.lifts_and_returns(square, came, NO_SQUARES)
        return self._settings.adjust * len(touches)

    def touched_since(self, square: Square, lifted: float) -> AbsenceSet:
        """What was lifted and returned there since a time."""
        return sum(each.bit for each in self._evidence.absences_on(square) if each.left > lifted)

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
            lifted = min(landed, self._timeline.first_lift(used))
        settings, times = self._settings, self._timeline
        doubt = settings.stir * stirred
        doubt += self._stopping + self._standing_when_over(landed)
        idle = self._returned & ~used & ~times.on(1 << start)
        idle &= ~(self._accounted_for(used, in_hand, promoted) | self.chosen.leafed)
        tottered = idle & self._evidence.tottered
        doubt += settings.adjust * tottered.bit_count()
        idle &= ~tottered
        if not idle:
            return doubt
        in_air = times.during(lifted, landed) | times.while_away(start, lifted)
        # What came back unseen took its time for that.
        unseen = idle & times.not_seen_back
        in_air |= unseen & times.left_by(landed) & ~times.left_by(landed - settings.silent_patience)
        doubt += settings.hidden * unseen.bit_count()
        in_air |= times.unseen_until_back_in(lifted, landed)
        # While it was gone before that, somebody straightened it, too.
        beside = times.while_away(start, -math.inf) & idle & ~(in_air | self._while_set_down)
        in_air &= idle & ~self._while_set_down
        for join in disjoint_joins(self._vain_joins, in_air, self._evidence.expected[start]):
            doubt += settings.joined_in_vain
            idle &= ~join.absences
            in_air &= idle & ~self._while_joined(join)
        beside &= idle & ~times.jumps
        doubt += settings.adjust_together * (times.overlap_each_other(idle) + beside.bit_count())
        alone = (idle & ~(in_air | beside)).bit_count()
        jumps = (in_air & times.jumps).bit_count()
        doubt += settings.adjust * alone + settings.stray_jump * jumps
        return doubt + settings.adjust_in_air * (in_air.bit_count() - jumps)

    def _standing_when_over(self, landed: float) -> float:
        """Doubt of what stood on its way as the turn landed, and is gone again.

        That was not the piece that landed: another one was to be joined later, or it had come from
        nowhere.
        """
        settings, times, doubt = self._settings, self._timeline, 0.0
        for came, left in self._stops:
            if came < landed < left:
                in_air = times.left_by(came) & ~times.back_before(came)
                if not in_air:
                    doubt += settings.silent_unseen
                elif not in_air & times.over:
                    doubt += settings.disorder
        return doubt

    def _while_joined(self, join: VainJoin) -> AbsenceSet:
        """The absences that began while a union stood which was taken up again."""
        return self._timeline.begun_between(join.joined, join.left)

    def _accounted_for(
        self, used: int, in_hand: tuple[float, float], promoted: SquareSet
    ) -> AbsenceSet:
        """The absences that another turn or the choice of a promotion explains."""
        if not promoted and not self._of_another_turn:
            return 0
        times, (lifted, landed) = self._timeline, in_hand
        entered = times.squares(used)
        # Steps on the way of this turn are not another one's, nor is what was gone before it began,
        # unless it was back after the end.
        found = self._of_another_turn & ~(times.on(entered) & times.left_before(landed))
        found &= ~(times.left_before(lifted) & times.back_by(landed))
        if not promoted:
            return found
        return found | sum(
            [
                each.bit
                for each in times.those(times.on(promoted))
                if self.chosen.is_leafing(each, used, entered)
            ]
        )

    def adjusting_at_least(self, used: int, start: Square) -> float:
        """What `adjusting` comes to at the least, wherever the turn ended."""
        idle = self._never_chosen & ~used & ~self._timeline.on(1 << start)
        return self._settings.adjust * idle.bit_count() if idle else 0.0

    def passed_over(
        self, used: int, start: Square, lifted: float, over: float, own_rank: SquareSet
    ) -> float:
        """The least doubt of all that came back and no join up to a time accounts for.

        What came back by then will turn out to have been adjusted, or to be a step out of order; on
        `own_rank` perhaps a promotion that was leafed through, which is no surprise. What came back
        later is still to be joined, if it was not adjusted.
        """
        if self.is_blind(start):
            lifted = min(over, self._timeline.first_lift(used))
        key = start, lifted, over, own_rank
        known = self._passed_over.get(key)
        if known is None:
            known = self._passed_over[key] = self._passed_by(*key)
        adjusted, in_air, later = known
        settings = self._settings
        doubt = settings.adjust * (adjusted & ~used).bit_count()
        doubt += settings.early_step * (in_air & ~used).bit_count()
        return doubt + self._touch * (later & ~used).bit_count()

    def _passed_by(
        self, start: Square, lifted: float, over: float, own_rank: SquareSet
    ) -> tuple[AbsenceSet, AbsenceSet, AbsenceSet]:
        """What came back by a time, before anything was in hand and while something was; and later.

        A join that was undone may account for several at once.
        """
        times = self._timeline
        over = min(over, self._shared_from)
        passed = times.seen_back_before(over) & ~times.on(own_rank | 1 << start)
        before = times.seen_back_before(min(lifted, over))
        before |= self._while_set_down | self._perhaps_vain | self._evidence.tottered
        free = times.on(1 << start) | self._perhaps_vain | self._drawn_back
        later = self._never_chosen & ~(passed | free)
        return passed & before, passed & ~before, later

    def skips(self, used: int, since: float, until: float) -> bool:
        """Whether anything was lifted and returned between two times that is not `used`."""
        return bool(self._timeline.between(since, until) & ~used)
