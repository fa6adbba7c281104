from __future__ import annotations

from benchmarks.pacos import allows_paco
from board_daemon.rules.pieces import Color
from tests.rules.positions import played

SHIELD = "3kr3/pppp4/8/8/8/8/PPPPR3/4K3 w 0 - - -"


def test_a_turn_that_leaves_the_king_to_the_other_side_allows_a_paco() -> None:
    assert allows_paco(played(SHIELD, "Le2 Pf2"), Color.WHITE)
    assert not allows_paco(played(SHIELD, "Le2 Pe4"), Color.WHITE)


def test_a_turn_that_ends_the_game_allows_nothing() -> None:
    end = played("4k3/8/8/8/8/8/8/4RK2 w 0 - - -", "Le1 Pe8")
    assert not allows_paco(end, Color.WHITE)
