from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.opponent.errors import NothingToPlay
from board_daemon.opponent.evaluation import WIN
from board_daemon.opponent.limits import Meter, time_is_up
from board_daemon.opponent.search import Tree
from board_daemon.opponent.thinking import Question, Thought, think
from board_daemon.rules.actions import Lift, parse_actions
from board_daemon.rules.destinations import live_destinations
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.game import repetition_key
from board_daemon.rules.paco import can_prevent_paco, paco_in_one, paco_in_two
from board_daemon.rules.pieces import Color
from board_daemon.rules.play import play, play_all
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import LEAFLET, MANUAL, PACOPLAY, RULESETS, VCHESS, Ruleset
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.status import PACO, Status
from board_daemon.rules.turns import distinct_outcomes
from board_daemon.rules.work import WorkDone
from tests.rules.conformance import ExplosionRecord, explosion_records
from tests.rules.playouts import random_position, scattered_position
from tests.rules.strategies import positions

NO_TIME = time_is_up(lambda: 0.0, 0.0)
LADDER = "7k/R7/8/8/8/8/8/1R2K3 w 0 - - -"
"""A rook on the seventh rank; the other one gives a Ŝako on the eighth that nothing answers."""


def last(question: Question, **limits: object) -> Thought:
    *_, thought = think(question, **limits)  # type: ignore[arg-type]
    return thought


def some_positions(rules: Ruleset, count: int) -> list[Position]:
    """Positions of games and scattered ones in which a game goes on, the same on every run."""
    played = [random_position(seed, seed % 60, rules) for seed in range(count)]
    scattered = [scattered_position(seed, rules) for seed in range(count)]
    return [position for position in played + scattered if not position.phase.is_over]


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_a_paco_in_one_is_never_overlooked_even_without_time(rules: Ruleset) -> None:
    found = [position for position in some_positions(rules, 40) if paco_in_one(position)]
    assert len(found) > 5
    for position in found:
        best = last(Question(position), is_over=NO_TIME).best
        assert best.position.phase == PACO[position.to_move]
        assert best.value == WIN - 1
        assert play_all(position, best.turn) == best.position


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_a_paco_that_can_be_prevented_is_never_allowed_even_without_time(rules: Ruleset) -> None:
    threatened = 0
    for position in some_positions(rules, 40):
        if paco_in_one(position) or not can_prevent_paco(position):
            continue
        best = last(Question(position), is_over=NO_TIME).best
        other = position.to_move.other
        assert best.position.phase.is_over or not gives_sako(best.position, other)
        threatened += gives_sako(position, other)
    assert threatened > 3


@pytest.mark.slow
@pytest.mark.parametrize("rules", [PACOPLAY, MANUAL, LEAFLET], ids=lambda rules: rules.name)
def test_a_paco_in_two_is_found(rules: Ruleset) -> None:
    found = 0
    for position in some_positions(rules, 60):
        if paco_in_one(position):
            continue
        forcing = paco_in_two(position, 40_000)
        if forcing:
            found += 1
            best = last(Question(position, depth=2)).best
            assert best.value == WIN - 3
            assert best.turn in forcing
    assert found


@pytest.mark.slow
@pytest.mark.parametrize("record", explosion_records(), ids=lambda r: str(r["fen"])[:24])
def test_among_millions_of_turns_kings_come_first(record: ExplosionRecord) -> None:
    position = parse_fen(record["fen"])
    best = last(Question(position, depth=1, budget=20_000)).best
    if record["mover_can_unite_with_king"]:
        assert best.position.phase == PACO[position.to_move]
    elif can_prevent_paco(position):
        assert not gives_sako(best.position, position.to_move.other)


def test_the_turn_that_forces_paco_in_two_is_played() -> None:
    position = parse_fen(LADDER)
    best = last(Question(position)).best
    assert best.value == WIN - 3
    assert best.turn in (paco_in_two(position) or ())


@pytest.mark.slow
def test_deeper_thoughts_follow_until_work_is_done() -> None:
    position = Position.start()
    depths = [thought.depth for thought in think(Question(position, budget=60_000))]
    assert depths == list(range(1, len(depths) + 1))
    assert len(depths) > 2


