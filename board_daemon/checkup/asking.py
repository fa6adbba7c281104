"""One question after the other to whoever stands at the board: what is lit and said, what answers.

A script asks; an answer is a touch, or nothing after a while. The lights alone lead through it: the
whole board glimmers where a square is asked for by its name, a single light where that is to be
touched; green is taken, amber is to be done again, red is given up. Where the sensor below a light
is of no use, two squares beside it answer for it: the white one means that it is seen, green, the
red one that it is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from board_daemon.checkup.senses import FELT, Senses, Touch
from board_daemon.languages.sentences import said, together
from board_daemon.lights.frame import Glow
from board_daemon.lights.motion import VERY_DIM, Blink, Breath
from board_daemon.lights.palette import STANDARD, Rgb
from firmware_bridge.frames import Reading, SensorKind
from firmware_bridge.squares import SQUARE_COUNT, square_name

FLASH: Final = 0.35
"""Seconds that an answer is acknowledged."""
_TRIES: Final = 2
"""So often several squares answer at once, or one for another, until they are taken for joined."""
_CLEAR: Final = 1.0
"""Seconds that an empty board must stay so."""
_STUCK: Final = 10.0
"""Seconds after which what nobody takes away is no piece."""
_GLIMMER: Final = Breath(period=3.0, low=0.06, high=VERY_DIM)
_CALL: Final = Breath(period=1.2, low=0.35)
_REMIND: Final = Blink()
_BEACON: Final = 0.6
"""Steady, so that what breathes is told from it by whoever sees red and green alike."""
_REPLY: Final = {True: STANDARD.ask_white, False: STANDARD.take_away}

_TAKEN: Final = said("console.check.taken", "This sensor has already answered for another square")
_NO_ANSWER: Final = said(
    "console.check.no-answer", "Only the white square or the red one is an answer"
)


class Kind(Enum):
    """What is asked for."""

    CLEAR = auto()
    """All pieces taken off."""
    NAMED = auto()
    """A touch on the square with that name."""
    LIT = auto()
    """A touch on the square that is lit."""
    ANY = auto()
    """A touch anywhere."""
    SEEN = auto()
    """Whether a light is seen: a touch of one of two other squares, or a key, says yes or no."""


@dataclass(frozen=True, slots=True)
class Beacon:
    """A square where light and sensor work."""

    led: int
    """As the square it is supposed to lie under; so is the sensor."""
    sensor: int


@dataclass(frozen=True, slots=True)
class Ask:
    """A question."""

    kind: Kind
    words: str
    square: int = 0
    """Named: the real square. Lit: the LED, as the square it is supposed to lie under."""
    lit: tuple[int, ...] = ()
    """LEDs that show the way to a named square, in place of the whole board; seen: that are to be
    looked for."""
    beacons: tuple[Beacon, Beacon] | None = None
    """Seen: the white square that means yes, and the red one that means no."""
    remind: float = 8.0
    """Seconds after which the light calls more urgently."""
    give_up: float = 20.0
    """Seconds after which the next question is asked."""
    progress: float = 0.0
    """How much has been asked before, 0 to 1."""
    refused: frozenset[int] = frozenset()
    """Sensors that cannot be the answer: they have answered for other squares."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a question."""

    sensor: int | None
    """Which sensor answered, as the square it is supposed to lie under; None: none did."""
    together: tuple[int, ...] = ()
    """The sensors that answered at once, as often as they were asked."""
    instead: int | None = None
    """The sensor that answered, as often as it was asked, though another square has it."""
    says: bool | None = None
    """Seen: yes or no."""


NOTHING: Final = Answer(None)
Script = Generator[Ask, Answer, None]


@dataclass(frozen=True, slots=True)
class _Flash:
    color: Rgb
    squares: tuple[int, ...]
    until: float


