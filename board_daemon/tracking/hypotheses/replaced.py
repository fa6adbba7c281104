"""What the last turn was recorded as before it was revised: its union had been set down elsewhere.

It may stand as it was then: the other player has moved the union on, and only stopped, on a square
where it may not go, where the turn now seems to have ended.
"""

from typing import Final

from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene

# Seconds that a union stands at least before the other player takes it up.
_REPLY: Final = 0.5


class Replaced:
    """Remembers it until the next turn is recorded."""

    def __init__(self) -> None:
        self._line: Line | None = None

    def note(self, line: Line | None) -> None:
        """A turn has taken the place of the one that led to that line; None: of none."""
        self._line = line

    @property
    def is_known(self) -> bool:
        """Whether the last turn is a revised one."""
        return self._line is not None

    def beside(self, root: Line, scene: Scene) -> list[Line]:
        """The line that it led to, once the union leaves again; none where that tells nothing.

        `root`: where the turn leads that has taken its place.
        """
        line = self._line
        if line is None or line.explanation is None or root.explanation is None:
            return []
        if root.took_back is False:
            return []  # Somebody has said that the turn was answered as it was recorded last.
        end, now_at = line.explanation.end, root.explanation.end
        if end == now_at or not line.position.unions >> end & 1:
            return []
        if not scene.evidence(root).absences_on(now_at):
            return []  # As long as it stands there, nothing says that it was a stop.
        absences = scene.evidence(line).absences_on(end)
        return [line] if absences and absences[0].left >= line.t + _REPLY else []
