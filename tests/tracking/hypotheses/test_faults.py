"""Stories that suppose a faulty square, beside one in which something is in the air."""

from __future__ import annotations

from dataclasses import replace

from board_daemon.rules.fen import parse_fen
from board_daemon.tracking.hypotheses.faults import over_unseen
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.settings import TrackerSettings

SETTINGS = TrackerSettings()
LINE = Line.at(parse_fen("4k3/8/8/8/8/8/8/R3K3 w 0 - - -"), 0)
HELD = Candidate(LINE, 0.0, Standing.IN_HAND)


def is_over_beside(doubt: float, undo_to: int = 1) -> bool:
    """Whether what is held may be down where a story of that doubt has a dead square."""
    hidden = Candidate(replace(LINE, blind=1, undo_to=undo_to), doubt, Standing.TURN)
    return bool(over_unseen(Pool((HELD, hidden)), HELD, LINE, 0, SETTINGS))


def test_what_is_held_may_have_been_set_down_on_a_dead_square() -> None:
    assert is_over_beside(SETTINGS.fault)


def test_a_story_that_is_odd_beyond_its_dead_square_does_not_count() -> None:
    assert not is_over_beside(SETTINGS.fault + SETTINGS.margin + 1.0)


def test_a_story_that_began_alike_says_nothing_against_how_it_began() -> None:
    assert not is_over_beside(SETTINGS.fault, undo_to=LINE.undo_to)
