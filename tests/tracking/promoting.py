"""What tests of promotions share: pawns, ways to choose a piece, what the board makes of them."""

from __future__ import annotations

import pytest

from board_daemon.rules.pieces import PROMOTIONS
from tests.tracking.board import Board, names

HOME = "4k3/1P6/8/8/8/8/8/4K3 w 7 - - -"
# Black carries White's pawn home.
CARRIED = "4k3/8/8/8/8/8/3d4/4K3 w 3 - - -"
# The pawn takes the rook's place beside the knight on a8.
IN_MID_CHAIN = "I3k3/1P6/8/8/8/8/8/4K3 w 7 - - -"
LEAFED = pytest.mark.parametrize(
    ("steps", "piece"), [(0, "Q"), (1, "N"), (2, "R"), (3, "B"), (4, "Q"), (5, "N")]
)
PIECES = pytest.mark.parametrize("piece", PROMOTIONS)
TOLD = pytest.mark.parametrize("piece", "QRBN")


def turns_said(said: list[str]) -> list[str]:
    """The turns and revisions among what was said."""
    return [line for line in said if line.split()[0] not in ("promote", "sako")]


def chosen(board: Board) -> str:
    """What the lights show of the promotion: its square and piece."""
    shown = board.view.promotion
    return f"{names((shown.square,))} {shown.piece.letter}" if shown is not None else ""


def still_chosen(board: Board) -> str:
    """What the lights show of the promotion of an earlier pawn: its square and piece."""
    shown = board.view.earlier_promotion
    return f"{names((shown.square,))} {shown.piece.letter}" if shown is not None else ""


def promoted_to(board: Board) -> str:
    """The piece of the last recorded turn."""
    return board.recorded[-1].split("=")[1][0]
