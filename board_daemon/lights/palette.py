"""The colours of the lights: sRGB as the eye is to see it, before gamma and dimming.

The two alternative palettes keep apart what can be lit together for players who see red and green,
or blue and yellow, as much alike; the motions tell the roles apart in every palette.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from board_daemon.rules.pieces import PieceType

Rgb = tuple[int, int, int]
"""Red, green, blue, 0 to 255 each."""

BLACK: Final[Rgb] = (0, 0, 0)


def hex_of(color: Rgb) -> str:
    """A colour as web pages and pictures write it."""
    return "#{:02x}{:02x}{:02x}".format(*color)


class PaletteName(StrEnum):
    """The palettes by the names that settings use."""

    STANDARD = "standard"
    RED_GREEN = "red-green"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Palette:
    """One colour for each thing a light can say."""

    origin: Rgb = (255, 196, 130)
    move: Rgb = (0, 70, 255)
    union: Rgb = (200, 0, 160)
    takeover: Rgb = (255, 120, 0)
    castle: Rgb = (0, 180, 140)
    paco: Rgb = (255, 190, 40)
    last: Rgb = (255, 244, 229)
    sako: Rgb = (255, 50, 0)
    ask: Rgb = (140, 0, 255)
    ask_white: Rgb = (255, 255, 255)
    take_away: Rgb = (255, 0, 0)
    put_here: Rgb = (0, 200, 0)
    queen: Rgb = (255, 190, 40)
    knight: Rgb = (0, 200, 0)
    rook: Rgb = (0, 70, 255)
    bishop: Rgb = (140, 0, 255)
    best: Rgb = (0, 200, 0)
    fine: Rgb = (0, 70, 255)
    risky: Rgb = (255, 0, 0)
    warning: Rgb = (255, 215, 0)
    opponent: Rgb = (0, 200, 255)
    code: Rgb = (255, 255, 255)
    trouble: Rgb = (255, 90, 0)

    def promotion(self, piece: PieceType) -> Rgb:
        """The colour of the piece that a pawn becomes; raises KeyError for a pawn or a king."""
        colors = {
            PieceType.QUEEN: self.queen,
            PieceType.KNIGHT: self.knight,
            PieceType.ROOK: self.rook,
            PieceType.BISHOP: self.bishop,
        }
        return colors[piece]


STANDARD: Final = Palette()

# Told apart by blue against yellow and by lightness, which red-green weakness leaves.
RED_GREEN: Final = replace(
    STANDARD,
    move=(0, 40, 255),
    union=(205, 145, 255),
    takeover=(220, 50, 10),
    castle=(30, 235, 185),
    paco=(255, 250, 40),
    take_away=(255, 90, 0),
    put_here=(0, 120, 255),
    queen=(255, 235, 30),
    knight=(0, 115, 170),
    rook=(0, 20, 255),
    bishop=(175, 255, 205),
    best=(190, 225, 255),
    fine=(40, 30, 240),
    risky=(255, 150, 30),
)

# Told apart by red against green and by lightness, which blue weakness leaves.
BLUE: Final = replace(
    STANDARD,
    move=(0, 80, 190),
    union=(255, 0, 60),
    takeover=(215, 135, 40),
    castle=(50, 255, 155),
    paco=(255, 245, 225),
    queen=(240, 212, 25),
    knight=(15, 240, 85),
    rook=(65, 0, 160),
    bishop=(250, 5, 85),
    best=(0, 255, 50),
    fine=(70, 20, 150),
    warning=(255, 160, 0),
)

PALETTES: Final[Mapping[PaletteName, Palette]] = {
    PaletteName.STANDARD: STANDARD,
    PaletteName.RED_GREEN: RED_GREEN,
    PaletteName.BLUE: BLUE,
}
