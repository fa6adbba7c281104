"""A square with a loose contact: the game goes on around it."""

from __future__ import annotations

import pytest

from tests.tracking.board import START, Board

MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6")


def flicker(board: Board, square: str, until: float, every: float) -> None:
    """Let a square open and close, somebody standing there all the time."""
    start = board.t
    for number in range(int((until - start) / every) // 2):
        board.lift(square, at=start + (2 * number + 1) * every)
        board.drop(square, at=start + (2 * number + 2) * every)


@pytest.mark.parametrize("every", [0.06, 0.2, 0.5])
def test_a_game_goes_on_around_a_loose_contact(every: float) -> None:
    board = Board(START)
    flicker(board, "h1", 20.0, every)
    assert "bouncing h1" in board.all_said
    for move in MOVES:
        board.lift(move[:2], at=board.t + every)
        flicker(board, "h1", board.t + 1.0, every)
        board.drop(move[2:], "w" if move in MOVES[::2] else "b", at=board.t + every)
        flicker(board, "h1", board.t + 4.0, every)
    assert board.recorded == ["e2>e4", "e7>e5", "Ng1>f3", "Nb8>c6", "Bf1>b5", "a7>a6"]


def test_a_contact_that_keeps_still_again_is_believed() -> None:
    board = Board(START)
    flicker(board, "h2", 20.0, 0.2)
    board.rest(10.0)
    assert board.move("h2", "h4").rest(2.0) == ["h2>h4"]
