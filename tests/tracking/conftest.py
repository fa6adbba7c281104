from __future__ import annotations

import pytest

from firmware_bridge.frames import SensorKind
from tests.tracking.board import SENSORS, Board, Lay


@pytest.fixture(params=SENSORS)
def sensor(request: pytest.FixtureRequest) -> SensorKind:
    """Each kind of sensor in turn."""
    kind = request.param
    assert isinstance(kind, SensorKind)
    return kind


@pytest.fixture
def lay(sensor: SensorKind) -> Lay:
    """Sets up a board with each kind of sensor."""
    return lambda fen: Board(fen, sensor)
