"""The choice of a piece that nobody could make in time: play had gone on before it was asked for.

It is asked for like any other, and until there was time for it no later turn is recorded. Setting
nothing down anew leaves a queen.
"""

from dataclasses import dataclass, replace

from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.squares import Square
from board_daemon.tracking.explaining.explanation import leafed_to
from board_daemon.tracking.following.workings import Workings
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Pool
from board_daemon.tracking.seeing.contents import Contents
from board_daemon.tracking.seeing.evidence import Evidence


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is waited for."""

    recorded: Line
    """The turn that brought the pawn home, before any piece was named."""
    square: Square
    """Where a touch goes on to the next piece."""
    pieces: frozenset[PieceType]
    """Those with which all could be played that was played since."""
    piece: PieceType
    """What it is as things stand."""
    index: int
    """How many changes lay behind when this was asked, or answered last."""
    seen: Contents
    """What the squares looked like then."""
    was_touched: bool = False


class LateChoice:
    """Waits for one such choice at a time, and takes it."""

    def __init__(self, workings: Workings) -> None:
        self._game = workings
        self._open: _Asked | None = None

    @property
    def shown(self) -> tuple[Square, PieceType] | None:
        """Where it is made, and what the pawn is as things stand; None: none is waited for."""
        return (self._open.square, self._open.piece) if self._open is not None else None

    def begins(self, pool: Pool) -> bool:
        """Whether a choice is to be waited for before any of these candidates is recorded."""
        game, later = self._game, pool.candidates[0].line
        square = game.choosing.asked_too_late_on(later)
        if square is None:
            return False
        pieces = frozenset(piece for left in game.choosing.stories(game.t, pool) for piece in left)
        index, seen = len(game.watch.changes), tuple(game.watch.seen)
        self._open = _Asked(game.open.root, square, pieces, PROMOTIONS[0], index, seen)
        return True

    def takes_word(self, piece: PieceType) -> bool:
        """Take the player's word for what his pawn became; False: that is not waited for."""
        if self._open is None:
            return False
        self._take(self._open, piece)
        self._open = None
        return True

    def waits(self, duration: float) -> bool:
        """Whether it may still be made, now that the board has rested for so many seconds.

        What has been touched by then is taken.
        """
        game, asked = self._game, self._open
        if asked is None:
            return False
        if game.open.root.depth != asked.recorded.depth or game.is_wrong:
            self._open = None
            return False
        evidence = Evidence(asked.seen, game.watch.seen, game.watch.changes[asked.index :])
        touched, here = evidence.touched, 1 << asked.square
        if touched & ~here:
            return self._leave(asked)  # Somebody plays on.
        if evidence.dirty:
            # He holds the piece that he touches; for longer, he plays with it.
            is_held = evidence.missing == here and duration < game.settings.silent_patience
            return is_held or self._leave(asked)
        if touched:
            if duration < game.settings.settle:
                return True
            asked = self._gone_on(asked, len(evidence.absences_on(asked.square)))
        settings = game.settings
        patience = settings.partial_patience if asked.was_touched else settings.leftover_patience
        return duration < patience or self._leave(asked)

    def _gone_on(self, asked: _Asked, touches: int) -> _Asked:
        """Go on by so many pieces. The touches are no part of what was played."""
        game = self._game
        game.watch.forget_since(asked.index)
        game.open.forget_since(asked.index)
        onward = (leafed_to(touches + more, asked.piece) for more in range(len(PROMOTIONS)))
        piece = next(each for each in onward if each in asked.pieces)
        self._take(asked, piece)
        self._open = replace(asked, piece=piece, was_touched=True)
        return self._open

    def _leave(self, asked: _Asked) -> bool:
        """Leave it at what the pawn is, as play goes on; False: nothing is waited for any more."""
        if not asked.was_touched:
            self._take(asked, asked.piece)
        self._open = None
        return False

    def _take(self, asked: _Asked, piece: PieceType) -> None:
        self._game.choosing.take(self._game.t, piece, asked.recorded)
