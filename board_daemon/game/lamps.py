"""The strip of LEDs: what the table shows, frame after frame, for as long as anything moves."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Final

from board_daemon.game.table import Table
from board_daemon.lights.frame import LedFrame, LightSettings, frame_at
from board_daemon.lights.motion import Flash, Motion, Still
from board_daemon.lights.signal import signals_for

FRAME: Final = 1 / 30
"""Seconds between two frames of lights that move."""
_LOOK_AGAIN: Final = 60.0
"""Seconds after which the brightness is looked up again: night dimming follows the time of day."""

_TRY_AGAIN: Final = 1.0


class Lamps:
    """Sends the strip its frames."""

    def __init__(self, table: Table, settings: Callable[[], LightSettings]) -> None:
        """`settings`: how bright and in which colours, at this time of day."""
        self._table = table
        self._settings = settings
        self._sent: LedFrame | None = None
        self._known: LightSettings | None = None
        self._asked_at = -math.inf

    async def run(self) -> None:
        """Light the board, for ever."""
        while True:
            if self._table.lighting.relit.is_set():
                # Perhaps because they were chosen otherwise.
                self._known = None
            self._table.lighting.relit.clear()
            # A light that cannot be shown must not put out all others, nor end a game.
            pause = self._table.mishaps.attempt("to send the strip a frame", self._show, _TRY_AGAIN)
            try:
                async with asyncio.timeout(pause):
                    await self._table.lighting.relit.wait()
            except TimeoutError:
                continue

    def _show(self) -> float:
        """Send the frame of this moment; returns the seconds for which it holds."""
        now = self._table.bridge.now()
        settings = self._settings_at(now)
        cue = self._table.lighting.cue
        self._send(frame_at(cue.view, now, settings, cue.timing))
        return FRAME if self._moves_at(now, settings) else _LOOK_AGAIN

    def _settings_at(self, now: float) -> LightSettings:
        """As they were asked for last: not for each frame of a light that moves."""
        if self._known is None or now - self._asked_at >= _LOOK_AGAIN:
            self._known, self._asked_at = self._settings(), now
        return self._known

    def _send(self, frame: LedFrame) -> None:
        if frame != self._sent:
            self._table.bridge.show(frame.pixels)
            self._sent = frame

    def _moves_at(self, now: float, settings: LightSettings) -> bool:
        """Whether any light will look otherwise a frame later."""
        cue = self._table.lighting.cue
        signals = signals_for(cue.view, settings.palette).values()
        since_accepted = now - cue.timing.accepted
        return any(_moves(layer.motion, since_accepted) for signal in signals for layer in signal)


def _moves(motion: Motion, since_accepted: float) -> bool:
    if isinstance(motion, Flash):
        return since_accepted < motion.seconds
    return not isinstance(motion, Still)
