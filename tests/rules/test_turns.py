from __future__ import annotations

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.rulesets import VCHESS
from board_daemon.rules.turns import count_turns, distinct_outcomes
from tests.rules.brute_force import turn_ends


@pytest.mark.parametrize(
    "fen",
    [
        # A pawn is promoted where the first piece stood, to what stood there.
        "Qjb4r/Dppk1p1c/4p2D/6P1/1f2N3/R2F2a1/3EPK2/5Bi1 w 1 - - -",
        # Two knights can begin one and the same exchange, each ending where it began.
        "4k3/8/8/3d4/4d3/2N5/5N2/4K3 w 0 - - -",
        # White's rook stands in a union on a home square of Black's.
        "4k2h/8/8/8/3Q4/8/8/4K3 w 0 h - -",
        # The rook in a union on its home square loses its castling right when freed.
        "4k3/8/8/f2c4/8/8/1B6/I3K3 w 0 A - -",
        # A pawn freed by the chain joins en passant, or draws a union back.
        "4k3/8/8/3pa3/8/5N2/8/4K3 w 0 - d6 -",
        "4k3/8/8/3da3/8/5N2/8/4K3 w 0 - d6 -",
    ],
)
def test_turns_that_end_alike_are_one_turn(fen: str) -> None:
    position = parse_fen(fen)
    assert distinct_outcomes(position) == turn_ends(position)
    assert count_turns(position) == len(turn_ends(position))


def test_what_a_king_begins_is_counted_as_often_as_it_differs() -> None:
    # Whether his rook was freed on the way makes no difference: all his rights are gone anyway.
    fen = "4k2l/4y2i/8/8/8/8/5K2/8 b 0 iiih1111111111111111 - h2h8"
    position = parse_fen(fen, VCHESS)
    assert count_turns(position) == len(distinct_outcomes(position)) == 126
