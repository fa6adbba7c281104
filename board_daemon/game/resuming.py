"""Whether a game that was cut off goes on, by what stands on the board at the next start."""

from __future__ import annotations

from typing import Final

from board_daemon.rules.position import Position
from board_daemon.tracking.contents import Content, Contents, agree, contents_of
from board_daemon.tracking.sensing import model_for
from firmware_bridge.frames import SensorFrame, SensorKind

_HOME: Final = contents_of(Position.start())


def is_set_up_anew(position: Position, sensor: SensorKind, whole: SensorFrame) -> bool:
    """Whether all 32 stand at home, where a game had left them as in `position`.

    Whoever packed up and sets up again wants a new game. Where it cannot be told apart from how the
    game stands, the game goes on; where anything else stands, the lights say how to put it right.
    """
    found = _found(sensor, whole)
    return agree(found, _HOME) and not agree(found, contents_of(position))


def _found(sensor: SensorKind, whole: SensorFrame) -> Contents:
    model = model_for(sensor)
    found = [Content.EMPTY] * 64
    for square, reading in whole.readings.items():
        found[square] = model.contents(reading)
    return tuple(found)