@pytest.mark.parametrize(("seed", "budget"), [(14, 9_000), (20, 9_000), (20, 20_000), (24, 9_000)])
def test_what_was_looked_at_less_deeply_is_not_taken_for_better(seed: int, budget: int) -> None:
    thought = last(Question(random_position(seed, 12), budget=budget, margin=10))
    assert max(each.value for each in thought.judged if each.is_exact) == thought.best.value


@pytest.mark.slow
def test_the_same_work_gives_the_same_thoughts() -> None:
    question = Question(Position.start(), budget=40_000)
    assert list(think(question)) == list(think(question))


def test_without_any_time_there_is_a_turn_all_the_same() -> None:
    best = last(Question(Position.start()), is_over=NO_TIME).best
    assert best.position in distinct_outcomes(Position.start())


def test_a_finished_game_has_no_best_turn() -> None:
    won = last(Question(parse_fen("4k3/8/8/8/8/8/8/4RK2 w 0 - - -"))).best.position
    with pytest.raises(NothingToPlay, match="it is over"):
        last(Question(won))


def test_who_disdains_draws_comes_back_to_nothing() -> None:
    position = parse_fen("7k/p7/8/8/8/8/RR6/K7 w 0 - - -")
    after = play_all(position, parse_actions("La1 Pb1"))
    question = Question(position, depth=1, margin=WIN, stood={repetition_key(after): 1})
    for contempt, value in ((50, -50), (0, None)):
        judged = last(replace(question, contempt=contempt)).judged
        found = next(each.value for each in judged if each.position == after)
        assert found == value or (value is None and found != 0)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [LEAFLET, VCHESS], ids=lambda rules: rules.name)
def test_all_rulesets_are_played(rules: Ruleset) -> None:
    position = Position.start(rules)
    assert last(Question(position, budget=20_000)).best.position in distinct_outcomes(position)


@pytest.mark.slow
@given(positions(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_a_turn_under_way_is_finished(position: Position, random: Random) -> None:
    lifts = sorted(live_destinations(position))
    if not lifts or position.phase != Status.RUN:
        return
    lifted = play(position, Lift(random.choice(lifts)))
    best = last(Question(lifted, depth=1)).best
    assert play_all(lifted, best.turn) == best.position
    assert best.position in distinct_outcomes(position)


def test_who_stands_worse_repeats_and_who_stands_better_does_not() -> None:
    position = parse_fen("7k/p7/8/8/8/8/RR6/K7 b 0 - - -")
    after = play_all(position, parse_actions("Lh8 Pg7"))
    stood = {repetition_key(after): 2}
    known = last(Question(position, depth=1, margin=WIN, stood=stood)).judged
    values = {each.position: each.value for each in known}
    assert values[after] == 0
    assert min(values.values()) < 0


def test_a_draw_for_want_of_progress_is_worth_nothing() -> None:
    position = parse_fen("7k/p7/8/8/8/8/RR6/K7 w 99 - - -")
    judged = last(Question(position, depth=1, margin=WIN)).judged
    assert {each.value for each in judged if each.position.phase == Status.DRAW_PROGRESS} == {0}


def test_a_meter_asks_the_clock_now_and_then() -> None:
    asked: list[int] = []

    def is_over() -> bool:
        asked.append(1)
        return False

    meter = Meter(is_over=is_over)
    for _ in range(1000):
        meter.spend(1)
    assert 1 < len(asked) <= 20


def test_a_meter_that_is_over_stays_so() -> None:
    meter = Meter(is_over=lambda: True)
    for _ in range(2):
        with pytest.raises(WorkDone):
            meter.spend(1)


def test_time_is_up_when_the_clock_says_so_or_somebody_stops_it() -> None:
    now, stopped = [0.0], [False]
    is_over = time_is_up(lambda: now[0], 2.0, lambda: stopped[0])
    assert not is_over()
    stopped[0] = True
    assert is_over()
    stopped[0], now[0] = False, 2.0
    assert is_over()


def test_time_ends_the_search_for_what_prevents_a_paco_and_leaves_it_open() -> None:
    asked: list[int] = []

    def is_over() -> bool:
        asked.append(1)
        return len(asked) > 1

    tree = Tree(Meter(is_over=is_over), Color.WHITE)
    in_sako = parse_fen("k7/8/8/8/8/8/8/R3K3 b 0 - - -")
    with pytest.raises(WorkDone):
        tree.after(in_sako, Color.WHITE, 0, (-WIN, WIN), 1)
    assert not tree.lost
