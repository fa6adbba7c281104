from __future__ import annotations

import io
import math
import random
from dataclasses import replace
from pathlib import Path

import pytest

from board_daemon.hands.games import random_game, read_played_turns
from board_daemon.hands.judge import (
    Bench,
    TrackerFailedError,
    judge_game,
    judge_trace,
    write_parts,
)
from board_daemon.hands.perform import perform_game
from board_daemon.hands.style import CLEAN, CONVENTION, FAULTY, HALF_SILENT, STYLES
from board_daemon.hands.verdict import Mistake, Recorded, Verdict, percentile
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import format_fen
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.events import (
    Event,
    RestoredEvent,
    RestoreEvent,
    ReviseEvent,
    TakebackEvent,
    TurnEvent,
)
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.trace import TraceReader
from tests.hands.random_games import game_of
from tests.hands.trackers import Failing, FailingAtTheEnd, Silent

START = Position.start()
EMPTY_SQUARE = parse_square("h5")


def played(*texts: str) -> tuple[PlayedTurn, ...]:
    game = Game()
    for text in texts:
        game.play_turn(parse_actions(text))
    return game.turns


def events(*turns: PlayedTurn) -> list[TurnEvent]:
    return [
        TurnEvent(1.0, t.ply, t.notation, t.actions, format_fen(t.position), t.status)
        for t in turns
    ]


