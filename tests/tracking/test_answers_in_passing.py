"""Answers right after or before which play went on: nobody is left waiting for what comes of them.

They need not have been answers, so the same is asked once more.
"""

from __future__ import annotations

import pytest

from tests.tracking.board import Board, Lay
from tests.tracking.slipping import PATIENT, slipped

pytestmark = pytest.mark.usefixtures("with_and_without_parts")

ANSWERS = pytest.mark.parametrize(("touched", "turn"), [("d4", "Qd1>Rd4>g4"), ("g4", "Qd1>g4")])


def asked(lay: Lay) -> Board:
    """It is asked by which way the queen went to g4."""
    board = slipped(lay)
    assert board.move("d1", "g4").rest(PATIENT) == ["ask d4"]
    return board


@ANSWERS
@pytest.mark.parametrize("soon", [0.4, 0.8, 1.2])
def test_something_adjusted_right_after_an_answer_has_it_asked_once_more(
    lay: Lay, soon: float, touched: str, turn: str
) -> None:
    board = asked(lay).touch(touched)
    board.lift("a1", at=board.t + soon).drop("a1", at=board.t + 0.5)
    assert board.rest(3.0) == ["ask d4"]
    assert board.touch(touched).rest(3.0)[0] == turn


@ANSWERS
@pytest.mark.parametrize("soon", [0.4, 0.8, 1.2])
def test_so_does_something_adjusted_right_before_it(
    lay: Lay, soon: float, touched: str, turn: str
) -> None:
    board = asked(lay)
    board.touch("a1", at=board.t + 1.0)
    assert board.touch(touched, at=board.t + soon).rest(3.0) == ["ask d4"]
    assert board.touch(touched).rest(3.0)[0] == turn


@ANSWERS
def test_so_does_a_reply(lay: Lay, touched: str, turn: str) -> None:
    board = asked(lay).touch(touched)
    board.lift("b7", at=board.t + 1.0).drop("b6")
    assert board.rest(3.0) == ["ask d4"]
    board.touch(touched).rest(3.0)
    assert board.recorded[2:] == [turn, "Kb7>b6"]


@ANSWERS
def test_so_does_a_reply_right_before_it(lay: Lay, touched: str, turn: str) -> None:
    board = asked(lay).move("b7", "b6")
    assert board.touch(touched, at=board.t + 0.3).rest(3.0) == ["ask d4"]
    board.touch(touched).rest(3.0)
    assert board.recorded[2:] == [turn, "Kb7>b6"]


def test_nobody_is_asked_once_more_while_a_piece_is_held(lay: Lay) -> None:
    board = asked(lay).touch("g4")
    assert board.lift("a1", at=board.t + 0.6).rest(2.0) == []
    assert board.drop("a1").rest(3.0) == ["ask d4"]


def test_nor_where_what_was_touched_answers_nothing(lay: Lay) -> None:
    board = asked(lay).touch("a1")
    board.lift("b7", at=board.t + 0.6).drop("b7", at=board.t + 0.5)
    assert board.rest(5.0) == []
