"""Pieces slipped in without a touch: what the board asks, and what it makes of the answer."""

from __future__ import annotations

from tests.tracking.board import Lay

# Only by taking over a4 does the rook's turn end on d7.
THROUGH_A4 = "4k3/8/8/8/e7/8/8/R3K3 w 0 - - -"


def test_a_turn_that_needs_a_join_nobody_saw_is_asked_for(lay: Lay) -> None:
    board = lay(THROUGH_A4)
    assert board.lift("a1").drop("d7").rest(2.0) == ["ask a4"]
    assert board.view.ask == (24,)


def test_the_answer_on_a_listed_square_settles_the_question(lay: Lay) -> None:
    board = lay(THROUGH_A4)
    board.lift("a1").drop("d7").rest(2.0)
    assert board.touch("a4").rest(2.0) == ["Ra1>Ba4>d7", "sako d7 e8"]
    assert board.view.ask == ()
