"""What a pawn becomes whose turn is not recorded yet, as later play has to tell of one before it.

It is asked for as soon as that turn is over: once it is recorded, its player may have no time left.
"""

from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.squares import Square
from board_daemon.tracking.events import AskPromotionEvent
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Standing
from board_daemon.tracking.hypotheses.promotions import Prompt, asked_on, prompt_of, unreliable
from board_daemon.tracking.record import Record


class EarlyChoice:
    """Asks for one such choice at a time, once; it is taken as if its turn were recorded.

    Only where nobody is asked of squares that tell nothing: else that question comes first.
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
        pool, depth = game.open.pool, game.open.root.depth
        if game.settings.asks_of_parts or pool is None or game.is_wrong or game.asking.stands:
            return None
        if not game.open.waits_for_later_play(pool):
            return None
        near = pool.near(game.settings.margin)
        prompts = {_prompt_after(each, depth) for each in near}
        prompt = next(iter(prompts)) if len(prompts) == 1 else None
        return None if prompt is None else (near[0].line, prompt)


def _prompt_after(candidate: Candidate, depth: int) -> Prompt | None:
    """What may be chosen by a candidate in which a turn beyond that depth is over."""
    is_over = candidate.standing != Standing.IN_HAND and candidate.line.depth > depth
    return prompt_of(candidate.line) if is_over else None
