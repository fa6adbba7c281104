from __future__ import annotations

from functools import reduce
from random import Random

from hypothesis import assume, given

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.finding import turn_between
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.turns import status_of
from tests.rules.conformance import explosion_records
from tests.rules.playouts import random_turn
from tests.rules.strategies import positions, seeds


@given(positions(), seeds)
def test_a_turn_that_was_played_is_found_or_one_that_does_the_same(
    position: Position, seed: int
) -> None:
    assume(not status_of(position).is_over)
    after = random_turn(Random(seed), position)[-1][1]
    turn = turn_between(position, after)
    assert turn is not None
    assert reduce(play, turn, position) == after


def test_a_turn_is_found_among_very_many() -> None:
    for record in explosion_records()[:3]:
        position = parse_fen(record["fen"])
        after = random_turn(Random(2), position)[-1][1]
        assert turn_between(position, after) is not None


def test_positions_that_do_not_follow_have_no_turn_between() -> None:
    start = Position.start()
    assert turn_between(start, start) is None


def test_the_search_ends_with_its_budget() -> None:
    position = parse_fen(explosion_records()[0]["fen"])
    assert turn_between(position, position, 100) is None
