"""The field of one magnet, by how far beside it a sensor is: the table of the field model.

`hardware/field_model` computes it: a 10x3 mm disc of N42, 5 mm of wood and 1 mm of air over the
sensor. Millimetres and millitesla.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class RoundField(NamedTuple):
    """The field beside an upright magnet, its north pole up."""

    up: float
    """Through the board, mT; below zero some way off the magnet."""
    outward: float
    """Along the board, away from the magnet, mT."""


@cache
def _table() -> tuple[RoundField, ...]:
    text = files("firmware_bridge").joinpath("magnet_field.json").read_text()
    values = json.loads(text)
    pairs = zip(values["up"], values["outward"], strict=True)
    return tuple(RoundField(float(up), float(outward)) for up, outward in pairs)


def field_beside(distance: float) -> RoundField:
    """The field so many mm from the magnet's axis; none beyond the table, some 90 mm."""
    table = _table()
    step = int(distance)
    if step + 1 >= len(table):
        return RoundField(0.0, 0.0)
    share, near, far = distance - step, table[step], table[step + 1]
    return RoundField(
        near.up + share * (far.up - near.up),
        near.outward + share * (far.outward - near.outward),
    )
