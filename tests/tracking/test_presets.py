"""Games under every preset are recorded as they are played, and the board shows what it allows."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from board_daemon.hands.games import random_game
from board_daemon.hands.judge import judge_game, judge_trace
from board_daemon.hands.perform import perform_game
from board_daemon.hands.style import CLEAN
from board_daemon.rules.actions import Promote
from board_daemon.rules.destinations import live_destinations
from board_daemon.rules.fen import format_fen
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY, RULESETS, Ruleset, ruleset_named
from board_daemon.rules.squares import bits, square_name
from board_daemon.rules.turns import status_of
from firmware_bridge.frames import SensorKind
from tests.rules.playouts import random_turn, scattered_position
from tests.rules.strategies import seeds
from tests.tracking.board import SENSORS, Board
from tests.tracking.playing import changes_of, do, in_some_order

EACH = [pytest.param(rules, id=name) for name, rules in RULESETS.items()]
OTHERS = [pytest.param(rules, id=name) for name, rules in RULESETS.items() if rules != PACOPLAY]
MIXTURE = ruleset_named("vchess,must_answer_sako=yes,king_unites=no")
READ = (SensorKind.COLOUR, SensorKind.PRESENCE)


@pytest.mark.slow
@pytest.mark.parametrize("sensor", READ)
@pytest.mark.parametrize("rules", EACH)
def test_games_played_by_clean_hands_are_recorded(rules: Ruleset, sensor: SensorKind) -> None:
    for seed in range(3):
        start = Position.start(rules)
        turns = random_game(random.Random(seed), 30, start)
        verdict = judge_game(turns, start, sensor, CLEAN, random.Random(seed)).verdict
        assert (verdict.turns, verdict.right, verdict.wrong) == (len(turns), len(turns), 0)


@pytest.mark.slow
@pytest.mark.parametrize("rules", EACH)
def test_odd_positions_are_played_on(rules: Ruleset) -> None:
    # Unions everywhere: kings enter them, pawns come home, Sako stands.
    for seed in range(12):
        start = scattered_position(seed, rules)
        turns = random_game(random.Random(seed), 6, start)
        if turns:
            sensor = READ[seed % 2]
            verdict = judge_game(turns, start, sensor, CLEAN, random.Random(seed)).verdict
            assert (verdict.wrong, verdict.lost) == (0, 0)
            assert verdict.right == len(turns)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*OTHERS, pytest.param(MIXTURE, id="mixture")])
def test_a_trace_is_read_by_the_rules_of_its_header(rules: Ruleset) -> None:
    start = Position.start(rules)
    turns = random_game(random.Random(7), 30, start)
    performed = perform_game(turns, start, SensorKind.COLOUR, CLEAN, random.Random(7))
    assert performed.header.rules == rules.name
    assert judge_trace(performed).verdict.right == 30


@pytest.mark.slow
@pytest.mark.parametrize("rules", OTHERS)
@given(seeds, seeds, st.sampled_from(SENSORS))
@settings(max_examples=40)
def test_a_turn_in_any_order_is_recorded_as_that_turn_or_not_yet(
    rules: Ruleset, seed: int, hands_seed: int, sensor: SensorKind
) -> None:
    position = scattered_position(seed, rules)
    assume(not status_of(position).is_over)
    hands = random.Random(hands_seed)
    turn = random_turn(hands, position)
    actions = tuple(action for action, _ in turn)
    board = Board(format_fen(position), sensor, rules=rules)
    at = 1.0
    for action in actions:
        if isinstance(action, Promote):
            board.choose(action.piece.letter, at=at)
    for change in in_some_order(changes_of(position, actions), hands):
        at += hands.choice((0.05, 0.2, 0.5, 1.0))
        do(board, change, at)
    board.rest(10.0)
    recorded = [format_fen(played.position) for played in board.tracker.turns]
    assert recorded in ([], [format_fen(turn[-1][1])])


@pytest.mark.slow
@pytest.mark.parametrize("rules", OTHERS)
def test_the_lights_show_live_destinations(rules: Ruleset) -> None:
    for seed in range(12):
        position = scattered_position(seed, rules)
        if status_of(position).is_over or position.promoting is not None:
            continue
        for square, targets in live_destinations(position).items():
            board = Board(format_fen(position), SensorKind.COLOUR, rules=rules)
            board.lift(square_name(square))
            board.rest(0.1)
            hand = board.view.hand
            assert hand is not None
            assert set(hand.destinations) == set(bits(targets))
