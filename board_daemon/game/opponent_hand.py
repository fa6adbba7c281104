"""The board's own hand on a virtual board: it carries out what the board has decided.

It does what people's hands do, one act after the other, so that the sensors see it as ever.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from board_daemon.rules.position import Position, piece_letters
from board_daemon.tracking.awaited import AwaitedTurn
from firmware_bridge.errors import BridgeError
from firmware_bridge.virtual_board import PieceColour, Setup
from firmware_bridge.virtual_bridge import BOARDS, Deed, Driver, HandAct, VirtualBridge

Pause = Callable[[float], Awaitable[None]]

_UNTIL_RECORDED: Final = 12.0
"""Seconds in which a turn that was carried out must have been recorded."""


class OpponentHand:
    """Moves the board's pieces."""

    def __init__(self, bridge: VirtualBridge, pace: float, pause: Pause) -> None:
        """`pace`: seconds between two acts."""
        self._bridge = bridge
        self._pace = pace
        self._pause = pause
        self._begun: AwaitedTurn | None = None
        """What it has begun to carry out."""

    async def play(self, turn: AwaitedTurn) -> bool:
        """Carry out a turn; whether that could be done, though it was not recorded for long.

        It is to be cancelled when it is recorded, or is no longer to be played; then `let_go`.
        """
        await self._pause(self._pace)
        while not self._may_begin(turn.position):
            await self._pause(self._pace)
        self._begun = turn
        try:
            await self._carry_out(turn)
            await self._pause(_UNTIL_RECORDED)
        except BridgeError:
            # Somebody else has taken what was to be moved, or stands in the way.
            while self._bridge.hands:
                await self._pause(self._pace)
            self.let_go(turn.position)
            return False
        return True

    def let_go(self, position: Position) -> None:
        """Hold nothing any more; what was half done stands as in the position again."""
        begun, self._begun = self._begun, None
        if begun is None or self._bridge.driver != Driver.PIECES:
            return
        if self._bridge.own_hands or position != begun.end:
            with suppress(BridgeError):
                self._bridge.stand(piece_letters(position))

    def _may_begin(self, position: Position) -> bool:
        bridge = self._bridge
        if bridge.driver != Driver.PIECES or bridge.hands or bridge.own_hands:
            return False
        standing = {
            square: (
                any(piece.colour == PieceColour.WHITE for piece in pieces),
                any(piece.colour == PieceColour.BLACK for piece in pieces),
            )
            for square, pieces in bridge.standing.items()
        }
        return standing == _colours(piece_letters(position))

    async def _carry_out(self, turn: AwaitedTurn) -> None:
        taken = turn.position.occupied
        for number, step in enumerate(turn.steps):
            if number:
                await self._pause(self._pace)
            if not step.is_freed:
                await self._act(Deed.LIFT, step.start)
                # A chain may come home.
                taken &= ~(1 << step.start)
                await self._pause(self._pace)
            await self._act(Deed.JOIN if taken >> step.end & 1 else Deed.DROP, step.end)
            taken |= 1 << step.end

    async def _act(self, deed: Deed, square: int) -> None:
        await self._bridge.act(HandAct(deed, square), BOARDS)


def _colours(setup: Setup) -> dict[int, tuple[bool, bool]]:
    return {square: (bool(white), bool(black)) for square, (white, black) in setup.items()}
