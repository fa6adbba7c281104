"""How much help a player wants, and what that means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from board_daemon.rules.pieces import Color


class HintLevel(StrEnum):
    """What one player is shown beyond corrections, questions, the last turn and Ŝako."""

    OFF = "off"
    """Nothing."""
    LEGAL = "legal"
    """Where the piece in hand may go."""
    GRADED = "graded"
    """How good each of these squares is, and warnings."""
    BEST = "best"
    """Where the piece in hand may go, warnings, and a whole turn when he asks for one."""
    WARNINGS = "warnings"
    """Only whether the turn just set down lets the other player reach his king."""

    @property
    def hides_destinations(self) -> bool:
        """Whether the player finds out by himself where his piece may go."""
        return self in (HintLevel.OFF, HintLevel.WARNINGS)

    @property
    def warns(self) -> bool:
        """Whether he is asked if he is sure."""
        return self not in (HintLevel.OFF, HintLevel.LEGAL)

    @property
    def thinks(self) -> bool:
        """Whether it takes a search."""
        return self in (HintLevel.GRADED, HintLevel.BEST)


PIECES: Final = 3
"""Of so many pieces the destinations are graded in one turn, unless somebody says otherwise."""
MOST_PIECES: Final = 16


@dataclass(frozen=True, slots=True)
class HintChoices:
    """What both players want."""

    white: HintLevel = HintLevel.LEGAL
    black: HintLevel = HintLevel.LEGAL
    pieces: int = PIECES
    """So many different pieces are graded in one turn; 0: all."""

    def level(self, color: Color) -> HintLevel:
        """What the player of that colour wants."""
        return self.white if color == Color.WHITE else self.black
