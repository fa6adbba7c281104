"""Calibrating a board that measures fields: the empty board, then every square under a lone piece.

The pieces stand in their home position first and two ranks farther in then, so that each square is
measured once and each piece twice. A lone piece reads 16 to 35 mT by where on its square it stands
(`hardware/README.md`), so one placing says less about the sensor than about itself, and a
sensor's scale is corrected by half of what it differs, on a scale of ratios. Time is passed in;
fields in mT.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from statistics import median
from typing import Final

from board_daemon.checkup.senses import axial
from board_daemon.languages.sentences import said
from board_daemon.lights.frame import Glow
from board_daemon.lights.motion import VERY_DIM, Breath
from board_daemon.lights.palette import STANDARD, Rgb
from firmware_bridge.frames import Reading
from firmware_bridge.squares import SQUARE_COUNT, square_name
from firmware_bridge.virtual_board import Setup

OCCUPIED: Final = 8.0
"""Half of what the weakest lone piece reads."""
QUIET: Final = 2.5
"""Seconds without a change of any square until what there is is measured."""
_WAIT: Final = 30.0
"""Seconds without a change after which squares that feel nothing are given up."""
_CHANGE: Final = 3.0
"""A field that changes by less is noise, and keeps nobody waiting."""
_RESTLESS: Final = 60
"""A square that changes so often meanwhile flickers, and nobody waits for it to be quiet."""
_MOST_SEEN: Final = 500
_UNION: Final = 0.25
"""What is left of the weakest lone piece where two stand in a union."""
_LEAST_EMPTY: Final = 0.5
"""An empty square never reads less, for all that is known."""
_WEAK: Final = 0.5
_NOISY: Final = 1.0
_FAR_OUT: Final = 20.0
"""A sensor that reads so much with nothing on it is broken."""
_MARGIN: Final = 2.0
"""The weakest union must read so many times what empty squares do: a square is taken for empty
again only well below the threshold, and the threshold lies between the two."""

_HOME_ROW: Final = "RNBQKBNR"
_CALL: Final = Breath(period=1.6, low=0.35)

_CLEAR: Final = said(
    "console.calibrate.clear", "Take all pieces off the board, and leave it alone for a moment."
)
_HOME: Final = said(
    "console.calibrate.home", "Set up all 32 pieces at home, each in the middle of its square."
)
_FARTHER_IN: Final = said(
    "console.calibrate.farther-in",
    "Move every piece two ranks farther in: White's to ranks 3 and 4, Black's to 5 and 6, files as "
    "they are.",
)


class Stage(Enum):
    """What is being measured."""

    EMPTY = auto()
    HOME = auto()
    FARTHER_IN = auto()
    DONE = auto()


HOME: Final = (*range(16), *range(48, 64))


def farther_in(square: int) -> int:
    """Where a piece of the home position goes next: two ranks towards the middle."""
    return square + 16 if square < SQUARE_COUNT // 2 else square - 16


def setup_at(stage: Stage) -> Setup:
    """The pieces as they should stand."""
    if stage not in (Stage.HOME, Stage.FARTHER_IN):
        return {}
    setup = {}
    for square in HOME:
        rank, file = divmod(square, 8)
        kind = "P" if rank in (1, 6) else _HOME_ROW[file]
        there = square if stage == Stage.HOME else farther_in(square)
        setup[there] = (kind, "") if square < SQUARE_COUNT // 2 else ("", kind)
    return setup


@dataclass(frozen=True, slots=True)
class Learned:
    """What a calibration has found. Fields in mT, as the board reads them without it."""

    zero: Mapping[int, float]
    noise: Mapping[int, float]
    """The most by which a square has read other than its zero with nothing on the board."""
    levels: Mapping[int, float]
    """What a lone piece has read beyond the zero, with its sign; none where it was not felt."""
    beside: Mapping[int, float]
    """The most that a square has read beyond its zero while pieces stood beside it."""

    @property
    def typical(self) -> float:
        """What a lone piece reads on most squares; 0 if none was felt."""
        return median(map(abs, self.levels.values())) if self.levels else 0.0

    def scale(self, square: int) -> float:
        """The factor by which a square's field is to be multiplied."""
        if square not in self.levels:
            return 1.0
        return round(math.sqrt(self.typical / abs(self.levels[square])), 3)

    @property
    def strongest_empty(self) -> float:
        """The most that an empty square reads, beside pieces and noise and all, once scaled."""
        squares = [s for s in range(SQUARE_COUNT) if s in self.levels]
        reads = (self.scale(s) * max(self.noise[s], self.beside.get(s, 0.0)) for s in squares)
        return max([_LEAST_EMPTY, *reads])

    @property
    def weakest_union(self) -> float:
        """The least that a union will read, once scaled; weak squares are to be mended first."""
        strong = [s for s, level in self.levels.items() if abs(level) >= _WEAK * self.typical]
        return _UNION * min((self.scale(s) * abs(self.levels[s]) for s in strong), default=0.0)

    @property
    def can_tell(self) -> bool:
        """Whether a threshold keeps empty squares and unions apart."""
        return self.weakest_union >= _MARGIN * self.strongest_empty

    @property
    def threshold(self) -> float | None:
        """The field from which on somebody stands there; None where none is any good."""
        if not self.can_tell:
            return None
        return round(math.sqrt(self.strongest_empty * self.weakest_union), 1)

    # --- what is wrong ---

    @property
    def silent(self) -> frozenset[int]:
        """Squares that have felt no piece, or read far too much without one."""
        far_out = {s for s, zero in self.zero.items() if abs(zero) >= _FAR_OUT}
        return frozenset(range(SQUARE_COUNT)) - self.levels.keys() | far_out

    @property
    def noisy(self) -> frozenset[int]:
        """Squares that do not keep still with nothing on the board."""
        return frozenset(s for s, noise in self.noise.items() if noise >= _NOISY) - self.silent

    @property
    def colours_oppose(self) -> bool:
        """Whether White's magnets point one way and Black's the other."""
        white, black = (self._way(home) for home in (HOME[:16], HOME[16:]))
        return white * black < 0

    def _way(self, homes: Iterable[int]) -> float:
        felt = [s for home in homes for s in (home, farther_in(home)) if s in self.levels]
        return sum(1 if self.levels[s] > 0 else -1 for s in felt)

    def _other_way(self) -> set[int]:
        odd = set()
        for homes in (HOME[:16], HOME[16:]):
            way = self._way(homes)
            for home in homes:
                odd |= {s for s in (home, farther_in(home)) if self.levels.get(s, way) * way < 0}
        return odd

    def by_piece(self, squares: Iterable[int]) -> tuple[frozenset[int], frozenset[int]]:
        """The pieces, by home square, that are odd on both their squares; and the other squares."""
        odd = set(squares)
        pieces = {home for home in HOME if home in odd and farther_in(home) in odd}
        return frozenset(pieces), frozenset(odd - pieces - set(map(farther_in, pieces)))

    @property
    def upside_down(self) -> tuple[frozenset[int], frozenset[int]]:
        """Pieces and sensors, apart, that read the other way round than others of the colour."""
        return self.by_piece(self._other_way())

    @property
    def weak(self) -> tuple[frozenset[int], frozenset[int]]:
        """Pieces and sensors, apart, that read less than half of what is usual."""
        levels = self.levels.items()
        return self.by_piece(s for s, level in levels if abs(level) < _WEAK * self.typical)


