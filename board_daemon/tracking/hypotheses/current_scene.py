"""All there is to go by at this moment, for as much work as one moment allows."""

from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.tracking.explaining.effort import Effort
from board_daemon.tracking.explaining.memory import Memory
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.health import Health
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.contents import with_blind
from board_daemon.tracking.seeing.watch import Watch
from board_daemon.tracking.settings import TrackerSettings


class CurrentScene:
    """The scene as the board stands now: the same one until something has changed."""

    def __init__(
        self,
        watch: Watch,
        settings: TrackerSettings,
        habits: Habits,
        health: Health,
        board_plays: Color | None,
    ) -> None:
        """`board_plays`: the side whose turns are not worked out of what is seen."""
        self._watch = watch
        self._settings = settings
        self._habits = habits
        self._health = health
        self._board_plays = board_plays
        self.effort = Effort(settings.most_work, settings.most_work_in_all)
        """How much work may be done at this moment."""
        self._known: Scene | None = None

    def look(self, refused: frozenset[Position], refused_often: frozenset[Position]) -> Scene:
        """All there is to go by now.

        `refused` and `refused_often`: as in `Scene`.
        """
        blind = self._health.blind
        seen, changes = with_blind(self._watch.seen, blind), self._watch.changes
        known = self._known
        taken_for = blind, refused, refused_often, self._watch.hides_unions
        holds = known is not None and taken_for == (
            known.blind,
            known.refused,
            known.refused_often,
            known.hides_unions,
        )
        # They only ever become more.
        now = len(changes), seen
        if known is None or not holds or now != (len(known.changes), known.seen):
            known = self._known = Scene(
                seen,
                changes[:],
                self._habits,
                self._settings,
                blind,
                self._board_plays,
                self._watch.hides_unions,
                refused=refused,
                refused_often=refused_often,
                memory=Memory(self.effort, known.memory if known and holds else None),
            )
        return known
