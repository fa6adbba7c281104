"""Ways to a square through chains: what closer bounds leave out of a long search is not there."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings

from board_daemon.rules import reach
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import Color
from board_daemon.rules.position import Position
from board_daemon.rules.sako import gives_sako, sako_way
from board_daemon.rules.status import Status
from board_daemon.rules.threats import threats
from tests.rules.conformance import explosion_records, position_records
from tests.rules.strategies import positions

# Black's knight on e1 may run through eleven unions, and come to White's king by none of the ways.
LONG_IN_VAIN = "1Rk1q3/8/1e6/Eda2p1a/1E4C1/1fhs4/2o2a2/3E1R1K w 1 - - -"


@pytest.fixture
def soon_close(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that take bounds at once, and closer ones after a few states."""
    monkeypatch.setattr(reach, "_SEARCHED_BEFORE_BOUND", 1)
    monkeypatch.setattr(reach, "_SEARCHED_WITH_ONE_BOUND", 3)


@pytest.mark.slow
@pytest.mark.usefixtures("soon_close")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(positions())
def test_closer_bounds_leave_out_no_way_to_a_king(position: Position) -> None:
    assume(position.phase == Status.RUN)
    for color in Color:
        king = position.king_square(color.other)
        is_reached = bool(threats(position, color).joinable >> king & 1)
        assert gives_sako(position, color) == is_reached


@pytest.mark.slow
def test_closer_bounds_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    fens = [record["fen"] for record in (*position_records()[::4], *explosion_records())]
    known = [(parse_fen(fen), color) for fen in fens for color in Color]
    before = [gives_sako(position, color) for position, color in known]
    monkeypatch.setattr(reach, "_SEARCHED_BEFORE_BOUND", 1)
    monkeypatch.setattr(reach, "_SEARCHED_WITH_ONE_BOUND", 3)
    assert [gives_sako(position, color) for position, color in known] == before


def test_that_no_way_leads_through_many_unions_is_known_after_few_states(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches: list[reach._Search] = []

    class Watched(reach._Search):
        def __init__(self, *args: object) -> None:
            super().__init__(*args)  # type: ignore[arg-type]
            searches.append(self)

    monkeypatch.setattr(reach, "_Search", Watched)
    assert sako_way(parse_fen(LONG_IN_VAIN), Color.BLACK) is None
    # With one bound for all there were 32,616 to look at.
    assert sum(len(search._steps) for search in searches) < 3000
