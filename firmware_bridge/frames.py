"""What a board reports: readings of its sensors at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

Reading = int | str | float | tuple[float, ...]
"""What one square's sensor says, in the form that its `SensorKind` gives."""


class SensorKind(StrEnum):
    """What the sensor under a square can tell, and so the form of its readings."""

    PRESENCE = "presence"
    """A reed: 0 for empty, 1 for occupied."""

    COLOUR = "colour"
    """Colours told apart: "." empty, "w" a white piece, "b" a black one, "u" a union."""

    THREE_WAY = "colour-3"
    """The same, where opposite magnets cancel out: "." empty or a union, "w" White, "b" Black."""

    FIELD = "field"
    """The magnetic field in millitesla: one number (axial), or one for each axis or sensor."""


READING_OF_NOBODY: Final[Mapping[SensorKind, Reading]] = {
    SensorKind.PRESENCE: 0,
    SensorKind.COLOUR: ".",
    SensorKind.THREE_WAY: ".",
}
"""What an empty square reads; a field near zero has no one value for that."""

READING_OF_A_PIECE: Final[Mapping[SensorKind, Reading]] = {
    SensorKind.PRESENCE: 1,
    SensorKind.COLOUR: "w",
    SensorKind.THREE_WAY: "w",
}
"""What a square reads on which a lone white piece stands; how strong its field is, depends."""


@dataclass(frozen=True, slots=True)
class SensorFrame:
    """The readings that changed; none at all means only that time went on."""

    t: float
    """When, in seconds on the board's clock, which never runs backwards."""

    readings: Mapping[int, Reading]
    """The new reading of each square (a1 = 0 .. h8 = 63) that changed."""
