"""Ways to see the board, and whether any other may have been missed."""

from __future__ import annotations

from board_daemon.rules.position import Position
from board_daemon.tracking.line import Candidate, Line, Pool, Standing

MARGIN = 4.0
BEST = Candidate(Line.at(Position.start(), 0), 3.0, Standing.AT_REST)


def test_a_pool_from_which_only_the_hopeless_is_missing_is_complete() -> None:
    assert Pool((BEST,), missed=7.5).is_complete(MARGIN)
    assert not Pool((BEST,), missed=6.5).is_complete(MARGIN)


def test_a_pool_misses_what_either_of_its_parts_has_missed() -> None:
    other = Candidate(Line.at(Position.start(), 1), 5.0, Standing.TURN)
    assert Pool((BEST,), missed=9.0).with_more([other], missed=6.0).missed == 6.0
    assert Pool((BEST,), missed=6.0).with_more([other]).missed == 6.0
