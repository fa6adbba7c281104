"""From readings to contents: one model for each kind of sensor."""

import math
from collections.abc import Sequence
from typing import Final, Protocol

from board_daemon.tracking.seeing.contents import HIDDEN, SOMEBODY, Content
from firmware_bridge.field_form import MOST_AXES
from firmware_bridge.frames import Reading, SensorKind

_COLOURS: Final = {
    ".": Content.EMPTY,
    "w": Content.WHITE,
    "b": Content.BLACK,
    "u": Content.UNION,
}

# Axial field over one square in millitesla (`HARDWARE-FINDINGS`, section 4: 10x3 mm discs, 5 mm of
# wood, opposite polarity). An empty square stays below the first; a union straddles zero and may
# hide as empty, and reads up to the last; a lone piece set down carelessly reads little more than
# the third.
_MOST_OF_NOBODY: Final = 2.4
# Between the first and the second a square is what it was: drift and neighbours are no touch.
NEAR_ZERO: Final = 3.2
# A field that has changed by so much was changed by a hand.
_JUMP: Final = 1.5
_LEAST_OF_ONE: Final = 8.0
_MOST_OF_UNION: Final = 34.0
# A three-axis sensor sees a union by its field across. By |Bz| / |Bxy| pieces set down with normal
# care part at the two ratios; between these only a field so strong that no lone piece off its
# centre has it is surely a union's.
_EMPTY_FIELD: Final = 4.0
_MOST_RATIO_OF_UNION: Final = 0.36
_LEAST_RATIO_OF_ONE: Final = 0.9
_MOST_OF_ONE_AT_UNION_RATIO: Final = 32.0
_MOST_OF_ONE_PER_RATIO: Final = 33.0
# More values than there are axes are of axial sensors side by side, of which one is always near
# enough to each of two pieces: the strongest reading of either sign tells of a lone piece or union.
_LEAST_OF_A_SIGN: Final = 4.0
# What was sure stays so a little longer: noise and drift are no touch.
_SIGN_SLACK: Final = 0.5
_RATIO_SLACK: Final = 0.04
_FIELD_SLACK: Final = 2.0


class SensorModel(Protocol):
    """What a reading says of its square."""

    feels_unions: bool
    """Whether lifting a union and setting it down again shows, at least most often."""

    def contents(self, reading: Reading, before: Content | None = None) -> Content:
        """The contents that the reading leaves possible; `before`: those the last one did."""
        ...

    def looks_like(self, content: Content) -> Content:
        """All contents that look to the sensor as this one does."""
        ...

    def jumps(self, before: Reading, now: Reading) -> bool:
        """Whether somebody moved something though the contents may be the same."""
        ...

    def tells_all(self, reading: Reading) -> bool:
        """Whether the sensors tell the four contents apart, by what one of them reads."""
        ...


class PresenceModel:
    """A reed: somebody or nobody."""

    feels_unions = True

    def contents(self, reading: Reading, before: Content | None = None) -> Content:
        """Nobody for 0, anybody for 1."""
        return SOMEBODY if reading else Content.EMPTY

    def looks_like(self, content: Content) -> Content:
        """Whoever stands there looks alike."""
        return content if content == Content.EMPTY else SOMEBODY

    def jumps(self, before: Reading, now: Reading) -> bool:
        """Never: what may be the same reads the same."""
        return False

    def tells_all(self, reading: Reading) -> bool:
        """No."""
        return False


class ColourModel:
    """Sensors that tell the four contents apart."""

    feels_unions = True

    def contents(self, reading: Reading, before: Content | None = None) -> Content:
        """The one content the letter stands for."""
        return _COLOURS[str(reading)]

    def looks_like(self, content: Content) -> Content:
        """Each content looks like no other."""
        return content

    def jumps(self, before: Reading, now: Reading) -> bool:
        """Never: what is the same reads the same."""
        return False

    def tells_all(self, reading: Reading) -> bool:
        """Yes."""
        return True


class ThreeWayModel:
    """Sensors to which the opposite magnets of a union cancel out."""

    feels_unions = False

    def contents(self, reading: Reading, before: Content | None = None) -> Content:
        """The lone piece the letter stands for; else nobody or a union."""
        content = _COLOURS[str(reading)]
        return HIDDEN if content == Content.EMPTY else content

    def looks_like(self, content: Content) -> Content:
        """A union looks empty, and so an empty square like a union."""
        return HIDDEN if content & HIDDEN else content

    def jumps(self, before: Reading, now: Reading) -> bool:
        """Never: nobody and a union read the same."""
        return False

    def tells_all(self, reading: Reading) -> bool:
        """No."""
        return False


