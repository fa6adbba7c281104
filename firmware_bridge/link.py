"""The host's side of the line: bytes and time in, bytes and news out (`PROTOCOL.md`).

It has no port and no clock. Whatever comes in, its memory is bounded: it keeps one frame that has
begun, one picture that waits, four frames under way, and no more bytes to send than `MOST_WAITING`.
"""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from enum import Enum, auto
from typing import Final

from firmware_bridge.belief import Belief, Everything, Happened, News
from firmware_bridge.board_messages import Changes, Done, Hello, Levels, OtherHello, Reeds, Status
from firmware_bridge.framing import FrameReader, to_frame
from firmware_bridge.host_messages import Ask, Greet, Seen
from firmware_bridge.message_parts import MAJOR, MINOR, BoardKind, MessageError, Rgb
from firmware_bridge.messages import BoardMessage, HostMessage, message_from_board
from firmware_bridge.numbered import BoardWishes, NumberedFrames

GREET_AGAIN: Final = 0.1
ASK_AGAIN: Final = 0.1
SIGN_OF_LIFE: Final = 0.25
SILENCE: Final = 1.0
"""Seconds without a byte after which the line is taken for broken."""
NONSENSE: Final = 3.0
"""Seconds without a frame of the session after which it is, too."""
BOOTING: Final = 5.0
"""Seconds that a board has to answer: a boot loader may listen for two of them first."""
REFUSED_FOR: Final = 10.0
"""Seconds after which a board that was refused is greeted again."""
MOST_ASKED: Final = 20
"""After so many questions in vain a new session is begun."""
MOST_WAITING: Final = 2048
"""Bytes that wait for a port that takes none; more are not added, for all is sent again."""
_MOST_SESSIONS: Final = 0xFFFF


class Phase(Enum):
    """How far host and board are."""

    CLOSED = auto()
    GREETING = auto()
    OPEN = auto()
    """They are in a session."""
    REFUSED = auto()
    """The board is none that can be talked to; it is left alone."""


