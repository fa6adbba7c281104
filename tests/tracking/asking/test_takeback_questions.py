"""Asking by a touch whether the last turn was taken back."""

from __future__ import annotations

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.asking.takeback_questions import TakebackQuestion
from board_daemon.tracking.seeing.contents import Content, contents_of
from board_daemon.tracking.seeing.debounce import Sighting

POSITION = contents_of(parse_fen("4k3/8/8/3c4/8/8/8/4K3 w 0 - - -"))
UNION = parse_square("d5")
KING = parse_square("e1")
PATIENCE = 2.5


def asked() -> TakebackQuestion:
    """Asked at ten seconds; both turns ended where the union stands again."""
    here = 1 << UNION
    return TakebackQuestion(here, 1, 10.0, 0, POSITION, ends=here, stood=POSITION, at_once=here)


def test_the_question_stands_though_the_union_in_question_moves_on() -> None:
    gone = list(POSITION)
    gone[UNION] = Content.EMPTY
    assert asked().still_stands(gone)


MOVED_ON = [
    Sighting(10.0 + PATIENCE, UNION, Content.EMPTY, Content.UNION),
    Sighting(13.0, parse_square("d7"), Content.UNION, Content.EMPTY),
]


def test_who_moves_that_union_on_has_not_touched_it() -> None:
    assert not asked().is_touched(UNION, MOVED_ON)


def test_who_lifts_it_and_sets_it_down_has_touched_it() -> None:
    came = Sighting(15.0, UNION, Content.BLACK, Content.EMPTY)
    assert asked().is_touched(UNION, [*MOVED_ON, came])
    assert not asked().is_touched(KING, [*MOVED_ON, came])


def test_who_did_nothing_for_long_though_he_was_asked_has_left_it_alone() -> None:
    assert asked().was_left_alone(MOVED_ON, PATIENCE)
    assert not asked().was_left_alone(MOVED_ON, PATIENCE + 0.1)
    assert not asked().was_left_alone([], PATIENCE)
