from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.opponent.candidates import Bounds, candidates, endings
from board_daemon.opponent.limits import Meter
from board_daemon.rules.actions import Place
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.outcomes import distinct_turns
from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.rules.play import legal_actions, play
from board_daemon.rules.position import Position
from board_daemon.rules.status import PACO
from board_daemon.rules.turns import distinct_outcomes
from board_daemon.rules.work import Work, WorkDone
from tests.rules.conformance import ExplosionRecord, explosion_records
from tests.rules.strategies import positions, rulesets

ALL = Bounds(states=100_000)
ENOUGH = 400_000


def made(position: Position, bounds: Bounds = ALL) -> set[Position]:
    found = {end for end, _ in endings(position)}
    for candidate in candidates(position, bounds, Meter(ENOUGH)):
        found |= {end for end, _ in candidate.ends(PROMOTIONS)}
    return found


@pytest.mark.slow
@given(st.data())
@settings(max_examples=60)
def test_with_wide_bounds_there_is_every_turn_and_no_other(data: st.DataObject) -> None:
    position = data.draw(positions(data.draw(rulesets())))
    if position.phase.is_settled:
        assert made(position) == distinct_outcomes(position)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=40)
def test_in_the_midst_of_a_turn_there_is_all_that_is_left_of_it(data: st.DataObject) -> None:
    position = data.draw(positions(data.draw(rulesets())))
    for _ in range(data.draw(st.integers(1, 3))):
        actions = legal_actions(position)
        if position.phase.is_over or not actions:
            return
        after = play(position, data.draw(st.sampled_from(actions)))
        if after.to_move != position.to_move:
            return
        position = after
    if position.phase.is_settled or position.phase.is_over:
        return
    left = {outcome.position for outcome in distinct_turns(position, Work(ENOUGH * 10))}
    assert made(position) == left


@pytest.mark.slow
@given(positions())
@settings(max_examples=40)
def test_the_actions_of_a_candidate_lead_to_its_position(position: Position) -> None:
    for candidate in candidates(position, Bounds(200), Meter())[:50]:
        for end, ending in candidate.ends(PROMOTIONS):
            after = position
            for action in candidate.turn(ending):
                after = play(after, action)
            assert after == end


def test_to_unite_with_the_king_comes_first() -> None:
    position = parse_fen("4k3/8/8/4c3/8/5N2/8/4K3 w 0 - - -")
    [end, *_] = candidates(position, ALL, Meter())[0].ends(PROMOTIONS)
    assert end[0].phase == PACO[position.to_move]


def test_only_chains_as_long_as_asked_for_are_listed() -> None:
    position = parse_fen("4k3/8/8/4c3/8/5N2/8/4K3 w 0 - - -")
    for candidate in candidates(position, Bounds(1000, take_overs=0), Meter()):
        assert len(candidate.turn((Place(candidate.target),))) == 2


def test_only_the_promotions_asked_for_are_made() -> None:
    position = parse_fen("7k/4P3/8/8/8/8/8/4K3 w 0 - - -")
    queens = (PieceType.QUEEN,)
    ends = [e for c in candidates(position, ALL, Meter()) for e in c.ends(queens)]
    assert len([end for end, _ in ends if end.white_at(60)]) == 1


@pytest.mark.parametrize("record", explosion_records()[:4], ids=lambda r: str(r["fen"])[:20])
def test_where_millions_of_turns_are_possible_only_some_states_are_walked(
    record: ExplosionRecord,
) -> None:
    meter = Meter(5_000)
    found = candidates(parse_fen(record["fen"]), Bounds(states=500), meter)
    assert found
    assert meter.spent <= 500 + 16


def test_a_used_up_budget_ends_the_walk() -> None:
    position = parse_fen(explosion_records()[0]["fen"])
    with pytest.raises(WorkDone):
        candidates(position, Bounds(states=500), Meter(100))
