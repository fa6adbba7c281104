"""Squares that fail in the midst of a game, while nobody is at them."""

from __future__ import annotations

import pytest

from board_daemon.rules.fen import format_fen
from board_daemon.rules.position import Position
from tests.tracking.board import Board

START = format_fen(Position.start())
LONG = 20.0

pytestmark = pytest.mark.usefixtures("with_and_without_parts")


def begun() -> Board:
    board = Board(START)
    board.move("e2", "e4").rest(2.0)
    board.move("e7", "e5").rest(2.0)
    return board


def go_on(board: Board, *moves: str) -> list[str]:
    for move in moves:
        board.move(*move.split()).rest(3.0)
    return board.recorded[2:]


@pytest.mark.parametrize("square", ["a3", "a6", "b5", "d6", "h4"])
def test_play_goes_on_beside_a_square_that_came_to_read_somebody(square: str) -> None:
    board = begun().drop(square, "w")
    board.rest(2.0)
    assert go_on(board, "g1 f3", "b8 c6", "f1 c4") == ["Ng1>f3", "Nb8>c6", "Bf1>c4"]
    assert f"stuck {square}" in board.all_said
    restores = [said for said in board.all_said if said.startswith("restore ")]
    assert restores in ([], [f"restore {square}"])  # Nobody can go there, and it may be told so.


@pytest.mark.parametrize("square", ["f2", "d1", "h8", "c7"])
def test_play_goes_on_beside_a_square_that_came_to_read_nobody(square: str) -> None:
    board = begun().lift(square)
    board.rest(2.0)
    # Not before the knight goes on has nobody else gone to f3.
    moves = "g1 f3", "b8 c6", "f1 c4", "f8 c5", "f3 g5"
    assert go_on(board, *moves) == ["Ng1>f3", "Nb8>c6", "Bf1>c4", "Bf8>c5", "Nf3>g5"]
    assert f"dead {square}" in board.all_said
    assert not any(said.startswith("restore") for said in board.all_said)


def test_what_comes_out_of_nowhere_is_no_turn_of_a_piece_that_nobody_has_touched() -> None:
    # The knight on b1 may have gone there, had b1 got stuck; or a3 has.
    board = begun().drop("a3", "w")
    board.rest(60.0)
    assert board.recorded == ["e2>e4", "e7>e5"]
    assert go_on(board, "g1 f3", "b8 c6") == ["Ng1>f3", "Nb8>c6"]