class NoClock:
    """A clock that goes on by a second whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


class Prompt(Silent):
    """A tracker that says e2>e4 as soon as something stands on e4."""

    def feed(self, frame: SensorFrame) -> list[Event]:
        is_there = frame.readings.get(parse_square("e4")) == 1
        return [replace(turn, t=frame.t) for turn in events(*played("Le2 Pe4")) if is_there]


class Late(Tracker):
    """A tracker that says ten seconds after each turn what it was."""

    def __init__(self, *told: object, **more: object) -> None:
        super().__init__(*told, **more)  # type: ignore[arg-type]
        self._untold: list[Event] = []

    def advance(self, t: float) -> list[Event]:
        self._untold += super().advance(t)
        told = [event for event in self._untold if event.t + 10.0 <= t]
        self._untold = [event for event in self._untold if event not in told]
        return told

    def finish(self, t: float) -> list[Event]:
        return []


class Hasty(Late):
    """A tracker that takes each turn for e2>e3 at first."""

    def advance(self, t: float) -> list[Event]:
        told = super().advance(t)
        wrong = events(*played("Le2 Pe3"))
        hasty = [replace(each, t=t) for each in wrong for event in self._untold if event.t == t]
        revised = [
            ReviseEvent(t, each.ply, each.notation, each.actions, each.fen, each.status)
            for each in told
            if isinstance(each, TurnEvent)
        ]
        return [*hasty, *revised]


class Pensive(Tracker):
    """A tracker that complains of an empty square, and seconds later is content again."""

    content_at = math.inf

    def advance(self, t: float) -> list[Event]:
        events = super().advance(t)
        if not any(isinstance(event, TurnEvent) and event.ply == 1 for event in events):
            return events
        self.content_at = t + 8.0
        return [*events, RestoreEvent(t, (EMPTY_SQUARE,))]

    def feed(self, frame: SensorFrame) -> list[Event]:
        events = super().feed(frame)
        if frame.t < self.content_at:
            return events
        self.content_at = math.inf
        return [*events, RestoredEvent(frame.t)]


@pytest.mark.slow
@pytest.mark.parametrize("sensor", [SensorKind.PRESENCE, SensorKind.COLOUR])
def test_a_calm_game_is_recorded_as_it_was_played(sensor: SensorKind) -> None:
    turns = game_of(1, 40)
    performed = perform_game(turns, START, sensor, CLEAN, random.Random(1))
    offline = judge_trace(performed).verdict
    answered = judge_game(turns, START, sensor, CLEAN, random.Random(1)).verdict
    for verdict in (offline, answered):
        assert (verdict.games, verdict.turns, verdict.right) == (1, 40, 40)
        assert (verdict.wrong, verdict.missing, verdict.lost) == (0, 0, 0)
        assert all(0 < delay < 1.0 for delay in verdict.delays)


@pytest.mark.slow
def test_a_blunder_is_left_to_the_board_and_put_right_by_its_lights() -> None:
    turns = game_of(1, 12)
    style = replace(CLEAN, blunder=1.0)
    judged = judge_game(turns, START, SensorKind.COLOUR, style, random.Random(1)).verdict
    assert judged.turns == 12
    assert judged.restores > 0


@pytest.mark.slow
def test_though_nobody_answers_or_sets_anything_back_later_play_tells() -> None:
    # The board wants two turns played again that no touch can tell apart; play just goes on.
    rng = random.Random("1-3")
    turns = random_game(rng, 60)
    performed = perform_game(turns, Position.start(), SensorKind.PRESENCE, STYLES["careless"], rng)
    verdict = judge_trace(performed).verdict
    assert verdict.wrong == 0
    assert verdict.missing < len(performed.truth) / 2


def test_a_tracker_that_records_nothing_misses_everything() -> None:
    turns = game_of(1, 10)
    verdict = judge_game(
        turns, START, SensorKind.PRESENCE, CLEAN, random.Random(1), bench=Bench(trackers=Silent)
    ).verdict
    assert (verdict.turns, verdict.right, verdict.wrong, verdict.missing) == (10, 0, 0, 10)


def test_nobody_gives_a_game_up_while_the_board_may_still_say_something() -> None:
    turns = [parse_actions("Le2 Pe4"), parse_actions("Le7 Pe5")]
    bench = Bench(trackers=Pensive)
    judged = judge_game(turns, START, SensorKind.COLOUR, CLEAN, random.Random(1), bench=bench)
    assert (judged.verdict.lost, judged.verdict.right) == (0, 2)


def test_the_last_turn_of_a_game_is_waited_for() -> None:
    turns = [parse_actions("Le2 Pe4"), parse_actions("Le7 Pe5")]
    bench = Bench(trackers=Late)
    judged = judge_game(turns, START, SensorKind.COLOUR, CLEAN, random.Random(1), bench=bench)
    assert (judged.verdict.right, judged.verdict.missing) == (2, 0)


def test_a_last_turn_that_the_board_takes_for_another_is_looked_at_for_a_while() -> None:
    turns, bench = [parse_actions("Le2 Pe4")], Bench(trackers=Hasty)
    judged = judge_game(turns, START, SensorKind.COLOUR, CLEAN, random.Random(1), bench=bench)
    assert (judged.verdict.right, judged.verdict.wrong) == (1, 0)


def test_a_turn_that_is_recorded_at_a_change_waits_no_time_at_all() -> None:
    turns = [parse_actions("Le2 Pe4")]
    performed = perform_game(turns, START, SensorKind.PRESENCE, CLEAN, random.Random(1))
    verdict = judge_trace(performed, Bench(trackers=Prompt)).verdict
    assert (verdict.right, verdict.delays) == (1, [0.0])


def test_computing_time_is_taken_by_the_clock_that_is_passed_in() -> None:
    turns = game_of(1, 5)
    performed = perform_game(turns, START, SensorKind.PRESENCE, CLEAN, random.Random(1))
    verdict = judge_trace(performed, Bench(clock=NoClock())).verdict
    assert verdict.seconds == [1.0] * len(performed.lines)
    assert verdict.worst == verdict.percentile(0.5) == 1.0


@pytest.mark.slow
def test_judging_is_repeatable() -> None:
    turns = game_of(2, 30)
    first, second = (
        judge_game(
            turns,
            START,
            SensorKind.COLOUR,
            CONVENTION,
            random.Random(5),
            bench=Bench(clock=NoClock()),
        )
        for _ in range(2)
    )
    assert first.parts == second.parts
    assert first.verdict == second.verdict


def test_a_turn_recorded_as_another_is_a_mistake_and_those_after_it_are_not() -> None:
    truth = played("Le2 Pe4", "Ld7 Pd5", "Lg1 Pf3")
    other = played("Le2 Pe3", "Ld7 Pd5", "Lg1 Ph3")
    verdict = Verdict()
    verdict.compare(events(*other), truth)
    assert (verdict.turns, verdict.right) == (3, 1)
    assert verdict.mistakes == [
        Mistake(1, "e2>e4", "e2>e3"),
        Mistake(3, "Ng1>f3", "Ng1>h3"),
    ]


def test_turns_that_were_never_played_are_mistakes_and_unrecorded_ones_missing() -> None:
    truth = played("Le2 Pe4", "Ld7 Pd5")
    extra, short = Verdict(), Verdict()
    extra.compare(events(*truth), truth[:1])
    short.compare(events(*truth[:1]), truth)
    assert extra.mistakes == [Mistake(2, "-", "d7>d5")]
    assert (short.wrong, short.missing) == (0, 1)


def test_turns_left_out_in_between_are_mistakes_and_those_after_them_right() -> None:
    truth = played("Lb1 Pc3", "Lb8 Pc6", "Lc3 Pb1", "Lc6 Pb8", "Le2 Pe4", "Ld7 Pd5")
    verdict = Verdict()
    verdict.compare(events(*played("Lb1 Pc3", "Lb8 Pc6", "Le2 Pe4", "Ld7 Pd5")), truth)
    assert (verdict.turns, verdict.right, verdict.missing) == (6, 4, 0)
    assert verdict.mistakes == [Mistake(3, "Nc3>b1", "-"), Mistake(4, "Nc6>b8", "-")]


def test_what_is_recorded_follows_revisions_and_take_backs() -> None:
    first, second = played("Le2 Pe4", "Ld7 Pd5")
    recorded = Recorded()
    recorded.see(events(first, second))
    recorded.see([TakebackEvent(2.0, 2)])
    assert [event.ply for event in recorded.turns] == [1]
    [other] = played("Le2 Pe3")
    fen = format_fen(other.position)
    recorded.see([ReviseEvent(3.0, 1, other.notation, other.actions, fen, other.status)])
    assert [event.notation for event in recorded.turns] == ["e2>e3"]


def test_verdicts_add_up() -> None:
    total = Verdict()
    for _ in range(3):
        total += Verdict(games=1, turns=50, right=49, asked=1, seconds=[0.1, 0.3], delays=[0.5])
    assert (total.games, total.turns, total.right) == (3, 150, 147)
    assert total.per_hundred(total.asked) == 2.0
    assert (total.worst, percentile(total.seconds, 0.5)) == (0.3, 0.3)
    assert percentile([], 0.99) == Verdict().per_hundred(1) == 0.0


@pytest.mark.slow
def test_a_judged_game_is_written_as_a_trace_with_its_turns_beside_it(tmp_path: Path) -> None:
    turns = game_of(3, 8)
    [part] = judge_game(turns, START, SensorKind.FIELD, CLEAN, random.Random(3)).parts
    write_parts([part], tmp_path / "game.jsonl")
    reader = TraceReader(io.StringIO((tmp_path / "game.jsonl").read_text(encoding="utf-8")))
    assert (reader.header, tuple(reader)) == (part.header, part.lines)
    assert read_played_turns(tmp_path / "game.turns.jsonl") == turns


@pytest.mark.slow
@pytest.mark.parametrize("sensor", SensorKind)
def test_a_game_is_replayed_from_its_trace_as_it_was_judged(sensor: SensorKind) -> None:
    turns = game_of(6, 40)
    judgement = judge_game(
        turns, START, sensor, HALF_SILENT, random.Random(8), bench=Bench(clock=NoClock())
    )
    [part] = judgement.parts
    assert judge_trace(part, Bench(clock=NoClock())).verdict == judgement.verdict
    assert judgement.verdict.asked > 0


@pytest.mark.slow
def test_each_part_of_a_game_that_was_lost_can_be_replayed_by_itself(tmp_path: Path) -> None:
    turns = game_of(1, 24)
    judgement = judge_game(
        turns, START, SensorKind.COLOUR, CLEAN, random.Random(1), bench=Bench(trackers=Silent)
    )
    assert judgement.verdict.lost == len(judgement.parts) - 1 == 2
    for part in judgement.parts:
        assert judge_trace(part).verdict.right == len(part.truth)
    write_parts(judgement.parts, tmp_path / "game.jsonl")
    written = [f"game{number}.turns.jsonl" for number in ("", "-2", "-3")]
    assert sum((read_played_turns(tmp_path / name) for name in written), ()) == turns


def test_what_a_tracker_had_seen_when_it_failed_is_kept() -> None:
    turns = game_of(1, 5)
    bench = Bench(trackers=Failing)
    with pytest.raises(TrackerFailedError, match="LookupError: no such square") as live:
        judge_game(turns, START, SensorKind.COLOUR, CLEAN, random.Random(1), bench=bench)
    seen = live.value.performed
    assert len(seen.truth) < len(turns)
    with pytest.raises(TrackerFailedError) as replayed:
        judge_trace(seen, bench)
    assert str(replayed.value) == str(live.value)
    assert f"at {seen.lines[-1].t} s" in str(live.value)


def test_what_a_tracker_had_seen_is_kept_if_it_fails_at_the_end_of_the_game() -> None:
    turns = game_of(1, 2)
    bench = Bench(trackers=FailingAtTheEnd)
    with pytest.raises(TrackerFailedError, match="LookupError: no such turn") as live:
        judge_game(turns, START, SensorKind.COLOUR, CLEAN, random.Random(1), bench=bench)
    assert len(live.value.performed.truth) == len(turns)
    with pytest.raises(TrackerFailedError, match="LookupError: no such turn"):
        judge_trace(live.value.performed, bench)


@pytest.mark.slow
@pytest.mark.parametrize("sensor", [SensorKind.PRESENCE, SensorKind.COLOUR])
def test_nothing_is_wrong_or_lost_on_a_board_with_a_dead_and_a_stuck_square(
    sensor: SensorKind,
) -> None:
    turns = random_game(random.Random("60 1"), 60)
    for seed in range(3):
        verdict = judge_game(turns, START, sensor, FAULTY, random.Random(seed)).verdict
        assert (verdict.mistakes, verdict.lost) == ([], 0)
