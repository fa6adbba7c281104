"""From readings to contents: one model for each kind of sensor."""

import math
from collections.abc import Sequence
from typing import Final, Protocol

from board_daemon.tracking.contents import ANYTHING, SOMEBODY, Content
from firmware_bridge.frames import Reading, SensorKind

_COLOURS: Final = {
    ".": Content.EMPTY,
    "w": Content.WHITE,
    "b": Content.BLACK,
    "u": Content.UNION,
}

# Axial field in millitesla over one square (field model: 10x3 mm discs, 5 mm of wood, opposite
# polarity): mean and spread by content. A union straddles zero and may hide as empty.
_AXIAL_FIELD: Final = {
    Content.EMPTY: (0.0, 1.2),
    Content.WHITE: (50.0, 16.0),
    Content.BLACK: (-50.0, 16.0),
    Content.UNION: (0.0, 14.0),
}
# Contents less likely than the best by more than this (nats) are ruled out.
_RULED_OUT: Final = 6.0
# A three-axis sensor sees a union by its field across: |Bz| < half of |Bxy|.
_EMPTY_FIELD: Final = 4.0
_UNION_RATIO: Final = 0.5


class SensorModel(Protocol):
    """What a reading says of its square."""

    def contents(self, reading: Reading) -> Content:
        """The contents that the reading leaves possible."""
        ...

    def looks_like(self, content: Content) -> Content:
        """All contents that look to the sensor as this one does."""
        ...


class PresenceModel:
    """A reed: somebody or nobody."""

    def contents(self, reading: Reading) -> Content:
        """Nobody for 0, anybody for 1."""
        return SOMEBODY if reading else Content.EMPTY

    def looks_like(self, content: Content) -> Content:
        """Whoever stands there looks alike."""
        return content if content == Content.EMPTY else SOMEBODY


class ColourModel:
    """Sensors that tell the four contents apart."""

    def contents(self, reading: Reading) -> Content:
        """The one content the letter stands for."""
        return _COLOURS[str(reading)]

    def looks_like(self, content: Content) -> Content:
        """Each content looks like no other."""
        return content


class FieldModel:
    """Magnetic field in millitesla: one axial value, or several axes."""

    def contents(self, reading: Reading) -> Content:
        """The contents that are not far less likely than the likeliest."""
        if isinstance(reading, tuple):
            return self._of_axes(reading)
        value = float(reading)
        likelihoods = {content: log_likelihood(content, value) for content in _AXIAL_FIELD}
        best = max(likelihoods.values())
        possible = Content(0)
        for content, likelihood in likelihoods.items():
            if likelihood > best - _RULED_OUT:
                possible |= content
        return possible

    def looks_like(self, content: Content) -> Content:
        """A union may look empty, and so an empty square like a union."""
        hidden = Content.EMPTY | Content.UNION
        return hidden if content & hidden else content

    def _of_axes(self, axes: Sequence[float]) -> Content:
        """Three axes, the last one through the board (`HARDWARE-FINDINGS`, section 4)."""
        if len(axes) == 1:
            return self.contents(axes[0])
        across, axial = math.hypot(*axes[:-1]), axes[-1]
        if math.hypot(across, axial) < _EMPTY_FIELD:
            return Content.EMPTY
        if abs(axial) < _UNION_RATIO * across:
            return Content.UNION
        return Content.WHITE if axial > 0 else Content.BLACK


def log_likelihood(content: Content, field: float) -> float:
    """Log-likelihood of an axial field in millitesla over a square with that content."""
    mean, spread = _AXIAL_FIELD[content]
    return -0.5 * ((field - mean) / spread) ** 2 - math.log(spread)


def model_for(kind: SensorKind) -> SensorModel:
    """The model of a kind of sensor."""
    match kind:
        case SensorKind.PRESENCE:
            return PresenceModel()
        case SensorKind.COLOUR:
            return ColourModel()
        case SensorKind.FIELD:
            return FieldModel()


__all__ = ["ANYTHING", "SensorModel", "log_likelihood", "model_for"]
