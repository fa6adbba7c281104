"""How a light moves: its level at each moment.

Levels are perceptual, 0 (dark) to 1 (full), as a share of an sRGB colour before gamma. Times are
seconds since the light came on. The motions alone tell the roles apart, for whoever sees no hues.
"""

import math
from dataclasses import dataclass
from typing import Protocol

VERY_DIM = 0.16
"""The level of a square that only remembers something."""


class Motion(Protocol):
    """A level that depends on nothing but time."""

    def level_at(self, t: float) -> float:
        """The level, 0 to 1, `t` seconds after the light came on."""
        ...


@dataclass(frozen=True, slots=True)
class Still:
    """Stays as it is."""

    level: float = 1.0

    def level_at(self, t: float) -> float:
        """The same level at all times."""
        return self.level


@dataclass(frozen=True, slots=True)
class Breath:
    """Swells and ebbs evenly; it starts full, so that it is seen at once."""

    period: float = 2.0
    low: float = 0.3
    high: float = 1.0

    def level_at(self, t: float) -> float:
        """The level of a cosine between `low` and `high`."""
        share = (1 + math.cos(math.tau * t / self.period)) / 2
        return self.low + (self.high - self.low) * share


@dataclass(frozen=True, slots=True)
class Outward:
    """A crest that leaves the origin and runs over the squares: quick rise, slow fall."""

    distance: int
    """King's steps from where the wave starts."""
    period: float = 1.25
    step: float = 0.14
    """Seconds from one square to the next."""
    low: float = 0.25

    def level_at(self, t: float) -> float:
        """The level; a square farther out repeats a nearer one a moment later."""
        phase = ((t - self.distance * self.step) / self.period) % 1.0
        rise = 0.18
        crest = phase / rise if phase < rise else (1 - phase) / (1 - rise)
        return self.low + (1 - self.low) * math.pow(crest, 1.5)


@dataclass(frozen=True, slots=True)
class Sparkle:
    """Glitters like gold leaf: unrepeating, but the same for the same moment and square."""

    seed: int
    rate: float = 9.0
    """Glints a second."""
    low: float = 0.35

    def level_at(self, t: float) -> float:
        """The level, gliding from one glint to the next."""
        count = math.floor(t * self.rate)
        share = t * self.rate - count
        here, there = _glint(count, self.seed), _glint(count + 1, self.seed)
        return self.low + (1 - self.low) * (here + (there - here) * share)


@dataclass(frozen=True, slots=True)
class Flash:
    """Full for a moment, then very dim for good: accepted."""

    seconds: float = 0.15
    after: float = VERY_DIM

    def level_at(self, t: float) -> float:
        """Full from 0 to `seconds`, else dim."""
        return 1.0 if 0 <= t < self.seconds else self.after


@dataclass(frozen=True, slots=True)
class Walk:
    """One light that walks along a path of squares, rests, and walks again."""

    index: int
    """The place of this square on the path, 0 for its start."""
    length: int
    """Squares of the path."""
    step: float = 0.35
    """Seconds on each square."""
    rest: float = 0.7
    trace: float = VERY_DIM
    """The level while the light is elsewhere: the way stays visible."""

    def level_at(self, t: float) -> float:
        """Full while the light is on this square."""
        cycle = self.length * self.step + self.rest
        here = math.floor(t % cycle / self.step)
        last = self.index == self.length - 1
        # The king keeps the light through the rest: that is what the way is about.
        return 1.0 if here == self.index or (last and here >= self.length) else self.trace


@dataclass(frozen=True, slots=True)
class Alternate:
    """One of two colours that take turns softly; give the other one `second=True`."""

    second: bool = False
    period: float = 1.0
    high: float = 1.0

    def level_at(self, t: float) -> float:
        """The level; the two colours' shares always add up to one."""
        # Steeper than a plain cosine: each colour stands a while, the change is short.
        swing = max(-1.0, min(1.0, 2 * math.cos(math.tau * t / self.period)))
        share = (1 + swing) / 2
        return self.high * (1 - share if self.second else share)


@dataclass(frozen=True, slots=True)
class Blink:
    """On and off, fast: take this away."""

    rate: float = 4.0
    """Blinks a second."""

    def level_at(self, t: float) -> float:
        """Full in the first half of each blink, else dark."""
        return 1.0 if (t * self.rate) % 1.0 < 0.5 else 0.0


@dataclass(frozen=True, slots=True)
class Turning:
    """A lighthouse: the beam comes round, once or several times together, then a pause.

    The number of beams tells the piece where its colour does not.
    """

    beams: int = 1
    beam: float = 0.3
    """Seconds from one beam to the next."""
    pause: float = 0.6
    low: float = 0.12

    def level_at(self, t: float) -> float:
        """A bright peak as each beam passes."""
        moment = t % (self.beams * self.beam + self.pause)
        if moment >= self.beams * self.beam:
            return self.low
        return self.low + (1 - self.low) * math.sin(math.pi * (moment / self.beam % 1.0)) ** 2


@dataclass(frozen=True, slots=True)
class Dips:
    """Shines, and dims softly once or several times together: is it this piece?

    The number of dips tells the piece where its colour does not.
    """

    count: int = 1
    dip: float = 0.6
    """Seconds from one dip to the next."""
    pause: float = 1.2
    low: float = 0.2

    def level_at(self, t: float) -> float:
        """Full but for a soft dip each time; it starts full, and the dips end the period."""
        moment = t % (self.pause + self.count * self.dip) - self.pause
        if moment <= 0:
            return 1.0
        return 1.0 - (1.0 - self.low) * math.sin(math.pi * (moment / self.dip % 1.0)) ** 2


@dataclass(frozen=True, slots=True)
class Wink:
    """Still but for two short dips together: two pieces that move at once."""

    period: float = 2.0
    dip: float = 0.12
    """Seconds of each dip, and between the two."""
    level: float = 0.9
    low: float = 0.25

    def level_at(self, t: float) -> float:
        """The level; the dips end the period, so the light starts still."""
        left = self.period - t % self.period
        dipped = left <= self.dip or 2 * self.dip < left <= 3 * self.dip
        return self.low if dipped else self.level


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Two soft beats close together, then a pause: look again."""

    period: float = 1.6
    beat: float = 0.3
    """Seconds of each beat; the second follows at once and is the weaker one."""
    low: float = 0.12
    second: float = 0.7

    def level_at(self, t: float) -> float:
        """The level; it starts with a beat."""
        moment = t % self.period
        if moment >= 2 * self.beat:
            return self.low
        top = 1.0 if moment < self.beat else self.second
        return self.low + (top - self.low) * math.sin(math.pi * (moment / self.beat % 1.0)) ** 2


def _glint(count: int, seed: int) -> float:
    """A number from 0 to 1 that looks like chance, the same for the same arguments."""
    mixed = (count * 0x9E3779B1 ^ seed * 0x85EBCA77) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 12) * 0x297A2D39 & 0xFFFFFFFF
    return (mixed ^ mixed >> 15) / 0xFFFFFFFF
