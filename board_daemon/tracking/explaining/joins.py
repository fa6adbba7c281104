"""How an occupied square can have been entered: by a touch that was seen, or by none."""

from board_daemon.rules.squares import Square, SquareSet
from board_daemon.tracking.explaining.branches import Branch, Join
from board_daemon.tracking.explaining.clues import Clues
from board_daemon.tracking.explaining.explanation import Doubts
from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.seeing.evidence import Evidence
from board_daemon.tracking.settings import TrackerSettings


class Joins:
    """Finds the ways into occupied squares; what was found once holds for one search."""

    def __init__(
        self,
        evidence: Evidence,
        clues: Clues,
        doubts: Doubts,
        settings: TrackerSettings,
        *,
        enemy_alone: SquareSet,
        enters: SquareSet,
    ) -> None:
        """`enemy_alone`: where lone enemies stand; `enters`: what the player says he entered."""
        self._evidence = evidence
        self._clues = clues
        self._doubts = doubts
        self._settings = settings
        self._enemy_alone = enemy_alone
        self._enters = enters
        self._known: dict[tuple[float, ...], tuple[Join, ...]] = {}
        """The same for all that has got so far."""

    def ways_in(self, square: Square, branch: Branch) -> tuple[Join, ...]:
        """How the branch can have entered an occupied square: by a touch first, where there is one.

        What came first was done first: a touch that was made after another one may belong to a
        later time that the chain comes by, and this time left no trace.
        """
        said_before = self._enters & branch.entered & 1 << square
        key: tuple[float, ...] = square, branch.since, said_before
        if square in self._evidence.touches:
            key = *key, branch.used, branch.over
        known = self._known.get(key)
        if known is None:
            join = self.way_in(square, branch)
            known = (join,)
            if join.used and self._clues.skips(branch.used, branch.since, join.since):
                # Should he have said that he entered it, then by that touch.
                known = join, self._untouched_join(square, branch, is_said=False)
            self._known[key] = known
        return known

    def way_in(self, square: Square, branch: Branch) -> Join:
        """How the branch can have entered an occupied square: the first lift that fits, or none."""
        touch = self._evidence.touches.get(square)
        for absence in touch.absences if touch is not None else ():
            # Where a union was seen to leave, the join had been made before.
            is_late = absence.was == Content.UNION and self._enemy_alone >> square & 1
            if absence.back > branch.since and not branch.used & absence.bit and not is_late:
                # Where a union looks empty, it is back at once as far as anybody can see.
                over = absence.back if absence.is_over else max(absence.left, branch.since)
                is_early = absence.is_over and absence.back < branch.over
                odd = self._settings.early_step * is_early
                doubt = self._doubts.touched + odd
                return Join(doubt, absence.bit, absence.left, over, odd)
        if self._clues.is_blind(square):
            doubt = self._doubts.touched
            if not self._settings.asks_of_parts:
                doubt += self._settings.unseen  # Nothing else would tell it from other squares.
            return Join(doubt, 0, branch.since, branch.since)
        # However surprising it was, the player has said that it was so: of one join, not of more.
        is_said = bool(self._enters & ~branch.entered & 1 << square)
        return self._untouched_join(square, branch, is_said=is_said)

    def came_home(self, square: Square, branch: Branch, join: Join) -> float:
        """When a pawn was seen to join what stands on its last rank; infinity: nobody saw it."""
        return join.over if join.used else self._evidence.first_arrival(square, branch.since)

    def _untouched_join(self, square: Square, branch: Branch, *, is_said: bool) -> Join:
        """A join of which nothing was seen; `is_said`: whether the player has said it was so."""
        if not self._evidence.may_hide(square):
            doubt = 0.0 if is_said else self._doubts.silent
            return Join(doubt, 0, branch.since, branch.since, is_silent=True)
        # It looks empty as it stands there, and so it did when it was lifted; where it was seen to
        # be lifted another time, it did not always.
        was_seen = bool(self._evidence.absences_on(square))
        doubt = self._settings.hidden_again if was_seen else self._settings.hidden
        return Join(doubt, 0, branch.since, branch.since)
