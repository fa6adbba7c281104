"""What a pawn becomes whose turn is not recorded yet, as later play has to tell more of it.

That is how a turn before it went, or which player has brought the pawn home. It is asked for as
soon as that turn is over: once it is recorded, its player may have no time left.
"""

from dataclasses import replace

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

    Not where it is asked of squares that tell nothing: that question comes first.
    """

    def __init__(self, record: Record, workings: Workings) -> None:
        self._record = record
        self._game = workings
        self._asked_for: tuple[int, Prompt] | None = None
        """The number of the turn, and what was asked for then."""

    def asks(self, duration: float) -> None:
        """Ask for it, where it is open now; `duration`: seconds of rest."""
        pool, asked = self._game.open.pool, self._asked_for
        if asked and pool and pool.candidates and pool.candidates[0].line.ply < asked[0]:
            self._asked_for = None  # Its turn is taken back.
        found = self._found if duration >= self._game.settings.restore_after else None
        if found is None:
            return
        line, prompt = found
        if prompt.piece == PROMOTIONS[0] and self._asked_for != (line.ply, prompt):
            self._asked_for = line.ply, prompt
            self._record.tell(AskPromotionEvent(self._game.t, self._asked_on(*found)))

    @property
    def shown(self) -> tuple[Square, PieceType] | None:
        """Where it is made, and what the pawn is as things stand; None: none is open."""
        found = self._found if self._asked_for is not None else None
        return None if found is None else (self._asked_on(*found), found[1].piece)

    def _asked_on(self, line: Line, prompt: Prompt) -> Square:
        game = self._game
        blind, hides_unions = game.health.blind | line.blind, game.watch.hides_unions
        return asked_on(line, prompt, unreliable(line.position, blind, hides_unions=hides_unions))

    @property
    def _found(self) -> tuple[Line, Prompt] | None:
        """The line after the turn, and what may be chosen; None: that is not all the same."""
        game = self._game
        pool, root = game.open.pool, game.open.root
        if pool is None or game.is_wrong or game.asking.stands:
            return None
        near = pool.near(game.settings.margin)
        waits = not game.settings.asks_of_parts and game.open.waits_for_later_play(pool)
        if not waits and len(on_turn(near)) < len(Color):
            return None
        choices = {_choice_after(each, root) for each in near}
        prompt = prompt_of(near[0].line)
        is_same = len(choices) == 1 and None not in choices
        return (near[0].line, prompt) if is_same and prompt is not None else None


def _choice_after(candidate: Candidate, root: Line) -> tuple[Prompt, Color] | None:
    """What may be chosen, and by whom, by a candidate in which a turn is over but not recorded."""
    line, prompt = candidate.line, prompt_of(candidate.line)
    is_over = candidate.standing != Standing.IN_HAND and line.depth >= root.depth
    if not is_over or line is root or prompt is None:
        return None
    to_move = line.position.to_move
    # Whether it is owed or part of the turn depends on who has brought the pawn home.
    return replace(prompt, is_owed=False), to_move if prompt.is_owed else to_move.other
