"""Fields that jump near zero: over a union that was moved, or by themselves."""

from __future__ import annotations

from typing import Final

from board_daemon.rules.squares import parse_square
from firmware_bridge.frames import SensorFrame
from tests.tracking.test_one_axis import BISHOP, AxialBoard

# A white knight, beside it two ways to the black pawn on g2, through unions with white pieces.
TWO_WAYS: Final = "4k3/8/8/6N1/8/5ecc/6p1/K7 w 0 - - -"


def read(board: AxialBoard, square: str, *millitesla: float) -> None:
    """One reading of a square after the other."""
    for field in millitesla:
        board.t += 0.1
        board.events += board.tracker.feed(SensorFrame(board.t, {parse_square(square): field}))


def test_a_field_that_is_back_to_what_nobody_reads_tells_of_no_arrival() -> None:
    board = AxialBoard(BISHOP, b3="u")
    board.t = 1.0
    read(board, "c4", 0.9)
    board.lift("b3").drop("d5", "h")
    read(board, "c4", -0.7)
    assert [said for said in board.rest(5.0) if said.startswith("ask")]
    assert board.recorded == []


def test_a_field_that_is_beyond_what_nobody_reads_tells_of_an_arrival() -> None:
    board = AxialBoard(BISHOP, b3="u")
    board.t = 1.0
    board.lift("b3")
    read(board, "c4", -1.8)
    board.rest(2.0)
    assert board.recorded == ["BPb3>c4"]


def test_a_field_that_jumps_by_itself_is_no_way_where_another_was_seen() -> None:
    board = AxialBoard(TWO_WAYS, f3="h", g3="h", h3="h")
    board.lift("g5").lift("f3").drop("f3", "u")
    read(board, "g3", -1.2)
    board.lift("g2").drop("g2", "u").rest(6.0)
    assert "Ng5>Rh3>Rg3xg2" not in board.recorded


def test_a_field_that_ends_beyond_what_nobody_reads_tells_of_a_union_set_down_again() -> None:
    board = AxialBoard(BISHOP, b3="h")
    board.t = 1.0
    read(board, "b3", -1.4)
    board.rest(0.2)
    assert [each.is_over for each in board.tracker._follower._open.evidence.absences] == [True]


def test_a_field_that_jumps_as_a_hand_is_beside_it_tells_of_no_arrival() -> None:
    board = AxialBoard(BISHOP, b3="u")
    board.t = 1.0
    board.lift("b3")
    board.t += 0.5
    together = {parse_square("c4"): -1.8, parse_square("d4"): 0.2}
    board.events += board.tracker.feed(SensorFrame(board.t, together))
    read(board, "d4", 52.0)
    board.rest(2.0)
    assert board.recorded == []


def test_a_union_that_was_gone_is_back_though_a_hand_beside_it_makes_it_seen() -> None:
    board = AxialBoard(BISHOP, b3="u")
    board.t = 1.0
    board.lift("b3")
    board.t += 0.5
    together = {parse_square("b3"): -1.8, parse_square("a2"): 30.0}
    board.events += board.tracker.feed(SensorFrame(board.t, together))
    board.drop("a2", ".").rest(0.2)
    assert board.tracker._follower._open.evidence.absences[0].is_over
