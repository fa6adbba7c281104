from __future__ import annotations

import sys
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from benchmarks.__main__ import games_table, rules_table, traces_table
from benchmarks.data import conformance_games, conformance_positions, explosions, traces
from benchmarks.explanation import TraceRow
from benchmarks.measure import Timing, summary, timed
from benchmarks.rules import Row, turn_groups
from benchmarks.yardstick import measure_yardstick

TIMING = Timing(count=100, median=50.0, p99=99.0, worst=1234.5)


def shown(table: object) -> str:
    page = StringIO()
    Console(width=120, file=page).print(table)
    return page.getvalue()


def test_times_are_summed_up_in_order() -> None:
    timing = summary(float(number) for number in range(100, 0, -1))
    assert (timing.count, timing.median, timing.p99, timing.worst) == (100, 51.0, 99.0, 100.0)


def test_one_time_is_all_there_is_to_know() -> None:
    assert summary([3.0]) == Timing(1, 3.0, 3.0, 3.0)


def test_every_input_is_asked() -> None:
    asked: list[int] = []
    assert timed(asked.append, [1, 2, 3]).count == 3
    assert set(asked) == {1, 2, 3}


def test_without_the_yardstick_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    assert measure_yardstick() is None


def test_medians_are_compared_to_the_yardsticks() -> None:
    rows = [Row("turn set", "random", TIMING)]
    yardstick = Timing(count=10, median=25.0, p99=30.0, worst=40.0)
    assert "2.00" in shown(rules_table(rows, yardstick))
    assert "1,234" in shown(rules_table(rows, None))


def test_traces_are_shown_by_sensor_and_handling() -> None:
    assert "presence, clean" in shown(traces_table([TraceRow("presence, clean", TIMING, 700.0)]))


def test_games_are_shown_in_milliseconds() -> None:
    assert "1,234.5" in shown(
        games_table([Row("analysis", "random", replace(TIMING, worst=1.2345e6))])
    )


def test_there_is_something_to_measure() -> None:
    assert len(conformance_positions()) > 300
    assert len(explosions()) == 20
    assert len(conformance_games(2)) == 2
    assert {"presence, clean", "colour, careless"} <= traces().keys()
    assert turn_groups(conformance_positions()[0]) > 0
