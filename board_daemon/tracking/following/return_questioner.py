"""Asking by a touch whether a union has gone to where nothing shows, and has come back by a turn.

Where only touches of squares answer. All else that may be asked of squares that show nothing, later
play tells; but this looks like straightening the union, and goes on just so.
"""

from board_daemon.rules.squares import Square
from board_daemon.tracking.asking.return_polls import ReturnPoll
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.long_gone import back_after_long
from board_daemon.tracking.hypotheses.pool import OUT_OF_QUESTION, Pool, Standing
from board_daemon.tracking.hypotheses.steps import TURNS_THERE_AND_BACK


class ReturnQuestioner:
    """Asks that once the union is back, if it was gone for longer than hands mostly hold one."""

    def __init__(self, workings: Workings) -> None:
        self._game = workings

    def asks(self, pool: Pool, duration: float) -> bool:
        """Whether only the players can say if two turns were played or none; ask them.

        `duration`: seconds of rest.
        """
        game = self._game
        if game.settings.asks_of_parts or game.is_wrong or not self._seems_straightened(pool):
            return False
        if game.asking.asks_of_return:
            return True
        if duration < game.settings.settle:
            return False
        question = self._question(pool)
        if question is None or question.was_answered(game.open.root):
            return False
        game.asking.put_by_a_touch(question)
        return True

    def _seems_straightened(self, pool: Pool) -> bool:
        best = pool.candidates[0]
        return best.standing == Standing.AT_REST and self._game.certainty.next_step(best) is None

    def _question(self, pool: Pool) -> ReturnPoll | None:
        """The question, by the likeliest turns that have brought back what was gone for long."""
        game, root = self._game, self._game.open.root
        held = back_after_long(root, game.open.scene) & root.position.unions & ~game.health.blind
        if not held:
            return None
        told = [
            (each, square)
            for each in pool.near(OUT_OF_QUESTION)
            if (square := _gone_from(each.line, root)) is not None and held >> square & 1
        ]
        if not told:
            return None
        best, square = told[0]
        most = best.doubt + game.settings.margin
        stories = tuple(c.line for c, start in told if start == square and c.doubt < most)
        return ReturnPoll.about(square, root, stories, game.t, game.watch)


def _gone_from(line: Line, root: Line) -> Square | None:
    """From where the next turn moved what the one after it brought back; None: they did not."""
    turns = [step.explanation for step in line.steps_since(root.depth)]
    if len(turns) != TURNS_THERE_AND_BACK:
        return None
    back, there = turns
    if back is None or there is None or back.entered or there.entered:
        return None
    return there.start if (back.start, back.end) == (there.end, there.start) else None
