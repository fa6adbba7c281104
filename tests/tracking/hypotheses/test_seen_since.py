"""What was played since an earlier position is found anew, rest by rest."""

from __future__ import annotations

from dataclasses import replace

from board_daemon.tracking.explaining.effort import Effort
from board_daemon.tracking.explaining.memory import Memory
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.seen_since import seen_since
from board_daemon.tracking.seeing.contents import disagreeing
from tests.tracking.board import START, Board

MOVES = ("e2 e4", "g8 f6", "b1 c3", "h7 h6")
# As many as there are rests to be looked at.
LONG = (
    *("a2 a3", "a7 a6", "b2 b3", "b7 b6", "c2 c3", "c7 c6", "d2 d3", "d7 d6"),
    *("e2 e3", "h7 h6", "f2 f3", "g7 g6", "g2 g3", "f7 f6", "h2 h3", "b8 d7"),
    *("b1 d2", "c8 b7", "f1 g2", "f8 g7", "g1 e2", "e8 f7", "e1 f2", "d8 c7"),
)
MOST = 10.0


def played(moves: tuple[str, ...]) -> tuple[Line, Scene]:
    """The line before those moves, and the scene after them."""
    board = Board(START)
    lines = board.tracker._follower._open
    before = lines.root
    for move in moves:
        board.move(*move.split()).rest(2.0)
    return before, lines.scene


def test_several_turns_are_found_though_no_one_moment_shows_them_all() -> None:
    before, scene = played(MOVES)
    found = seen_since(before, scene, MOST)
    assert found is not None
    assert found.line.depth == before.depth + len(MOVES)
    assert not disagreeing(scene.seen, found.line.expected)


def test_the_turns_may_have_no_more_doubt_than_is_allowed() -> None:
    before, scene = played(MOVES)
    assert seen_since(before, scene, -1.0) is None


def test_many_turns_are_found_as_well_as_few() -> None:
    before, scene = played(LONG)
    found = seen_since(before, unhurried(scene), MOST)
    assert found is not None
    assert found.line.depth == before.depth + len(LONG)


def test_it_is_not_looked_for_through_half_a_game() -> None:
    before, scene = played((*LONG, "d1 c2", "e7 e6", "c1 b2", "a8 b8"))
    assert seen_since(before, unhurried(scene), MOST) is None


def unhurried(scene: Scene) -> Scene:
    """The same, with as much work as it takes."""
    return replace(scene, memory=Memory(Effort()))
