"""The board as one of the two players: which side it plays, and how well.

It is kept with the game by its name, as every player is: so a game that was cut off goes on with
it, and the archive says who played.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from board_daemon.game.errors import GameError
from board_daemon.game.setup import Players
from board_daemon.opponent.levels import LEVELS, level_numbered
from board_daemon.rules.pieces import Color

USUAL_LEVEL: Final = 3
RANDOM: Final = "random"
"""The word for whichever colour."""
_NAME: Final = re.compile(r"pacoboard, level (\d{1,2})")
_YOUNG: Final = 30
"""Turns of both sides after which a game is old enough to be given up as a draw."""
_EVEN: Final = 30
"""Worth of an even position to whoever is to move in it; see `opponent.evaluation`."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """The side that the board plays; raises `UnknownLevel`."""

    color: Color
    level: int = USUAL_LEVEL
    """1 to 10, see `opponent.levels`."""

    def __post_init__(self) -> None:
        level_numbered(self.level)

    @property
    def name(self) -> str:
        """What it is called among the players."""
        return f"pacoboard, level {self.level}"


def is_young(turns: int) -> bool:
    """Whether so many turns, of both sides, are too few to give the game up as a draw."""
    return turns < _YOUNG


def agrees_to_draw(worth: int, turns: int) -> bool:
    """Whether the board takes a draw: where it stands no better, and a game has been played.

    `worth`: of the position, to the board; `turns`: those that were played, of both sides.
    """
    return not is_young(turns) and worth <= _EVEN


def color_wished(word: str, random: Random) -> Color:
    """The colour of a wish: `w`, `b` or `random`."""
    colors = {color.letter: color for color in Color}
    return random.choice(list(Color)) if word == RANDOM else colors[word]


def level_of(name: str) -> int | None:
    """The level that plays by this name; None: it is a person's."""
    found = _NAME.fullmatch(name)
    level = int(found[1]) if found else 0
    return level if any(each.number == level for each in LEVELS) else None


# It is asked at every look at the board, and the same each time.
@lru_cache(maxsize=8)
def opponent_among(white: str, black: str) -> Opponent | None:
    """The board, where one of the players is called so."""
    for color, name in zip(Color, (white, black), strict=True):
        level = level_of(name)
        if level is not None:
            return Opponent(color, level)
    return None


def check_is_person(name: str) -> None:
    """Raises `GameError` for the board's own name."""
    if level_of(name) is not None:
        raise GameError(f"expected a person's name, saw the board's own, {name!r}")


def seated(players: Players, opponent: Opponent | None) -> Players:
    """The players with the board on its side; raises `GameError` where a person has its name."""
    names = [players.white, players.black]
    if opponent is not None:
        names[opponent.color] = opponent.name
    for color, name in zip(Color, names, strict=True):
        if opponent is None or color != opponent.color:
            check_is_person(name)
    return Players(*names)
