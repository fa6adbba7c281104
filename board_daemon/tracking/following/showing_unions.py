"""Having unions set back and moved once more, where no touch tells how often they were moved."""

from collections.abc import Sequence

from board_daemon.tracking.following.corrector import Corrector
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line, moved_a_union
from board_daemon.tracking.hypotheses.pool import Pool, Standing
from board_daemon.tracking.seeing.contents import agree


class ShowingUnions:
    """Has it shown once more; not before somebody may rather go on, or answer."""

    def __init__(self, workings: Workings, corrector: Corrector) -> None:
        self._game = workings
        self._corrector = corrector

    def have_it_shown_at_last(
        self, pool: Pool, turns: Sequence[Line | None], duration: float
    ) -> None:
        """Have unions moved once more where the next turn would tell, and nobody plays it for long.

        `turns`: what may have been played. Where that is not moves of unions alone, whatever else
        is open has questions of its own. `duration`: seconds of rest.
        """
        are_of_unions = all(turn is not None and moved_a_union(turn) for turn in turns)
        if are_of_unions and duration >= self._game.settings.touch_patience:
            self.have_it_shown(pool, duration)

    def have_it_shown(self, pool: Pool, duration: float) -> None:
        """How often a union was moved is open, and nothing that is still to come would tell.

        No touch answers that either: it stands only where it stands last. So it is set back, and
        moved once more.
        """
        game, settings = self._game, self._game.settings
        if duration < settings.settle:
            return
        self._corrector.keep_open(pool)
        is_held = pool.candidates[0].standing == Standing.IN_HAND
        patience = settings.partial_patience if is_held else settings.answer_rest
        if duration < patience or game.stands_right or game.is_wrong:
            return
        if not (game.certainty.is_last_turn_open(pool) and self.has_last_turn_shown_too(pool)):
            self._corrector.suggest_to_be_shown(_last_ply(pool))

    def has_last_turn_shown_too(self, pool: Pool) -> bool:
        """Whether what is to be seen again begins with the last recorded turn, which was revised.

        Not where all would stand right then.
        """
        game, before = self._game, self._game.open.before_root
        if not game.open.was_revised or before is None or agree(game.watch.seen, before.expected):
            return False
        game.asking.forget()
        game.committing.go_back_to(game.t, [game.open.root])
        self._corrector.demand_all_to_be_shown(_last_ply(pool))
        return True


def _last_ply(pool: Pool) -> int:
    """How many turns may have been played, however unlikely that is."""
    return max(each.line.ply for each in pool.candidates)
