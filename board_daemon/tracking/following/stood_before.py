"""How the board stood before a wrong move, where that is no recorded position."""

from collections.abc import Sequence

from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.kept_lines import drawn_back
from board_daemon.tracking.hypotheses.line import Line, led_through


class StoodBefore:
    """Knows which turns that are not recorded stand while a wrong move is put right."""

    def __init__(self, workings: Workings) -> None:
        self._game = workings
        self._noted: Sequence[Line] = ()
        """What was likely before all that is not recorded was to be set back for a wrong move."""

    def note(self) -> None:
        """Bear in mind what was likely: all that is not recorded is about to be set back."""
        self._noted = self._likely()

    def forget(self) -> None:
        """A turn was recorded, or taken back, or all is to be shown once more, or stands right."""
        self._noted = ()

    def undone(self) -> Sequence[Line]:
        """How the board stands once no more than the wrong move is put right.

        While it is asked if the last turn was taken back, or is not known though nobody can be
        asked; and where nobody is asked and later play is to tell what was played. Empty: none of
        that is so, or nobody knows.
        """
        game, kept = self._game, self._game.open.kept
        if one_step := drawn_back(game.open.lines, game.open.root):
            return [min(one_step, key=lambda line: line.depth)]
        near = self._likely()
        if kept is None or not near:
            return []
        if game.open.waits_for_later_play(kept) or self._supposes_a_fault(near):
            stands_alike = len({game.open.scene.evidence(line).dirty for line in near}) == 1
        else:
            is_open = game.asking.asks_of_takeback or self._may_be_taken_back(near)
            stands_alike = _look_alike(near) and is_open
        return near if stands_alike and near[0] is not game.open.root else []

    def gone_on(self) -> Sequence[Line]:
        """The turns that waited for an answer when all was to be set back.

        More than one, or one of several. Empty: that was not so, or they do not look alike.
        """
        root, near = self._game.open.root, self._noted
        if not near or not _look_alike(near):
            return ()
        later = [line for line in near if line.depth > root.depth and led_through(root, line)]
        were_played = len(later) == len(near) and all(line.explanation for line in near)
        have_waited = near[0].depth > root.depth + 1 or len({line.position for line in near}) > 1
        return near if were_played and have_waited else ()

    def _may_be_taken_back(self, near: Sequence[Line]) -> bool:
        """Whether by some of these lines the last turn was taken back, and by others it was not."""
        depth = self._game.open.root.depth + 1
        steps = [step for line in near if (step := line.step_at(depth)) is not None]
        return len({step.explanation is None for step in steps}) > 1

    def _likely(self) -> Sequence[Line]:
        """What was likely when the board rested before this, the likeliest line first."""
        game, kept = self._game, self._game.open.kept
        near = [] if kept is None else [each.line for each in kept.near(game.settings.margin)]
        near = [line for line in near if not game.open.is_refuted(line)]
        # What goes on from the likeliest takes the wrong move for a turn, or its first half.
        return [*near[:1], *(line for line in near if not led_through(near[0], line))]

    def _supposes_a_fault(self, lines: Sequence[Line]) -> bool:
        """Whether by all of these lines a square is bad that nobody knows of, and nobody is asked.

        Later play is to tell that, too.
        """
        root, settings = self._game.open.root, self._game.settings
        return not settings.asks_of_parts and all(line.blind & ~root.blind for line in lines)


def _look_alike(lines: Sequence[Line]) -> bool:
    return len({line.expected for line in lines}) == 1
