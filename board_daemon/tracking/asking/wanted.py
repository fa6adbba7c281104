"""What is to be asked, before it is known which pieces can answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from board_daemon.rules.pieces import PieceType
from board_daemon.rules.squares import SquareSet
from board_daemon.tracking.hypotheses.pool import Candidate


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be asked, and among what."""

    near: Sequence[Candidate]
    squares: SquareSet
    """What to ask about; none where the last recorded turn was another one, or may have been. That
    is to be taken back first, as players answer for the first turn that is not recorded."""
    patience: float
    """Seconds of rest after which it is asked."""
    may_be_nothing: bool
    """Whether rather nothing was played than any of the turns: nobody waits for the answer."""
    piece: PieceType | None = None
    """What is asked for on the only one of the squares; None: whether the turn was on any."""
    is_choice: bool = False
    """Whether that piece is asked for to learn what the pawn of the last recorded turn became."""
    last_may_stand: bool = False
    """Where the last recorded turn is to be taken back: whether it may have been played."""
