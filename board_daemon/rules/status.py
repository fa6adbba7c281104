"""Where a game stands: what the side to move owes, or how the game ended (DESIGN, section 4)."""

from enum import StrEnum
from typing import Final


class Status(StrEnum):
    """The status written beside a FEN."""

    RUN = "run"
    PLACE = "place"
    PROMOTE_LIFT = "promote-lift"
    PROMOTE_PLACE = "promote-place"
    PROMOTE_FINISH = "promote-finish"
    PACO_W = "paco-w"
    PACO_B = "paco-b"
    DRAW_PROGRESS = "draw-progress"
    DRAW_REPETITION = "draw-repetition"
    DRAW_NO_TURN = "draw-no-turn"
    DRAW_ALL_DANCE = "draw-all-dance"
    DRAW_KINGS = "draw-kings"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.value.startswith(("paco", "draw"))

    @property
    def is_settled(self) -> bool:
        """Whether no piece is in hand and no promotion is owed before the turn passes."""
        return self in _SETTLED or self.is_over


RUN: Final = Status.RUN
"""The usual status, for what asks for it in every position: to read a member takes longer."""

PACO: Final = (Status.PACO_W, Status.PACO_B)
"""By the colour that has won."""

_SETTLED = (Status.RUN, Status.PROMOTE_LIFT)
