"""Squares that fail unknown to all: asked for or put right, by hands and lights alone."""

from __future__ import annotations

from tests.tracking.board import Board


def test_what_was_tried_out_elsewhere_meanwhile_makes_no_turn_certain() -> None:
    # The freed queen stands on f5. Somebody makes a wrong move with the union on h5 and undoes it.
    board = Board("2rk1br1/1b3p2/np2P1a1/F6P/1a1eDN2/2da3c/RBP5/3QK3 b 2 - - -")
    board.lift("a5").lift("b6", at=board.t + 1.1).drop("a5", "u", at=board.t + 0.8).rest(5.5)
    board.touch("e1").lift("h5", at=board.t + 1.1)
    board.lift("g6", at=board.t + 1.4).drop("g6", at=board.t + 0.5)
    board.drop("g7", "w", at=board.t + 1.2).lift("g7", at=board.t + 2.0)
    board.drop("h5", "u", at=board.t + 0.4).rest(0.4)
    assert board.recorded == []
