"""Numbered frames: the board's settings and its pictures, sent until they are taken, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from firmware_bridge.host_messages import Pixels, Settings, Show
from firmware_bridge.message_parts import LEDS, PIXELS_IN_A_FRAME, Rgb
from firmware_bridge.messages import NumberedMessage

AT_ONCE: Final = 4
"""Frames that may be under way."""
RESEND: Final = 0.030
"""Seconds without an answer after which all that is under way is sent again."""
_MOST_IN_VAIN: Final = 100
"""So often in a row all is sent again until no answer can be hoped for."""
_NEAR: Final = 3
"""Pixels that stay as they are and yet cost no more than the head of another frame."""
_NUMBERS: Final = 0x100


@dataclass(frozen=True, slots=True)
class BoardWishes:
    """How the board is to be."""

    milliamperes: int = 1500
    """The most that all LEDs may draw."""
    dead_band: int = 3
    """ADC steps by which a level must have changed to be told."""
    patience: int = 30
    """Tenths of a second without a sign of life until the fault pattern."""


class NumberedFrames:
    """What is sent in one session. Times in seconds."""

    def __init__(self, session: int, wishes: BoardWishes) -> None:
        """The settings are the first frame; nothing is known of what the LEDs show."""
        self._session = session
        self._under_way: deque[NumberedMessage] = deque()
        self._number = 0
        self._sent_at = 0.0
        self._on_board: list[Rgb | None] = [None] * LEDS
        """The board's picture, once it has taken all that is under way."""
        self._picture: tuple[Rgb, ...] | None = None
        """What is being sent; it is shown before another one is begun."""
        self._next_picture: tuple[Rgb, ...] | None = None
        self._wishes: BoardWishes | None = wishes
        self.resent = 0
        """How often all that was under way was sent again."""
        self._in_vain = 0

    def show(self, picture: Sequence[Rgb]) -> None:
        """Let the LEDs show this next, in their order; it replaces what still waits."""
        self._next_picture = tuple(picture)

    def done(self, number: int, t: float) -> None:
        """The board has taken all up to this number; another one is none of ours."""
        if number in (message.number for message in self._under_way):
            while self._under_way.popleft().number != number:
                pass
            self._sent_at = t
            self._in_vain = 0

    @property
    def resend_at(self) -> float | None:
        """When all that is under way is to be sent again; None: nothing is."""
        return self._sent_at + RESEND if self._under_way else None

    @property
    def is_hopeless(self) -> bool:
        """Whether only a new session can help: the board counts other frames than these."""
        return self._in_vain >= _MOST_IN_VAIN

    def to_send(self, t: float) -> list[NumberedMessage]:
        """What is to be sent now: again what had no answer, and what may follow."""
        again: list[NumberedMessage] = []
        if self.resend_at is not None and self.resend_at <= t:
            again = [*self._under_way]
            self.resent += 1
            self._in_vain += 1
            self._sent_at = t
        new: list[NumberedMessage] = []
        while self._may_follow and (message := self._next()) is not None:
            if not self._under_way:
                self._sent_at = t
            self._under_way.append(message)
            new.append(message)
        return again + new

    @property
    def _may_follow(self) -> bool:
        if not self._under_way:
            return True
        # While the board writes its LEDs it is deaf.
        return len(self._under_way) < AT_ONCE and not isinstance(self._under_way[-1], Show)

    def _next(self) -> NumberedMessage | None:
        if self._wishes is not None:
            wishes, self._wishes = self._wishes, None
            return Settings(
                self._session,
                self._take_number(),
                wishes.milliamperes,
                wishes.dead_band,
                wishes.patience,
            )
        if self._picture is None:
            self._picture, self._next_picture = self._next_picture, None
            if self._picture == tuple(self._on_board):
                self._picture = None
        if self._picture is None:
            return None
        return self._piece_of(self._picture)

    def _piece_of(self, picture: tuple[Rgb, ...]) -> NumberedMessage:
        """The next pixels that differ from what the board has, or the word to show them."""
        other = [led for led in range(LEDS) if picture[led] != self._on_board[led]]
        if not other:
            self._picture = None
            return Show(self._session, self._take_number())
        first = last = other[0]
        for led in other[1:]:
            if led - last > _NEAR or led - first >= PIXELS_IN_A_FRAME:
                break
            last = led
        colours = picture[first : last + 1]
        self._on_board[first : last + 1] = colours
        return Pixels(self._session, self._take_number(), first, colours)

    def _take_number(self) -> int:
        self._number = (self._number + 1) % _NUMBERS
        return self._number
