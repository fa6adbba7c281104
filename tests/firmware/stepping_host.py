"""A small host for a stepped board: it greets, follows changes, sends numbered frames in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.firmware.emulated_board import EmulatedBoard
from tests.firmware.line import (
    Change,
    Changes,
    Done,
    Hello,
    Message,
    Rgb,
    State,
    Status,
    ask,
    digest,
    greet,
    is_frame,
    pixels,
    read_frame,
    seen,
    settings,
    show,
)

GREET_AGAIN_MS = 100
SEND_AGAIN_MS = 30
MOST_TRIES = 50
LED_COUNT = 64


@dataclass(frozen=True, slots=True)
class Heard:
    """A message and the cycle at which its last byte was over."""

    cycle: int
    message: Message


class SteppingHost:
    """Follows one board in one session after another; `readings` is what it believes of it."""

    def __init__(self, board: EmulatedBoard, kind: str, session: int = 0x1234) -> None:
        self.board = board
        self.kind = kind
        self.session = session
        self.heard: list[Heard] = []
        self.hello: Hello | None = None
        self.status: Status | None = None
        self.readings: list[int | None] = [None] * 64
        self.number = 0
        self.taken: list[tuple[int, Change]] = []
        """Each change that was taken, with the cycle of its frame's end."""
        self._sent = 0
        self._done = 0
        self._frames_read = 0
        self._misfits = 0

    def run(self, milliseconds: float) -> None:
        """Let time go by, and answer once at its end."""
        self.board.run_ms(milliseconds)
        new = self.board.frames_out[self._frames_read :]
        self._frames_read += len(new)
        for out in new:
            if not is_frame(out.encoded):
                continue  # spoilt on the line
            message = read_frame(out.encoded)
            self.heard.append(Heard(out.cycle, message))
            self._take(message, out.cycle)

    def follow(self, milliseconds: float) -> None:
        """Let time go by and answer every two milliseconds."""
        for _ in range(round(milliseconds / 2)):
            self.run(2)

    def greet(self) -> None:
        """Begin a session and learn all readings."""
        self.number, self._sent, self._done, self._misfits = 0, 0, 0, 0
        self.hello = None
        self.readings = [None] * 64
        self._until(
            lambda: self.hello is not None and self.hello.session == self.session,
            lambda: b"\0" + greet(self.session),
            GREET_AGAIN_MS,
        )
        self.learn_all()

    def learn_all(self) -> None:
        """Wait for the State, and ask until it is there."""
        self.follow(10)
        if None in self.readings:
            self._until(lambda: None not in self.readings, lambda: ask(self.session), 100)

    def set_up(self, **values: int) -> None:
        """Send the settings and wait until they are taken."""
        self._send_numbered(lambda number: settings(self.session, number, **values))

    def show(self, picture: Sequence[Rgb]) -> None:
        """Send a picture and wait until it is shown."""
        for first in range(0, LED_COUNT, 16):
            part = picture[first : first + 16]
            self._send_pixels(first, part)
        self._send_numbered(lambda number: show(self.session, number))

    def _send_pixels(self, first: int, colours: Sequence[Rgb]) -> None:
        self._send_numbered(lambda number: pixels(self.session, number, first, colours))

    def _send_numbered(self, frame_of: Callable[[int], bytes]) -> None:
        self._sent = (self._sent + 1) % 256
        self._until(lambda: self._done == self._sent, lambda: frame_of(self._sent), SEND_AGAIN_MS)

    def _until(self, done: Callable[[], bool], send: Callable[[], bytes], again_ms: int) -> None:
        for _ in range(MOST_TRIES):
            self.board.send(send())
            for _ in range(again_ms // 2):
                self.run(2)
                if done():
                    return
        raise AssertionError(f"no answer after {MOST_TRIES} tries")

    def _take(self, message: Message, cycle: int) -> None:
        if isinstance(message, Hello):
            self.hello = message
        elif message.session != self.session:
            return
        elif isinstance(message, State):
            self.number = message.number
            last = message.first + len(message.readings)
            self.readings[message.first : last] = message.readings
        elif isinstance(message, Changes):
            self._take_changes(message, cycle)
        elif isinstance(message, Done):
            self._done = message.number
        else:
            self.status = message

    def _take_changes(self, message: Changes, cycle: int) -> None:
        known = (self.number + 1 - message.first) % 2**16
        if known < len(message.changes) and None not in self.readings:
            self._apply(message.changes[known:], message.digest, cycle)
        self.board.send(seen(self.session, self.number))

    def _apply(self, changes: Sequence[Change], proof: int, cycle: int) -> None:
        readings = [reading or 0 for reading in self.readings]
        for change in changes:
            readings[change.sensor] = change.reading
        number = (self.number + len(changes)) % 2**16
        if digest(self.kind, self.session, number, readings) != proof:
            self._misfits += 1
            return
        self.readings = [*readings]
        self.number = number
        self.taken += [(cycle, change) for change in changes]
