"""Taking turns off the record again."""

from __future__ import annotations

from board_daemon.rules.pieces import Color
from tests.tracking.board import Board


def test_of_a_turn_that_is_not_sure_after_all_nothing_is_learnt() -> None:
    board = Board("4k3/8/8/3p4/4P3/8/8/4K3 w 0 - - -")
    assert board.join("e4", "d5").rest() == ["e4xd5"]
    habits, follower = board.tracker._habits, board.tracker._follower
    assert habits._touched[Color.WHITE] == 1
    assert follower.root.before_turn is not None
    follower._committing.go_back(board.t, follower.root.before_turn)
    assert board.recorded == []
    assert habits._touched[Color.WHITE] == 0