class FieldModel:
    """Magnetic field in millitesla: one axial value, three axes, or several axial sensors."""

    feels_unions = True

    def contents(self, reading: Reading, before: Content | None = None) -> Content:
        """What may cause such a field."""
        if isinstance(reading, tuple):
            return self._of_axes(reading, before)
        strength = abs(float(reading))
        if strength < NEAR_ZERO:
            is_as_before = strength >= _MOST_OF_NOBODY and before == Content.UNION
            return Content.UNION if is_as_before else HIDDEN
        alone = Content.WHITE if float(reading) > 0 else Content.BLACK
        if strength < _LEAST_OF_ONE:
            return Content.UNION
        return alone | Content.UNION if strength <= _MOST_OF_UNION else alone

    def looks_like(self, content: Content) -> Content:
        """A union may look empty, and so an empty square like a union."""
        return HIDDEN if content & HIDDEN else content

    def jumps(self, before: Reading, now: Reading) -> bool:
        """Whether an axial field near zero has changed by more than drift and neighbours do."""
        values = [axial_part(reading) for reading in (before, now)]
        one, other = values
        if one is None or other is None:
            return False
        return abs(one - other) >= _JUMP and max(abs(one), abs(other)) < NEAR_ZERO

    def tells_all(self, reading: Reading) -> bool:
        """Where there is more than one axis or sensor."""
        return axial_part(reading) is None

    def _of_axes(self, axes: Sequence[float], before: Content | None) -> Content:
        """Three axes, the last one through the board (`HARDWARE-FINDINGS`, section 4)."""
        if len(axes) == 1:
            return self.contents(axes[0], before)
        if len(axes) > MOST_AXES:
            return _of_sensors(axes, before)
        across, axial = math.hypot(*axes[:-1]), axes[-1]
        if math.hypot(across, axial) < _EMPTY_FIELD:
            return Content.EMPTY
        alone = Content.WHITE if axial > 0 else Content.BLACK
        slack = _RATIO_SLACK if before == alone else 0.0
        if abs(axial) >= (_LEAST_RATIO_OF_ONE - slack) * across:
            return alone
        return Content.UNION if _is_surely_union(across, axial, before) else alone | Content.UNION


def _of_sensors(axial: Sequence[float], before: Content | None) -> Content:
    """Axial sensors under the centre and around it (`HARDWARE-FINDINGS`, section 4)."""
    look = Content.EMPTY if before is None else before
    has_white = max(axial) > _least_of_sign(look, Content.WHITE)
    has_black = min(axial) < -_least_of_sign(look, Content.BLACK)
    if has_white and has_black:
        return Content.UNION
    if has_white or has_black:
        return Content.WHITE if has_white else Content.BLACK
    return Content.EMPTY


def _least_of_sign(before: Content, color: Content) -> float:
    """From which reading on, in millitesla, a piece of that colour stands there."""
    stood = before in (color, Content.UNION)
    return _LEAST_OF_A_SIGN - _SIGN_SLACK if stood else _LEAST_OF_A_SIGN


def _is_surely_union(across: float, axial: float, before: Content | None) -> bool:
    """Whether no lone piece has such a field, across and through the board, in millitesla."""
    was_union = before == Content.UNION
    ratio = abs(axial) / across - _MOST_RATIO_OF_UNION
    most_of_one = _MOST_OF_ONE_AT_UNION_RATIO + _MOST_OF_ONE_PER_RATIO * ratio
    return (
        ratio < was_union * _RATIO_SLACK
        or math.hypot(across, axial) > most_of_one - was_union * _FIELD_SLACK
    )


def axial_part(reading: Reading) -> float | None:
    """The reading of a sensor with one axis, else None."""
    if isinstance(reading, tuple):
        return reading[0] if len(reading) == 1 else None
    return None if isinstance(reading, str) else float(reading)


def model_for(kind: SensorKind) -> SensorModel:
    """The model of a kind of sensor."""
    match kind:
        case SensorKind.PRESENCE:
            return PresenceModel()
        case SensorKind.COLOUR:
            return ColourModel()
        case SensorKind.THREE_WAY:
            return ThreeWayModel()
        case SensorKind.FIELD:
            return FieldModel()
