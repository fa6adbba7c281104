"""What was played since an earlier position is found anew, rest by rest."""

from __future__ import annotations

from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.hypotheses.seen_since import seen_since
from board_daemon.tracking.seeing.contents import disagreeing
from tests.tracking.board import START, Board

MOVES = ("e2 e4", "g8 f6", "b1 c3", "h7 h6")
KNIGHTS = ("b1 c3", "b8 c6", "c3 b1", "c6 b8")
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


def test_it_is_not_looked_for_through_half_a_game() -> None:
    assert seen_since(*played(4 * KNIGHTS), MOST) is None