@dataclass(frozen=True, slots=True)
class Met:
    """A session was begun with a board."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Refused:
    """The board is none that can be talked to."""

    reason: str
    """What was expected and what was seen."""


@dataclass(frozen=True, slots=True)
class Silent:
    """Nothing comes any more: the port is to be opened again, or another one."""

    reason: str


@dataclass(frozen=True, slots=True)
class ReadAll:
    """What all sensors read."""

    t: float
    readings: tuple[int, ...]
    lost: int
    """So many changes in between are lost."""


@dataclass(frozen=True, slots=True)
class ReadChange:
    """One sensor reads something else since `t`, in seconds."""

    t: float
    sensor: int
    reading: int


Event = Met | Refused | Silent | ReadAll | ReadChange


@dataclass(slots=True)
class LinkCounts:
    """What has gone wrong on the line so far, and what was done about it."""

    refused: int = 0
    """Frames that are no message of the protocol."""
    other_session: int = 0
    sessions: int = 0
    unproved: int = 0
    """Changes whose digest did not fit."""
    asked: int = 0
    resent: int = 0
    lost: int = 0
    """Changes that are known to be lost."""
    not_sent: int = 0
    """Frames that the port did not take in time."""


class HostLink:
    """Talks to one board. All times are in seconds on one clock that never runs backwards."""

    def __init__(
        self, kind: BoardKind, wishes: BoardWishes | None = None, rng: random.Random | None = None
    ) -> None:
        """`kind`: what the board is to be; `rng`: chooses the sessions."""
        self._kind = kind
        self._wishes = wishes or BoardWishes()
        self._rng = rng or random.SystemRandom()
        self._reader = FrameReader()
        self._counts = LinkCounts()
        self._out = bytearray()
        self._picture: tuple[Rgb, ...] | None = None
        self.phase = Phase.CLOSED
        self.status: Status | None = None
        """The last one of this session."""
        self._t = 0.0
        self._changed_at = 0.0
        self._byte_at = 0.0
        self._frame_at = 0.0
        self._greet_at = 0.0
        self._ask_at = 0.0
        self._seen_at = 0.0
        self._asked_in_vain = 0
        self._session = 0
        self._suspect: Hello | OtherHello | None = None
        """Who spoke last if it was none to talk to: one such frame may be garbage."""
        self._renew()

    def _renew(self) -> None:
        """Choose another session."""
        before = self._session
        while self._session == before:
            self._session = self._rng.randint(1, _MOST_SESSIONS)
        self._belief = Belief(self._kind, self._session)
        self._numbered = NumberedFrames(self._session, self._wishes)
        self.status = None
        if self._picture is not None:
            self._numbered.show(self._picture)

    # --- the port ---

    def begin(self, t: float) -> None:
        """The port was opened: greet whoever is there."""
        self._out.clear()
        self._reader.clear()
        self._byte_at = self._frame_at = t
        self._greet(t)

    def end(self) -> None:
        """The port was closed."""
        self.phase = Phase.CLOSED
        self._out.clear()

    def receive(self, data: bytes, t: float) -> list[Event]:
        """Take in bytes that have arrived."""
        if self.phase == Phase.CLOSED:
            return []
        self._t = t
        if data:
            self._byte_at = t
        events: list[Event] = []
        for body in self._reader.feed(data):
            try:
                message = message_from_board(body)
            except MessageError:
                self._counts.refused += 1
                continue
            events += self._heed(message)
        return events + self.advance(t)

    def advance(self, t: float) -> list[Event]:
        """Let time go on; it is due at `next_due`."""
        self._t = t
        match self.phase:
            case Phase.GREETING:
                if t - self._frame_at >= BOOTING:
                    return [Silent("nothing answers")]
                if t >= self._greet_at:
                    self._send_greet()
            case Phase.OPEN:
                if t - self._byte_at >= SILENCE or t - self._frame_at >= NONSENSE:
                    return [Silent("it has stopped answering")]
                self._go_on()
            case Phase.REFUSED:
                if t - self._byte_at >= SILENCE:
                    return [Silent("it has stopped answering")]
                if t - self._frame_at >= REFUSED_FOR:
                    self._greet(t)
            case Phase.CLOSED:
                pass
        return []

    @property
    def next_due(self) -> float | None:
        """When `advance` is to be called at the latest; None: never."""
        match self.phase:
            case Phase.GREETING:
                return min(self._greet_at, self._frame_at + BOOTING)
            case Phase.OPEN:
                dues = [self._byte_at + SILENCE, self._frame_at + NONSENSE, self._seen_at]
                if self._belief.wants_all:
                    dues.append(self._ask_at)
                if (resend_at := self._numbered.resend_at) is not None:
                    dues.append(resend_at)
                return min(dues)
            case Phase.REFUSED:
                return min(self._byte_at + SILENCE, self._frame_at + REFUSED_FOR)
            case Phase.CLOSED:
                return None

    @property
    def waiting(self) -> bytes:
        """The bytes to send."""
        return bytes(self._out)

    def sent(self, count: int) -> None:
        """So many of them were taken by the port."""
        del self._out[:count]

    # --- what is wanted of it ---

    def show(self, picture: tuple[Rgb, ...], t: float) -> None:
        """Light the LEDs so, in their order; it replaces what still waits to be shown."""
        self._picture = picture
        self._numbered.show(picture)
        if self.phase == Phase.OPEN:
            self._t = t
            self._send_numbered()

    @property
    def counts(self) -> dict[str, int]:
        """What has come in and gone wrong so far."""
        counts = asdict(self._counts)
        counts["resent"] += self._numbered.resent
        counts["unproved"] += self._belief.unproved
        return {**asdict(self._reader.counts), **counts}

    # --- what the board says ---

    def _heed(self, message: BoardMessage) -> list[Event]:
        match message:
            case OtherHello():
                return self._refuse(
                    message,
                    f"it speaks version {message.major}.{message.minor} of the protocol, "
                    f"and {MAJOR}.{MINOR} is spoken here",
                )
            case Hello():
                return self._heed_hello(message)
        if self.phase != Phase.OPEN or message.session != self._session:
            self._counts.other_session += 1
            return []
        self._frame_at = self._t
        self._suspect = None
        match message:
            case Changes():
                news, is_seen = self._belief.take_changes(message, self._t)
                if is_seen:
                    self._send_seen()
                return self._told(news)
            case Reeds() | Levels():
                claim = self._belief.claim
                news = self._belief.take_state(message)
                if self._belief.claim not in (None, claim):
                    self._ask_at = self._t  # What is to confirm it need not wait.
                return self._told(news)
            case Done():
                self._numbered.done(message.number, self._t)
            case Status():
                self.status = message
                return self._told(self._belief.take_status(message))
        return []

    def _heed_hello(self, hello: Hello) -> list[Event]:
        if hello.kind != self._kind:
            wanted, seen = (kind.name.capitalize() for kind in (self._kind, hello.kind))
            return self._refuse(
                hello, f"expected a board with {wanted} sensors, saw one with {seen}"
            )
        if self.phase == Phase.GREETING and hello.session == self._session:
            return self._met(hello)
        if self.phase == Phase.REFUSED or (self.phase == Phase.OPEN and hello.session == 0):
            # It is another board by now, or was reset: it knows nothing of our session.
            self._greet(self._t)
        return []

    def _refuse(self, hello: Hello | OtherHello, reason: str) -> list[Event]:
        is_sure = hello == self._suspect
        self._suspect = hello
        if self.phase == Phase.REFUSED or not is_sure:
            return []
        self.phase, self._frame_at = Phase.REFUSED, self._t
        return [Refused(reason)]

    def _met(self, hello: Hello) -> list[Event]:
        self.phase = Phase.OPEN
        self._counts.sessions += 1
        self._frame_at = self._t
        self._asked_in_vain = 0
        self._ask_at = self._t + ASK_AGAIN
        self._send_seen()
        return [Met(hello)]

    def _told(self, news: list[News]) -> list[Event]:
        events: list[Event] = []
        for item in news:
            match item:
                case Everything(readings, lost):
                    self._counts.lost += lost
                    self._asked_in_vain = 0
                    self._changed_at = self._t
                    events.append(ReadAll(self._t, readings, lost))
                case Happened(changes):
                    for change in changes:
                        t = self._t - change.age / 1000
                        # Two clocks and a line between them: order is kept all the same.
                        self._changed_at = min(self._t, max(self._changed_at, t))
                        events.append(ReadChange(self._changed_at, change.sensor, change.reading))
        return events

    # --- what is said to it ---

    def _greet(self, t: float) -> None:
        self._counts.resent += self._numbered.resent
        self._counts.unproved += self._belief.unproved
        self._renew()
        self.phase = Phase.GREETING
        self._t = self._frame_at = t
        self._send_greet()

    def _send_greet(self) -> None:
        self._greet_at = self._t + GREET_AGAIN
        # Whatever garbage the line holds ends with a zero.
        self._put(b"\0")
        self._send(Greet(self._session))

    def _go_on(self) -> None:
        is_hopeless = self._belief.is_hopeless or self._numbered.is_hopeless
        if is_hopeless or self._asked_in_vain >= MOST_ASKED:
            self._greet(self._t)
            return
        if self._belief.wants_all and self._t >= self._ask_at:
            self._ask_at = self._t + ASK_AGAIN
            self._asked_in_vain += 1
            self._counts.asked += 1
            self._send(Ask(self._session))
        if self._t >= self._seen_at:
            self._send_seen()
        self._send_numbered()

    def _send_seen(self) -> None:
        self._seen_at = self._t + SIGN_OF_LIFE
        self._send(Seen(self._session, self._belief.number))

    def _send_numbered(self) -> None:
        for message in self._numbered.to_send(self._t):
            self._send(message)

    def _send(self, message: HostMessage) -> None:
        self._put(to_frame(message.to_bytes()))

    def _put(self, data: bytes) -> None:
        if len(self._out) + len(data) > MOST_WAITING:
            self._counts.not_sent += 1
        else:
            self._out += data
