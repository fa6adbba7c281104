"""What a pawn becomes whose turn is not recorded yet.

Later play has yet to tell how a turn before it went, or which player has brought the pawn home. It
is asked for as soon as that turn is over: once it is recorded, its player may have no time left.
"""

from board_daemon.rules.pieces import PROMOTIONS, Color, PieceType
from board_daemon.rules.squares import Square
from board_daemon.tracking.events import AskPromotionEvent
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Standing, on_turn
from board_daemon.tracking.hypotheses.promotions import Prompt, asked_on, prompt_of, unreliable
from board_daemon.tracking.record import Record


class EarlyChoice:
    """Asks for one such choice at a time, once; it is taken as if its turn were recorded.

    Not while anything else is asked: one thing at a time.
    """

    def __init__(self, record: Record, workings: Workings) -> None:
        self._record = record
        self._game = workings
        self._asked_for: tuple[int, Square] | None = None
        """The number of the turn, and where its pawn stands."""

    def asks(self, duration: float) -> None:
        """Ask for it, where it is open now; `duration`: seconds of rest."""
        if self._is_taken_back:
            self._asked_for = None
        found = self._found if duration >= self._game.settings.restore_after else None
        if found is None:
            return
        line, prompt, ply = found
        asked_for = ply, prompt.square
        # One touch may have straightened it, or swapped the pawn for another piece.
        if prompt.piece in PROMOTIONS[:2] and self._asked_for != asked_for:
            self._asked_for = asked_for
            self._game.choosing.asked_early_at = self._game.t
            self._record.tell(AskPromotionEvent(self._game.t, self._asked_on(line, prompt)))

    @property
    def shown(self) -> tuple[Square, PieceType] | None:
        """Where it is made, and what the pawn is as things stand; None: none is open."""
        found = self._found if self._asked_for is not None else None
        if found is None:
            return None
        line, prompt, _ = found
        return self._asked_on(line, prompt), prompt.piece

    @property
    def _is_taken_back(self) -> bool:
        """Whether the turn of which it was asked seems to have been played no more."""
        asked, pool, root = self._asked_for, self._game.open.pool, self._game.open.root
        if asked is None or pool is None or not pool.candidates:
            return False
        line = pool.candidates[0].line
        return line.ply < asked[0] or line.position == root.position

    def _asked_on(self, line: Line, prompt: Prompt) -> Square:
        game = self._game
        blind, hides_unions = game.health.blind | line.blind, game.watch.hides_unions
        return asked_on(line, prompt, unreliable(line.position, blind, hides_unions=hides_unions))

    @property
    def _found(self) -> tuple[Line, Prompt, int] | None:
        """The line after the turn, what may be chosen, and the number of the turn.

        The least number, where it is not known which player has moved. None: not all of what may
        have been played leaves the same choice.
        """
        game = self._game
        pool, root = game.open.pool, game.open.root
        if pool is None or game.is_wrong or game.asking.stands:
            return None
        near = pool.near(game.settings.margin)
        waits = not game.settings.asks_of_parts and game.open.waits_for_later_play(pool)
        if not waits and len(on_turn(near)) <= 1:
            return None
        choices = {_choice_after(each, root) for each in near}
        if len(choices) != 1 or None in choices:
            return None
        line = near[0].line
        prompt = prompt_of(line)
        return None if prompt is None else (line, prompt, min(each.line.ply for each in near))


def _choice_after(candidate: Candidate, root: Line) -> tuple[Square, Color] | None:
    """Where one may be made, and by whom, by a candidate in which a turn is over but not recorded.

    Whatever was chosen so far: who straightens his pawn may seem to choose.
    """
    line, prompt = candidate.line, prompt_of(candidate.line)
    is_over = candidate.standing != Standing.IN_HAND and line.depth >= root.depth
    if not is_over or line.position == root.position or prompt is None:
        return None
    to_move = line.position.to_move
    # Whether it is owed or part of the turn depends on who has brought the pawn home.
    return prompt.square, to_move if prompt.is_owed else to_move.other
