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

    @property
    def trouble(self) -> str | None:
        """Why the board cannot be followed just now, in a sentence for people; None: it can.

        Whenever it changes a frame is delivered, and be it an empty one.
        """

    def now(self) -> float:
        """The time on the board's clock, in seconds; it never runs backwards."""

    async def connect(self, patience: float) -> None:
        """Connect to the board, within so many seconds if it may come later; then see `trouble`.

        Raises `BridgeError` where there never will be such a board.
        """

    async def open(self, deliver: Deliver) -> None:
        """Call `deliver` with all that differs from what `whole` has said last, in order of time.

        Connects where nobody has yet, and may raise the same.
        """

    def whole(self) -> SensorFrame:
        """What all 64 squares read now, or what is assumed until the board has said it."""

    def show(self, pixels: Sequence[Pixel]) -> None:
        """Light the squares, a1 first."""

    async def close(self) -> None:
        """Disconnect; closing again does nothing."""
