"""Taking the last turn off the record, where it may have been another one."""

from collections.abc import Callable, Sequence

from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.left_again import may_have_joined_another
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.other_turns import may_have_entered_others
from board_daemon.tracking.hypotheses.pool import Candidate
from board_daemon.tracking.hypotheses.steps import TURNS_THAT_TELL


class Reopening:
    """Does so for its player to be asked about it, or to play it once more."""

    def __init__(self, workings: Workings, look_again: Callable[[float], None]) -> None:
        """`look_again`: decides anew, after so many seconds of rest, once the last turn is open."""
        self._game = workings
        self._look_again = look_again

    def reopens_last_turn(
        self, near: Sequence[Candidate], turns: Sequence[Line | None], duration: float
    ) -> bool:
        """Whether the last recorded turn was one of several others; they are then asked about.

        Or if it may have been, and no later turn is likely to tell. Not before hands are at rest:
        until then their player may go on. `turns`: the next step to each of those that are `near`.
        """
        game = self._game
        depth = game.open.root.depth
        are_others = all(turn and turn.explanation and turn.depth == depth for turn in turns)
        may_stand = not are_others and (
            may_have_entered_others(near, game.open.root)
            or self._may_have_joined_another(near)
            or self._waits_in_vain(near, turns)
        )
        if not (are_others or may_stand) or duration < game.settings.answer_rest:
            return False
        self.reopen(duration, may_stand=may_stand)
        return True

    def reopens_joined_turn(self, near: Sequence[Candidate], duration: float) -> bool:
        """Whether the last turn may have gone on to another union, and is asked about for that.

        Or what looks so was straightened: no later turn tells. Not before hands are at rest.
        """
        if duration < self._game.settings.answer_rest or not self._may_have_joined_another(near):
            return False
        self.reopen(duration, may_stand=True)
        return True

    def reopen(self, duration: float, *, may_stand: bool) -> None:
        """Take it back; where it `may_stand`, it may have been played all the same."""
        game = self._game
        game.asking.forget()  # What stands was asked of the turn after it.
        game.committing.take_last_turn_back(game.t, may_stand=may_stand)
        self._look_again(duration)

    def _waits_in_vain(self, near: Sequence[Candidate], turns: Sequence[Line | None]) -> bool:
        """Whether later play has not told if it was another one, where nobody is asked of that.

        Once it is open, pieces can be put so that it shows.
        """
        game = self._game
        if game.settings.asks_of_parts or not all(turn and turn.explanation for turn in turns):
            return False
        return near[0].line.depth - game.open.root.depth > TURNS_THAT_TELL

    def _may_have_joined_another(self, near: Sequence[Candidate]) -> bool:
        return may_have_joined_another(near, self._game.open.root, self._game.open.scene)
