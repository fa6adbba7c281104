"""Asking by a touch whether a union has gone to where nothing shows, and has come back by a turn.

Where only touches of squares answer. All else that may be asked of squares that show nothing, later
play tells; but this looks like straightening the union, and goes on just so.
"""

from collections.abc import Sequence
from typing import Final

from board_daemon.rules.squares import Square
from board_daemon.tracking.asking.return_polls import ReturnPoll
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.long_gone import back_after_long
from board_daemon.tracking.hypotheses.pool import OUT_OF_QUESTION, Candidate, Pool, Standing

_THERE_AND_BACK: Final = 2


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
        told = self._by_turns(pool)
        if not told or duration < game.settings.settle:
            return False
        square = _gone_from(told[0].line, game.open.root)
        assert square is not None
        question = ReturnPoll.about(square, game.open.root, told, game.t, game.watch)
        if question is None or question.was_answered(game.open.root):
            return False
        game.asking.put_by_a_touch(question)
        return True

    def _seems_straightened(self, pool: Pool) -> bool:
        best = pool.candidates[0]
        return best.standing == Standing.AT_REST and self._game.certainty.next_step(best) is None

    def _by_turns(self, pool: Pool) -> Sequence[Candidate]:
        """The likeliest candidates in which a union that was gone for long has come back so."""
        game, root = self._game, self._game.open.root
        held = back_after_long(root, game.open.scene) & root.position.unions & ~game.health.blind
        if not held:
            return ()
        gone = [(each, _gone_from(each.line, root)) for each in pool.near(OUT_OF_QUESTION)]
        told = [each for each, square in gone if square is not None and held >> square & 1]
        if not told:
            return ()
        most, first = told[0].doubt + game.settings.margin, _gone_from(told[0].line, root)
        return [c for c in told if c.doubt < most and _gone_from(c.line, root) == first]


def _gone_from(line: Line, root: Line) -> Square | None:
    """From where the next turn moved what the one after it brought back; None: they did not."""
    turns = [step.explanation for step in line.steps_since(root.depth)]
    if len(turns) != _THERE_AND_BACK:
        return None
    back, there = turns
    if back is None or there is None or back.entered or there.entered:
        return None
    return there.start if (back.start, back.end) == (there.end, there.start) else None
