"""What the touches of a check have told so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations, product
from typing import Final

from board_daemon.checkup.arrangements import SIDE, to_and_fro
from board_daemon.checkup.errors import CheckupError
from board_daemon.checkup.solving import Explanation, explanations
from board_daemon.languages.sentences import said
from firmware_bridge.squares import SQUARE_COUNT

WALK: Final = tuple(to_and_fro(square) for square in range(SQUARE_COUNT))
"""The LEDs in the order in which they are lit: to and fro, so that a hand need not go far."""
_OFTEN: Final = 2
_MOST_PAIRS: Final = 3


class Gathered:
    """All answers of one check. LEDs and sensors go by the squares they are supposed to lie under.

    A sensor that always feels a piece is no answer to anything.
    """

    def __init__(self, always_on: Callable[[], set[int]]) -> None:
        """`always_on`: the sensors that have felt a piece on the empty board."""
        self._always_on = always_on
        self.named: dict[int, int | None] = {}
        """Real square -> the sensor that answered there; None: none did."""
        self.lit: dict[int, int] = {}
        """LED -> the sensor that has answered for it last."""
        self.touched: set[int] = set()
        """Sensors that have answered while no LED said where."""
        self.seen: dict[int, bool] = {}
        """LED -> whether somebody sees it lit, where no sensor has told."""
        self.astray: frozenset[int] = frozenset()
        """LEDs that are lit, but not where they are taken to be."""
        self.exchanged: dict[int, int] = {}
        """LEDs that have changed places where no sensor answers -> the real squares."""
        self.double: set[tuple[int, int]] = set()
        """Pairs of real squares on both of which the same sensor answers when they are named."""
        self._joined_named: set[int] = set()
        """Real squares on which several sensors have answered at once."""
        self._at_once: defaultdict[tuple[int, ...], set[int]] = defaultdict(set)
        """Sensors that have answered at once -> the LEDs for which they did."""
        self._replies: defaultdict[int, Counter[int]] = defaultdict(Counter)

    def answered(self, led: int, sensor: int) -> None:
        """A sensor has answered for a lit LED."""
        self.lit[led] = sensor
        self._replies[led][sensor] += 1

    def answered_at_once(self, led: int, sensors: tuple[int, ...]) -> None:
        """Several sensors have answered for a lit LED: which of them, nobody knows."""
        self.seen[led] = True
        self._at_once[sensors].add(led)

    def name(self, square: int, sensor: int | None, together: tuple[int, ...] = ()) -> None:
        """What has answered on a square that was asked for by its name."""
        self.named[square] = sensor
        if together:
            self._joined_named.add(square)

    @property
    def heard(self) -> set[int]:
        """The sensors that have answered anything."""
        named = {sensor for sensor in self.named.values() if sensor is not None}
        return named | set(self.lit.values()) | self.touched

    @property
    def sound(self) -> dict[int, int]:
        """The lit touches that say where an LED is: of several for one sensor, none does."""
        shared = Counter(self.lit.values())
        return {led: sensor for led, sensor in self.lit.items() if shared[sensor] == 1}

    @property
    def paired(self) -> list[tuple[int, int]]:
        """LEDs for two of which, again and again, the same sensor answers."""
        return list(self._by_shared_sensor().values())

    def _by_shared_sensor(self) -> dict[int, tuple[int, int]]:
        by_sensor: defaultdict[int, list[int]] = defaultdict(list)
        for led, replies in self._replies.items():
            sensor, times = replies.most_common(1)[0]
            if times >= _OFTEN:
                by_sensor[sensor].append(led)
        return {s: (leds[0], leds[1]) for s, leds in by_sensor.items() if len(leds) == 2}

    @property
    def unlit(self) -> list[int]:
        """The LEDs of which nothing tells yet whether they are lit, in the order of the walk."""
        told = self.sound.keys() | self.seen.keys()
        return [led for led in WALK if led not in told]

    def explanations(self) -> list[Explanation]:
        """All ways in which the board may be wired, the likeliest first."""
        # What answers for two squares tells of neither where it lies.
        shared = self._by_shared_sensor().keys()
        named = {
            square: sensor
            for square, sensor in self.named.items()
            if square not in self._joined_named and sensor not in shared
        }
        # Where two sensors answer for two LEDs, it may be either way round.
        pairs = [
            [dict(zip(leds, order, strict=True)) for order in permutations(sensors)]
            for sensors, leds in self._at_once.items()
            if len(leds) == len(sensors) == 2
        ]
        found: list[Explanation] = []
        for ways in product(*pairs[:_MOST_PAIRS]):
            lit = self.sound
            for way in ways:
                if not set(way.values()) & set(lit.values()):
                    lit = {**lit, **way}
            found += explanations(named, lit)
        return sorted(found, key=lambda explanation: explanation.cost)

    def explained(self) -> Explanation:
        """The likeliest way; raises CheckupError where the answers make no sense together."""
        found = self.explanations()
        if not found:
            raise CheckupError(
                said(
                    "console.check.senseless",
                    "expected touches that fit together, saw several squares answer for the same: "
                    "please check once more",
                )
            )
        best = found[0]
        if not self.exchanged:
            return best
        odd = tuple(sorted({*best.odd_leds, *self.exchanged}))
        return replace(best, leds={**best.leds, **self.exchanged}, odd_leds=odd)

    def heard_squares(self) -> set[int]:
        """The real squares whose sensors have answered."""
        sensors = self.explained().all_sensors
        return {sensors[sensor] for sensor in self.heard}

    def to_repeat(self, *, with_silent: bool, with_odd: bool, faint: set[int]) -> list[int]:
        """The LEDs that share a sensor, and those that were not answered or do not fit.

        `faint`: sensors that are to answer once more.
        """
        sound = self.sound
        again = set(self.lit) - set(sound)
        for led in again:
            del self.lit[led]
        if with_silent:
            again |= self._silent_leds()
        if with_odd:
            again |= self._odd_leds()
        again |= {led for led, sensor in sound.items() if sensor in faint}
        return sorted(again, key=WALK.index)

    def ring(self, square: int) -> tuple[int, ...]:
        """The LEDs around a square."""
        there = {real: led for led, real in self.explained().all_leds.items()}
        file, rank = square % SIDE, square // SIDE
        around = [
            SIDE * r + f
            for r in range(max(0, rank - 1), min(SIDE, rank + 2))
            for f in range(max(0, file - 1), min(SIDE, file + 2))
        ]
        return tuple(there[near] for near in around if near != square)

    def _silent_leds(self) -> set[int]:
        silent = set(range(SQUARE_COUNT)) - set(self.lit) - self.seen.keys()
        found = self.explanations()
        if not found:
            return silent
        # Of a sensor that always feels a piece no answer can be expected.
        always = {found[0].all_sensors[sensor] for sensor in self._always_on()}
        return {led for led in silent if found[0].all_leds[led] not in always}

    def _odd_leds(self) -> set[int]:
        found = self.explanations()
        if not found:
            return set()
        by_sensor = {led for led, sensor in self.lit.items() if sensor in found[0].odd_sensors}
        return by_sensor | set(found[0].odd_leds)
