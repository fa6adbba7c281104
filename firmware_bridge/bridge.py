"""What every board is to the daemon: readings come from it, lights go to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from firmware_bridge.frames import SensorFrame, SensorKind
from firmware_bridge.trace import TraceInput

Pixel = tuple[int, int, int]
"""Red, green and blue of one LED, 0 to 255 each, as duty cycles."""

Input = SensorFrame | TraceInput
"""What a board reports: readings that changed, or a choice that a player made on it."""

Deliver = Callable[[Input], None]


class Bridge(Protocol):
    """A board, real or not. All is called from one thread, which is the event loop's."""

    @property
    def name(self) -> str:
        """What kind of bridge this is, as the configuration calls it."""

    @property
    def sensor(self) -> SensorKind:
        """What is under the squares."""

    def now(self) -> float:
        """The time on the board's clock, in seconds; it never runs backwards."""

    async def open(self, deliver: Deliver) -> None:
        """Connect; from now on `deliver` is called with all that is read, in the order of time.

        Raises `BridgeError` where there is no such board.
        """

    def whole(self) -> SensorFrame:
        """What all 64 squares read now."""

    def show(self, pixels: Sequence[Pixel]) -> None:
        """Light the squares, a1 first."""

    async def close(self) -> None:
        """Disconnect; closing again does nothing."""
