"""Promotions that nobody could choose in time, where no two other pieces are asked about them."""

from __future__ import annotations

import pytest

from board_daemon.rules.pieces import PROMOTIONS, PieceType
from board_daemon.tracking.health import SquareState
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import Board
from tests.tracking.polled import with_bad
from tests.tracking.promoting import chosen, turns_said

PLAIN = TrackerSettings(asks_of_parts=False)
# White's pawn comes to b8; the rooks keep both kings company.
HOME = "4k2r/1P6/8/8/8/8/8/R3K3 w 7 - - -"
# Black carries White's pawn home to a dead square, and White moves on.
CARRIED = "4k3/8/4D3/8/8/8/8/4K2R b 3 - - -"
PIECES = pytest.mark.parametrize("piece", PROMOTIONS)


def gone_on() -> Board:
    """The pawn goes to the dead square and Black replies: only that tells of the promotion."""
    board = with_bad(Board(HOME, settings=PLAIN), b8=SquareState.DEAD).lift("b7")
    board.rest(2.0)
    board.move("e8", "e7").rest(2.0)
    return board


def leaf_to(board: Board, piece: PieceType, square: str) -> None:
    """Touch what stands there until the pawn is that piece."""
    for _ in range(PROMOTIONS.index(piece)):
        board.touch(square).rest(1.5)


def test_no_later_turn_is_recorded_before_there_was_time_to_choose() -> None:
    board = gone_on()
    assert board.recorded == ["b7>b8=Q"]
    assert board.all_said[-2] == "promote e1"
    assert chosen(board) == "e1 Q"
    board.rest(8.0)
    assert board.recorded == ["b7>b8=Q", "Ke8>e7"]
    assert chosen(board) == ""


@PIECES
def test_it_is_leafed_through_by_touches_as_ever(piece: PieceType) -> None:
    board = gone_on()
    leaf_to(board, piece, "e1")
    assert board.recorded == [f"b7>b8={piece.letter}"]
    assert chosen(board) == f"e1 {piece.letter}"
    board.rest(8.0)
    assert board.recorded == [f"b7>b8={piece.letter}", "Ke8>e7"]
    assert turns_said(board.move("e1", "e2").rest()) == ["Ke1>e2"]


@PIECES
def test_a_word_chooses_it_at_once(piece: PieceType) -> None:
    board = gone_on()
    board.choose(piece.letter).rest(0.1)
    assert board.recorded == [f"b7>b8={piece.letter}", "Ke8>e7"]
    assert chosen(board) == ""
    assert turns_said(board.move("e1", "e2").rest()) == ["Ke1>e2"]


def test_who_plays_on_has_left_it_at_a_queen() -> None:
    board = gone_on()
    board.move("a1", "a2").rest()
    assert board.recorded == ["b7>b8=Q", "Ke8>e7", "Ra1>a2"]


def test_who_plays_on_with_the_piece_that_chooses_has_left_it_at_a_queen() -> None:
    board = gone_on()
    board.move("e1", "e2").rest()
    assert board.recorded == ["b7>b8=Q", "Ke8>e7", "Ke1>e2"]


def test_who_plays_on_after_some_touches_has_chosen_by_them() -> None:
    board = gone_on()
    leaf_to(board, PieceType.ROOK, "e1")
    board.move("a1", "a2").rest()
    assert board.recorded == ["b7>b8=R", "Ke8>e7", "Ra1>a2"]


def test_it_is_asked_for_on_a_piece_that_still_stands_there() -> None:
    # That b8 is dead only two more turns tell, and the king has gone on with one of them.
    board = Board(HOME, settings=PLAIN).lift("b7").move("e8", "e7")
    board.rest(4.0)
    board.move("e1", "e2").rest(2.0)
    assert "promote a1" in board.all_said
    leaf_to(board, PieceType.KNIGHT, "a1")
    board.rest(8.0)
    assert board.recorded == ["b7>b8=N", "Ke8>e7", "Ke1>e2"]


@PIECES
def test_what_is_owed_on_a_dead_square_is_chosen_after_its_player_has_moved(
    piece: PieceType,
) -> None:
    board = with_bad(Board(CARRIED, settings=PLAIN), d8=SquareState.DEAD).lift("e6")
    board.rest(2.0)
    board.move("h1", "h4").rest(2.0)
    assert board.recorded == ["NPe6>d8"]
    leaf_to(board, piece, "e1")
    board.rest(8.0)
    assert board.recorded == ["NPe6>d8", f"={piece.letter}:Rh1>h4"]


def test_what_the_board_asked_in_time_holds_nothing_up() -> None:
    board = with_bad(Board(HOME, settings=PLAIN), b8=SquareState.DEAD).lift("b7")
    board.rest(60.0)
    board.move("e8", "e7").rest(2.0)
    board.rest(8.0)
    board.move("e1", "e2").rest()
    assert board.recorded == ["b7>b8=Q", "Ke8>e7", "Ke1>e2"]
