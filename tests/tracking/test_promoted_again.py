"""A promotion is drawn back and played once more: what the pawn becomes may be chosen anew."""

from __future__ import annotations

import pytest

from tests.tracking.board import Board

# White's pawn in the union on a7 goes home; Black's may go back from there.
LAST_STEP = "4k3/a6p/8/8/8/8/7P/4K3 w 0 - - -"

pytestmark = pytest.mark.usefixtures("with_and_without_parts")


def promoted_to_a_bishop() -> Board:
    board = Board(LAST_STEP)
    board.move("a7", "a8").choose("B").rest(10.0)
    assert board.recorded == ["PPa7>a8=B"]
    return board


def drawn_back(board: Board) -> Board:
    """That is taken for Black's reply."""
    assert board.move("a8", "a7").rest(3.0) == ["PBa8>a7"]
    return board


def test_a_promotion_played_once_more_is_asked_about() -> None:
    board = drawn_back(promoted_to_a_bishop())
    assert board.move("a7", "a8").rest(2.0) == ["takeback 1", "PPa7>a8=B", "promote a8"]


def test_it_may_become_another_piece() -> None:
    board = drawn_back(promoted_to_a_bishop())
    board.move("a7", "a8").rest(2.0)
    assert board.touch("a8").rest(1.7) == ["revise PPa7>a8=Q"]
    assert board.touch("a8").rest(2.0) == ["revise PPa7>a8=N"]


def test_who_does_not_choose_leaves_what_it_was() -> None:
    board = drawn_back(promoted_to_a_bishop())
    board.move("a7", "a8").rest(20.0)
    board.move("h7", "h6").rest(2.0)
    assert board.recorded == ["PPa7>a8=B", "h7>h6"]


def test_a_reply_elsewhere_that_is_taken_back_asks_nothing_of_the_promotion() -> None:
    board = promoted_to_a_bishop()
    assert board.move("h7", "h6").rest(2.0) == ["h7>h6"]
    assert board.move("h6", "h7").rest(2.0) == ["takeback 2"]


def test_a_union_that_went_straight_back_to_where_a_pawn_was_promoted_is_not_to_be_put_right() -> (
    None
):
    # White's rook has moved the union on, and taken that back; or Black's queen moved it back.
    board = Board("4k3/8/8/8/8/8/1c5P/4K3 b 0 - - -")
    assert board.move("b2", "b1").rest(6.0) == ["PRb2>b1=Q", "promote b1"]
    board.move("b1", "b2").rest(0.6)
    said = board.move("b2", "b1").rest(3.0)
    if Board.asks_of_parts:
        assert said == ["RQb1>b2", "takeback? b1 e1 e8"]
        return
    assert said == ["RQb1>b2"]
    assert board.move("h2", "h3").rest(4.0) == ["ask b1"]
    board.touch("h3").rest(4.0)
    assert board.recorded == ["PRb2>b1=Q", "h2>h3"]
