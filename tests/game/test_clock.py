"""The players' clock."""

from __future__ import annotations

import pytest

from board_daemon.game.clock import ChessClock, TimeControl
from board_daemon.rules.pieces import Color

WHITE, BLACK = Color.WHITE, Color.BLACK


def lefts(clock: ChessClock, t: float) -> tuple[float, float]:
    return clock.left(WHITE, t), clock.left(BLACK, t)


def test_no_clock_runs_before_the_first_turn() -> None:
    clock = ChessClock(TimeControl(300, 2))
    assert lefts(clock, 1000.0) == (300, 300)
    assert clock.runs_out_at is None


def test_a_turn_stops_its_players_clock_and_starts_the_other_one() -> None:
    clock = ChessClock(TimeControl(300, 2))
    clock.played(WHITE, 10.0)
    clock.played(BLACK, 25.0)
    assert lefts(clock, 30.0) == (302 - 5, 300 - 15 + 2)
    assert clock.running == WHITE


def test_the_clock_that_runs_says_when_it_will_have_run_out() -> None:
    clock = ChessClock(TimeControl(60))
    clock.played(WHITE, 10.0)
    assert clock.runs_out_at == pytest.approx(70.0)
    assert clock.left(BLACK, 500.0) == 0.0


def test_who_has_no_time_left_gets_none_for_his_turn() -> None:
    clock = ChessClock(TimeControl(60, 5))
    clock.played(WHITE, 0.0)
    clock.played(BLACK, 61.0)
    assert clock.left(BLACK, 61.0) == 0.0


def test_a_stopped_clock_keeps_its_time() -> None:
    clock = ChessClock(TimeControl(60))
    clock.played(WHITE, 0.0)
    clock.stop(20.0)
    assert lefts(clock, 1000.0) == (60, 40)
