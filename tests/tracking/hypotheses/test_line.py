"""Lines of play that may have led to what stands on the board."""

from __future__ import annotations

from dataclasses import replace

from board_daemon.rules.position import Position
from board_daemon.tracking.hypotheses.line import Line, each_once


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
