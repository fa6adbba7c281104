"""How lines of play are extended: nothing is sought in vain, and nothing twice."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from board_daemon.rules.position import Position
from board_daemon.tracking.explaining.effort import Limits
from board_daemon.tracking.explaining.explain import Explainer
from board_daemon.tracking.explaining.explanation import Explanations
from board_daemon.tracking.hypotheses import other_turns
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.other_turns import OtherTurn, only_other_turn
from board_daemon.tracking.hypotheses.pool import OUT_OF_QUESTION
from board_daemon.tracking.hypotheses.scene import Scene
from tests.tracking.board import START, Board
from tests.tracking.hypotheses.test_promotions import SETTINGS, scene_of


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """For each search for explanations, the doubt that they might have at most."""
    sought: list[float] = []
    explain = Explainer.explain

    def noting(
        self: Explainer, most: float = math.inf, limits: Limits | None = None
    ) -> Explanations:
        sought.append(most)
        return explain(self, most, limits)

    monkeypatch.setattr(Explainer, "explain", noting)
    return sought


def test_a_line_that_is_out_of_the_question_is_not_searched(searches: list[float]) -> None:
    scene = scene_of(START, "e2. e4w")
    likely = Line.at(Position.start(), 0)
    unlikely = replace(Line.at(Position.start(), 0, depth=2), doubt=OUT_OF_QUESTION + 1.0)
    pool = extend([unlikely, likely], scene, at_rest=True)
    assert [candidate.doubt for candidate in pool.candidates] == [0.0]
    assert pool.missed > OUT_OF_QUESTION
    assert searches == [math.inf]


def test_a_less_likely_line_is_searched_only_as_far_as_it_may_count(
    searches: list[float],
) -> None:
    scene = scene_of(START, "e2. e4w")
    lines = [Line.at(Position.start(), 0), replace(Line.at(Position.start(), 0), doubt=5.0)]
    extend(lines, scene, at_rest=True)
    assert searches == [math.inf, OUT_OF_QUESTION - 5.0]


def test_a_full_pool_leaves_no_room_for_what_is_worse(searches: list[float]) -> None:
    scene = scene_of(START, "e2. e4w")
    small = replace(scene, settings=replace(SETTINGS, most_lines=1))
    lines = [Line.at(Position.start(), 0), replace(Line.at(Position.start(), 0), doubt=5.0)]
    assert extend(lines, small, at_rest=True).least_missed() == 5.0
    assert searches == [math.inf]


def test_each_open_line_is_searched_once_just_before_the_other_player_may_begin(
    searches: list[float],
) -> None:
    board = Board(START).move("e2", "e4")
    board.rest(2.0)
    board.move("e7", "e5")
    searches.clear()
    board.rest(0.1)
    assert len(searches) == 1
    board.lift("g1", at=board.t + 0.05).rest(0.1)
    assert len(searches) == 1


def test_it_is_searched_as_he_begins_if_he_is_quicker_than_that(searches: list[float]) -> None:
    board = Board(START).move("e2", "e4")
    board.rest(2.0)
    board.move("e7", "e5")
    searches.clear()
    board.lift("g1", at=board.t + 0.06)
    assert searches == []
    board.rest(0.1)
    assert len(searches) == 1


def test_what_else_the_last_turn_may_have_been_is_sought_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sought: list[Line] = []

    def noting(before: Line, recorded: Line, scene: Scene) -> OtherTurn:
        sought.append(recorded)
        return only_other_turn(before, recorded, scene)

    monkeypatch.setattr(other_turns, "only_other_turn", noting)
    board = Board(START).move("e2", "e4")
    board.rest(2.0)
    board.move("a7", "a3").rest(10.0)
    assert len(sought) == 1
