from __future__ import annotations

import os
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks.__main__ import games_table, rules_table, traces_table
from benchmarks.at_rest import Rest, cpu_seconds, memory_of
from benchmarks.data import conformance_games, conformance_positions, explosions, traces
from benchmarks.explanation import TraceRow
from benchmarks.live import Start, latency_table, rest_table, start_table, work_table
from benchmarks.live_inside import play_inside
from benchmarks.measure import Timing, summary, timed
from benchmarks.rules import Row, turn_groups
from benchmarks.yardstick import measure_yardstick
from tests.daemon.playing import game_to_play, script_for

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


def test_what_the_live_daemon_takes_is_shown_in_milliseconds() -> None:
    shown_table = shown(latency_table([("a reading", replace(TIMING, p99=12.345))]))
    assert "a reading" in shown_table
    assert "12.35" in shown_table or "12.34" in shown_table
    assert "2.40" in shown(work_table([("alone", 2.4)]))


def test_starts_and_rests_are_shown() -> None:
    assert "0.50" in shown(start_table(iter([Start("empty", (0.7, 0.5))])))
    assert "1.25" in shown(rest_table(iter([Rest("nobody", 60.0, 1.25, 64.0, 47.0)])))


def test_a_process_that_works_uses_time_and_memory() -> None:
    before = cpu_seconds(os.getpid())
    while cpu_seconds(os.getpid()) == before:
        sum(range(100_000))
    resident, own = memory_of(os.getpid())
    assert resident > own > 1


def test_inside_every_turn_of_a_game_is_lit(tmp_path: Path) -> None:
    script = script_for(game_to_play(1, 5))
    assert len(play_inside(script, tmp_path).turns) >= 5
