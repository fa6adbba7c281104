"""What may have been played where unions look like nobody: no more doubt than there is, no less."""

from __future__ import annotations

from typing import Final

import pytest

from board_daemon.rules.squares import parse_square
from firmware_bridge.frames import SensorFrame
from tests.tracking.test_one_axis import AxialBoard

# Two unions of rooks can go to d4 and to d5; the black king has a way to go.
ROOKS: Final = "7k/8/8/8/1c5c/8/3c4/7K w 0 - - -"
OTHER_UNION: Final = "r6k/2a5/8/8/8/8/7p/R3K3 w 0 - - -"


def feed(board: AxialBoard, square: str, *millitesla: float, every: float = 0.01) -> None:
    """Let a square read so, one reading soon after the other."""
    for value in millitesla:
        board.t += every
        frame = SensorFrame(board.t, {parse_square(square): value})
        board.events += board.tracker.feed(frame)


def test_a_union_seen_to_go_is_the_one_that_comes_though_another_might_have_left_unseen() -> None:
    board = AxialBoard(ROOKS, b4="u", h4="h", d2="h")
    board.lift("b4").drop("d4", "u", at=board.t + 2.0)
    assert board.rest() == ["RPb4>d4"]


def test_a_jump_where_nothing_was_seen_to_go_is_not_recorded_while_somebody_holds_a_piece() -> None:
    board = AxialBoard(ROOKS, b4="h", h4="u", d2="u")
    board.rest(1.0)
    board.drop("d4", "j").rest(0.3)
    board.lift("h8")
    assert board.rest(5.0) == ["ask d4"]
    assert board.recorded == []


def test_partners_set_down_one_after_the_other_at_once_are_seen_to_come() -> None:
    board = AxialBoard(ROOKS, b4="u", h4="h", d2="h")
    board.lift("b4")
    board.rest(0.3)
    feed(board, "d4", 61.0)
    feed(board, "d4", 0.3, every=0.002)
    assert board.rest(2.0) == ["RPb4>d4"]


def test_a_piece_moved_on_soon_was_not_answered_by_a_turn_that_nobody_saw() -> None:
    board = AxialBoard(OTHER_UNION, c7="h")
    board.move("a1", "c1").rest(1.0)
    assert board.recorded == ["Ra1>c1"]
    board.lift("c1", at=board.t + 1.2).drop("d1", at=board.t + 1.9).rest(2.0)
    assert board.recorded == ["Ra1>d1"]


def test_a_union_that_went_and_was_not_seen_to_come_was_not_taken_back_for_that() -> None:
    board = AxialBoard(ROOKS, b4="u", h4="h", d2="h")
    board.lift("b4").drop("d4", "u").rest(2.0)
    assert board.recorded == ["RPb4>d4"]
    board.rest(3.0)
    board.lift("d4").rest(6.0)
    assert board.recorded == ["RPb4>d4"]


@pytest.mark.parametrize(("yes", "turn"), [("h1", "RPb4>d4"), ("h8", "RPh4>d4")])
def test_which_of_two_unions_came_is_asked_where_both_may_have_left_unseen(
    yes: str, turn: str
) -> None:
    board = AxialBoard(ROOKS, b4="h", h4="h", d2="u")
    board.rest(1.0)
    board.drop("d4", "u")
    assert board.rest(3.0) == ["part b4"]
    board.touch(yes).rest(3.0)
    assert board.recorded == [turn]


def test_a_union_that_went_unseen_is_asked_for_once_a_wrong_move_is_put_right() -> None:
    board = AxialBoard("4k3/p7/8/8/3P4/1e5N/8/4K3 w 0 - - -", b3="u")
    board.lift("b3").drop("c4", "h").rest(1.0)
    board.lift("h3").drop("b5").rest(5.0)
    board.lift("b5").drop("h3")
    said = board.rest(5.0)
    assert "restored" in said
    assert said[-1].startswith("ask")
    assert "c4" in said[-1]


def test_a_union_that_was_adjusted_may_be_joined_unseen_all_the_same() -> None:
    board = AxialBoard("4k3/8/8/8/a7/8/8/R3K3 w 0 - - -", a4="u")
    board.lift("a4").drop("a4", "j").rest(1.0)
    board.lift("a1").drop("a5").rest(5.0)
    assert board.recorded == ["Ra1>Pa4>a5"]


def test_which_piece_stands_in_a_union_is_asked_where_only_that_tells_two_chains_apart() -> None:
    # The queen frees a rook on d4, which frees the one on g4; or the other way about.
    board = AxialBoard("4k3/8/8/7p/3c2c1/8/8/K2Q4 w 0 - - -", d4="h", g4="h")
    board.lift("d1").drop("f4")
    assert board.rest(3.0) == ["ask d4 g4"]
    board.lift("d4", at=board.t + 1.0).drop("d4", "j")
    assert board.rest(3.0) == ["ask g4"]
    board.lift("g4", at=board.t + 1.0).drop("g4", "j")
    assert board.rest(5.0) == ["queen? d4"]


def test_a_union_that_went_unseen_is_believed_whatever_was_put_right_since() -> None:
    board = AxialBoard("4k3/p7/8/8/3P4/1e5N/8/4K3 w 0 - - -", b3="u")
    board.lift("b3").drop("c4", "h").rest(1.0)
    board.lift("h3").touch("a7").touch("d4").drop("b5", "w").rest(5.0)
    board.lift("b5").drop("h3", "w").rest(5.0)
    board.lift("c4", at=board.t + 1.0).drop("c4", "u").rest(6.0)
    assert board.recorded == ["BPb3>c4"]
