from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import benchmarks.tracking
from benchmarks.tracking import Task, game_to_play, main, play
from board_daemon.hands.style import CLEAN, HandStyle
from board_daemon.rules.game import Game
from board_daemon.tracking.tracker import Tracker
from tests.hands.trackers import Failing, Silent


def task(traces: Path, *faults: str) -> Task:
    return Task("presence", "clean", 1, 1, 12, answered=True, traces=traces, faults=faults)


def judge_with(tracker: type[Tracker], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks.tracking, "Tracker", tracker)


@pytest.mark.slow
def test_a_game_that_was_tracked_well_leaves_no_trace(tmp_path: Path) -> None:
    outcome = play(task(tmp_path / "traces"))
    assert outcome.verdict is not None
    assert outcome.verdict.right == 12
    assert outcome.trace is None
    assert not (tmp_path / "traces").exists()


@pytest.mark.slow
def test_a_game_that_was_lost_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_with(Silent, monkeypatch)
    outcome = play(task(tmp_path / "traces"))
    assert outcome.verdict is not None
    assert (outcome.verdict.lost, outcome.verdict.wrong) == (1, 0)
    assert outcome.trace == tmp_path / "traces" / "presence-clean-1-1.jsonl"
    assert outcome.trace.exists()


@pytest.mark.slow
def test_a_game_in_which_the_tracker_fails_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_with(Failing, monkeypatch)
    outcome = play(task(tmp_path))
    assert outcome.verdict is None
    assert "presence-clean-1-1: " in outcome.crash
    assert "LookupError: no such square" in outcome.crash
    assert outcome.trace is not None
    assert outcome.trace.exists()


@pytest.mark.parametrize(
    ("faults", "style"),
    [
        (("dead", "stuck"), replace(CLEAN, dead_squares=1, stuck_squares=1)),
        (("dying", "sticking"), replace(CLEAN, dying_squares=1, sticking_squares=1)),
        (("weak",), replace(CLEAN, weak_magnets=1)),
        (("missed",), replace(CLEAN, missed=0.01)),
        ((), CLEAN),
    ],
    ids=str,
)
def test_any_hands_may_play_on_a_board_that_fails(
    faults: tuple[str, ...], style: HandStyle, tmp_path: Path
) -> None:
    assert task(tmp_path, *faults).hand_style() == style
    assert task(tmp_path, *faults).hands == "+".join(("clean", *faults))


@pytest.mark.slow
def test_the_games_are_stored_random_and_full_of_castlings() -> None:
    notations = []
    for index in range(5):
        start, turns = game_to_play(index, seed=1, most_turns=30)
        game = Game(start)
        for turn in turns:
            game.play_turn(turn)
        notations.append([turn.notation for turn in game.turns])
    assert list(map(len, notations)) == [53, 30, 30, 30, 30]
    castlings = [sum(name.startswith("0-0") for name in names) for names in notations]
    assert castlings[4] > sum(castlings[1:4])


@pytest.mark.slow
def test_the_benchmark_of_tracking_runs_on_little(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    little = ["--games", "2", "--turns", "4", "--jobs", "1", "--traces", str(tmp_path)]
    main([*little, "--sensor", "presence", "colour", "--style", "clean"])
    out = capsys.readouterr().out
    assert "2 games in each row, somebody answers" in out
    for sensor in ("presence", "colour"):
        [row] = [line.split() for line in out.splitlines() if line.split()[:1] == [sensor]]
        assert row[1:4] == ["clean", "57", "0"]  # 53 of a real game, and 4.
        assert float(row[-1]) > 1.0  # The pace of the machine.
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_game_may_be_played_for_a_board_that_asks_of_squares_alone(tmp_path: Path) -> None:
    plain = replace(task(tmp_path), plain=True)
    assert plain.name == "presence-clean+plain-1-1"
    outcome = play(plain)
    assert outcome.verdict is not None
    assert outcome.verdict.right == 12
