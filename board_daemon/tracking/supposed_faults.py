"""From where on a dead or stuck square may account for what the board shows."""

from dataclasses import replace

from board_daemon.rules.squares import SquareSet
from board_daemon.tracking.faults import with_faults, with_unseen_turn
from board_daemon.tracking.health import Health
from board_daemon.tracking.line import Line, Pool
from board_daemon.tracking.scene import Scene


class SupposedFaults:
    """Looks for turns with part of them on a faulty square, wherever these may have begun."""

    def __init__(self, health: Health) -> None:
        """Nothing was recorded yet."""
        self._health = health
        self._adjusted_since = 0
        self._may_be_unseen = False
        """Whether a turn of which nothing was to be seen may have been played."""

    def begin_again(self, adjusted_since: int | None = None) -> None:
        """Suppose no unseen turn any more.

        `adjusted_since`: from which change on all that was touched seems to have been adjusted;
        None: from the same as before.
        """
        self._may_be_unseen = False
        if adjusted_since is not None:
            self._adjusted_since = adjusted_since

    def suppose_unseen_turn(self) -> bool:
        """Look for a turn that shows nowhere, too; False: that was done already."""
        was_supposed, self._may_be_unseen = self._may_be_unseen, True
        return not was_supposed

    def add_to(
        self, pool: Pool, root: Line, scene: Scene, *, vanished: SquareSet, is_settled: bool
    ) -> Pool:
        """The pool with what a faulty square would explain; all is as for `with_faults`."""
        unproven = self._health.unproven
        pool = with_faults(pool, root, scene, unproven, vanished=vanished, is_settled=is_settled)
        if not pool.candidates and self._adjusted_since < root.index:
            # What looked like adjusting may have been a turn out of a stuck square.
            adjusted = replace(root, index=self._adjusted_since)
            pool = with_faults(pool, adjusted, scene, unproven, is_settled=is_settled)
        if not pool.candidates and (before := root.before_turn) is not None:
            # What looked like one turn may have been two, by way of a dead square.
            pool = with_faults(pool, before, scene, unproven, root.index, is_settled=is_settled)
        if not pool.candidates and self._may_be_unseen:
            pool = with_unseen_turn(pool, root, scene, unproven)
        return pool