class Calibration:
    """Leads somebody through it and learns; the lights show what is still wanted."""

    def __init__(self, readings: Mapping[int, Reading], t: float) -> None:
        """`readings`: of all squares now."""
        self._stage = Stage.EMPTY
        self._now: dict[int, float] = {}
        self._rest: dict[int, float] = {}
        self._seen: dict[int, deque[float]] = {
            square: deque(maxlen=_MOST_SEEN) for square in range(SQUARE_COUNT)
        }
        self._changes: Counter[int] = Counter()
        self._changed = t
        self._zero: dict[int, float] = {}
        self._noise: dict[int, float] = {}
        self._levels: dict[int, float] = {}
        self._beside: dict[int, float] = {}
        self.read(t, readings)

    @property
    def is_over(self) -> bool:
        """Whether all was measured."""
        return self._stage == Stage.DONE

    @property
    def words(self) -> str:
        """What is asked now."""
        match self._stage:
            case Stage.EMPTY:
                return _CLEAR
            case Stage.HOME:
                return _HOME
            case Stage.FARTHER_IN:
                return _FARTHER_IN
            case _:
                return ""

    @property
    def note(self) -> str:
        """What is still in the way."""
        missing, extra = self._missing(), self._extra()
        if extra:
            return said("console.calibrate.extra", "To be empty: {squares}", squares=_names(extra))
        if not missing:
            return ""
        return said("console.calibrate.missing", "Still wanted: {squares}", squares=_names(missing))

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        done = {Stage.EMPTY: 0, Stage.HOME: 32, Stage.FARTHER_IN: 64, Stage.DONE: 96}[self._stage]
        wanted = len(self._wanted())
        return (done + wanted - len(self._missing())) / 96 if wanted else done / 96

    @property
    def wanted(self) -> Setup:
        """The pieces as they should stand now."""
        return setup_at(self._stage)

    @property
    def learned(self) -> Learned:
        """What was found."""
        return Learned(self._zero, self._noise, self._levels, self._beside)

    def read(self, t: float, readings: Mapping[int, Reading]) -> None:
        """Take in readings."""
        for square, reading in readings.items():
            field = axial(reading)
            self._now[square] = field
            self._seen[square].append(field)
            if abs(field - self._rest.get(square, math.inf)) >= _CHANGE:
                self._rest[square] = field
                self._changes[square] += 1
                if self._changes[square] < _RESTLESS:
                    self._changed = t
                    self._forget()

    def _forget(self) -> None:
        """What was read before the last change no longer counts."""
        for square, seen in self._seen.items():
            seen.clear()
            if square in self._now:
                seen.append(self._now[square])

    def advance(self, t: float) -> None:
        """Let time go on: what has been quiet for long enough is measured."""
        if self._stage == Stage.DONE or t < self._changed + QUIET:
            return
        is_right = not self._missing() and not self._extra()
        if is_right or t >= self._changed + _WAIT:
            self._measure(t)

    def skip(self, t: float) -> None:
        """Measure it as it is."""
        if self._stage != Stage.DONE:
            self._measure(t)

    @property
    def may_reply(self) -> bool:
        """Nothing is asked that a yes or a no would answer."""
        return False

    def reply(self, t: float, says: bool) -> None:
        """Nothing comes of it."""

    def glows(self, t: float) -> dict[int, Glow]:
        """What every LED shows: green where a piece is wanted, red where none is, by its square."""
        waited = t - self._changed
        calling = self._light(self._missing(), STANDARD.put_here, _CALL.level_at(waited))
        return {
            **self._light(self._wanted(), STANDARD.ask_white, VERY_DIM),
            **calling,
            **self._light(self._extra(), STANDARD.take_away, 1.0),
        }

    def _light(self, squares: Iterable[int], color: Rgb, level: float) -> dict[int, Glow]:
        return {square: Glow(color, level) for square in squares}

    # --- what is measured ---

    def _measure(self, t: float) -> None:
        middle = {square: median(values) for square, values in self._seen.items() if values}
        if self._stage == Stage.EMPTY:
            self._zero = {s: middle.get(s, 0.0) for s in range(SQUARE_COUNT)}
            self._noise = {
                s: max((abs(value - self._zero[s]) for value in self._seen[s]), default=0.0)
                for s in range(SQUARE_COUNT)
            }
            self._stage = Stage.HOME
        else:
            self._measure_pieces(middle)
            self._stage = Stage.FARTHER_IN if self._stage == Stage.HOME else Stage.DONE
        self._changed = t
        self._changes.clear()

    def _measure_pieces(self, middle: Mapping[int, float]) -> None:
        wanted = self._wanted()
        for square, field in middle.items():
            level = field - self._zero[square]
            if square not in wanted:
                if abs(level) < OCCUPIED:
                    self._beside[square] = max(self._beside.get(square, 0.0), abs(level))
            elif self._feels(square):
                self._levels[square] = level

    def _wanted(self) -> frozenset[int]:
        return frozenset(setup_at(self._stage))

    def _missing(self) -> frozenset[int]:
        return frozenset(square for square in self._wanted() if not self._feels(square))

    def _extra(self) -> frozenset[int]:
        """Squares that feel a piece and should not; one that always does is broken."""
        wanted = self._wanted()
        return frozenset(s for s in self._now if s not in wanted and self._feels(s))

    def _feels(self, square: int) -> bool:
        # A lone piece that is weak is still to be seen, if it is far stronger than nothing.
        least = OCCUPIED if self._stage == Stage.EMPTY else OCCUPIED / 2
        return abs(self._now.get(square, 0.0) - self._zero.get(square, 0.0)) >= least


def _names(squares: Iterable[int]) -> str:
    shown = sorted(squares)
    names = " ".join(square_name(square) for square in shown[:12])
    return f"{names} ..." if len(shown) > 12 else names
