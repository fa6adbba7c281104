from __future__ import annotations

import pytest

from board_daemon.rules.destinations import live_destinations
from board_daemon.rules.fen import format_fen, parse_fen
from board_daemon.rules.pieces import Color
from board_daemon.rules.sako import gives_sako
from board_daemon.rules.squares import bits, square_name
from board_daemon.rules.turns import count_turns, successors
from tests.rules.conformance import (
    ExplosionRecord,
    PositionRecord,
    explosion_records,
    position_records,
)

EXPLOSIONS = [pytest.param(record, id=record["fen"]) for record in explosion_records()]


def batches() -> list[object]:
    """The positions ten at a time, so that a failure names a small group and xdist can share."""
    records = position_records()
    return [
        pytest.param(records[first : first + 10], id=f"positions-{first}")
        for first in range(0, len(records), 10)
    ]


@pytest.mark.parametrize("records", batches())
def test_the_set_of_turns_is_the_independent_engines(records: list[PositionRecord]) -> None:
    for record in records:
        position = parse_fen(record["fen"])
        found = [f"{format_fen(after)}|{status}" for after, status in successors(position)]
        assert sorted(found) == record["successors"], record["fen"]
        assert count_turns(position) == record["count"], record["fen"]


@pytest.mark.parametrize("records", batches())
def test_live_destinations_are_the_independent_engines(records: list[PositionRecord]) -> None:
    for record in records:
        found = {
            square_name(square): {square_name(target) for target in bits(targets)}
            for square, targets in live_destinations(parse_fen(record["fen"])).items()
        }
        expected = {square: set(targets) for square, targets in record["destinations"].items()}
        assert found == expected, record["fen"]


@pytest.mark.parametrize("records", batches())
def test_sako_is_the_independent_engines(records: list[PositionRecord]) -> None:
    for record in records:
        position = parse_fen(record["fen"])
        assert gives_sako(position, Color.WHITE) == record["white_gives_sako"], record["fen"]
        assert gives_sako(position, Color.BLACK) == record["black_gives_sako"], record["fen"]


@pytest.mark.parametrize("record", EXPLOSIONS)
def test_sako_is_right_where_turns_explode(record: ExplosionRecord) -> None:
    position = parse_fen(record["fen"])
    assert gives_sako(position, position.to_move) == record["mover_can_unite_with_king"]
    assert gives_sako(position, position.to_move.other) == record["mover_is_in_sako"]


@pytest.mark.slow
@pytest.mark.parametrize("record", EXPLOSIONS)
def test_exploding_turns_are_counted_without_making_them(record: ExplosionRecord) -> None:
    assert count_turns(parse_fen(record["fen"])) == record["successors"]
