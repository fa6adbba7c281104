"""Are you sure? A warning of a turn that lets the other player reach the king."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_daemon.game.hint_levels import HintLevel
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.view import BoardView, HandView, StepView
from tests.game.hinted import SHIELD, Seat, lit


@pytest.mark.parametrize("level", HintLevel)
def test_who_wants_it_is_warned_that_his_turn_lets_the_other_reach_his_king(
    level: HintLevel,
) -> None:
    seat = Seat(parse_fen(SHIELD), white=level)
    assert not seat.is_warned()
    seat.play("Le2 Pf2")
    assert seat.is_warned() == (level in (HintLevel.GRADED, HintLevel.BEST, HintLevel.WARNINGS))
    roles = lit(seat.see())
    assert [name for name, role in roles.items() if role == "warning"] == (
        ["e8", "e1"] if seat.is_warned() else []
    )


def test_nobody_is_warned_of_a_turn_that_allows_nothing() -> None:
    seat = Seat(parse_fen(SHIELD), white=HintLevel.WARNINGS)
    seat.play("Le2 Pe4")
    assert not seat.is_warned()


def test_the_warning_ends_when_the_other_player_lifts_a_piece_and_does_not_come_back() -> None:
    seat = Seat(parse_fen(SHIELD), white=HintLevel.WARNINGS)
    seat.play("Le2 Pf2")
    assert seat.is_warned()
    seat.lift("Lb7")
    assert seat.hints.danger is None
    seat.see()
    assert not seat.is_warned()


def test_the_warning_ends_when_the_board_has_found_its_reply() -> None:
    seat = Seat(parse_fen(SHIELD), white=HintLevel.WARNINGS)
    seat.play("Le2 Pf2")
    assert seat.is_warned()
    e8, e1 = parse_square("e8"), parse_square("e1")
    seat.see(replace(BoardView(seat.position), step=StepView(e8, e1)))
    assert seat.hints.danger is None


def test_the_warning_stands_while_its_player_takes_hold_of_his_own_piece() -> None:
    seat = Seat(parse_fen(SHIELD), white=HintLevel.WARNINGS)
    seat.play("Le2 Pf2")
    assert seat.is_warned()
    seat.see(BoardView(seat.position, hand=HandView(parse_square("b2"), {})))
    assert seat.hints.danger is not None


def test_the_warning_is_gone_once_the_turn_is_taken_back() -> None:
    seat = Seat(parse_fen(SHIELD), white=HintLevel.WARNINGS)
    seat.play("Le2 Pf2")
    assert seat.is_warned()
    seat.game.take_back(1)
    seat.see()
    assert seat.hints.danger is None
    assert not seat.is_warned()


def test_an_answer_about_a_turn_that_was_taken_back_is_dropped() -> None:
    seat = Seat(parse_fen(SHIELD), white=HintLevel.WARNINGS)
    seat.play("Le2 Pf2")
    moment = seat.hints.danger_question
    assert moment is not None
    seat.game.take_back(1)
    seat.see()
    assert not seat.hints.found(moment, parse_actions("Le8 Pe1"))
    assert seat.hints.danger is None


def test_how_a_game_began_is_nobodys_fault() -> None:
    seat = Seat(parse_fen("4r1k1/8/8/8/8/8/8/4K3 b 0 - - -"), white=HintLevel.WARNINGS)
    assert not seat.is_warned()
