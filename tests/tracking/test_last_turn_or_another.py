"""Where the last turn may have been another one, after which the board looks just the same."""

from __future__ import annotations

import pytest

from tests.tracking.board import Board

pytestmark = pytest.mark.usefixtures("with_and_without_parts")

# The knight can go to a1, or take over e1: then it is the rook that goes there.
KNIGHT_OR_ROOK = "4k3/p6p/8/8/8/8/2N4P/4h2K w 0 - - -"


@pytest.mark.parametrize("times", [1, 2])
def test_what_was_straightened_after_a_chain_makes_no_other_turn_of_it(times: int) -> None:
    board = Board(KNIGHT_OR_ROOK)
    board.lift("c2").touch("e1").drop("a1", "w").rest(3.0)
    for _ in range(times):
        board.touch("a1").rest(0.8)
    board.move("a7", "a6").rest(5.0)
    assert board.all_said == ["Nc2>Re1>a1", "a7>a6"]
