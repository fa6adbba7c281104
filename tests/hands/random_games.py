"""Random games that many tests play: each is drawn once, for the same seed is the same game."""

from __future__ import annotations

import random
from functools import cache

from board_daemon.hands.games import Turn, random_game


@cache
def game_of(seed: int, turns: int) -> tuple[Turn, ...]:
    """So many turns from the start position."""
    return random_game(random.Random(seed), turns)
