"""All there is to go by at one moment, and the turns that explain it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from board_daemon.rules.pieces import PROMOTIONS
from board_daemon.rules.squares import SquareSet
from board_daemon.rules.status import Status
from board_daemon.tracking.contents import Content
from board_daemon.tracking.debounce import Sighting
from board_daemon.tracking.evidence import Evidence
from board_daemon.tracking.explain import Explainer
from board_daemon.tracking.explanation import Answers, Choice, Explanation, Explanations
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.line import Line
from board_daemon.tracking.settings import TrackerSettings


@dataclass(frozen=True, slots=True)
class Scene:
    """All there is to go by at one moment."""

    seen: Sequence[Content]
    changes: Sequence[Sighting]
    habits: Habits
    settings: TrackerSettings
    blind: SquareSet = 0
    """Squares known to be dead or stuck."""
    misses_choices: bool = True
    """Whether a player may have chosen a promotion unseen."""

    def evidence(self, line: Line) -> Evidence:
        """What has happened since a line's position."""
        changes = self.changes[line.index :]
        if line.spent:
            changes = [
                change
                for index, change in enumerate(changes, line.index)
                if index >= line.spent_index or not line.spent >> change.square & 1
            ]
        return Evidence(line.expected, self.seen, changes, self.blind | line.blind)

    def explain(
        self, line: Line, evidence: Evidence, most: float = math.inf, *, is_unseen: bool = False
    ) -> Explanations:
        """The turns from a line's position that explain some evidence.

        `most`: the doubt they may have; `is_unseen`: only moves of unions, the squares of which may
        look as they did.
        """
        if is_unseen:
            return self._explainer(line, evidence, line.told).unseen_moves(most)
        explained = self._explain(line, evidence, line.told, most)
        is_owed = line.position.phase == Status.PROMOTE_LIFT
        is_told = explained.found or line.told or not self.misses_choices
        if is_told or not is_owed or not evidence.dirty:
            return explained
        # Whoever moves like a bishop was promoted to one, however the choice was missed.
        # The piece that fewest unseen touches lead to is the likeliest.
        leafed = line.leafed + evidence.before_the_turn(line.position.promoting or 0)
        found: list[Explanation] = []
        missed = math.inf
        for unseen in range(1, len(PROMOTIONS)):
            piece = PROMOTIONS[(leafed + unseen) % len(PROMOTIONS)]
            doubt = self.settings.disorder + unseen
            choices = (Choice(-math.inf, piece),)
            other = self._explain(line, evidence, choices, most - doubt)
            found += [replace(turn, doubt=turn.doubt + doubt) for turn in other.found]
            missed = min(missed, other.missed + doubt)
        return Explanations(tuple(found), missed)

    def _explain(
        self, line: Line, evidence: Evidence, choices: tuple[Choice, ...], most: float
    ) -> Explanations:
        return self._explainer(line, evidence, choices).explain(most)

    def _explainer(self, line: Line, evidence: Evidence, choices: tuple[Choice, ...]) -> Explainer:
        doubts = self.habits.doubts(line.position.to_move)
        return Explainer(
            line.position,
            evidence,
            doubts,
            choices,
            self.settings,
            leafed=line.leafed,
            answers=Answers(line.enters, line.avoids),
        )
