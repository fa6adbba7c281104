"""Boards with three answers a square, nobody, White and Black: to them a union is nobody."""

from __future__ import annotations

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.events import AskPartEvent
from board_daemon.tracking.seeing.contents import HIDDEN, Content
from firmware_bridge.frames import SensorKind
from tests.tracking.board import Board

# White's pawn on d4, Black's on e5; or a union on b3.
LONE = "4k3/8/8/4p3/3P4/8/8/4K3 w 0 - - -"
UNION = "4k3/p7/8/8/3P4/1a6/8/4K3 w 0 - - -"
KNIGHTS = "4k3/p7/8/8/8/1d6/8/4K3 w 0 - - -"


def board_of(fen: str) -> Board:
    return Board(fen, SensorKind.THREE_WAY)


def test_a_new_union_is_recorded_though_it_reads_as_nobody() -> None:
    board = board_of(LONE).join("d4", "e5")
    assert board.rest(1.0) == []
    assert board.rest(2.0) == ["d4xe5"]


def test_a_plain_move_is_recorded_as_on_any_board() -> None:
    assert board_of(LONE).move("d4", "d5").rest() == ["d4>d5"]


def test_a_union_that_stands_there_from_the_start_is_missed_by_nobody() -> None:
    board = board_of(UNION)
    assert board.rest(20.0) == []
    board.first_look(at=board.t + 1)
    assert board.rest(20.0) == []
    assert board.state == "SETTLED"


def test_a_union_that_two_hands_bring_is_recorded_at_once() -> None:
    board = board_of(UNION).flicker("b3", "w").flicker("b3", ".", at=1.4)
    board.flicker("b4", "b", at=2.0).flicker("b4", ".", at=2.5)
    assert board.rest() == ["PPb3>b4"]
    assert board.move("a7", "a6").rest() == ["a7>a6"]


def test_a_union_one_of_whose_pieces_stood_elsewhere_too_is_asked_for() -> None:
    board = board_of(KNIGHTS).flicker("b3", "w").flicker("b3", ".", at=1.4)
    board.flicker("d4", "b", at=2.0).flicker("d4", ".", at=2.5)
    board.flicker("c5", "b", at=3.0).flicker("c5", ".", at=3.5)
    assert board.rest(2.0) == ["part a1 d4 c5"]


def test_a_union_that_was_moved_unseen_is_asked_for_where_pieces_can_be_felt() -> None:
    board = board_of(UNION)
    board.flicker("b3", "w", at=5.0).flicker("b3", ".", at=5.1)
    board.rest(5.0)
    board.move("a7", "a6")
    # No touch of the union on b4 would show: a white piece says yes, a black one no.
    board.rest(3.0)
    (asked,) = (event for event in board.events if isinstance(event, AskPartEvent))
    assert (asked.squares, asked.yes) == ((parse_square("b4"),), parse_square("e1"))
    board.touch("e1")
    assert board.rest(3.0) == ["PPb3>b4", "a7>a6"]


def test_what_was_not_read_yet_may_be_a_union() -> None:
    board = board_of(UNION).move("d4", "d5")
    board.rest()
    seen = board.tracker._watch.seen
    assert seen[17] == seen[27] == HIDDEN
    assert seen[35] == Content.WHITE
