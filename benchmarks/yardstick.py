"""A well-known library's move generator, measured in the same run on the same machine."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from benchmarks.measure import Timing, timed

if TYPE_CHECKING:
    import chess

_POSITIONS = 343
_LAST_PLY = 120


def measure_yardstick() -> Timing | None:
    """How long python-chess takes to list the legal moves of a position; None: it is not there."""
    try:
        boards = _random_boards()
    except ImportError:
        return None
    return timed(_legal_moves, boards)


def _legal_moves(board: chess.Board) -> object:
    return list(board.legal_moves)


def _random_boards() -> list[chess.Board]:
    """As many chess positions as there are conformance positions, from random games as those."""
    import chess

    random = Random(20)
    boards: list[chess.Board] = []
    while len(boards) < _POSITIONS:
        board = chess.Board()
        for _ in range(random.randrange(_LAST_PLY)):
            if board.is_game_over():
                break
            board.push(random.choice(list(board.legal_moves)))
        if not board.is_game_over():
            boards.append(board.copy(stack=False))
    return boards
