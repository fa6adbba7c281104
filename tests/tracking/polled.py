"""Boards with squares known to be bad, and answers to what is then asked of two other pieces."""

from __future__ import annotations

from board_daemon.rules.squares import parse_square, square_name
from board_daemon.tracking.health import SquareHealth, SquareState
from tests.tracking.board import Board, names


def with_bad(board: Board, **states: SquareState) -> Board:
    """A board of which these squares are known to be bad."""
    report = [SquareHealth(parse_square(s), state, 0.0) for s, state in states.items()]
    board.tracker.remember(report)
    return board


def answered(board: Board, *, yes: bool) -> list[str]:
    """Say yes or no to what is asked; what the tracker says to that."""
    says_yes, says_no = board.view.answers
    return board.touch(square_name(says_yes if yes else says_no)).rest(2.0)


def answer_all(board: Board, *turn: str, then: float = 0.0, most: int = 10) -> None:
    """Answer as long as two pieces are to, `most` times: these squares the turn was on.

    `then`: how long the board is left alone after each answer, in seconds.
    """
    for _ in range(most):
        if board.view.answers:
            answered(board, yes=bool({*names(board.view.ask).split()} & {*turn}))
            board.rest(then)
