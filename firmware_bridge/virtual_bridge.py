"""A board without hardware: its pieces are moved by acts of a hand, or its readings are told.

The pieces obey what any table obeys (see `virtual_board`); two hands are chosen from, so that a
piece may be joined as people do it: lift what stands there, join, set the two down.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from firmware_bridge.bridge import Deliver, Pixel
from firmware_bridge.errors import BridgeError
from firmware_bridge.frames import Reading, SensorFrame, SensorKind
from firmware_bridge.squares import SQUARE_COUNT, square_name
from firmware_bridge.strip import SentStrip, paint, pixels_on_wire
from firmware_bridge.trace import TraceInput
from firmware_bridge.virtual_board import (
    Hand,
    PieceColour,
    Setup,
    VirtualBoard,
    VirtualBoardError,
    VirtualPiece,
    spares_for,
)
from firmware_bridge.virtual_scan import Faults, VirtualScan
from firmware_bridge.virtual_sensors import FieldModel, sensors_for

JOINING: Final = 0.16
"""Seconds for which a square stands empty while its piece is joined in the air."""
_ON_ITS_WAY: Final = 1.0
"""Seconds: longer than any reading takes to become steady."""

PEOPLES: Final = (Hand.WHITE_RIGHT, Hand.WHITE_LEFT)
"""Whoever plays on a virtual board has two hands for both colours."""
BOARDS: Final = (Hand.BLACK_RIGHT, Hand.BLACK_LEFT)
"""The board has two of its own, when it plays itself."""
_UNION: Final = 2


class Deed(StrEnum):
    """What a hand can do."""

    LIFT = "lift"
    DROP = "drop"
    JOIN = "join"
    """Lift what stands there, join it, and set the two down; a freed piece stays in the hand."""
    SLIP = "slip"
    """Join without lifting the partner."""
    SLIDE = "slide"
    BOX = "box"
    TAKE = "take"


@dataclass(frozen=True, slots=True)
class HandAct:
    """One act of a hand."""

    deed: Deed
    square: int | None = None
    """Where; a1 = 0. `BOX` and `TAKE` need none."""
    colour: PieceColour | None = None
    """Of which piece: one partner alone is lifted, or a piece is taken from the box."""
    kind: str | None = None
    """The letter of the piece that is taken from the box."""


class Driver(StrEnum):
    """Where the readings come from."""

    PIECES = "pieces"
    READINGS = "readings"
    """They are told one by one; the pieces stand still meanwhile."""


class VirtualBridge:
    """The virtual board, its sensors and its clock."""

    name = "virtual"
    trouble: str | None = None

    def __init__(
        self,
        sensor: SensorKind,
        setup: Setup,
        clock: Callable[[], float] = time.monotonic,
        seed: int = 0,
    ) -> None:
        """`setup`: how the pieces stand; `clock`: in seconds; `seed`: of field sensors' noise."""
        self._sensor = sensor
        self._clock = clock
        self._rng = random.Random(seed)
        self._sensors = sensors_for(sensor, FieldModel(axes=3), self._rng)
        self._began = clock()
        self._skipped = 0.0
        self._deliver: Deliver | None = None
        self._at_work = asyncio.Lock()
        self._in_use: list[Hand] = []
        """The hands that hold something, the last one to take it up last."""
        self._from: dict[Hand, int] = {}
        self._told: dict[int, Reading] = {}
        self._strip = SentStrip(SQUARE_COUNT, self._light)
        self.pixels: tuple[Pixel, ...] = ()
        """What the strip was last sent."""
        self.driver = Driver.PIECES
        self._set_out(setup)

    # --- the bridge ---

    @property
    def sensor(self) -> SensorKind:
        """What is under the squares."""
        return self._sensor

    def now(self) -> float:
        """Seconds since the board was made, and what was skipped."""
        return round(self._clock() - self._began + self._skipped, 3)

    async def connect(self, patience: float) -> None:
        """It is there."""

    async def open(self, deliver: Deliver) -> None:
        """Report to `deliver` from now on."""
        self._deliver = deliver

    def whole(self) -> SensorFrame:
        """What all squares read now."""
        frame = self._scan.whole(self.now())
        return SensorFrame(frame.t, {**frame.readings, **self._told})

    def show(self, pixels: Sequence[Pixel]) -> None:
        """Keep what the strip would show."""
        paint(self._strip, pixels, range(SQUARE_COUNT))

    def _light(self, data: bytes) -> None:
        self.pixels = pixels_on_wire(data)

    async def close(self) -> None:
        """Report no more."""
        self._deliver = None

    # --- what there is to see ---

    @property
    def standing(self) -> dict[int, tuple[VirtualPiece, ...]]:
        """What stands on the squares that are not empty, White's piece first."""
        stands = ((square, self._board.standing(square).pieces) for square in range(SQUARE_COUNT))
        return {
            square: tuple(sorted(pieces, key=lambda piece: piece.colour == PieceColour.BLACK))
            for square, pieces in stands
            if pieces
        }

    @property
    def hands(self) -> tuple[tuple[tuple[VirtualPiece, ...], int | None], ...]:
        """What each hand of people's that is not empty holds, and from which square.

        The latest one comes last.
        """
        return self._held_by(PEOPLES)

    @property
    def own_hands(self) -> tuple[tuple[tuple[VirtualPiece, ...], int | None], ...]:
        """The same of the board's hands."""
        return self._held_by(BOARDS)

    def _held_by(
        self, hands: tuple[Hand, Hand]
    ) -> tuple[tuple[tuple[VirtualPiece, ...], int | None], ...]:
        in_use = [hand for hand in self._in_use if hand in hands]
        return tuple((self._board.held(hand), self._from.get(hand)) for hand in in_use)

    @property
    def box(self) -> tuple[VirtualPiece, ...]:
        """What lies in the box."""
        return self._board.box

    # --- what hands do ---

    async def act(self, act: HandAct, hands: tuple[Hand, Hand] = PEOPLES) -> None:
        """Do one thing after the other; raises VirtualBoardError for what no hand could do.

        `hands`: whose, `PEOPLES` or `BOARDS`.
        """
        async with self._at_work:
            if self.driver == Driver.READINGS:
                raise VirtualBoardError(
                    "expected pieces to be moved by hand, saw readings being told: "
                    "let the pieces be stood up again first"
                )
            try:
                await self._do(act, hands)
            finally:
                self._note_hands()
                self._report()

    async def _do(self, act: HandAct, hands: tuple[Hand, Hand]) -> None:
        if act.deed == Deed.BOX:
            self._board.put_away(self._latest(hands))
            return
        if act.deed == Deed.TAKE:
            self._take(act, hands)
            return
        if act.square is None:
            raise VirtualBoardError(f"expected a square to {act.deed}, saw none")
        match act.deed:
            case Deed.LIFT:
                hand = self._free_hand(hands, f"lift from {square_name(act.square)}")
                self._board.lift(act.square, hand, act.colour)
                self._from[hand] = act.square
            case Deed.DROP:
                self._board.drop(act.square, self._latest(hands))
            case Deed.SLIP:
                self._board.join(act.square, self._latest(hands))
            case Deed.SLIDE:
                self._board.slide(act.square, self._latest(hands))
            case _:
                await self._join(act.square, hands)

    def _take(self, act: HandAct, hands: tuple[Hand, Hand]) -> None:
        if act.colour is None or act.kind is None:
            raise VirtualBoardError("expected the colour and kind of a piece to take, saw none")
        hand = self._free_hand(hands, "take from the box")
        self._board.take(act.colour, act.kind, hand)

    async def _join(self, square: int, hands: tuple[Hand, Hand]) -> None:
        """Lift what stands on a square, join it in the air, set the two down again."""
        hand = self._latest(hands)
        held, standing = self._board.held(hand), self._board.standing(square).pieces
        if len(held) != 1 or held[0].colour not in {_other(piece.colour) for piece in standing}:
            # Let the board itself say why that cannot be done.
            self._board.join(square, hand)
            return
        name = square_name(square)
        other = self._free_hand(hands, f"lift what stands on {name}")
        self._board.lift(square, other)
        self._from[other] = square
        self._note_hands()
        self._report()
        await asyncio.sleep(JOINING)
        if len(standing) == _UNION:
            self._board.exchange(hand, other)
            self._from[hand] = square
        else:
            self._board.hand_over(hand, other)
        self._board.drop(square, other)

    def _free_hand(self, hands: tuple[Hand, Hand], purpose: str) -> Hand:
        free = [hand for hand in hands if not self._board.held(hand)]
        if not free:
            raise VirtualBoardError(f"expected a free hand to {purpose}, saw both holding pieces")
        return free[0]

    def _latest(self, hands: tuple[Hand, Hand]) -> Hand:
        holding = [hand for hand in self._in_use if hand in hands]
        if not holding:
            raise VirtualBoardError("expected a piece in a hand, saw both hands empty")
        return holding[-1]

    def _note_hands(self) -> None:
        holding = [hand for hand in (*PEOPLES, *BOARDS) if self._board.held(hand)]
        kept = [hand for hand in self._in_use if hand in holding]
        self._in_use = kept + [hand for hand in holding if hand not in kept]
        self._from = {hand: square for hand, square in self._from.items() if hand in holding}

    # --- what is told ---

    def tell(self, told: Mapping[int, Reading], t: float | None = None) -> None:
        """Let squares read so, whatever stands there; `t` sets the clock ahead, in seconds."""
        self.skip_to(t)
        if told:
            self.driver = Driver.READINGS
            self._told.update(told)
        self._hand_in(SensorFrame(self.now(), dict(told)))

    def tell_promotion(self, letter: str, t: float | None = None) -> None:
        """Let a player choose a piece by another way than the squares."""
        self.skip_to(t)
        self._hand_in(TraceInput(self.now(), letter))

    def skip_to(self, t: float | None) -> None:
        """Set the clock ahead to `t` seconds; it never goes back."""
        if t is not None:
            self._skipped += max(0.0, t - self.now())

    def stand(self, setup: Setup) -> None:
        """Stand the pieces so, all hands empty; they are what is read again."""
        before = self.whole().readings
        self.driver = Driver.PIECES
        self._told.clear()
        self._in_use.clear()
        self._from.clear()
        self._set_out(setup)
        after = self.whole()
        changed = {s: reading for s, reading in after.readings.items() if reading != before[s]}
        self._hand_in(SensorFrame(after.t, changed))

    def take_for(self, setup: Setup) -> None:
        """Change pieces for those of the same colour that a setup has on their squares.

        So a pawn that was promoted becomes a queen on the board, as far as the box has one.
        """
        for square, kinds in setup.items():
            for colour, kind in zip(PieceColour, kinds, strict=True):
                if kind:
                    self._board.change(square, colour, kind)

    # --- how it is done ---

    def _set_out(self, setup: Setup) -> None:
        self._board = VirtualBoard(setup, spares=spares_for(setup))
        self._scan = VirtualScan(self._board, self._sensors, Faults(ramp=0.0), self._rng)

    def _report(self) -> None:
        if self.driver == Driver.READINGS:
            return  # They began to be told while a hand was still at work.
        now = self.now()
        self._scan.scan(now)
        for frame in self._scan.frames_until(now + _ON_ITS_WAY):
            self._hand_in(frame)

    def _hand_in(self, line: SensorFrame | TraceInput) -> None:
        if self._deliver is None:
            raise BridgeError("expected the virtual board to be open, saw it closed")
        self._deliver(line)


def _other(colour: PieceColour) -> PieceColour:
    return PieceColour.BLACK if colour == PieceColour.WHITE else PieceColour.WHITE
