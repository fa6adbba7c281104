"""Whether a game that was cut off goes on, by what stands on the board at the next start."""

from __future__ import annotations

from board_daemon.rules.position import Position
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.seeing.magnets import Magnets
from board_daemon.tracking.setup import SetupGuide
from firmware_bridge.frames import SensorFrame, SensorKind


def is_set_up_anew(position: Position, sensor: SensorKind, whole: SensorFrame) -> bool:
    """Whether all 32 stand at home, where a game had left them as in `position`.

    Whoever packed up and sets up again wants a new game. Where it cannot be told apart from how the
    game stands, the game goes on; where anything else stands, the lights say how to put it right.
    """
    return _may_stand(Position.start(), sensor, whole) and not _may_stand(position, sensor, whole)


def _may_stand(position: Position, sensor: SensorKind, whole: SensorFrame) -> bool:
    """Whether the position stands on the board, for all the sensor can tell."""
    guide = SetupGuide(position, sensor)
    guide.take(Magnets(sensor, contents_of(position)).as_usual(whole))
    return guide.stands_right
