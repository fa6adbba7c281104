"""Ways to see the board, and whether any other may have been missed."""

from __future__ import annotations

import math
from dataclasses import replace

from board_daemon.rules.position import Position
from board_daemon.tracking.line import (
    OUT_OF_QUESTION,
    Candidate,
    Line,
    Pool,
    Shortlist,
    Standing,
    each_once,
)

MARGIN = 4.0
BEST = Candidate(Line.at(Position.start(), 0), 3.0, Standing.AT_REST)


def test_a_pool_from_which_only_the_hopeless_is_missing_is_complete() -> None:
    assert Pool((BEST,), missed=7.5).is_complete(MARGIN)
    assert not Pool((BEST,), missed=6.5).is_complete(MARGIN)


def test_a_pool_misses_what_either_of_its_parts_has_missed() -> None:
    other = Candidate(Line.at(Position.start(), 1), 5.0, Standing.TURN)
    assert Pool((BEST,), missed=9.0).with_more([other], missed=6.0).missed == 6.0
    assert Pool((BEST,), missed=6.0).with_more([other]).missed == 6.0


def test_a_shortlist_rules_out_what_is_far_worse_than_its_best() -> None:
    shortlist = Shortlist(3)
    assert shortlist.limit == math.inf
    shortlist.add([BEST])
    assert shortlist.limit == BEST.doubt + OUT_OF_QUESTION


def test_a_full_shortlist_rules_out_what_is_worse_than_its_last() -> None:
    shortlist = Shortlist(2)
    shortlist.add([BEST, Candidate(BEST.line, 4.0, Standing.TURN)])
    assert shortlist.limit > 20.0  # The same way to see the board counts once.
    shortlist.add([Candidate(Line.at(Position.start(), 1), 5.0, Standing.TURN)])
    assert shortlist.limit == 5.0


def test_of_lines_that_differ_in_doubt_alone_the_best_is_kept() -> None:
    root = Line.at(Position.start(), 0)
    later, blind = replace(root, index=2), replace(root, blind=1)
    lines = [replace(root, doubt=3.0), later, replace(root, doubt=1.0), blind, replace(later)]
    kept = each_once(lines)
    assert [(line.index, line.blind, line.doubt) for line in kept] == [
        (0, 0, 1.0),
        (2, 0, 0.0),
        (0, 1, 0.0),
    ]


def test_lines_that_came_about_otherwise_are_all_kept() -> None:
    root = Line.at(Position.start(), 0)
    other = replace(root)
    lines = [replace(root, parent=root), replace(root, parent=other), root]
    assert each_once(lines) == lines
