"""A union that somebody knocks over stands on another square for a moment, as if it had moved."""

from __future__ import annotations

import pytest

from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board, Lay

pytestmark = pytest.mark.slow

# The union of two rooks may go along its rank and its file; each side has pawns to move alone.
ROOKS = "6k1/p6p/8/8/h7/8/P6P/4K3 w 0 - - -"
BEFORE = ["h2>h3", "h7>h6", "RRa4>d4"]


def opened(board: Board, pause: float) -> Board:
    """Players have moved, the last one the union, each after such a pause, as they mostly do."""
    for start, end in (("h2", "h3"), ("h7", "h6"), ("a4", "d4")):
        board.lift(start, at=board.t + pause).drop(end)
    return board


@pytest.mark.parametrize("rolled", [0.1, 0.4])
@pytest.mark.parametrize("stood", [0.6, 1.2])
def test_a_union_that_was_knocked_over_and_stood_up_has_not_moved(
    lay: Lay, rolled: float, stood: float
) -> None:
    board = opened(lay(ROOKS), 2.5)
    board.lift("d4", at=board.t + 2.3).drop("e4", at=board.t + 2.3 + rolled)
    board.lift("e4", at=board.t + stood).drop("d4", at=board.t + stood + 1.2)
    board.lift("a7", at=board.t + 1.1).drop("a6", at=board.t + 1.6)
    board.rest(8.0)
    assert board.recorded == [*BEFORE, "a7>a6"]


def test_turns_played_after_a_knock_are_recorded(lay: Lay) -> None:
    board = opened(lay(ROOKS), 2.5)
    board.lift("d4", at=board.t + 2.3).drop("e4", at=board.t + 2.4)
    board.lift("e4", at=board.t + 1.2).drop("d4", at=board.t + 2.4)
    for start, end in (("a7", "a6"), ("h3", "h4"), ("a6", "a5")):
        board.lift(start, at=board.t + 1.1).drop(end, at=board.t + 1.6)
    board.rest(8.0)
    assert board.recorded == [*BEFORE, "a7>a6", "h3>h4", "a6>a5"]


def test_where_both_players_reply_so_quickly_the_union_has_moved_to_and_fro(lay: Lay) -> None:
    board = opened(lay(ROOKS), 1.4)
    board.lift("d4", at=board.t + 1.3).drop("e4", at=board.t + 1.7)
    board.lift("e4", at=board.t + 1.3).drop("d4", at=board.t + 1.7)
    board.lift("a7", at=board.t + 1.3).drop("a6", at=board.t + 1.7)
    board.rest(8.0)
    assert board.recorded == [*BEFORE, "RRd4>e4", "RRe4>d4", "a7>a6"]


@pytest.mark.parametrize("parts", [False, True], ids=["by touch", "by two pieces"])
def test_who_lays_a_union_down_on_his_way_back_with_it_has_played_no_other_turn(
    parts: bool,
) -> None:
    fen = "1rb1ks2/p5p1/n1p1a1P1/1e2aP1r/1b6/P1aQ4/RP3Rd1/1NW3K1 b 5 - - -"
    board = Board(fen, settings=TrackerSettings(asks_of_parts=parts))
    assert board.move("c1", "c2").rest(1.2) == ["QBc1>c2"]
    board.lift("c2").drop("h6", at=board.t + 0.5).rest(0.8)
    assert board.lift("h6").drop("c1").rest(2.0)[-1] == "takeback 1"
