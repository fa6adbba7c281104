from __future__ import annotations

import os
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from benchmarks.__main__ import games_table, rules_table, traces_table
from benchmarks.at_rest import Rest, cpu_seconds, memory_of
from benchmarks.data import conformance_games, conformance_positions, explosions, traces
from benchmarks.explanation import TraceRow
from benchmarks.hints import main as measure_hints
from benchmarks.live import Start, latency_table, rest_table, start_table, work_table
from benchmarks.live_inside import play_inside
from benchmarks.matches import Match, at_random, play_game, play_match, playing
from benchmarks.measure import Timing, summary, timed
from benchmarks.opponent import main as measure_opponent
from benchmarks.opponent import matches_table, pacos_table
from benchmarks.pacos import Found, measure_pacos
from benchmarks.rules import Row, turn_groups
from benchmarks.thinking import main as measure_thinking
from benchmarks.yardstick import measure_yardstick
from board_daemon.opponent.levels import LEVELS
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.position import Position
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_inside_every_turn_of_a_game_is_lit(tmp_path: Path) -> None:
    script = script_for(game_to_play(1, 5))
    assert len(play_inside(script, tmp_path).turns) >= 5


@pytest.mark.slow
def test_a_level_that_thinks_wins_against_random_turns() -> None:
    heard: list[Match] = []
    players = playing(LEVELS[5], 0.05), at_random
    match = play_match(("level 6", "random"), players, 2, heard.append)
    assert (match.won, match.drawn, match.lost) == (2, 0, 0)
    assert heard[-1] == match
    assert "100" in shown(matches_table([match], 0.05))


def test_random_turns_come_to_an_end() -> None:
    _, turns = play_game(at_random, at_random, Random(1))
    assert 0 < turns <= 300


@pytest.mark.slow
def test_pacos_are_looked_for_in_positions() -> None:
    won = parse_fen("4k3/8/8/4c3/8/5N2/8/4K3 w 0 - - -")
    forced = parse_fen("7k/R7/8/8/8/8/8/1R2K3 w 0 - - -")
    heard: list[int] = []
    found = measure_pacos([won, forced, Position.start()], 0.5, heard.append)
    assert [(each.asked, each.right) for each in found] == [(1, 1), (1, 1), (2, 2)]
    assert heard == [1, 2, 3]
    assert "Paco in two" in shown(pacos_table([*found, Found("none")], 0.5))


@pytest.mark.slow
def test_the_benchmark_of_hints_runs_on_little(capsys: pytest.CaptureFixture[str]) -> None:
    measure_hints(["--lifts", "2", "--niceness", "0"])
    told = capsys.readouterr().out
    assert "lift → first grades" in told
    assert "change → lights while grading runs" in told


@pytest.mark.slow
def test_the_opponents_benchmark_runs_on_little(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "nice", lambda _: 0)
    small = ["--games", "1", "--positions", "2", "--seconds", "0.01", "--levels", "3"]
    measure_opponent(small)
    out = capsys.readouterr().out
    assert "random turns" in out
    assert "level 3" in out
    assert "Paco prevented" in out


@pytest.mark.slow
def test_the_benchmark_of_lights_beside_thoughts_runs_on_little(
    capsys: pytest.CaptureFixture[str],
) -> None:
    measure_thinking(["--rounds", "1"])
    assert "the board thinks" in capsys.readouterr().out
