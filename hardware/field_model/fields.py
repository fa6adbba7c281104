"""The field of one magnet at the sensors, by how far beside it a sensor is."""

from __future__ import annotations

from functools import cache
from typing import Final

import magpylib
import numpy as np
from numpy.typing import NDArray

from hardware.field_model.geometry import N42_REMANENCE, SQUARE, Disc

Array = NDArray[np.float64]

_REACH: Final = int(2.5 * SQUARE)
"""Farther magnets do nothing that counts, mm."""
_STEPS_PER_MM: Final = 2
_REED_LENGTH: Final = 10.0
"""A reed's contacts respond to the field along the whole glass, mm."""
_REED_POINTS: Final = 11


class MagnetField:
    """The field of an upright magnet, its north pole up, over its distance: the disc is round."""

    def __init__(self, disc: Disc, depths: Array) -> None:
        """`depths`: mm from the magnet's lower face down to the sensor; their mean is felt."""
        distances = np.arange(0, _REACH * _STEPS_PER_MM + 1) / _STEPS_PER_MM
        magnet = magpylib.magnet.Cylinder(
            polarization=(0, 0, N42_REMANENCE),
            dimension=(disc.diameter / 1000, disc.height / 1000),
        )
        points = np.zeros((len(depths), len(distances), 3))
        points[:, :, 0] = distances
        points[:, :, 2] = -(depths[:, None] + disc.height / 2)
        field = magnet.getB(points / 1000, squeeze=False).reshape(points.shape).mean(axis=0) * 1000
        self._distances = distances
        self._outward = field[:, 0]
        self._up = field[:, 2]

    def up(self, east: Array, north: Array) -> Array:
        """The axial field, mT, at a sensor so many mm away."""
        return np.asarray(np.interp(np.hypot(east, north), self._distances, self._up))

    def outward(self, distance: Array) -> Array:
        """The field away from the magnet's axis, along the board, mT."""
        return np.asarray(np.interp(distance, self._distances, self._outward))

    def vector(self, east: Array, north: Array) -> Array:
        """East, north and up, mT, in a last axis of three."""
        distance = np.hypot(east, north)
        along = self.outward(distance) / np.maximum(distance, 1e-9)
        return np.stack([along * east, along * north, self.up(east, north)], axis=-1)


@cache
def at_a_point(disc: Disc, gap: float) -> MagnetField:
    """What a Hall sensor feels."""
    return MagnetField(disc, np.array([gap]))


@cache
def along_a_reed(disc: Disc, gap: float) -> MagnetField:
    """What a reed feels that stands upright under the board: the mean along its glass."""
    return MagnetField(disc, gap + np.linspace(0, _REED_LENGTH, _REED_POINTS))
