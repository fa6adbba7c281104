"""Boards with squares known to be bad, and answers to what is then asked of two other pieces."""

from __future__ import annotations

from board_daemon.rules.squares import parse_square, square_name
from board_daemon.tracking.health import SquareHealth, SquareState
from tests.tracking.board import Board


def with_bad(board: Board, **states: SquareState) -> Board:
    """A board of which these squares are known to be bad."""
    report = [SquareHealth(parse_square(s), state, 0.0) for s, state in states.items()]
    board.tracker.remember(report)
    return board


def answered(board: Board, *, yes: bool) -> list[str]:
    """Say yes or no to what is asked; what the tracker says to that."""
    says_yes, says_no = board.view.answers
    return board.touch(square_name(says_yes if yes else says_no)).rest(2.0)
