"""What the sensors of a virtual board read, by the table of the hardware's field model.

10x3 mm discs over a board of 5 mm with squares of 50 mm: a lone piece reads 48 to 78 mT if it
stands within 3 mm of the centre, a union of opposite magnets straddles zero, an empty square
stays within 2 mT.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from firmware_bridge.frames import Reading, SensorKind
from firmware_bridge.magnet_field import field_beside
from firmware_bridge.squares import SQUARE_COUNT
from firmware_bridge.virtual_board import PieceColour, Spot, Standing, VirtualBoard, VirtualPiece

SQUARE_SIDE: Final = 50.0
"""Millimetres."""
UNION_HALF_SPACING: Final = 10.5
"""Millimetres from the centre of a union to each of its pieces."""
_DEPTH: Final = 10.0
"""Millimetres from the sensor to where a leaning magnet's dipole seems to be."""
_FELT: Final = 0.35
"""A switch closes at this part of the peak field."""

Vector = tuple[float, float, float]
Place = tuple[VirtualPiece, float, float]


class Sensors(Protocol):
    """The sensors under the 64 squares."""

    kind: SensorKind

    def read(self, board: VirtualBoard, square: int, t: float) -> Reading:
        """The reading of one square now."""

    def reach(self, squares: Iterable[int]) -> frozenset[int]:
        """Squares whose readings can change when something happens on these."""


class PresenceSensors:
    """Reeds: whether anything magnetic stands close enough."""

    kind = SensorKind.PRESENCE

    def read(self, board: VirtualBoard, square: int, t: float) -> Reading:
        """0 or 1."""
        return int(bool(_felt_colours(board, square)))

    def reach(self, squares: Iterable[int]) -> frozenset[int]:
        """The squares themselves."""
        return frozenset(squares)


class ColourSensors:
    """Sensors that tell nothing, white, black and both apart."""

    kind = SensorKind.COLOUR

    def read(self, board: VirtualBoard, square: int, t: float) -> Reading:
        """One of `.`, `w`, `b`, `u`."""
        felt = _felt_colours(board, square)
        return "u" if len(felt) == 2 else next(iter(felt), ".")

    def reach(self, squares: Iterable[int]) -> frozenset[int]:
        """The squares themselves."""
        return frozenset(squares)


class ThreeWaySensors(ColourSensors):
    """Sensors to which the opposite magnets of a union cancel out: it reads as nobody does."""

    kind = SensorKind.THREE_WAY

    def read(self, board: VirtualBoard, square: int, t: float) -> Reading:
        """One of `.`, `w`, `b`."""
        felt = super().read(board, square, t)
        return "." if felt == "u" else felt


@dataclass(frozen=True, slots=True)
class FieldModel:
    """How good the field sensors are."""

    axes: int = 1
    """1: the axial field alone. 3: east, north and up."""
    noise: float = 0.25
    """Standard deviation of one reading, mT."""
    drift: float = 0.5
    """How far the zero of a sensor wanders, mT."""
    gain_spread: float = 0.05
    """Standard deviation of the sensitivity, which stays within twice that."""


class FieldSensors:
    """Hall sensors that report millitesla."""

    kind = SensorKind.FIELD

    def __init__(self, model: FieldModel, rng: random.Random) -> None:
        self._model = model
        self._rng = rng
        spread = model.gain_spread
        self._gains = [
            1 + max(-2 * spread, min(2 * spread, rng.gauss(0, spread))) for _ in range(SQUARE_COUNT)
        ]
        self._phases = [rng.uniform(0, 2 * math.pi) for _ in range(SQUARE_COUNT)]
        self._periods = [rng.uniform(300, 1800) for _ in range(SQUARE_COUNT)]

    def read(self, board: VirtualBoard, square: int, t: float) -> Reading:
        """The field in mT to a tenth: a number, or one for each axis."""
        field = field_at(board, square)
        zero = self._model.drift * math.sin(
            2 * math.pi * t / self._periods[square] + self._phases[square]
        )
        values = tuple(
            round(self._gains[square] * part + zero + self._rng.gauss(0, self._model.noise), 1)
            for part in (field if self._model.axes == 3 else field[2:])
        )
        return values if self._model.axes == 3 else values[0]

    def reach(self, squares: Iterable[int]) -> frozenset[int]:
        """The squares and their neighbours."""
        return frozenset(near for square in squares for near in _NEAR[square])


