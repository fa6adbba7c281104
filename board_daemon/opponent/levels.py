"""Ten levels, from "just learned it" to the best this machine can do.

They differ in what they see and like, not only in how often they blunder: the low ones play short
chains, like to unite, overlook long Ŝakos and what a Ŝako forces; the high ones think further.
"""

from dataclasses import dataclass
from typing import Final

from board_daemon.opponent.errors import UnknownLevel
from board_daemon.opponent.search import Sight
from board_daemon.opponent.thinking import DEEPEST


@dataclass(frozen=True, slots=True)
class Level:
    """How one opponent plays."""

    number: int
    """1 to 10."""
    name: str
    """A few words for people, in English."""
    sight: Sight
    depth: int
    """How many turns he thinks ahead, his own included; 0: not even of the answer."""
    wavering: float
    """How far he misjudges a turn: the standard deviation in points of the evaluation."""
    likes_unions: int
    """Points that a new union is worth to him for its own sake."""
    attention: float
    """How often he looks at all for who could unite with a king; else he just plays."""
    seconds: float
    """How long he thinks at most."""
    contempt: int = 0
    """So many points he would rather stand worse than repeat positions."""


def _short(own: int, seen: int, *, sees_prevention: bool = False) -> Sight:
    return Sight(own, seen, sees_prevention)


LEVELS: Final[tuple[Level, ...]] = (
    Level(1, "just learned it", _short(0, 0), 0, 90.0, 150, 0.4, 0.5),
    Level(2, "likes to dance", _short(1, 0), 0, 45.0, 90, 0.8, 0.5),
    Level(3, "looks at the kings", _short(1, 0), 1, 40.0, 50, 0.85, 0.5),
    Level(4, "takes over", _short(1, 1), 1, 32.0, 25, 0.95, 0.5),
    Level(5, "plays short chains", _short(2, 1), 1, 22.0, 10, 1.0, 0.5),
    Level(6, "plays chains", _short(3, 2, sees_prevention=True), 1, 15.0, 5, 1.0, 0.5),
    Level(7, "thinks of the answer", _short(3, 3, sees_prevention=True), 2, 10.0, 0, 1.0, 1.0),
    Level(8, "sees every chain", Sight(), 2, 14.0, 0, 1.0, 1.0),
    Level(9, "thinks ahead", Sight(), 3, 3.0, 0, 1.0, 1.5, 20),
    Level(10, "the best", Sight(), DEEPEST, 0.0, 0, 1.0, 2.0, 30),
)

WEAKEST, BEST = LEVELS[0], LEVELS[-1]


def level_numbered(number: int) -> Level:
    """The level of a number; raises `UnknownLevel`."""
    for level in LEVELS:
        if level.number == number:
            return level
    raise UnknownLevel(f"expected a level from {WEAKEST.number} to {BEST.number}, got {number}")
