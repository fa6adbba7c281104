"""The check of a board: what is asked, in order, and what comes of it.

Nine squares by their names tell how the matrix lies; then each LED is lit once, and the sensor
that answers belongs to its square. What stays silent or does not fit is asked again, and what is
still in doubt is asked by name. Time is passed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

from board_daemon.checkup.arrangements import SIDE, to_and_fro
from board_daemon.checkup.asking import Answer, Ask, Asking, Kind, Script
from board_daemon.checkup.errors import CheckupError
from board_daemon.checkup.solving import (
    Explanation,
    deciding_square,
    explanations,
    next_named,
)
from firmware_bridge.frames import Reading, SensorKind
from firmware_bridge.squares import SQUARE_COUNT, square_name

WALK: Final = tuple(to_and_fro(square) for square in range(SQUARE_COUNT))
"""The LEDs in the order in which they are lit: to and fro, so that a hand need not go far."""
_WEAK: Final = 0.5
"""A sensor is weak that reads less than this share of what the others read."""
_FIRST: Final = 90.0
"""Seconds to read what is to be done."""
_SILENT: Final = 4
"""So many questions without any answer, and nothing works at all."""
_ROUNDS: Final = 4
"""So often at most is asked again where two LEDs have the same sensor; half as often where one does
not fit the others, and once where none has answered."""
_AGAIN: Final = "Once more: the lit square."
_MOST_DOUBTS: Final = 10
"""So many squares in doubt are asked by name at most."""

_Asked = Generator[Ask, Answer, int | None]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What the check has found. All sets hold real squares."""

    explanation: Explanation
    silent: frozenset[int]
    """No sensor answered there."""
    stuck: frozenset[int]
    """A sensor that feels a piece where there is none."""
    dark: frozenset[int]
    """Whose LED nobody has seen lit."""
    weak: Mapping[int, float]
    """Sensors that read much less than the others: the share that they do."""
    upside_down: frozenset[int]
    """Sensors that read the other way round than most."""
    together: tuple[tuple[int, ...], ...]
    """Squares whose sensors answer at once."""

    @property
    def dead(self) -> frozenset[int]:
        """Squares whose sensors are of no use."""
        return self.silent | self.stuck


