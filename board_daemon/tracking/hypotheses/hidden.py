"""Turns part of which a faulty square has hidden, that were over by some moment."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from board_daemon.rules.squares import ALL_SQUARES, NO_SQUARES, SquareSet, square_set
from board_daemon.tracking.explaining.effort import Limits
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.choices import with_choices_left
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.contents import contents_of, disagreeing

# Work of gathering what has happened, should some squares be faulty.
_WORK_OF_SUPPOSING: Final = 4


def doubt_of_fault(scene: Scene) -> float:
    """Doubt of a fault, in nats: less where many joins were made and none was slipped in.

    There a piece that is gone is rather on a dead square than in a silent union.
    """
    return scene.settings.fault - min(scene.habits.kept, scene.settings.margin)


@dataclass(frozen=True, slots=True)
class HiddenSearch:
    """A search for turns with a part unseen that were over by some moment."""

    root: Line
    scene: Scene
    """As it is now."""
    then: Scene
    """As it was at that moment."""
    limits: Limits

    @staticmethod
    def by(index: int, root: Line, scene: Scene, expansions: int) -> "HiddenSearch":
        """For turns over after so many changes; it looks at so many chain states."""
        settings = scene.settings
        # Something may have been set down on its way, or adjusted meanwhile.
        most = settings.margin + settings.unseen + settings.wrong_move
        limits = Limits(most, expansions, most_explanations=ALL_SQUARES.bit_count())
        return HiddenSearch(root, scene, scene.at(index, root), limits)

    def hidden_by(
        self, suspects: SquareSet, faults: int, left_alone: SquareSet = NO_SQUARES
    ) -> Iterator[Line]:
        """The turns of which so many faulty squares among the suspects hide part.

        `left_alone`: what may look wrong though the turn was not there.
        """
        root = self.root
        supposed = root.supposing(suspects)
        evidence = self.then.evidence(supposed, _WORK_OF_SUPPOSING)
        for turn in self.then.explain(supposed, evidence, limits=self.limits).found:
            faulty = suspects & (_rests_on(root, turn) | left_alone)
            if turn.doubt < self.limits.margin and faulty.bit_count() == faults:
                line = self._line_after(turn, faulty)
                yield with_choices_left(line, evidence, self.scene.settings)

    def _line_after(self, turn: Explanation, faulty: SquareSet) -> Line:
        """Where a turn leads if these squares are faulty."""
        scene, index = self.scene, len(self.then.changes)
        line = self.root.after(
            turn,
            index,
            self.root.doubt + turn.doubt + (doubt_of_fault(scene) if faulty else 0.0),
            t=self.then.last_change_at,
            has_rested=scene.has_rested_after(index),
            spent=self.root.spent,
            # Where players are asked, they say which it was.
            known_blind=scene.blind | (0 if scene.settings.asks_of_parts else faulty),
        )
        return line.supposing(faulty) if faulty else line


def _rests_on(root: Line, turn: Explanation) -> SquareSet:
    """Squares on which something happens in the turn."""
    changed = disagreeing(root.expected, contents_of(turn.position))
    return changed | turn.entered | square_set([turn.end])
