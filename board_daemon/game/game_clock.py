"""The players' clock over a whole game, which may be cut off, taken back, and gone on with."""

from __future__ import annotations

from board_daemon.game.clock import ChessClock, TimeControl, TimeLeft
from board_daemon.rules.pieces import Color


class GameClock:
    """The clock of a game, if it has one, and what it showed after each turn."""

    def __init__(
        self, control: TimeControl | None, left: TimeLeft | None = None, played: int = 0
    ) -> None:
        """`left`: what the players have left, where the game goes on after so many turns played."""
        self.clock = ChessClock(control, left) if control is not None else None
        """None: there is none, or it was taken away."""
        self._left: list[TimeLeft | None] = [None] * played
        self.is_held = bool(played)
        """Whether no clock runs until somebody goes on with a game that was cut off."""

    @property
    def runs_out_at(self) -> float | None:
        """When the clock that runs will have run out, in seconds; None: none runs."""
        return self.clock.runs_out_at if self.clock else None

    def out_of_time(self, t: float) -> Color | None:
        """Who has no time left by then."""
        out_at = self.runs_out_at
        return self.clock.running if self.clock and out_at is not None and out_at <= t else None

    def left_after(self, ply: int) -> TimeLeft | None:
        """What was shown after a turn; None: nothing was."""
        return self._left[ply - 1] if 1 <= ply <= len(self._left) else None

    def played(self, mover: Color, t: float) -> None:
        """A turn was played."""
        self.is_held = False
        if self.clock:
            self.clock.played(mover, t)

    def note(self, t: float) -> None:
        """Keep what is shown after a further turn."""
        self._left.append(self.clock.shown(t) if self.clock else None)

    def forget_from(self, ply: int) -> None:
        """Turn `ply` and all after it are taken back."""
        del self._left[ply - 1 :]

    def let_run(self, color: Color | None, t: float) -> None:
        """Let that player's clock run, or none."""
        self.is_held = False
        if color is None:
            self.stop(t)
        elif self.clock:
            self.clock.run(color, t)

    def stop(self, t: float) -> None:
        """Let no clock run."""
        if self.clock:
            self.clock.stop(t)

    def take_away(self) -> None:
        """Go on without a clock."""
        self.clock = None