class Check:
    """The check of one board, from its first reading on."""

    def __init__(self, kind: SensorKind, readings: Mapping[int, Reading], t: float) -> None:
        """`readings`: of all squares, as the board takes them to be; `t`: seconds."""
        self._named: dict[int, int | None] = {}
        self._lit: dict[int, int] = {}
        self._touched: set[int] = set()
        """Sensors that have answered while no LED said where."""
        self._done = 0
        self.asking = Asking(self._script(), kind, readings, t)

    @property
    def result(self) -> CheckResult:
        """What was found, once all was asked.

        Raises CheckupError where the answers make no sense together.
        """
        best = self._explained()
        sensors = best.all_sensors
        answered = {sensors[sensor] for sensor in self._heard()}
        always = self.asking.always_on | self.asking.staying_on
        stuck = frozenset(sensors[sensor] for sensor in always)
        joined = [
            tuple(sorted(sensors[s] for s in squares))
            for squares, times in self.asking.together.items()
            if times > 1
        ]
        unclear = stuck.union(*joined)
        silent = frozenset(range(SQUARE_COUNT)) - answered - unclear
        unlit = {best.all_leds[led] for led in range(SQUARE_COUNT) if led not in self._sound}
        levels = {sensors[s]: level for s, level in self.asking.levels.items() if level}
        typical = median(map(abs, levels.values())) if levels else 0.0
        way = median(levels.values()) if levels else 0.0
        return CheckResult(
            best,
            silent,
            stuck,
            frozenset(unlit - silent - unclear),
            {s: abs(lv) / typical for s, lv in levels.items() if abs(lv) < _WEAK * typical},
            frozenset(s for s, level in levels.items() if level * way < 0),
            tuple(joined),
        )

    # --- what is asked ---

    def _script(self) -> Script:
        yield Ask(Kind.CLEAR, "Take all pieces off the board, and keep one of them in your hand.")
        while (square := next_named(self._named)) is not None:
            self._named[square] = yield from self._ask_named(square)
            self._done += 1
            self._refuse_silence(list(self._named.values()))
        yield from self._ask_leds(WALK, "Set the piece on the square that is lit.", 5.0, 12.0)
        if not self._lit:
            yield from self._ask_all()
            return
        for count in range(_ROUNDS):
            again = self._to_repeat(with_silent=count == 0, with_odd=count < _ROUNDS // 2)
            yield from self._ask_leds(again, _AGAIN, 4.0, 8.0)
        yield from self._decide()
        yield from self._settle_doubts()
        # The sensor works there: whoever only passed the light over sees it now.
        yield from self._ask_leds(self._unlit_but_heard(), _AGAIN, 4.0, 8.0)

    def _ask_named(self, square: int, lit: tuple[int, ...] = ()) -> _Asked:
        refused = frozenset(s for s in self._named.values() if s is not None)
        where = " It lies in the middle of the lights." if lit else ""
        if not self._named:
            where = " Then b2, c3 and so on to h8, and h1 last; green: on to the next."
        ask = Ask(
            Kind.NAMED,
            f"Set the piece on {square_name(square)}.{where}",
            square,
            lit,
            give_up=(10.0 if lit else 20.0) if self._named else _FIRST,
            progress=self._progress,
            refused=refused,
        )
        answer = yield ask
        return answer.sensor

    def _ask_leds(
        self, leds: Iterable[int], words: str, remind: float, give_up: float
    ) -> Generator[Ask, Answer, None]:
        silent = 0
        for led in leds:
            answer = yield Ask(
                Kind.LIT, words, led, remind=remind, give_up=give_up, progress=self._progress
            )
            self._done += 1
            if answer.sensor is not None:
                self._lit[led] = answer.sensor
            elif not self._lit:
                # Nobody waits 64 times for a strip that is not even connected.
                silent += 1
                if silent == _SILENT:
                    return

    def _ask_all(self) -> Script:
        """No LED is lit: at least every sensor is to answer once."""
        sensors = self._explained().all_sensors
        missing = set(range(SQUARE_COUNT)) - self._heard() - self.asking.always_on
        while missing:
            names = " ".join(map(square_name, sorted(sensors[sensor] for sensor in missing)))
            words = f"No LED? Touch every square once. Still missing: {names}"
            answer = yield Ask(Kind.ANY, words, progress=1 - len(missing) / SQUARE_COUNT)
            if answer.sensor is None:
                return
            self._touched.add(answer.sensor)
            missing.discard(answer.sensor)

    def _decide(self) -> Script:
        for _ in range(_MOST_DOUBTS):
            square = deciding_square(explanations(self._named, self._sound), self._named)
            if square is None:
                return
            self._named[square] = yield from self._ask_named(square, self._ring(square))

    def _settle_doubts(self) -> Script:
        """Where an LED was not answered, is it the LED or the sensor? The square's name tells."""
        best = self._explained()
        heard = {best.all_sensors[sensor] for sensor in self._heard()}
        unlit = [best.all_leds[led] for led in WALK if led not in self._sound]
        always = {best.all_sensors[sensor] for sensor in self.asking.always_on}
        for square in [s for s in unlit if s not in heard | always][:_MOST_DOUBTS]:
            if square not in self._named:
                self._named[square] = yield from self._ask_named(square, self._ring(square))

    # --- what is known so far ---

    @property
    def _progress(self) -> float:
        return min(0.99, self._done / (SQUARE_COUNT + SIDE + 1))

    def _heard(self) -> set[int]:
        named = {sensor for sensor in self._named.values() if sensor is not None}
        return named | set(self._lit.values()) | self._touched

    @property
    def _sound(self) -> dict[int, int]:
        """The lit touches that say where an LED is: of several for one sensor, none does."""
        shared = Counter(self._lit.values())
        return {led: sensor for led, sensor in self._lit.items() if shared[sensor] == 1}

    def _explained(self) -> Explanation:
        found = explanations(self._named, self._sound)
        if not found:
            raise CheckupError(
                "expected touches that fit together, saw several squares answer for the same: "
                "please check once more"
            )
        return found[0]

    def _to_repeat(self, *, with_silent: bool, with_odd: bool) -> list[int]:
        """The LEDs that share a sensor, and those that were not answered or do not fit."""
        sound = self._sound
        again = set(self._lit) - set(sound)
        for led in again:
            del self._lit[led]
        if with_silent:
            again |= self._silent_leds()
        if with_odd:
            again |= self._odd_leds()
        return sorted(again, key=WALK.index)

    def _silent_leds(self) -> set[int]:
        silent = set(range(SQUARE_COUNT)) - set(self._lit)
        found = explanations(self._named, self._sound)
        if not found:
            return silent
        # Of a sensor that always feels a piece no answer can be expected.
        always = {found[0].all_sensors[sensor] for sensor in self.asking.always_on}
        return {led for led in silent if found[0].all_leds[led] not in always}

    def _unlit_but_heard(self) -> list[int]:
        best = self._explained()
        heard = {best.all_sensors[sensor] for sensor in self._heard()}
        return [led for led in WALK if led not in self._sound and best.all_leds[led] in heard]

    def _odd_leds(self) -> set[int]:
        found = explanations(self._named, self._sound)
        if not found:
            return set()
        by_sensor = {led for led, s in self._lit.items() if s in found[0].odd_sensors}
        return by_sensor | set(found[0].odd_leds)

    def _ring(self, square: int) -> tuple[int, ...]:
        """The LEDs around a square."""
        there = {real: led for led, real in self._explained().all_leds.items()}
        file, rank = square % SIDE, square // SIDE
        around = [
            SIDE * r + f
            for r in range(max(0, rank - 1), min(SIDE, rank + 2))
            for f in range(max(0, file - 1), min(SIDE, file + 2))
        ]
        return tuple(there[near] for near in around if near != square)

    @staticmethod
    def _refuse_silence(answers: list[int | None]) -> None:
        if len(answers) >= _SILENT and not any(answer is not None for answer in answers):
            raise CheckupError(
                f"expected sensors to answer, saw {len(answers)} touches without any answer: "
                "is the board connected, and is there a magnet in the piece?"
            )
