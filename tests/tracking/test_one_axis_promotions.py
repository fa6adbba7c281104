"""Promotions in unions where these look like nobody: not every touch of them is felt."""

from __future__ import annotations

from typing import Final

from board_daemon.rules.squares import parse_square
from firmware_bridge.frames import SensorFrame
from tests.tracking.test_one_axis import AxialBoard

# A union with a white pawn in it is about to come home; the kings stand apart.
HOME: Final = "8/1a5k/8/8/8/8/7p/1K6 w 0 - - -"


def test_a_union_touched_once_goes_on_by_one_piece_however_slowly_it_comes_back() -> None:
    board = AxialBoard(HOME, b7="u")
    board.lift("b7").drop("b8", "u").rest(1.0)
    board.lift("b8").rest(0.5)
    board.drop("b8", "u").rest(3.0)
    assert board.recorded == ["PPb7>b8=N"]


def test_a_promotion_in_a_union_is_asked_for_where_a_touch_is_felt() -> None:
    board = AxialBoard(HOME, b7="u")
    board.lift("b7").drop("b8", "u")
    assert "promote b1" in board.rest(1.0)
    board.lift("b1", at=board.t + 1.0).drop("b1").rest(3.0)
    assert board.recorded == ["PPb7>b8=N"]


def test_touches_of_the_union_itself_count_and_it_is_asked_again() -> None:
    board = AxialBoard(HOME, b7="u")
    board.lift("b7").drop("b8", "u").rest(1.0)
    board.lift("b8").drop("b8", "u")
    assert "promote b1" in board.rest(1.0)
    assert board.recorded == ["PPb7>b8=N"]


def test_it_is_asked_again_though_the_union_was_not_seen_to_come_back() -> None:
    board = AxialBoard(HOME, b7="u")
    board.lift("b7").drop("b8", "u").rest(1.0)
    board.lift("b8").drop("b8", "h")
    assert board.rest(3.0) == ["revise PPb7>b8=N", "promote b1"]


def test_a_late_touch_of_the_union_is_no_answer_for_good() -> None:
    board = AxialBoard(HOME, b7="u")
    board.lift("b7").drop("b8", "u").rest(3.0)
    board.lift("b8").drop("b8", "u")
    assert board.rest(3.0) == ["revise PPb7>b8=N", "promote b1"]


def test_nothing_else_is_asked_while_its_player_goes_on_to_the_next_piece() -> None:
    board = AxialBoard(HOME, b7="u")
    board.lift("b7").drop("b8", "u")
    board.lift("b8", at=board.t + 0.5).drop("b8", "j")
    board.lift("b8", at=board.t + 1.0).drop("b8", "j", at=board.t + 1.5)
    assert not [said for said in board.rest(6.0) if said.startswith("ask")]


def test_who_is_asked_late_has_as_long_to_choose() -> None:
    board = AxialBoard(HOME, b7="u")
    board.lift("b7").drop("b8", "h")
    board.lift("b8", at=board.t + 5.0).drop("b8", "u")
    assert "promote b1" in board.rest(3.0)
    board.lift("b1", at=board.t + 2.0).drop("b1").rest(3.0)
    assert board.recorded == ["PPb7>b8=N"]


def test_it_is_asked_again_though_a_field_jumps_elsewhere_meanwhile() -> None:
    board = AxialBoard(HOME, b7="u")
    board.lift("b7").drop("b8", "u").rest(3.0)
    board.lift("b8").drop("b8", "u")
    board.events += board.tracker.feed(SensorFrame(board.t + 0.1, {parse_square("f4"): 1.9}))
    assert board.rest(3.0) == ["revise PPb7>b8=N", "promote b1"]


def test_touches_go_round_by_the_queen_without_a_pause() -> None:
    board = AxialBoard(HOME, b7="u")
    board.lift("b7").drop("b8", "u").rest(1.0)
    for _ in range(5):
        board.lift("b1", at=board.t + 0.2).drop("b1", at=board.t + 0.6)
        board.rest(0.35)
    board.rest(3.0)
    assert board.recorded == ["PPb7>b8=N"]


def test_a_union_that_leaves_long_after_touches_were_asked_for_elsewhere_chooses_nothing() -> None:
    board = AxialBoard(HOME, b7="u")
    board.lift("b7").drop("b8", "u").rest(3.0)
    board.lift("b8")
    assert not [said for said in board.rest(3.0) if said.startswith("revise")]


def test_the_piece_is_asked_for_where_play_had_gone_on_before_its_union_was_seen() -> None:
    board = AxialBoard("4k3/p7/8/8/8/8/3d4/4K3 w 3 - - -", d2="u")
    board.lift("d2").drop("b1", "h").rest(3.0)
    board.move("a7", "a6").rest(6.0)
    board.lift("b1").drop("b1", "u")
    assert board.rest(6.0) == ["NPd2>b1", "promote e8", "queen? b1"]


def test_touches_elsewhere_count_though_the_union_was_not_seen_to_come_back_before() -> None:
    board = AxialBoard(HOME, b7="u")
    board.lift("b7").drop("b8", "u").rest(2.5)
    board.lift("b8").drop("b8", "h").rest(2.0)
    board.lift("b1", at=board.t + 0.5).drop("b1").rest(3.0)
    assert board.recorded == ["PPb7>b8=N"]