class Asking:
    """Asks what a script wants to know; the machine between a board and the script."""

    def __init__(
        self, script: Script, kind: SensorKind, readings: Mapping[int, Reading], t: float
    ) -> None:
        self._script = script
        self._senses = Senses(kind, readings, t)
        self._ask: Ask | None = next(script)
        self._since = self._changed = t
        self._flash = _Flash(STANDARD.put_here, (), t)
        self._note = ""
        self._tries = 0
        self.levels: dict[int, float] = {}
        """How strongly each sensor that measures has answered, mT with its sign."""
        self.together: Counter[tuple[int, ...]] = Counter()
        """Sensors that answered at once, as if one."""
        self.always_on: set[int] = set()
        """Sensors that felt a piece on the empty board."""
        self.last: int | None = None
        """The sensor that has answered last."""

    @property
    def is_over(self) -> bool:
        """Whether all has been asked."""
        return self._ask is None

    @property
    def words(self) -> str:
        """What is asked, for the screen."""
        return self._ask.words if self._ask is not None else ""

    @property
    def note(self) -> str:
        """What was odd about the last touch, if anything."""
        return self._note

    @property
    def progress(self) -> float:
        """How much has been asked, 0 to 1."""
        return self._ask.progress if self._ask is not None else 1.0

    @property
    def wanted(self) -> int | None:
        """The square whose touch is asked for; None where it may be any."""
        if self._ask is None:
            return None
        if self._ask.beacons is not None:
            return self._ask.beacons[0].sensor
        return self._ask.square if self._ask.kind in (Kind.NAMED, Kind.LIT) else None

    @property
    def may_reply(self) -> bool:
        """Whether yes and no are answers."""
        return self._ask is not None and self._ask.kind == Kind.SEEN

    @property
    def staying_on(self) -> frozenset[int]:
        """Sensors that feel a piece though it stands elsewhere, if anywhere."""
        return self._senses.occupied - {self.last}

    @property
    def occupied(self) -> frozenset[int]:
        """The sensors that feel a piece now."""
        return self._senses.occupied

    # --- what happens ---

    def read(self, t: float, readings: Mapping[int, Reading]) -> None:
        """Take in readings."""
        self.advance(t)
        before = self._senses.occupied
        self._senses.read(t, readings)
        if self._senses.occupied != before:
            self._changed = t
        self.always_on &= self._senses.occupied
        self.advance(t)

    def advance(self, t: float) -> None:
        """Let time go on: a piece stands long enough, a question has waited long enough."""
        if self._ask is None:
            return
        if self._ask.kind == Kind.CLEAR:
            self._wait_for_empty(t)
            return
        touch = self._senses.touch(t) or self._faint_touch(t)
        if touch is not None:
            self._touched(self._ask, touch, t)
        elif t >= self._since + self._ask.give_up:
            self._go_on(NOTHING, t, STANDARD.take_away)

    def skip(self, t: float) -> None:
        """Ask the next question, as if this one had waited long enough."""
        if self._ask is not None:
            if self._ask.kind == Kind.CLEAR:
                self._empty_now(t)
            else:
                self._go_on(NOTHING, t, STANDARD.take_away)

    def reply(self, t: float, says: bool) -> None:
        """Answer by a key."""
        if self._ask is not None and self.may_reply:
            self._go_on(Answer(None, says=says), t, _REPLY[says])

    def strongest(self, sensor: int) -> float:
        """The most that a sensor has read since the board was empty, mT."""
        return self._senses.strongest.get(sensor, 0.0)

    def noise(self, sensor: int) -> float:
        """The most that a sensor has read on the empty board beyond its zero, mT."""
        return self._senses.noise(sensor)

    def _faint_touch(self, t: float) -> Touch | None:
        """Of a sensor that has never read as much as a lone piece should."""
        strong = {sensor for sensor, level in self.levels.items() if abs(level) >= FELT}
        able = set(range(SQUARE_COUNT)) - strong
        return self._senses.faint_touch(t, able, self.always_on)

    def _wait_for_empty(self, t: float) -> None:
        patience = _STUCK if self._senses.occupied else _CLEAR
        if t >= self._changed + patience:
            self._empty_now(t)

    def _empty_now(self, t: float) -> None:
        self.always_on = set(self._senses.occupied)
        self._senses.learn_empty()
        self._go_on(NOTHING, t, STANDARD.put_here)

    def _touched(self, ask: Ask, touch: Touch, t: float) -> None:
        if len(touch.squares) > 1:
            self._several(touch.squares, t)
            return
        (sensor,) = touch.squares
        if abs(touch.level) > abs(self.levels.get(sensor, 0.0)):
            self.levels[sensor] = touch.level
        self.last = sensor
        if ask.beacons is not None:
            self._said(ask.beacons, sensor, t)
            return
        if sensor in ask.refused:
            self._tries += 1
            if ask.lit and self._tries >= _TRIES:
                self._go_on(Answer(None, instead=sensor), t, STANDARD.take_away)
                return
            self._again(_TAKEN, t)
            return
        self._go_on(Answer(sensor), t, STANDARD.put_here)

    def _said(self, beacons: tuple[Beacon, Beacon], sensor: int, t: float) -> None:
        for beacon, says in zip(beacons, (True, False), strict=True):
            if sensor == beacon.sensor:
                self._go_on(Answer(None, says=says), t, _REPLY[says])
                return
        self._again(_NO_ANSWER, t)

    def _several(self, squares: tuple[int, ...], t: float) -> None:
        self.together[squares] += 1
        self._tries += 1
        if self._tries >= _TRIES:
            self._go_on(Answer(None, squares), t, STANDARD.take_away)
            return
        names = together([square_name(square) for square in squares])
        words = said(
            "console.check.at-once",
            "{squares} answer at once: in the middle of its square, please",
            squares=names,
        )
        self._again(words, t)

    def _again(self, note: str, t: float) -> None:
        """The piece is to be set down once more."""
        self._note = note
        self._senses.heed_no_more()
        self._flash = self._whole(STANDARD.trouble, t)

    def _go_on(self, answer: Answer, t: float, color: Rgb) -> None:
        assert self._ask is not None
        if answer.says is not None and self._ask.beacons is not None:
            beacon = self._ask.beacons[0 if answer.says else 1]
            self._flash = _Flash(color, (beacon.led,), t + FLASH)
        elif self._ask.kind == Kind.LIT:
            seen = (255, 255, 255) if answer.sensor is not None else color
            self._flash = _Flash(seen, (self._ask.square,), t + FLASH)
        else:
            self._flash = self._whole(color, t)
        self._note = ""
        self._senses.heed_no_more()
        self._since = self._changed = t
        self._tries = 0
        try:
            self._ask = self._script.send(answer)
        except StopIteration:
            self._ask = None

    def _whole(self, color: Rgb, t: float) -> _Flash:
        return _Flash(color, tuple(range(SQUARE_COUNT)), t + FLASH)

    # --- what is lit ---

    def glows(self, t: float) -> dict[int, Glow]:
        """What every LED shows at `t`, by the square it is supposed to lie under."""
        glows = self._calling(t)
        if t < self._flash.until:
            glows.update({square: Glow(self._flash.color, 0.7) for square in self._flash.squares})
        return glows

    def _calling(self, t: float) -> dict[int, Glow]:
        ask = self._ask
        if ask is None:
            return {}
        waited = t - self._since
        urgent = waited >= ask.remind
        if ask.kind == Kind.LIT:
            level = (_REMIND if urgent else _CALL).level_at(waited)
            return {ask.square: Glow(STANDARD.put_here, level)}
        if ask.beacons is not None:
            yes, no = ask.beacons
            level = (_REMIND if urgent else _CALL).level_at(waited)
            return {
                **{led: Glow(STANDARD.put_here, level) for led in ask.lit},
                yes.led: Glow(STANDARD.ask_white, _BEACON),
                no.led: Glow(STANDARD.take_away, _BEACON),
            }
        color = STANDARD.trouble if urgent or ask.kind == Kind.CLEAR else STANDARD.ask_white
        if ask.lit:
            return {square: Glow(color, _CALL.level_at(waited)) for square in ask.lit}
        return {s: Glow(color, _GLIMMER.level_at(waited)) for s in range(SQUARE_COUNT)}
