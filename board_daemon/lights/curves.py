"""Motions as lists of levels, for whatever draws lights but cannot compute them: the web page."""

import math
from dataclasses import dataclass
from typing import Final

from board_daemon.lights.motion import (
    Alternate,
    Blink,
    Breath,
    Dips,
    Flash,
    Heartbeat,
    Motion,
    Outward,
    Sparkle,
    Still,
    Turning,
    Walk,
    Wink,
)

_SAMPLES: Final = 20
"""Levels for each period of a soft motion: none moves by more than a tenth between two."""
_GLITTER: Final = 4.0
"""Seconds after which a sparkle begins again: too long for anybody to notice."""
_SLOW: Final = 0.1
"""Seconds between two levels of a motion that is slow and soft."""
_FINE: Final = 0.04
"""Seconds between two levels of a motion with sharp edges."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The levels of a motion from when its light came on."""

    levels: tuple[float, ...]
    """0 to 1, in turn."""
    step: float
    """Seconds from one level to the next; 0 where there is but one."""
    jumps: bool = False
    """Whether each level stands until the next; else it glides there."""
    repeats: bool = True
    """Whether it begins again after the last level; else that one stays."""


def curve_of(motion: Motion) -> Curve:
    """The levels of a motion; raises `TypeError` for one that is not known here."""
    match motion:
        case Still(level):
            return Curve((level,), 0.0)
        case Flash(seconds, after):
            return Curve((motion.level_at(0.0), after), seconds, jumps=True, repeats=False)
        case Blink(rate):
            return _sampled(motion, 1 / rate, 2, jumps=True)
        case Walk(_, length, step, rest):
            # The longest step that ends whenever the light moves on, to a hundredth of a second.
            each = math.gcd(round(100 * step), round(100 * rest)) / 100
            seconds = length * step + rest
            return _sampled(motion, seconds, round(seconds / each), jumps=True)
        case Sparkle(_, rate):
            return _sampled(motion, _GLITTER, round(_GLITTER * rate))
        case Breath(period) | Outward(_, period) | Alternate(_, period):
            return _sampled(motion, period, _SAMPLES)
        case Turning(beams, beam, pause):
            seconds = beams * beam + pause
            return _sampled(motion, seconds, round(seconds / _FINE))
        case Dips(count, dip, pause):
            seconds = count * dip + pause
            return _sampled(motion, seconds, round(seconds / _SLOW))
        case Wink(period) | Heartbeat(period):
            return _sampled(motion, period, round(period / _FINE))
        case _:
            raise TypeError(f"expected a motion with a curve, saw {type(motion).__name__}")


def _sampled(motion: Motion, period: float, count: int, *, jumps: bool = False) -> Curve:
    step = period / count
    # A level that stands is taken from its middle, where no rounding can reach its neighbour.
    offset = step / 2 if jumps else 0.0
    levels = tuple(round(motion.level_at(index * step + offset), 3) for index in range(count))
    return Curve(levels, round(step, 6), jumps=jumps)
