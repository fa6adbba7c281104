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


@pytest.fixture
def without_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """No board asks of squares that tell nothing."""
    monkeypatch.setattr(Board, "asks_of_parts", False)


@pytest.fixture(params=[True, False], ids=["parts", "no parts"])
def with_and_without_parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards that ask of squares which tell nothing, and others that do not."""
    monkeypatch.setattr(Board, "asks_of_parts", request.param)
