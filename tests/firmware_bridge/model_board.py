"""A board as `PROTOCOL.md` describes it, in Python: the other end of the line for tests.

Time is passed in, in seconds. While it writes its LEDs it is deaf, as the real one is.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from firmware_bridge.board_messages import (
    Change,
    Changes,
    Done,
    Hello,
    Levels,
    OtherHello,
    Reeds,
    Status,
)
from firmware_bridge.framing import FrameReader, to_frame
from firmware_bridge.host_messages import Ask, Greet, Pixels, Seen, Settings, Show
from firmware_bridge.message_parts import (
    LONGEST_AGE,
    MAJOR,
    MINOR,
    BoardKind,
    MessageError,
    Rgb,
    digest_of,
)
from firmware_bridge.messages import BoardMessage, message_from_host

HELLO_EVERY = 0.25
STATUS_EVERY = 0.25
SEND_AGAIN = 0.030
WRITING = 0.002
QUEUE = 24
DARK: Rgb = (0, 0, 0)


@dataclass
class Waiting:
    """A change that the host has not seen yet."""

    number: int
    sensor: int
    reading: int
    t: float


@dataclass
class ModelBoard:
    """The microcontroller with its sensors and LEDs."""

    kind: BoardKind = BoardKind.REED
    major: int = MAJOR
    at: float = 0.0
    """When it was switched on."""
    sensors: list[int] = field(default_factory=lambda: [0] * 64)
    """What the sensors read this moment."""

    def __post_init__(self) -> None:
        self.boots = 0
        self.out = bytearray()
        self.shows: list[tuple[Rgb, ...]] = []
        """Every picture that was written to the LEDs."""
        self.lost = 0
        self._boot(self.at)

    def _boot(self, t: float) -> None:
        self.boots += 1
        self._booted = t
        self._reader = FrameReader()
        self.pixels = [DARK] * 64
        self.patience = 3.0
        self.dead_band = 3
        self.most_milliamperes = 1500
        self.deaf_until = t
        self.alive_at = t
        self._hello_at = t
        self._begin(0, t)

    def reset(self, t: float) -> None:
        """It loses its memory, and what it was about to send."""
        self.out.clear()
        self._boot(t)

    def _begin(self, session: int, t: float) -> None:
        self.session = session
        self.queue: deque[Waiting] = deque()
        self.told = list(self.sensors)
        self.acknowledged = list(self.sensors)
        self.number = 0
        self._taken = 0
        self._owes_state = session != 0
        self._sent_at = t
        self._status_at = t + STATUS_EVERY

    @property
    def shows_fault(self) -> bool:
        """Whether it has had no sign of life since it was switched on, or for too long."""
        return not self.shows or self._now - self.alive_at > self.patience

    # --- the world ---

    def read(self, sensor: int, reading: int, t: float) -> None:
        """A sensor reads something else from now on."""
        self.sensors[sensor] = reading
        self._scan(t)

    def _scan(self, t: float) -> None:
        self._now = t
        if self.session == 0:
            self.told = list(self.sensors)
            return
        band = 1 if self.kind == BoardKind.REED else self.dead_band
        for sensor, reading in enumerate(self.sensors):
            if self._owes_state and not self.queue:
                return  # Numbered only once the State is on its way.
            if abs(reading - self.told[sensor]) >= band:
                if len(self.queue) == QUEUE and self.kind == BoardKind.HALL:
                    return
                self._note(sensor, reading, t)

    def _note(self, sensor: int, reading: int, t: float) -> None:
        self.number = (self.number + 1) & 0xFFFF
        self.told[sensor] = reading
        if len(self.queue) < QUEUE:
            self.queue.append(Waiting(self.number, sensor, reading, t))
            self._sent_at = t - SEND_AGAIN
            return
        self.lost += len(self.queue) + 1
        self.queue.clear()
        self._owes_state = True

    # --- the line ---

    def receive(self, data: bytes, t: float) -> None:
        """Bytes arrive; while it writes its LEDs they are lost."""
        self._now = t
        if t < self.deaf_until:
            return
        for body in self._reader.feed(data):
            try:
                message = message_from_host(body)
            except MessageError:
                continue
            if isinstance(message, Greet):
                self._greeted(message, t)
            elif message.session == self.session and self.session != 0:
                self.alive_at = t
                match message:
                    case Seen(_, number):
                        self._seen(number)
                    case Ask():
                        self._owes_state = True
                    case Pixels() | Show() | Settings():
                        self._take(message, t)

    def advance(self, t: float) -> None:
        """Time goes on; whatever it has to say is in `out` then."""
        self._now = t
        self._scan(t)
        if self.session == 0:
            if t >= self._hello_at:
                self._say_hello(t)
            return
        if self._owes_state and not self.queue:
            self._say_state()
            self._scan(t)
        if self.queue and t >= self._sent_at + SEND_AGAIN:
            self._say_changes(t)
        if t >= self._status_at:
            self._status_at = t + STATUS_EVERY
            self._say_status(t)

    @property
    def next_due(self) -> float:
        """When `advance` is to be called at the latest."""
        if self.session == 0:
            return self._hello_at
        dues = [self._status_at]
        if self.queue:
            dues.append(self._sent_at + SEND_AGAIN)
        elif self._owes_state:
            dues.append(self._now)
        return min(dues)

    def take_output(self) -> bytes:
        """The bytes that it has sent."""
        data = bytes(self.out)
        self.out.clear()
        return data

    # --- what it heeds ---

    def _greeted(self, greet: Greet, t: float) -> None:
        if greet.major == self.major:
            self.alive_at = t
            if greet.session != self.session:
                self._begin(greet.session, t)
        self._say_hello(t)

    def _seen(self, number: int) -> None:
        if not self.queue:
            return
        count = (number - self.queue[0].number + 1) & 0xFFFF
        if count <= len(self.queue):
            for _ in range(count):
                seen = self.queue.popleft()
                self.acknowledged[seen.sensor] = seen.reading

    def _take(self, message: Pixels | Show | Settings, t: float) -> None:
        if message.number == (self._taken + 1) & 0xFF:
            self._taken = message.number
            match message:
                case Pixels(_, _, first, colours):
                    self.pixels[first : first + len(colours)] = colours
                case Show():
                    self.shows.append(tuple(self.pixels))
                    self.deaf_until = t + WRITING
                case Settings():
                    self.most_milliamperes = message.milliamperes
                    self.dead_band = message.dead_band
                    self.patience = message.patience / 10
        self._say(Done(self.session, self._taken))

    # --- what it says ---

    def _say(self, message: BoardMessage) -> None:
        self.out += to_frame(message.to_bytes())

    def _say_hello(self, t: float) -> None:
        self._hello_at = t + HELLO_EVERY
        if self.major != MAJOR:
            self._say(OtherHello(self.session, self.major, 7))
            return
        self._say(
            Hello(self.session, MAJOR, MINOR, self.kind, (0, 1, 0), 1, self.boots, "model board")
        )

    def _say_state(self) -> None:
        self._owes_state = False
        self.acknowledged = list(self.told)
        if self.kind == BoardKind.REED:
            self._say(Reeds(self.session, self.number, tuple(self.told)))
            return
        for first in range(0, 64, 16):
            self._say(
                Levels(self.session, self.number, first, tuple(self.told[first : first + 16]))
            )

    def _say_changes(self, t: float) -> None:
        self._sent_at = t
        readings = list(self.acknowledged)
        waiting = list(self.queue)
        for start in range(0, len(waiting), 8):
            part = waiting[start : start + 8]
            for change in part:
                readings[change.sensor] = change.reading
            self._say(
                Changes(
                    self.session,
                    part[0].number,
                    tuple(
                        Change(c.sensor, c.reading, min(LONGEST_AGE, round(1000 * (t - c.t))))
                        for c in part
                    ),
                    digest_of(self.kind, self.session, part[-1].number, readings),
                )
            )

    def _say_status(self, t: float) -> None:
        uptime = int(1000 * (t - self._booted))
        digest = digest_of(self.kind, self.session, self.number, self.told)
        self._say(
            Status(self.session, self.number, digest, uptime, 500, 0, 0, self.lost & 0xFFFF, 64)
        )
