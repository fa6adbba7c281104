"""What is asked about the piece in hand, which answers count, and what is shown of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.game.hint_levels import HintChoices, HintLevel
from board_daemon.game.hints import Hints
from board_daemon.lights.roles import Role, roles_for
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.destinations import live_destinations, live_places_in_hand
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.squares import bits, parse_square, square_name
from board_daemon.rules.status import Status
from board_daemon.tracking.view import FixSquare, PromotionView, Quality
from tests.game.hinted import SHIELD, START, Seat, holding, lit, owing
from tests.rules.strategies import positions, rulesets

GRADING = (Role.BEST, Role.FINE, Role.RISKY)


# --- how good the destinations are ---


def test_until_an_answer_comes_the_legal_destinations_are_lit() -> None:
    seat = Seat(white=HintLevel.GRADED)
    assert lit(seat.lift("Le2")) == {"e2": "origin", "e3": "move", "e4": "move"}


def test_each_destination_gets_the_light_of_its_quality() -> None:
    seat = Seat(white=HintLevel.GRADED)
    assert seat.grade("Lb1", a3="risky", c3="best") == {"b1": "origin", "a3": "risky", "c3": "best"}


def test_a_better_answer_replaces_the_first() -> None:
    seat = Seat(white=HintLevel.GRADED)
    seat.grade("Le2", e3="fine", e4="fine")
    assert seat.grade("Le2", e3="fine", e4="best")["e4"] == "best"


def test_a_destination_without_a_grade_keeps_its_ordinary_light() -> None:
    seat = Seat(white=HintLevel.GRADED)
    assert seat.grade("Le2", e4="best") == {"e2": "origin", "e3": "move", "e4": "best"}


def test_an_answer_for_a_hand_that_is_gone_is_dropped() -> None:
    seat = Seat(white=HintLevel.GRADED)
    seat.lift("Le2")
    question = seat.hints.hand_question
    assert question is not None
    seat.see()
    assert not seat.hints.graded(question, {parse_square("e4"): Quality.BEST}, 1)
    seat.lift("Ld2")
    assert not seat.hints.graded(question, {parse_square("d4"): Quality.BEST}, 1)
    assert lit(seat.lift("Ld2")) == {"d2": "origin", "d3": "move", "d4": "move"}


def test_an_answer_for_another_position_is_dropped_though_the_same_piece_is_in_hand() -> None:
    seat = Seat(white=HintLevel.GRADED, black=HintLevel.GRADED)
    seat.lift("Lg1")
    question = seat.hints.hand_question
    assert question is not None
    seat.play("Le2 Pe4")
    seat.play("Le7 Pe5")
    seat.lift("Lg1")
    assert not seat.hints.graded(question, {parse_square("f3"): Quality.BEST}, 1)


def test_grades_of_a_piece_that_was_put_back_are_shown_at_once_when_it_is_lifted_again() -> None:
    seat = Seat(white=HintLevel.GRADED)
    seat.grade("Le2", e3="fine", e4="best")
    seat.see()
    assert lit(seat.lift("Le2"))["e4"] == "best"


def test_a_freed_piece_is_asked_about_with_all_that_was_done_before() -> None:
    seat = Seat(parse_fen("4k3/8/8/4c3/8/5N2/p7/K7 w 0 - - -"), white=HintLevel.GRADED)
    seat.lift("Lf3")
    seat.lift("Lf3 Pe5")
    question = seat.hints.hand_question
    assert question is not None
    assert question.actions == parse_actions("Lf3 Pe5")
    assert (question.start, question.origin) == (parse_square("f3"), parse_square("e5"))
    assert seat.grade("Lf3 Pe5", e8="best", e6="fine")["e8"] == "paco"


def test_a_union_in_hand_is_graded_too() -> None:
    seat = Seat(parse_fen("4k3/8/8/4c3/8/8/8/K7 w 0 - - -"), white=HintLevel.GRADED)
    assert seat.grade("Le5", e6="best", d5="risky")["d5"] == "risky"


def test_a_promotion_that_was_owed_belongs_to_what_was_done() -> None:
    seat = owing()
    assert seat.grade("=Q Lb1", a1="risky", b8="best")["b8"] == "best"


def test_while_a_pawn_waits_to_be_promoted_nothing_is_graded() -> None:
    seat = owing()
    waiting = PromotionView(parse_square("b1"), PieceType.QUEEN)
    seat.see(replace(holding(seat.position, "=Q Lb1"), promotion=waiting))
    assert seat.hints.hand_question is None


@pytest.mark.parametrize("other", [{"fix": (FixSquare(3, True),)}, {"ask": (3, 4)}])
def test_while_the_board_has_something_to_say_nothing_is_graded(other: dict[str, Any]) -> None:
    seat = Seat(white=HintLevel.GRADED)
    seat.see(replace(holding(START, "Le2"), **other))
    assert seat.hints.hand_question is None


@pytest.mark.parametrize("level", [each for each in HintLevel if each != HintLevel.GRADED])
def test_only_who_wants_grades_has_them_asked_for(level: HintLevel) -> None:
    seat = Seat(white=level, black=HintLevel.GRADED)
    seat.lift("Le2")
    assert seat.hints.hand_question is None


def test_for_a_colour_that_the_board_plays_there_are_no_hints() -> None:
    seat = Seat(parse_fen(SHIELD), white=HintLevel.GRADED, black=HintLevel.OFF)
    seat.hints = Hints(lambda: seat.choices, lambda color: False)
    seat.lift("Le2")
    assert seat.hints.hand_question is None
    seat.play("Le2 Pf2")
    assert not seat.is_warned()
    # What it plays is carried out by the lights: they are not hidden.
    assert lit(seat.lift("Lb7")) == {"b7": "origin", "b6": "move", "b5": "move"}


def test_once_the_game_is_over_there_are_no_hints() -> None:
    seat = Seat(white=HintLevel.GRADED)
    view = holding(START, "Le2")
    seat.see(view, goes_on=False)
    assert seat.hints.hand_question is None
    assert not seat.hints.needs_thinking


@pytest.mark.slow
@given(st.data())
@settings(max_examples=120)
def test_no_light_ever_shows_a_destination_that_is_not_live(data: st.DataObject) -> None:
    position = data.draw(positions(data.draw(rulesets())))
    starts = sorted(live_destinations(position))
    if position.phase != Status.RUN or not starts:
        return
    level = data.draw(st.sampled_from(HintLevel))
    seat = Seat(position, white=level, black=level, pieces=data.draw(st.integers(0, 2)))
    some_grades = st.dictionaries(st.integers(0, 63), st.sampled_from(Quality))
    old = None
    for start in data.draw(st.lists(st.sampled_from(starts), min_size=1, max_size=4)):
        view = seat.see(holding(position, f"L{square_name(start)}"))
        # An answer for the piece before may come late, and any may be wrong.
        for question in (old, seat.hints.hand_question):
            if question is not None:
                seat.hints.graded(question, data.draw(some_grades), 1)
        old = seat.hints.hand_question or old
        assert view.hand is not None
        assert view.hand.position is not None
        live = set(bits(live_places_in_hand(view.hand.position)))
        shown = roles_for(seat.shown(view))
        assert {square for square, role in shown.items() if role != Role.ORIGIN} <= live
        if level.hides_destinations:
            assert set(shown) <= {start}
        if level != HintLevel.GRADED:
            assert not {role for role in shown.values() if role in GRADING}


# --- no more than so many pieces ---


def test_after_so_many_pieces_only_the_legal_squares_are_shown() -> None:
    seat = Seat(white=HintLevel.GRADED, pieces=2)
    assert "best" in seat.grade("Le2", e3="fine", e4="best").values()
    assert "fine" in seat.grade("Ld2", d3="fine", d4="fine").values()
    assert seat.grade("Lg1", f3="best") == {"g1": "origin", "f3": "move", "h3": "move"}
    assert seat.hints.state.is_spent
    # Those that were looked at may be looked at again.
    assert "best" in seat.grade("Le2", e3="fine", e4="best").values()
    assert not seat.hints.state.is_spent


def test_a_piece_that_was_put_back_before_it_was_graded_does_not_count() -> None:
    seat = Seat(white=HintLevel.GRADED, pieces=1)
    seat.lift("Ld2")
    assert "best" in seat.grade("Le2", e4="best").values()
    assert seat.hints.state.looked == 1


def test_the_next_turn_has_its_own_pieces() -> None:
    seat = Seat(white=HintLevel.GRADED, black=HintLevel.GRADED, pieces=1)
    seat.grade("Le2", e4="best")
    seat.play("Le2 Pe4")
    assert "best" in seat.grade("Le7", e5="best").values()


def test_who_takes_his_turn_back_does_not_begin_to_count_anew() -> None:
    seat = Seat(white=HintLevel.GRADED, pieces=1)
    seat.grade("Le2", e4="best")
    seat.play("Le2 Pe4")
    seat.game.take_back(1)
    seat.see()
    assert seat.grade("Ld2", d4="best")["d4"] == "move"
    assert "best" in seat.grade("Le2", e4="best").values()


def test_without_a_limit_every_piece_is_graded() -> None:
    seat = Seat(white=HintLevel.GRADED, pieces=0)
    for start in "abcdefgh":
        assert "fine" in seat.grade(f"L{start}2", **{f"{start}3": "fine"}).values()


def test_the_pieces_of_a_chain_count_as_the_one_that_began_it() -> None:
    position = parse_fen("4k3/8/8/4c3/8/5N2/p7/K7 w 0 - - -")
    seat = Seat(position, white=HintLevel.GRADED, pieces=1)
    seat.grade("Lf3", e5="best")
    assert seat.grade("Lf3 Pe5", e6="fine")["e6"] == "fine"
    assert seat.hints.state.looked == 1


# --- who gets what ---


def test_each_player_has_his_own_level() -> None:
    seat = Seat(white=HintLevel.OFF, black=HintLevel.LEGAL)
    assert lit(seat.lift("Le2")) == {"e2": "origin"}
    seat.play("Le2 Pe4")
    assert lit(seat.lift("Le7")) == {"e7": "origin", "e6": "move", "e5": "move"}


@pytest.mark.parametrize("level", HintLevel)
def test_a_search_is_needed_only_for_grades_and_turns(level: HintLevel) -> None:
    needed = level in (HintLevel.GRADED, HintLevel.BEST)
    assert Seat(white=HintLevel.OFF, black=level).hints.needs_thinking == needed
    assert HintChoices(black=level).level(Color.BLACK) == level
