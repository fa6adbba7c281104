"""Where the king may go, of the squares that matter."""

from __future__ import annotations

import pytest

from board_daemon.rules.destinations import king_targets
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square, square_set

# Castling is open to both sides; d1 and f1 are free, too.
BOTH_WAYS = "4k3/8/8/8/8/8/3PPP2/R3K2R w 0 AH - -"


@pytest.mark.parametrize("names", ["c1", "g1", "d1", "c1 g1", "d1 g1", "a8", ""])
def test_only_targets_that_matter_are_found(names: str) -> None:
    position, king = parse_fen(BOTH_WAYS), parse_square("e1")
    among = square_set([parse_square(name) for name in names.split()])
    assert king_targets(position, king, among) == king_targets(position, king) & among


def test_castling_both_ways_is_found_where_all_squares_matter() -> None:
    targets = king_targets(parse_fen(BOTH_WAYS), parse_square("e1"))
    assert targets == square_set([parse_square(name) for name in ("c1", "d1", "f1", "g1")])
