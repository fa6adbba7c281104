"""Which squares have a loose contact: they change more often than any hand makes them."""

from collections import deque
from typing import Final

from board_daemon.rules.squares import Square

# So many changes within so many seconds are a loose contact: no hand plays so long with one piece,
# nor leafs through so many when a pawn is promoted.
_OFTEN: Final = ((20, 10.0), (30, 40.0))
_MOST: Final = max(number for number, _ in _OFTEN)
# Changes closer than this, in seconds, are one bounce.
_APART: Final = 0.1

CALM: Final = 3.0
"""A loose contact is believed again once it has kept still for so long, in seconds."""


class Flicker:
    """Counts how often each square changes."""

    def __init__(self) -> None:
        self._times: dict[Square, deque[float]] = {}

    def note(self, t: float, square: Square) -> bool:
        """A reading of the square has changed, at a time in seconds; whether it flickers."""
        times = self._times.setdefault(square, deque(maxlen=_MOST))
        if not times or t - times[-1] >= _APART:
            times.append(t)
        return any(len(times) >= number and t - times[-number] <= span for number, span in _OFTEN)
