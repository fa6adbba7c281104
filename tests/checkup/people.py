"""Somebody with one piece at a board that is wired in some way, and a clock that only they move."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from hypothesis import Phase

from board_daemon.checkup.asking import Ask, Asking, Kind
from board_daemon.checkup.check import Check
from board_daemon.checkup.result import CheckResult
from firmware_bridge.frames import Reading, SensorKind
from firmware_bridge.squares import parse_square
from tests.checkup.test_solving import IDENTITY

STEP = 0.1
# A whole dialogue takes a tenth of a second, so a failure is shown as it was found.
NO_SHRINKING = (Phase.explicit, Phase.generate)


@dataclass
class Board:
    """A real board: where its sensors and LEDs are, and what does not work. Real squares."""

    sensors: Mapping[int, int] = field(default_factory=lambda: dict(IDENTITY))
    """Supposed -> real."""
    leds: Mapping[int, int] = field(default_factory=lambda: dict(IDENTITY))
    dead: frozenset[int] = frozenset()
    stuck: frozenset[int] = frozenset()
    dark: frozenset[int] = frozenset()
    joined: frozenset[int] = frozenset()
    """Squares that all answer when one of them is touched."""
    gains: Mapping[int, float] = field(default_factory=dict)
    kind: SensorKind = SensorKind.PRESENCE
    magnet: float = 1.0
    noise: float = 0.0
    """mT to either side of what a field would read."""
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    def reading(self, real: int, piece: int | None) -> Reading:
        stands = piece == real or (piece in self.joined and real in self.joined)
        feels = real in self.stuck or (stands and real not in self.dead)
        match self.kind:
            case SensorKind.PRESENCE:
                return int(feels)
            case SensorKind.COLOUR | SensorKind.THREE_WAY:
                return "w" if feels else "."
            case SensorKind.FIELD:
                return self._field(real, piece, feels)

    def _field(self, real: int, piece: int | None, feels: bool) -> float:
        """60 mT under a piece, a little the other way beside it, and what is always there."""
        noise = 0.4 + self.rng.uniform(-self.noise, self.noise)
        if real in self.stuck:
            return 60.0 + noise
        if feels:
            return 60.0 * self.magnet * self.gains.get(real, 1.0) + noise
        is_near = piece is not None and real not in self.dead and _distance(real, piece) == 1
        return noise - (0.3 * self.magnet * self.gains.get(real, 1.0) if is_near else 0.0)

    def readings(self, piece: int | None) -> dict[int, Reading]:
        return {supposed: self.reading(real, piece) for supposed, real in self.sensors.items()}


def _distance(one: int, other: int) -> int:
    return max(abs(one % 8 - other % 8), abs(one // 8 - other // 8))


Choose = Callable[[Ask, int | None], int | None]
"""What somebody touches who is asked something and would rightly touch that square."""


def obey(ask: Ask, right: int | None) -> int | None:
    return right


class Person:
    """Does what is asked, as far as it can be seen."""

    def __init__(self, board: Board, choose: Choose = obey) -> None:
        self.board = board
        self.choose = choose
        self.t = 0.0
        self.touches = 0
        self.asked: list[Ask] = []
        self.check = Check(board.kind, board.readings(None), 0.0)

    @property
    def asking(self) -> Asking:
        return self.check.asking

    def run(self) -> CheckResult:
        while not self.asking.is_over:
            ask = self.asking._ask
            assert ask is not None
            self.asked.append(ask)
            if ask.kind == Kind.ANY:
                for each in range(64):
                    self.touch(each)
                self.wait(60.0)
                continue
            square = self.choose(ask, self._right(ask))
            if square is not None and ask.kind != Kind.CLEAR:
                self.touch(square)
                if self.asking.note:
                    self.touch(square)
            if self.asking._ask is ask:
                self.wait_until_asked_otherwise(ask)
        return self.check.result

    def touch(self, real: int) -> None:
        """Set the piece there until something happens, for half a second at least."""
        self.touches += 1
        before = self.asking._ask, self.asking.note
        self._tell(self.board.readings(real))
        self.wait(0.5)
        patience = 3.0
        while patience > 0 and (self.asking._ask, self.asking.note) == before:
            patience -= 0.25
            self.wait(0.25)
            if self.board.noise:
                self._tell(self.board.readings(real))
        self._tell(self.board.readings(None))
        self.wait(0.3)

    def wait(self, seconds: float) -> None:
        end = self.t + seconds
        while self.t < end - 1e-9:
            self.t = min(end, self.t + STEP)
            self.asking.advance(self.t)

    def wait_until_asked_otherwise(self, ask: Ask) -> None:
        while self.asking._ask is ask:
            self.wait(STEP)

    def _tell(self, readings: Mapping[int, Reading]) -> None:
        self.asking.read(self.t, readings)

    def _right(self, ask: Ask) -> int | None:
        if ask.kind == Kind.NAMED:
            return ask.square
        if ask.kind == Kind.LIT:
            lit = list(self.asking.glows(self.t + 1))
            assert lit == [ask.square], "one light, the one that is meant"
            real = self.board.leds[ask.square]
            return None if real in self.board.dark else real
        if ask.beacons is not None:
            yes, no = (self.board.sensors[beacon.sensor] for beacon in ask.beacons)
            return yes if self._sees(ask) else no
        return None

    def _sees(self, ask: Ask) -> bool:
        """Whether there is a green light: on the square that is named, or, of several, anywhere."""
        green = {self.board.leds[led] for led in ask.lit} - self.board.dark
        named = re.match(r"Is ([a-h][1-8]) lit", ask.words)
        return parse_square(named[1]) in green if named else bool(green)


def checked(board: Board, choose: Choose = obey) -> CheckResult:
    return Person(board, choose).run()
