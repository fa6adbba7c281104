"""All there is to go by at one moment, and the turns that explain it."""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from board_daemon.rules.pieces import PROMOTIONS, Color
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, Square, SquareSet
from board_daemon.rules.status import Status
from board_daemon.tracking.explaining.effort import Limits
from board_daemon.tracking.explaining.explain import Explainer
from board_daemon.tracking.explaining.explanation import (
    Choice,
    Doubts,
    Explanation,
    Explanations,
    leafed_to,
)
from board_daemon.tracking.explaining.memory import Memory
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.hypotheses.choices import may_be_for_later
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.seeing.contents import Content, looks_empty
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.seeing.history import Since
from board_daemon.tracking.settings import TrackerSettings

_Answer = TypeVar("_Answer")
# Nothing was looked at: there may be a turn without any doubt.
_UNKNOWN: Final = Explanations((), missed=0.0)
# So many changes back at most something was set down just before.
_LATELY: Final = 8


@dataclass(frozen=True, slots=True)
class Scene:
    """All there is to go by at one moment."""

    seen: Sequence[Content]
    changes: Sequence[Sighting]
    habits: Habits
    settings: TrackerSettings
    blind: SquareSet = 0
    """Squares known to be dead or stuck."""
    board_plays: Color | None = None
    """The side whose turns nobody makes up: the board's own."""
    hides_unions: bool = False
    """Whether a union may look like nobody, as far as is known."""
    refused: frozenset[Position] = frozenset()
    """Where turns had led that are odd: they were taken back more than once, or so hardly anybody
    plays who takes them back."""
    refused_often: frozenset[Position] = frozenset()
    """Those of them that are odd though no square is known to be bad."""
    misses_choices: bool = True
    """Whether a player may have chosen a promotion unseen."""
    memory: Memory = field(default_factory=Memory, compare=False)
    """What was worked out for this moment."""

    @property
    def is_worked_out(self) -> bool:
        """Whether there was time for all; else what is left must be taken for unknown."""
        return not self.memory.effort.is_spent

    def spend(self, work: float) -> None:
        """Count so much work for done at this moment."""
        self.memory.effort.left -= work

    def once(self, question: Hashable, work_out: Callable[[], _Answer]) -> _Answer:
        """The answer to a question about this moment, worked out whole only once.

        What there was no time for is worked out again: as far as it goes, from what is known.
        """
        answers, key = self.memory.answers, self._key(question)
        if key in answers:
            answer: _Answer = answers[key]
            return answer
        answer = work_out()
        if self.is_worked_out:
            answers[key] = answer
        return answer

    def knows(self, question: Hashable) -> bool:
        """Whether the answer to that question was worked out, so that it takes no more work."""
        return self._key(question) in self.memory.answers

    def _key(self, question: Hashable) -> Hashable:
        return question, self.habits.version, self.misses_choices

    @property
    def last_change_at(self) -> float:
        """When the board last changed, in seconds; 0: it has not since the game began."""
        return self.changes[-1].t if self.changes else 0.0

    def has_rested_after(self, index: int) -> bool:
        """Whether the board was at rest after so many changes, before the next one came."""
        if not 0 < index < len(self.changes):
            return True
        return self.changes[index].t - self.changes[index - 1].t >= self.settings.settle

    def changed_by_themselves(self, root: Line) -> SquareSet:
        """The squares that look otherwise than after `root`, and last changed all alone.

        Nothing else changed shortly before or after, nor was anything gone since, which may have
        been in a hand then.
        """
        question = Scene.changed_by_themselves, root
        return self.once(question, lambda: self._find_what_changed_alone(root))

    def _find_what_changed_alone(self, root: Line) -> SquareSet:
        alone, missing = NO_SQUARES, NO_SQUARES
        since = self.changes[root.index :]
        times = [-math.inf, *(change.t for change in since), math.inf]
        looks = self.evidence(root).dirty
        for change, before, t, after in zip(since, times, times[1:], times[2:], strict=False):
            square, least = 1 << change.square, self.settings.settle
            if not missing & ~square and t - before >= least and after - t >= least:
                alone |= square
            else:
                alone &= ~square
            missing = missing | square if looks_empty(change.content) else missing & ~square
        return alone & looks

    @property
    def last_changes(self) -> Mapping[Square, int]:
        """After how many changes each square that has changed at all has changed last."""
        known = self.memory.last_changes
        if known is None:
            numbered = enumerate(self.changes, 1)
            known = self.memory.last_changes = {change.square: n for n, change in numbered}
        return known

    def evidence(self, line: Line, work: int = 0) -> Evidence:
        """What has happened since a line's position.

        `work`: what it counts for to find that out, where much is only supposed.
        """
        key = line.position, line.index, line.spent, line.blind
        known = self.memory.evidence.get(key)
        if known is None:
            self.spend(work)
            known = self.memory.evidence[key] = self._evidence(line)
        return known

    def _evidence(self, line: Line) -> Evidence:
        passed, blind = line.position.en_passant, self.blind | line.blind
        drawn_to = NO_SQUARES if passed is None else 1 << passed
        history = self._since(line).history(line.expected, blind, drawn_to)
        evidence = Evidence(line.expected, self.seen, history, blind)
        soon, settle = self.settings.settle_final, self.settings.settle
        evidence.tottered = history.tottered(soon, settle, self._landed_before(line))
        return evidence

    def _landed_before(self, line: Line) -> Mapping[Square, float]:
        """When, in seconds, what came just before the line began was set down on its square."""
        landed: dict[Square, float] = {}
        first = max(0, line.index - _LATELY)
        for index, change in enumerate(self.changes[first:], first):
            if index >= line.index and not line.has_spent(index, change.square):
                continue
            landed.pop(change.square, None)
            if not looks_empty(change.content):
                landed[change.square] = change.t
        return landed

    def changes_since(self, line: Line) -> Sequence[tuple[int, Sighting]]:
        """The changes that a line has not accounted for, each with its number."""
        return self._since(line).numbered

    def _since(self, line: Line) -> Since:
        key = line.index, line.spent
        known = self.memory.since.get(key)
        if known is None:
            numbered = enumerate(self.changes[line.index :], line.index)
            known = self.memory.since[key] = Since(
                [
                    (index, change)
                    for index, change in numbered
                    if not line.spent or not line.has_spent(index, change.square)
                ]
            )
        return known

    def at(self, index: int, since: Line) -> "Scene":
        """The scene as it was after so many changes, all of them after that line.

        What was touched only later stood by then as the line says, unjoined.
        """
        if index == len(self.changes):
            return self
        seen = list(self.seen)
        for change in self.changes[index:]:
            seen[change.square] = since.expected[change.square]
        for change in self.changes[since.index : index]:
            seen[change.square] = change.content
        memory = self.memory.of_earlier((index, since.index, since.expected, tuple(seen)))
        return replace(self, seen=seen, changes=self.changes[:index], memory=memory)

    def as_seen_at(self, index: int, since: Line, unseen: SquareSet = NO_SQUARES) -> "Scene":
        """The same, where what was touched only later may have been joined by then, unseen.

        `unseen`: squares where what the line has not accounted for is not looked at.
        """
        seen, later = list(self.seen), self.changes[since.index :]
        for change in reversed(later):
            seen[change.square] = change.before or since.expected[change.square]
        for number, change in enumerate(later[: index - since.index], since.index):
            is_seen = not unseen >> change.square & 1
            if is_seen or since.has_spent(number, change.square):
                seen[change.square] = change.content
        moment = index, since.index, since.expected, since.spent, unseen, tuple(seen)
        memory = self.memory.of_earlier(moment)
        return replace(self, seen=seen, changes=self.changes[:index], memory=memory)

    @property
    def limits(self) -> Limits:
        """How far a search for turns goes that is not cut short."""
        return Limits.of(self.settings)

    def unseen_moves(self, line: Line, evidence: Evidence, most: float = math.inf) -> Explanations:
        """The moves of unions from a line's position, the squares of which may look as they did.

        `most`: the doubt they may have.
        """
        if line.position.to_move == self.board_plays:
            return Explanations(())
        return self._explain(line, evidence, line.told, most, self.limits, is_unseen=True)

    def explain(
        self,
        line: Line,
        evidence: Evidence,
        most: float = math.inf,
        limits: Limits | None = None,
        *,
        admitted: int = 0,
    ) -> Explanations:
        """The turns from a line's position that explain some evidence.

        `most`: the doubt they may have; `limits`: how far each search for them goes, if not as the
        settings say; `admitted`: how many pieces their player is taken to have slipped in.
        """
        if line.position.to_move == self.board_plays or line.position.phase.is_over:
            return Explanations(())
        limits = limits or self.limits
        explained = self._explain(line, evidence, line.told, most, limits, admitted=admitted)
        is_owed = line.position.phase == Status.PROMOTE_LIFT
        is_told = explained.found or line.told or not self.misses_choices
        if is_told or not is_owed or not evidence.dirty:
            return explained
        # Whoever moves like a bishop was promoted to one, however the choice was missed.
        # The piece that fewest unseen touches lead to is the likeliest.
        leafed = line.leafed + len(evidence.before_the_turn(line.position.promoting or 0))
        found: list[Explanation] = []
        missed = math.inf
        for unseen in range(1, len(PROMOTIONS)):
            doubt = self.settings.disorder + unseen
            choices = (Choice(-math.inf, leafed_to(leafed + unseen, line.was)),)
            other = self._explain(line, evidence, choices, most - doubt, limits, admitted=admitted)
            found += [replace(turn, doubt=turn.doubt + doubt) for turn in other.found]
            missed = min(missed, other.missed + doubt)
        return Explanations(tuple(found), missed)

    def _explain(
        self,
        line: Line,
        evidence: Evidence,
        choices: tuple[Choice | None, ...],
        most: float,
        limits: Limits,
        *,
        is_unseen: bool = False,
        admitted: int = 0,
    ) -> Explanations:
        # One piece that was slipped in makes the next one no wonder, in the same turn, too.
        told = (line.enters & ~(evidence.touched | evidence.blind)).bit_count()
        doubts = self.habits.doubts(line.position.to_move, admitted + told)
        if line.is_shown:
            doubts = Doubts(silent=self.settings.silent_unseen, touched=0.0)
        answers = line.player_says
        key = evidence, choices, doubts, answers, limits, is_unseen, most
        memory = self.memory
        known = memory.explanations.get(key)
        if known is not None:
            return known
        if memory.effort.is_spent:
            return _UNKNOWN
        explainer = memory.begun.get(key)
        if explainer is not None:
            explained = explainer.go_on()
        else:
            explainer = memory.begun[key] = Explainer(
                line.position,
                evidence,
                doubts,
                choices,
                self.settings,
                answers=answers,
                effort=memory.effort,
            )
            if is_unseen:
                explained = explainer.unseen_moves(most)
            else:
                explained = explainer.explain(most, limits)
        explained = self._doubting_refused(explained)
        if explainer.names_too_early:
            # The pawn that came home first goes by touches, then.
            named = (None, *choices)
            later = self._explain(
                line, evidence, named, most, limits, is_unseen=is_unseen, admitted=admitted
            )
            explained = explained.with_more(later)
        if may_be_for_later(evidence, choices):
            unnamed = self._explain(
                line, evidence, (), most, limits, is_unseen=is_unseen, admitted=admitted
            )
            explained = explained.with_more(unnamed.leaving_the_choice(self.settings.named_in_vain))
        if not memory.effort.is_spent:
            memory.explanations[key] = explained
            del memory.begun[key]
        return explained

    def _doubting_refused(self, explained: Explanations) -> Explanations:
        """The same, with more doubt of turns that were taken back again and again.

        Where all squares can be believed, nothing else was played: they may be tried once more,
        but one that nobody knows of may be bad.
        """
        doubted = self.refused if self.blind else self.refused_often
        if not any(turn.position in doubted for turn in explained.found):
            return explained
        found = [
            replace(turn, doubt=turn.doubt + self.settings.odd)
            if turn.position in doubted
            else turn
            for turn in explained.found
        ]
        return replace(explained, found=tuple(sorted(found, key=lambda turn: turn.doubt)))
