"""The players' clock. Time is passed in, in seconds on the board's clock."""

from __future__ import annotations

from board_daemon.archive.records import TimeControl, TimeLeft
from board_daemon.rules.pieces import Color

__all__ = ["ChessClock", "TimeControl", "TimeLeft"]


class ChessClock:
    """Two clocks of which at most one runs. Neither does before the first turn is played."""

    def __init__(self, control: TimeControl, left: TimeLeft | None = None) -> None:
        """`left`: what the players have left where the game goes on, instead of all."""
        self.control = control
        left = left or TimeLeft(control.base, control.base)
        self._left = [left.white, left.black]
        self.running: Color | None = None
        """Whose clock runs."""
        self._since = 0.0

    def left(self, color: Color, t: float) -> float:
        """What a player has left, in seconds; never less than none."""
        used = t - self._since if color == self.running else 0.0
        return max(0.0, self._left[color] - used)

    def shown(self, t: float) -> TimeLeft:
        """What both clocks show."""
        return TimeLeft(self.left(Color.WHITE, t), self.left(Color.BLACK, t))

    def played(self, mover: Color, t: float) -> None:
        """A turn was played: its player gets his increment, and the other one's clock runs."""
        self.stop(t)
        if self._left[mover] > 0:
            self._left[mover] += self.control.increment
        self.run(mover.other, t)

    def run(self, color: Color, t: float) -> None:
        """Let that player's clock run, and only his."""
        self.stop(t)
        self.running, self._since = color, t

    def stop(self, t: float) -> None:
        """Let no clock run."""
        if self.running is not None:
            self._left[self.running] = self.left(self.running, t)
        self.running = None

    @property
    def runs_out_at(self) -> float | None:
        """When the clock that runs will have run out; None: none runs."""
        if self.running is None:
            return None
        return self._since + self._left[self.running]

    def mark(self, t: float) -> object:
        """What is other when a clock was started, stopped or set, not while it only runs."""
        stopped = [self.left(color, t) for color in Color if color != self.running]
        return self.control, self.running, self.runs_out_at, stopped
