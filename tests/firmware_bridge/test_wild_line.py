"""Garbage on the line: random frames and genuine ones that were tampered with, through everything.

200,000 to each kind of board; `make fuzz` sends a million to each.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from firmware_bridge.board_messages import Reeds
from firmware_bridge.framing import to_frame
from firmware_bridge.link import Event, HostLink, Phase, ReadAll, ReadChange
from firmware_bridge.message_parts import BoardKind
from tests.firmware_bridge.model_board import ModelBoard
from tests.fuzzing import is_long_run

FRAMES = 1_000_000 if is_long_run else 200_000
GENUINE_EVERY = 8
MOST_KEPT = 63
MOST_WAITING = 2048


@dataclass
class Victim:
    """A host and a board in their session, and somebody who sends other things in between."""

    kind: BoardKind
    rng: random.Random
    t: float = 0.0
    changes: int = 0
    """How many there have been."""
    happened: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The last ones, by their places."""
    stood: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """What all sensors read after so many, lately."""
    genuine: list[bytes] = field(default_factory=list)
    """Bodies that the board has really sent lately."""

    def __post_init__(self) -> None:
        self.board = ModelBoard(self.kind)
        self.link = HostLink(self.kind, rng=self.rng)
        self.link.begin(0.0)
        self.believed: list[int] = []
        self.stood[0] = tuple(self.board.sensors)
        self.heard_of: set[int] = set()
        """After how many changes the host may be, by what it was told."""

    def talk(self) -> None:
        """Host and board exchange what they have to say, undisturbed."""
        self.t += 0.004
        self.board.receive(self.link.waiting, self.t)
        self.link.sent(len(self.link.waiting))
        self.board.advance(self.t)
        data = self.board.take_output()
        # A zero first: what was sent in between may have left half a frame.
        self.heed(self.link.receive(b"\0" + data, self.t))
        self.genuine = [*self.genuine, *(part for part in data.split(b"\0") if part)][-30:]

    def change_something(self) -> None:
        if self.board._owes_state:
            return
        sensor = self.rng.randrange(64)
        if self.kind == BoardKind.REED:
            reading = 1 - self.board.sensors[sensor]
        else:
            reading = (self.board.sensors[sensor] + self.rng.randrange(3, 900)) % 1024
        if abs(reading - self.board.sensors[sensor]) < 3 and self.kind == BoardKind.HALL:
            return
        self.board.read(sensor, reading, self.t)
        self.happened[self.changes] = sensor, reading
        self.changes += 1
        self.stood[self.changes] = tuple(self.board.sensors)
        self.happened.pop(self.changes - 100, None)
        self.stood.pop(self.changes - 100, None)

    def heed(self, events: list[Event]) -> None:
        for event in events:
            match event:
                case ReadAll(_, readings, lost):
                    self.heard_of = {n for n, stood in self.stood.items() if stood == readings}
                    assert lost == 0
                    self.believed = list(readings)
                case ReadChange(_, sensor, reading):
                    self.heard_of = {
                        n + 1 for n in self.heard_of if self.happened.get(n) == (sensor, reading)
                    }
                    self.believed[sensor] = reading
            assert self.heard_of or not self.believed, f"never happened: {event}"

    def check_memory(self) -> None:
        assert len(self.link._reader._kept) <= MOST_KEPT
        assert len(self.link.waiting) <= MOST_WAITING
        assert len(self.link._belief._quarters) <= 4
        assert len(self.link._numbered._under_way) <= 4


Tamper = Callable[[random.Random, Victim], bytes]


def noise(rng: random.Random, _: Victim) -> bytes:
    return rng.randbytes(rng.randrange(90)) + b"\0"


def endless(rng: random.Random, _: Victim) -> bytes:
    return rng.randbytes(150).replace(b"\0", b"\1")


def any_body(rng: random.Random, _: Victim) -> bytes:
    return to_frame(rng.randbytes(rng.randrange(3, 61)))


def likely_body(rng: random.Random, victim: Victim) -> bytes:
    """Of the right session and length, and else at random; its CRC is right."""
    kind, length = rng.choice(
        [(1, 17), (1, 41), (2, 13), (3, 38), (4, 12), (4, 17), (4, 47), (5, 4), (6, 21)]
    )
    session = rng.choice([victim.link._session, victim.link._session, rng.randrange(65_536)])
    return to_frame(bytes([kind]) + session.to_bytes(2, "little") + rng.randbytes(length - 3))


def likely_state(rng: random.Random, victim: Victim) -> bytes:
    bits = rng.getrandbits(64)
    readings = tuple(bits >> sensor & 1 for sensor in range(64))
    return to_frame(Reeds(victim.link._session, rng.randrange(65_536), readings).to_bytes())


def damaged(rng: random.Random, victim: Victim) -> bytes:
    """What was genuine, with some bytes flipped, lost, doubled or swapped on its way."""
    data = bytearray(rng.choice(victim.genuine))
    for _ in range(rng.randint(1, 4)):
        if not data:
            break
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                del data[at]
            case 2:
                data.insert(at, data[at])
            case _:
                data[at] = rng.randrange(256)
    return bytes(data) + b"\0"


def halved(rng: random.Random, victim: Victim) -> bytes:
    """The beginning of one and the end of another."""
    first, second = rng.choice(victim.genuine), rng.choice(victim.genuine)
    return first[: rng.randrange(len(first) + 1)] + second[rng.randrange(len(second)) :] + b"\0"


def late(rng: random.Random, victim: Victim) -> bytes:
    """Said once more, unchanged."""
    return rng.choice(victim.genuine) + b"\0"


WAYS: tuple[Tamper, ...] = (
    noise,
    endless,
    any_body,
    likely_body,
    likely_state,
    damaged,
    damaged,
    halved,
    late,
)


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(BoardKind), ids=["reed", "hall"])
def test_no_garbage_forges_a_change_or_takes_memory(kind: BoardKind) -> None:
    rng = random.Random(None if is_long_run else 4)
    victim = Victim(kind, rng)
    sent: Counter[Tamper] = Counter()
    while not victim.believed:
        victim.talk()
    for turn in range(FRAMES):
        if turn % GENUINE_EVERY == 0:
            victim.change_something()
            victim.talk()
        tamper = rng.choice(WAYS)
        sent[tamper] += 1
        victim.heed(victim.link.receive(tamper(rng, victim), victim.t))
        victim.check_memory()
    for _ in range(300):
        victim.talk()
    assert victim.link.phase == Phase.OPEN
    assert victim.believed == victim.board.sensors
    assert victim.changes in victim.heard_of
    assert victim.changes > FRAMES / GENUINE_EVERY / 4
    assert victim.link.counts["wrong_crc"] > FRAMES / 20
    # Garbage of every kind, and often.
    assert min(sent[tamper] for tamper in WAYS) > FRAMES / 10
