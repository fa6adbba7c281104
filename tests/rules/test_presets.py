"""Under every preset, and mixtures of them, the engine finds what playing everything finds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from board_daemon.rules.destinations import live_destinations
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import PACOPLAY, RULESETS, Ruleset
from board_daemon.rules.sako import sako_way
from board_daemon.rules.squares import bits
from board_daemon.rules.status import Status
from board_daemon.rules.turns import count_turns, distinct_outcomes, status_of
from tests.rules import brute_force
from tests.rules.brute_force import TooManyStates
from tests.rules.playouts import random_position, scattered_position
from tests.rules.strategies import positions, rulesets, seeds

LIMIT = 1500
OTHERS = [pytest.param(rules, id=rules.name) for rules in RULESETS.values() if rules != PACOPLAY]
few = settings(max_examples=40, suppress_health_check=list(HealthCheck))


def assert_as_played(position: Position) -> None:
    """Turns, their number, live destinations and Ŝako are those that brute force finds."""
    assume(not status_of(position).is_over)
    try:
        ends = brute_force.turn_ends(position, LIMIT)
        assert distinct_outcomes(position) == ends, format_fen(position)
        assert brute_force.played_ends(position, LIMIT) == ends, format_fen(position)
        assert count_turns(position) == len(ends), format_fen(position)
        if position.phase == Status.RUN:
            found = live_destinations(position).items()
            named = {square: set(bits(targets)) for square, targets in found}
            assert named == brute_force.live_destinations(position, LIMIT), format_fen(position)
            assert_sako(position)
    except TooManyStates:
        assume(False)


def assert_sako(position: Position) -> None:
    memory = position.memory._replace(last_union_move=None)
    others_turn = replace(position, to_move=position.to_move.other, en_passant=None, memory=memory)
    for asked in (position, others_turn):
        winning = brute_force.can_unite_with_king(asked, LIMIT)
        assert (sako_way(position, asked.to_move) is not None) == winning, format_fen(position)


@pytest.mark.slow
@pytest.mark.parametrize("rules", OTHERS)
@few
@given(st.data())
def test_everything_found_is_what_can_be_played(rules: Ruleset, data: st.DataObject) -> None:
    assert_as_played(data.draw(positions(rules)))


@pytest.mark.slow
@few
@given(rulesets(), seeds)
def test_mixtures_are_played_as_they_say(rules: Ruleset, seed: int) -> None:
    assert_as_played(scattered_position(seed, rules))


@pytest.mark.slow
@pytest.mark.parametrize("rules", OTHERS)
@few
@given(seeds, st.integers(0, 60))
def test_a_position_is_read_from_its_fen(rules: Ruleset, seed: int, turns: int) -> None:
    for position in (random_position(seed, turns, rules), scattered_position(seed, rules)):
        assert parse_fen(format_fen(position), rules) == position


@pytest.mark.parametrize("rules", OTHERS)
def test_a_game_begins_and_goes_on(rules: Ruleset) -> None:
    game = Game(Position.start(rules))
    assert format_fen(parse_fen(format_fen(game.position), rules)) == format_fen(game.position)
    assert count_turns(game.position) == 20
