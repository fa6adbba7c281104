"""A turn on request, shown step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_daemon.game.errors import GameError
from board_daemon.game.hint_levels import HintLevel
from board_daemon.game.hints import StepKind
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.view import BoardView, PromotionView
from tests.game.hinted import START, Seat, lit, owing


def advised(position: Position, turn: str) -> Seat:
    seat = Seat(position, white=HintLevel.BEST)
    seat.hints.ask_for_turn()
    moment = seat.hints.turn_question
    assert moment is not None
    assert seat.hints.advised(moment, parse_actions(turn))
    return seat


def test_a_turn_that_was_asked_for_is_shown_step_by_step() -> None:
    seat = advised(parse_fen("4k3/8/8/4c3/8/5N2/p7/K7 w 0 - - -"), "Lf3 Pe5 Pe8")
    assert lit(seat.see())["f3"] == "best"
    assert lit(seat.lift("Lf3"))["e5"] == "best"
    assert [name for name, role in lit(seat.lift("Lf3")).items() if role == "best"] == ["e5"]
    assert lit(seat.lift("Lf3 Pe5"))["e8"] == "best"


def test_who_lifts_another_piece_is_told_to_put_it_back_first() -> None:
    seat = advised(START, "Lg1 Pf3")
    assert lit(seat.lift("Le2")) == {"e2": "origin", "e3": "move", "e4": "move"}
    step = seat.hints.step
    assert step is not None
    assert (step.kind, step.square) == (StepKind.BACK, parse_square("e2"))
    assert lit(seat.see()) == {"g1": "best"}


def test_an_owed_promotion_is_the_first_step() -> None:
    seat = owing()
    seat.choices = replace(seat.choices, black=HintLevel.BEST)
    seat.hints.ask_for_turn()
    moment = seat.hints.turn_question
    assert moment is not None
    seat.hints.advised(moment, parse_actions("=R Lb1 Pb5"))
    waiting = PromotionView(parse_square("b1"), PieceType.QUEEN)
    seat.see(replace(BoardView(seat.position), promotion=waiting))
    step = seat.hints.step
    assert step is not None
    assert (step.kind, step.piece) == (StepKind.PROMOTE, PieceType.ROOK)
    assert lit(seat.lift("=R Lb1"))["b5"] == "best"


def test_the_turn_is_forgotten_once_another_is_played() -> None:
    seat = advised(START, "Lg1 Pf3")
    seat.play("Le2 Pe4")
    assert lit(seat.see()) == {}
    seat.play("Le7 Pe5")
    assert lit(seat.see()) == {}
    assert seat.hints.turn_question is None


def test_a_turn_that_comes_too_late_is_dropped() -> None:
    seat = Seat(white=HintLevel.BEST)
    seat.hints.ask_for_turn()
    moment = seat.hints.turn_question
    assert moment is not None
    seat.play("Le2 Pe4")
    assert not seat.hints.advised(moment, parse_actions("Lg1 Pf3"))


@pytest.mark.parametrize("level", [each for each in HintLevel if each != HintLevel.BEST])
def test_a_turn_is_shown_only_to_who_may_ask_for_it(level: HintLevel) -> None:
    seat = Seat(white=level, black=HintLevel.BEST)
    with pytest.raises(GameError, match="level best"):
        seat.hints.ask_for_turn()
    assert not seat.hints.state.may_ask


def test_no_turn_is_shown_once_the_game_is_over() -> None:
    seat = Seat(white=HintLevel.BEST)
    seat.see(goes_on=False)
    with pytest.raises(GameError, match="over"):
        seat.hints.ask_for_turn()
