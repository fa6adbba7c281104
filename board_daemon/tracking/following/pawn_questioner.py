"""Asking what a pawn became, where nobody was felt to choose before play went on."""

from collections.abc import Callable

from board_daemon.tracking.following.corrector import Corrector
from board_daemon.tracking.following.late_choice import LateChoice
from board_daemon.tracking.following.poll_questioner import PollQuestioner
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.missed_choices import telling_piece
from board_daemon.tracking.hypotheses.pool import Pool
from board_daemon.tracking.hypotheses.steps import TURNS_THAT_TELL


class PawnQuestioner:
    """Asks for one kind of piece after the other, until one is left."""

    def __init__(
        self,
        workings: Workings,
        corrector: Corrector,
        polls: PollQuestioner,
        late_choice: LateChoice,
        look_again: Callable[[float], None],
    ) -> None:
        """`look_again`: decides anew, after so many seconds of rest, once the piece is known."""
        self._game = workings
        self._corrector = corrector
        self._polls = polls
        self._late_choice = late_choice
        self._look_again = look_again

    def asks(self, pool: Pool, duration: float) -> bool:
        """Whether only its player can say what the pawn became; ask him.

        Until then no later turn is recorded. `duration`: seconds of rest.
        """
        game, best = self._game, pool.candidates[0]
        if not game.settings.asks_of_parts:
            return self._waits_for_touches(pool, duration)
        if not game.choosing.was_missed(best.line):
            return False
        left = game.choosing.stories(game.t, pool)
        pieces = {piece for each in left for piece in each}
        if len(pieces) == 1:
            game.choosing.take(game.t, next(iter(pieces)))
            self._look_again(duration)
            return True
        telling = telling_piece(left)
        if telling is None or self._was_ignored(best.line):
            return False  # Where its pawn stands by now may have to be asked first.
        if duration >= game.settings.settle:
            self._corrector.keep_open(pool)
        wanted = game.polling.of_choice(pool, *telling)
        return duration < wanted.patience or self._polls.puts(wanted)

    def _waits_for_touches(self, pool: Pool, duration: float) -> bool:
        """The same, where no two other pieces are asked: it is asked like any other promotion."""
        if not self._late_choice.begins(pool):
            return False
        if duration >= self._game.settings.settle:
            self._corrector.keep_open(pool)
        return self._late_choice.waits(duration)

    def _was_ignored(self, later: Line) -> bool:
        """Whether players have gone on for long without saying what they are asked."""
        game = self._game
        asked_at = game.asking.polled_at if game.asking.asks_of_choice else None
        if asked_at is None:
            return False
        late = asked_at + game.settings.touch_patience
        turns = later.steps_since(game.open.root.depth)
        return sum(turn.t >= late for turn in turns) >= TURNS_THAT_TELL
