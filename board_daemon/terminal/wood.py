"""The colours of the board: warm wood, ivory and walnut, and light that shines through."""

import math
from dataclasses import dataclass
from typing import Final

from board_daemon.lights.frame import Glow
from board_daemon.lights.palette import Rgb
from board_daemon.rules.squares import Square, file_of, rank_of
from board_daemon.terminal.canvas import mix


@dataclass(frozen=True, slots=True)
class Wood:
    """What the board and the pieces are made of."""

    maple: Rgb
    """The light squares."""
    oak: Rgb
    """The dark ones."""
    rim: Rgb
    edge: Rgb
    """The upper edge of the rim, where light falls on it."""
    inscription: Rgb
    """Files and ranks on the rim."""
    ivory: Rgb
    walnut: Rgb
    ivory_ground: Rgb
    """What a black figurine in a union stands on: its partner's colour, a little softer."""
    walnut_ground: Rgb
    """What a white one stands on."""
    is_smooth: bool
    """Whether there are colours enough for the grain and for soft edges of the light."""

    def at(self, square: Square, x: int, y: int) -> Rgb:
        """The wood at one pixel of a square: each a piece of its own, with its grain."""
        color = self.maple if (file_of(square) + rank_of(square)) % 2 else self.oak
        if not self.is_smooth:
            return color
        plank = math.sin(square * 12.9898) * 0.022
        # In few steps: neighbours of one colour cost a terminal much less.
        grain = round(math.sin(y * 2.1 + x * 0.35 + square * 1.7) * 1.4) * 0.013
        return _shaded(color, 1 + plank + grain)

    def lit(self, color: Rgb, glow: Glow, nearness: float) -> Rgb:
        """A pixel with a light beneath; `nearness` is 1 above the lamp and 0 out of its reach."""
        share = nearness if self.is_smooth else 0.8
        # A dim light must still be seen beside the wood's own colour.
        return mix(color, glow.color, share * math.pow(glow.level, 0.8))


FINE_WOOD: Final = Wood(
    maple=(194, 152, 104),
    oak=(132, 88, 56),
    rim=(74, 46, 30),
    edge=(92, 60, 40),
    inscription=(176, 140, 102),
    ivory=(255, 248, 232),
    walnut=(36, 19, 12),
    ivory_ground=(238, 222, 194),
    walnut_ground=(58, 33, 21),
    is_smooth=True,
)

# Of the 256 colours that most terminals have, those that look like wood beside one another.
PLAIN_WOOD: Final = Wood(
    maple=(175, 135, 95),
    oak=(135, 95, 0),
    rim=(48, 48, 48),
    edge=(68, 68, 68),
    inscription=(175, 135, 95),
    ivory=(255, 255, 255),
    walnut=(18, 18, 18),
    ivory_ground=(255, 215, 175),
    walnut_ground=(48, 48, 48),
    is_smooth=False,
)


def nearness_at(x: int, y: int, width: int, height: int) -> float:
    """How strongly a pixel of a square takes the light of the lamp in its middle, 0 to 1."""
    across = (2 * x + 1 - width) / width
    along = (2 * y + 1 - height) / height
    return max(0.0, 0.9 - 0.42 * (across * across + along * along))


def _shaded(color: Rgb, factor: float) -> Rgb:
    red, green, blue = (min(255, round(channel * factor)) for channel in color)
    return red, green, blue
