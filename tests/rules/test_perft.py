from __future__ import annotations

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.position import Position
from board_daemon.rules.turns import count_turns, perft


@pytest.mark.slow
@pytest.mark.parametrize(
    ("depth", "lines"),
    [
        (0, 1),
        (1, 20),
        (2, 400),
        (3, 8902),
        (4, 197792),
        pytest.param(5, 4901417, marks=pytest.mark.slow),
    ],
)
def test_there_are_so_many_lines_from_the_start(depth: int, lines: int) -> None:
    assert perft(Position.start(), depth) == lines


def test_the_end_of_the_game_has_no_lines() -> None:
    over = parse_fen("4M3/8/8/8/8/8/8/6K1 b 0 - - -")
    assert count_turns(over) == perft(over, 3) == 0
