from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.opponent.grading import Grade, Grading, gradings
from board_daemon.opponent.limits import time_is_up
from board_daemon.rules.actions import Lift, parse_actions
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.errors import IllegalAction
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.paco import can_prevent_paco
from board_daemon.rules.play import play
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, bits, parse_square
from board_daemon.rules.status import Status
from tests.rules.conformance import ExplosionRecord, explosion_records
from tests.rules.strategies import positions, rulesets

NO_TIME = time_is_up(lambda: 0.0, 0.0)
SHIELD = "3kr3/pppp4/8/8/8/8/PPPPR3/4K3 w 0 - - -"
"""The rook on e2 is all that stands between the black rook and the king."""


def first(position: Position, actions: str = "") -> Grading:
    return next(iter(gradings(position, parse_actions(actions))))


def last(position: Position, actions: str = "", depth: int = 2) -> Grading:
    *_, grading = gradings(position, parse_actions(actions), depth=depth)
    return grading


def grade(grading: Grading, places: str) -> Grade:
    square, to = places.split(">")
    return grading.of(parse_square(square))[parse_square(to)]


def test_to_leave_the_line_to_the_king_is_risky() -> None:
    position = parse_fen(SHIELD)
    for grading in (first(position, "Le2"), last(position, "Le2")):
        assert grade(grading, "e2>f2") == Grade.RISKY
        assert grade(grading, "e2>e4") != Grade.RISKY
        assert grade(grading, "e2>e8") != Grade.RISKY


def test_uniting_with_the_king_alone_is_best() -> None:
    position = parse_fen("4k3/8/8/8/8/8/p7/K3R3 w 0 - - -")
    grades = first(position, "Le1").of(parse_square("e1"))
    assert [to for to, found in grades.items() if found == Grade.BEST] == [parse_square("e8")]


def test_the_first_square_of_the_chain_to_the_king_is_best() -> None:
    position = parse_fen("4k3/8/8/4c3/8/5N2/p7/K7 w 0 - - -")
    assert grade(first(position, "Lf3"), "f3>e5") == Grade.BEST
    assert grade(first(position, "Lf3 Pe5"), "e5>e8") == Grade.BEST


def test_where_another_piece_would_do_better_none_of_these_is_best() -> None:
    position = parse_fen("4k3/8/8/8/8/8/p7/K3R3 w 0 - - -")
    assert Grade.BEST not in first(position, "La1").of(0).values()


def test_where_nothing_prevents_the_paco_no_place_is_risky_for_it() -> None:
    position = parse_fen("K6r/8/8/8/8/8/8/1r2k1q1 w 0 - - -")
    assert can_prevent_paco(position) is False
    assert set(first(position).of(parse_square("a8")).values()) == {Grade.FINE}


@pytest.mark.slow
@given(st.data())
@settings(max_examples=40)
def test_exactly_the_live_destinations_are_graded_at_once(data: st.DataObject) -> None:
    position = data.draw(positions(data.draw(rulesets())))
    live = live_destinations(position)
    if position.phase.is_over or not live:
        assert list(gradings(position)) == []
        return
    for is_over in (None, NO_TIME):
        grading = next(iter(gradings(position, first=is_over)))
        assert places(grading) == {square: set(bits(found)) for square, found in live.items()}


@pytest.mark.slow
@given(st.data())
@settings(max_examples=40)
def test_with_a_piece_in_hand_its_live_destinations_are_graded(data: st.DataObject) -> None:
    position = data.draw(positions(data.draw(rulesets())))
    live = sorted(live_destinations(position))
    if position.phase != Status.RUN or not live:
        return
    lift = Lift(data.draw(st.sampled_from(live)))
    found = set(bits(live_places_in_hand(play(position, lift))))
    *_, grading = gradings(position, (lift,), depth=1)
    assert places(grading) == {lift.square: found}


def places(grading: Grading) -> dict[Square, set[Square]]:
    return {square: set(grades) for square, grades in grading.grades.items()}


def test_later_gradings_are_deeper() -> None:
    depths = [grading.depth for grading in gradings(Position.start(), depth=2)]
    assert depths == [1, 2]


def test_refining_ends_when_it_is_not_wanted_any_more() -> None:
    assert len(list(gradings(Position.start(), is_over=NO_TIME))) == 1


@pytest.mark.parametrize("record", explosion_records()[:6], ids=lambda r: str(r["fen"])[:24])
def test_the_first_grades_take_little_work_whatever_the_position(record: ExplosionRecord) -> None:
    position = parse_fen(record["fen"])
    assert places(first(position)) == {
        square: set(bits(found)) for square, found in live_destinations(position).items()
    }


def test_where_only_a_promotion_is_missing_there_is_nothing_to_grade() -> None:
    position = parse_fen("7k/4P3/8/8/8/8/8/4K3 w 0 - - -")
    assert list(gradings(position, parse_actions("Le7 Pe8"))) == []


def test_actions_that_are_not_allowed_are_refused() -> None:
    with pytest.raises(IllegalAction):
        first(Position.start(), "Le4")
