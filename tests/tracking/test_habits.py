"""How each player handles pieces, learned as he plays."""

from __future__ import annotations

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.explaining.explain import Explainer
from board_daemon.tracking.explaining.explanation import Doubts, Explanation
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.seeing.test_evidence import evidence_of

SETTINGS = TrackerSettings()
WHITE, BLACK = Color.WHITE, Color.BLACK


def turn(story: str) -> Explanation:
    """White's pawn joins Black's on d5, as the changes say."""
    position = parse_fen("4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -")
    evidence = evidence_of(story, contents_of(position))
    free = Doubts(silent=0.0, touched=0.0)
    return Explainer(position, evidence, free, (), SETTINGS).explain().found[0]


SILENT, TOUCHED, PLAIN = turn("e4. d5u"), turn("e4. d5. d5u"), turn("e4. e5w")


def habits(*turns: Explanation, color: Color = WHITE) -> Habits:
    learned = Habits(SETTINGS)
    for explanation in turns:
        learned.note(color, explanation)
    return learned


def test_of_players_nobody_knows_a_silent_join_is_nearly_ruled_out() -> None:
    assert not habits().are_careless
    assert habits().doubts(WHITE) == Doubts(silent=SETTINGS.silent_unseen, touched=0.0)


def test_who_keeps_the_convention_goes_on_being_trusted() -> None:
    learned = habits(*[TOUCHED] * 50, PLAIN)
    assert not learned.are_careless
    assert learned.doubts(WHITE) == habits().doubts(WHITE)


def test_one_silent_join_makes_the_next_one_likely() -> None:
    learned = habits(SILENT)
    assert learned.are_careless
    assert learned.doubts(WHITE).silent < 1.0
    assert learned.doubts(WHITE).touched > 0.0


def test_it_is_known_where_something_was_slipped_in_until_that_turn_was_another() -> None:
    d5 = 1 << parse_square("d5")
    learned = habits(TOUCHED, SILENT, SILENT)
    learned.forget(WHITE, SILENT)
    assert learned.slipped_into == d5
    learned.forget(WHITE, SILENT)
    assert learned.slipped_into == 0


def test_what_one_does_says_less_of_the_other() -> None:
    learned = habits(SILENT, SILENT, TOUCHED)
    assert learned.doubts(BLACK).silent > learned.doubts(WHITE).silent
    assert learned.doubts(BLACK).silent < SETTINGS.silent_unseen


@pytest.mark.parametrize("color", [WHITE, BLACK])
def test_the_more_often_it_happens_the_less_it_surprises(color: Color) -> None:
    surprise = [
        habits(SILENT, *[TOUCHED] * touched, color=color).doubts(color).silent
        for touched in (0, 1, 3, 8)
    ]
    assert surprise == sorted(surprise)


def test_nobody_is_ever_quite_sure_of_a_player() -> None:
    orderly = habits(SILENT, *[TOUCHED] * 1000).doubts(WHITE)
    careless = habits(*[SILENT] * 1000).doubts(WHITE)
    assert orderly.silent < SETTINGS.margin
    assert careless.touched < SETTINGS.margin


def test_a_silent_join_that_turned_out_to_be_another_turn_is_forgotten() -> None:
    learned = habits(TOUCHED, SILENT)
    learned.forget(WHITE, SILENT)
    assert not learned.are_careless
    assert learned.kept == 1


def paused(*seconds: float) -> Habits:
    """White has paused for so long in the midst of each of his turns."""
    habits = Habits(SETTINGS)
    for each in seconds:
        habits.note_pause(WHITE, each)
    return habits


@pytest.mark.parametrize(
    ("seconds", "patience"),
    [
        ((), SETTINGS.silent_patience),
        ((2.5, 0.5, 3.0, 2.5), SETTINGS.partial_patience),
        ((6.0, 7.0, 0.5, 6.0), SETTINGS.leftover_patience),
    ],
)
def test_who_often_pauses_in_the_midst_of_a_turn_may_hold_a_piece_for_longer(
    seconds: tuple[float, ...], patience: float
) -> None:
    habits = paused(*seconds)
    assert habits.may_hold_for(WHITE) == patience
    assert habits.may_hold_for(BLACK) == SETTINGS.silent_patience


def test_a_pause_now_and_then_says_little() -> None:
    assert paused(9.0, 0.5, 0.5, 9.0, 0.5).may_hold_for(WHITE) == SETTINGS.silent_patience


def test_pauses_of_long_ago_are_forgotten() -> None:
    assert paused(6.0, 6.0, 6.0, *[0.5] * 8).may_hold_for(WHITE) == SETTINGS.silent_patience