def sensors_for(kind: SensorKind, field: FieldModel, rng: random.Random) -> Sensors:
    """The sensors of a kind; `field`: how good those are that measure a field."""
    match kind:
        case SensorKind.PRESENCE:
            return PresenceSensors()
        case SensorKind.COLOUR:
            return ColourSensors()
        case SensorKind.THREE_WAY:
            return ThreeWaySensors()
        case SensorKind.FIELD:
            return FieldSensors(field, rng)


def _near(square: int) -> tuple[int, ...]:
    file, rank = square & 7, square >> 3
    return tuple(
        8 * r + f
        for r in range(max(0, rank - 1), min(8, rank + 2))
        for f in range(max(0, file - 1), min(8, file + 2))
    )


_NEAR: Final = tuple(map(_near, range(SQUARE_COUNT)))


def field_at(board: VirtualBoard, square: int) -> Vector:
    """The field below the centre of a square, mT: east, north, up; neighbours included."""
    total = (0.0, 0.0, 0.0)
    for near in _NEAR[square]:
        standing = board.felt(near)
        if not standing.pieces:
            continue
        east = SQUARE_SIDE * ((near & 7) - (square & 7))
        north = SQUARE_SIDE * ((near >> 3) - (square >> 3))
        for piece, x, y in _places(standing):
            part = _of_piece(piece, standing.spot, east + x, north + y)
            total = (total[0] + part[0], total[1] + part[1], total[2] + part[2])
    return total


def _places(standing: Standing) -> list[Place]:
    """Each piece with its distance from the centre of its square, mm east and north."""
    pieces, spot = standing.pieces, standing.spot
    if len(pieces) == 1 and not standing.is_half:
        return [(pieces[0], spot.east, spot.north)]
    x, y = UNION_HALF_SPACING * math.cos(spot.angle), UNION_HALF_SPACING * math.sin(spot.angle)
    return [
        (piece, spot.east - x, spot.north - y)
        if piece.colour == PieceColour.WHITE
        else (piece, spot.east + x, spot.north + y)
        for piece in pieces
    ]


def _of_piece(piece: VirtualPiece, spot: Spot, east: float, north: float) -> Vector:
    """The field at the sensor of a piece that stands so far from it, mm east and north."""
    strength = piece.magnet if piece.colour == PieceColour.WHITE else -piece.magnet
    distance = math.hypot(east, north)
    upright = field_beside(distance)
    straight, lean = strength * math.cos(spot.tilt), strength * math.sin(spot.tilt)
    along = -straight * upright.outward / distance if distance else 0.0
    leaning = _of_leaning(lean, spot.angle, east, north) if lean else (0.0, 0.0, 0.0)
    return (
        along * east + leaning[0],
        along * north + leaning[1],
        straight * upright.up + leaning[2],
    )


def _of_leaning(lean: float, angle: float, east: float, north: float) -> Vector:
    """What a magnet's lean adds: a dipole along the board, which the table does not know."""
    strength = lean * field_beside(0).up / 2 * _DEPTH**3
    moment = strength * math.cos(angle), strength * math.sin(angle)
    # From the magnet down to the sensor.
    x, y, z = -east, -north, -_DEPTH
    distance = math.sqrt(x * x + y * y + z * z)
    along = 3 * (moment[0] * x + moment[1] * y) / distance**5
    cube = distance**3
    return along * x - moment[0] / cube, along * y - moment[1] / cube, along * z


def _felt_colours(board: VirtualBoard, square: int) -> set[str]:
    standing = board.felt(square)
    # Switches are laid out for unions, so a partner's distance from the centre costs it nothing.
    off_centre = math.hypot(standing.spot.east, standing.spot.north)
    closeness = math.cos(standing.spot.tilt) * (1 + (off_centre / _DEPTH) ** 2) ** -1.5
    return {p.colour.value for p in standing.pieces if p.magnet * closeness >= _FELT}
