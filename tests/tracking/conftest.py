from __future__ import annotations

import pytest

from firmware_bridge.frames import SensorKind
from tests.tracking.board import SENSORS, Board, Lay

# Those that see most are left to the whole run: what they see is told apart in few places.
_EACH = [
    pytest.param(kind, marks=() if kind == SensorKind.PRESENCE else pytest.mark.slow)
    for kind in SENSORS
]


@pytest.fixture(params=_EACH)
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


@pytest.fixture(
    params=[
        pytest.param(True, id="parts"),
        pytest.param(False, id="no parts", marks=pytest.mark.slow),
    ]
)
def with_and_without_parts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards that ask of squares which tell nothing, and others that do not."""
    monkeypatch.setattr(Board, "asks_of_parts", request.param)
