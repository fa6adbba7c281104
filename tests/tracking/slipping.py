"""What tests of pieces slipped in without a touch share."""

from __future__ import annotations

from typing import Final

from board_daemon.rules.pieces import Color
from tests.tracking.board import Board, Lay

# Only by taking over a4 does the rook's turn end on d7.
THROUGH_A4: Final = "4k3/8/8/8/e7/8/8/R3K3 w 0 - - -"
# The queen goes to g4 by herself, or frees the rook on d4 to go there; c4 may join d5.
DOUBTFUL_QUEEN: Final = "8/2k5/8/3p4/2Pc4/8/8/K2Q4 w 0 - - -"
TWO_PARTNERS: Final = "4k3/8/8/3p1p2/4P3/8/8/4K3 w 0 - - -"
PATIENT: Final = 5.0


def slipped(lay: Lay, fen: str = DOUBTFUL_QUEEN) -> Board:
    """Somebody has slipped a pawn in, which is recorded; it is the queen's turn."""
    board = lay(fen)
    board.lift("c4").slip("d5").rest(PATIENT)
    board.move("c7", "b7").rest(PATIENT)
    assert board.recorded == ["c4xd5", "Kc7>b7"]
    return board


def slip_half_of_all_in(board: Board) -> None:
    """Both players have slipped every other piece in so far."""
    _slipped_so_far(board, 10, 10)


def slip_most_of_all_in(board: Board) -> None:
    """Both players have slipped nearly every piece in so far."""
    _slipped_so_far(board, 50, 10)


def _slipped_so_far(board: Board, silent: int, touched: int) -> None:
    habits = board.tracker._habits
    for color in Color:
        habits._silent[color] += silent
        habits._touched[color] += touched
    habits._doubts.clear()
    habits.version += 1
