"""How strong the magnets of a set are, and which way round: measured at the first look.

All that is known of fields is of one set on one board (`HARDWARE-FINDINGS`, section 4: 10x3 mm
discs, White above zero and Black below). Others read as it would, by the measure of their own lone
pieces.
"""

import statistics
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from board_daemon.rules.squares import Square
from board_daemon.tracking.seeing.contents import Content, Contents
from firmware_bridge.field_form import MOST_AXES
from firmware_bridge.frames import Reading, SensorFrame, SensorKind

# Millitesla: what a lone piece of that set reads, most often; careless hands make it half of that.
_USUAL: Final = 60.0
_LEAST_USUAL: Final = 36.0
_MOST_USUAL: Final = 96.0
# So many lone pieces tell how strong the others are, if so many of them agree on the poles.
_LEAST_PIECES: Final = 8
_MOST_AGREE: Final = 0.8
# So much less than they does an empty square read, or the board does not stand as it should.
_CLEARLY: Final = 5.0
# Millitesla: an empty square is still to read less than that by the measure that is taken.
_MOST_OF_NOBODY: Final = 2.0
_NEARLY_ALL: Final = 0.9


class Magnets:
    """Gives the readings of a field as the usual set would; those of other sensors as they are."""

    def __init__(self, sensor: SensorKind, stands: Contents) -> None:
        """`stands`: how the board is said to stand when it is read first."""
        self._stands = stands
        self._factor = None if sensor == SensorKind.FIELD else 1.0
        """By what readings are multiplied; None: nothing was read yet."""

    def as_usual(self, frame: SensorFrame) -> SensorFrame:
        """The frame as the usual set would give it. The first one with readings is measured."""
        if self._factor is None and frame.readings:
            self._factor = _measure(frame.readings, self._stands)
        factor = self._factor
        if factor is None or factor == 1.0:
            return frame
        readings = {square: _times(factor, read) for square, read in frame.readings.items()}
        return replace(frame, readings=readings)


def _measure(first: Mapping[Square, Reading], stands: Contents) -> float:
    """By what to multiply readings; 1.0: they are as usual, or nobody can tell."""
    lone, nobody = [], []
    for square, reading in first.items():
        if isinstance(reading, str):
            return 1.0
        match stands[square]:
            case Content.EMPTY:
                nobody.append(abs(_through_the_board(reading)))
            case Content.WHITE:
                lone.append(_through_the_board(reading))
            case Content.BLACK:
                lone.append(-_through_the_board(reading))
    if len(lone) < _LEAST_PIECES:
        return 1.0
    middle = statistics.median(lone)
    agreeing = sum(value * middle > 0 for value in lone)
    noise = sorted(nobody)[int(_NEARLY_ALL * len(nobody))] if nobody else 0.0
    if agreeing < _MOST_AGREE * len(lone) or abs(middle) < _CLEARLY * noise:
        return 1.0
    poles = 1.0 if middle > 0 else -1.0
    if _LEAST_USUAL <= abs(middle) <= _MOST_USUAL:
        return poles
    factor = _USUAL / abs(middle)
    if noise > 0.0:
        factor = min(factor, max(1.0, _MOST_OF_NOBODY / noise))
    return poles * factor


def _through_the_board(reading: int | float | tuple[float, ...]) -> float:
    """The field through the board: of sensors side by side, where it is strongest."""
    if not isinstance(reading, tuple):
        return float(reading)
    return reading[-1] if len(reading) <= MOST_AXES else max(reading, key=abs)


def _times(factor: float, reading: Reading) -> Reading:
    if isinstance(reading, tuple):
        return tuple(factor * value for value in reading)
    return reading if isinstance(reading, str) else factor * reading
