"""A turn without any thinking: legal, short, and found at once."""

from __future__ import annotations

from random import Random

import pytest

from board_daemon.opponent.errors import NothingToPlay
from board_daemon.opponent.plain import plain_turn
from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import START_FEN, parse_fen
from board_daemon.rules.play import play
from board_daemon.rules.rulesets import PACOPLAY


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(
    "fen",
    [
        START_FEN,
        "4k3/P7/8/8/8/8/8/4K3 w 0 - - -",
        "k7/8/8/4q3/8/8/P7/4K3 b 0 - - -",
        "k7/8/3p4/4C3/8/8/P7/4K3 b 0 - - -",
    ],
)
def test_it_ends_the_turn(fen: str, seed: int) -> None:
    position = parse_fen(fen, PACOPLAY)
    after = position
    for action in plain_turn(position, Random(seed)):
        after = play(after, action)
    assert after.hand is None
    assert after.to_move != position.to_move


def test_where_the_game_is_over_it_says_so() -> None:
    position = parse_fen("k7/8/8/4q3/8/8/8/4K3 b 0 - - -", PACOPLAY)
    for action in parse_actions("Le5 Pe1"):
        position = play(position, action)
    with pytest.raises(NothingToPlay):
        plain_turn(position, Random(1))
