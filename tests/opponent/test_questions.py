from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.opponent.choosing import choose
from board_daemon.opponent.errors import QuestionError, UnknownLevel
from board_daemon.opponent.grading import gradings
from board_daemon.opponent.levels import level_numbered
from board_daemon.opponent.questions import (
    Asked,
    GradesQuestion,
    Message,
    TurnQuestion,
    answers,
    from_line,
    grading_from_json,
    positions_that_count,
    question_to_json,
    to_line,
    turn_from_json,
)
from board_daemon.rules.actions import Lift, parse_actions
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position
from board_daemon.rules.turns import distinct_outcomes
from tests.rules.strategies import positions, rulesets

START = Position.start()


def answered(message: Message) -> list[Message]:
    """As it comes over the wire, with all the time in the world."""
    wired = from_line(to_line(message))
    return [from_line(to_line(each)) for each in answers(wired, lambda: 0.0, lambda: False)]


def test_the_turn_is_what_the_level_would_play_here() -> None:
    question = TurnQuestion(Asked(START), level=6, seed=5)
    found = [turn_from_json(each) for each in answered(question_to_json(question, 1))]
    assert found[-1].turn == choose(START, level_numbered(6), Random(5)).turn


def test_what_has_been_done_of_the_turn_is_left_out_of_the_answer() -> None:
    question = TurnQuestion(Asked(START, (Lift(12),)), level=6)
    [*_, last] = answered(question_to_json(question, 1))
    assert last["turn"] in ("Pe3", "Pe4")


@pytest.mark.slow
def test_grades_come_back_as_they_were() -> None:
    question = replace(GradesQuestion(Asked(START, (Lift(12),))))
    found = [grading_from_json(each) for each in answered(question_to_json(question, 1))[:2]]
    assert found == list(gradings(START, (Lift(12),), depth=2))


@pytest.mark.slow
@given(st.data())
@settings(max_examples=30)
def test_every_position_can_be_asked_about(data: st.DataObject) -> None:
    position = data.draw(positions(data.draw(rulesets())))
    if position.phase.is_over or not distinct_outcomes(position):
        return
    question = question_to_json(TurnQuestion(Asked(position, stood=(position,)), level=2), 1)
    *_, last = answered(question)
    assert parse_actions(str(last["turn"]))


def test_only_positions_that_may_come_back_are_told() -> None:
    game = Game()
    for actions in ("Le2 Pe4", "Ld7 Pd5", "Le4 Pd5", "Lb8 Pc6", "Lb1 Pc3"):
        game.play_turn(parse_actions(actions))
    told = positions_that_count(game.turns)
    assert told == tuple(turn.position for turn in reversed(game.turns[2:]))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ask": "weather"}, "turn or grades"),
        ({"fen": 7}, "fen: expected a text"),
        ({"fen": "here"}, "FEN"),
        ({"rules": "chess"}, "expected a ruleset"),
        ({"actions": "Le4"}, "Le4"),
        ({"stood": 3}, "stood: expected a list"),
        ({"stood": [[1, 2]]}, "a FEN and a number"),
        ({"seconds": "long"}, "seconds: expected a number"),
        ({"seed": 1.5}, "seed: expected a whole number"),
        ({"level": 11}, "from 1 to 10"),
    ],
    ids=str,
)
def test_wrong_questions_are_refused_with_a_sentence(change: Message, words: str) -> None:
    message = {**question_to_json(TurnQuestion(Asked(START)), 1), **change}
    with pytest.raises(PacoboardError, match=words):
        answered(message)


def test_an_unknown_level_is_an_error_of_its_own() -> None:
    with pytest.raises(UnknownLevel):
        answered(question_to_json(TurnQuestion(Asked(START), level=0), 1))


@pytest.mark.parametrize("line", [b"", b"[]\n", b"{\n", b"\xff\n", b"12\n"])
def test_lines_that_are_no_message_are_refused(line: bytes) -> None:
    with pytest.raises(QuestionError, match="one JSON object"):
        from_line(line)


def test_a_message_is_one_line() -> None:
    line = to_line(question_to_json(GradesQuestion(Asked(START)), 3))
    assert line.count(b"\n") == 1
    assert json.loads(line)["id"] == 3
