"""Unions en passant of which part shows nowhere: their squares look much as after other turns."""

from __future__ import annotations

import pytest

from board_daemon.tracking.health import SquareState
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board
from tests.tracking.polled import answer_all, answered, with_bad

# Black's pawn on c4 may join White's on d4 en passant; his pawn on e3 may be joined by White's d2.
PASSING = "4k3/8/8/8/2p5/4p3/3P3P/4K3 w 3 - - -"


def test_who_takes_up_a_partner_en_passant_from_a_stuck_square_goes_on_with_no_turn() -> None:
    board = with_bad(Board(PASSING), c4=SquareState.STUCK).move("d2", "d4")
    assert board.rest() == ["d2>d4"]
    # Black holds the partner, and his own pawn from the stuck square; White straightens another.
    board.lift("d4").rest(0.9)
    board.lift("h2").rest(2.0)
    board.drop("h2").rest(0.6)
    board.drop("d3", "u").rest(6.0)
    assert board.recorded == ["d2>d4", "c4>d3"]


@pytest.mark.slow
def test_who_draws_a_pawn_back_may_join_it_from_where_nobody_sees_him_go() -> None:
    # White's pawn on h5 stands on a stuck square, of which nobody knows.
    fen = "r3k2r/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/R4RK1 b 1 ah - -"
    board = Board(fen)
    board.move("g7", "g5").rest(2.0)
    board.lift("g5").drop("g6", "u").rest(4.0)
    board.move("h8", "f8").move("e8", "g8").rest(4.0)
    answer_all(board, "h5")
    assert board.recorded == ["g7>g5", "h5>g6", "0-0"]


def drawn_back_and_played_on(sensor: SensorKind = SensorKind.PRESENCE) -> Board:
    """White's pawn was drawn back after two steps, and another one of his moves."""
    board = Board("4k3/7p/8/8/4p3/8/3P3P/4K3 w 0 - - -", sensor)
    board.move("d2", "d4").rest(1.0)
    board.move("d4", "d3").rest(3.0)
    board.move("h2", "h3")
    return board


def test_a_pawn_drawn_back_may_have_been_joined_from_a_square_not_known_to_be_stuck() -> None:
    board = drawn_back_and_played_on()
    assert board.rest(4.0) == ["part e4"]
    answer_all(board, "e4")
    assert board.recorded == ["d2>d4", "e4>d3", "h2>h3"]


def test_if_a_pawn_drawn_back_was_joined_by_nobody_the_second_turn_is_to_be_put_right() -> None:
    board = drawn_back_and_played_on()
    board.rest(4.0)
    assert answered(board, yes=False) == ["restored", "restore h2 h3"]
    assert board.move("h3", "h2").rest(4.0) == ["restored", "revise d2>d3"]


@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
def test_where_a_union_shows_a_pawn_drawn_back_was_joined_by_nobody(sensor: SensorKind) -> None:
    assert drawn_back_and_played_on(sensor).rest(4.0) == ["restore h2 h3"]


@pytest.mark.parametrize(("yes", "turn"), [("c4", "c4>d3"), ("e4", "e4>d3")])
def test_both_squares_of_a_pawn_that_goes_en_passant_may_be_bad(yes: str, turn: str) -> None:
    board = Board("r4rk1/a3p3/3a4/5P2/2p1p1aP/6p1/a2P1P2/R4R1K w 0 - - -")
    board.move("d2", "d4").rest(0.9)
    assert board.lift("d4").move("h4", "h5").rest(4.0)[-1] == "part c4"
    answer_all(board, yes, "d3", then=3.0)
    assert board.recorded == ["d2>d4", turn, "h4>h5"]


def test_the_reply_to_a_pawn_en_passant_may_be_out_of_a_dead_square() -> None:
    # White's pawn has come out of b5, which is stuck; Black's e4 is known to be dead.
    board = Board("2k2l2/p7/3C1p1P/1P2p3/1Ep1p3/2a4a/5P2/2K1RR2 b 1 - - -")
    with_bad(board, e4=SquareState.DEAD)
    board.move("a7", "a5").rest(0.9)
    board.move("a5", "a6").rest(4.0)
    assert board.drop("e3", "b").rest(4.0) == ["part b5"]
    assert answered(board, yes=True) == ["b5>a6", "e4>e3", "stuck b5"]
