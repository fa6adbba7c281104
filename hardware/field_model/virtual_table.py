"""The small table by which the virtual board's sensors feel a magnet."""

from __future__ import annotations

import json
from typing import Final

import numpy as np

from hardware.field_model.fields import at_a_point
from hardware.field_model.geometry import RECOMMENDED_BOARD, RECOMMENDED_DISC

_FARTHEST: Final = 90
"""mm: the far corner of a neighbouring square, and a little more."""


def table() -> str:
    """JSON: for every millimetre of distance the axial and the outward field, millitesla."""
    field = at_a_point(RECOMMENDED_DISC, RECOMMENDED_BOARD.gap)
    distances = np.arange(_FARTHEST + 1, dtype=float)
    up = field.up(distances, np.zeros_like(distances))
    values = {
        "about": f"One {RECOMMENDED_DISC} mm disc, N42, over {RECOMMENDED_BOARD.wood:g} mm of "
        "wood: mT at a sensor 0, 1, 2 ... mm beside it. Made by hardware/field_model.",
        "up": [round(float(value), 3) for value in up],
        "outward": [round(float(value), 3) for value in field.outward(distances)],
    }
    return json.dumps(values, indent=1) + "\n"
