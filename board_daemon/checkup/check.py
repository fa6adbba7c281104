"""The check of a board: what is asked, in order, and what comes of it.

Nine squares by their names tell how the matrix lies; then each LED is lit once, and the sensor
that answers belongs to its square. What stays silent or does not fit is asked again; where no
sensor tells whether an LED is lit, squares beside it answer for it; and what is still in doubt is
asked by name. Time is passed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import median
from typing import Final

from board_daemon.checkup.arrangements import SIDE
from board_daemon.checkup.asking import Ask, Asking, Kind, Script
from board_daemon.checkup.errors import CheckupError
from board_daemon.checkup.gathered import WALK, Gathered
from board_daemon.checkup.looking import Looker, any_light
from board_daemon.checkup.result import CheckResult, Faint
from board_daemon.checkup.solving import Explanation, deciding_square, next_named
from board_daemon.languages.sentences import said
from firmware_bridge.frames import Reading, SensorKind
from firmware_bridge.squares import SQUARE_COUNT, square_name

_WEAK: Final = 0.5
"""A sensor is weak that reads less than this share of what the others read."""
_FIRST: Final = 90.0
"""Seconds to read what is to be done."""
_SILENT: Final = 5
"""So many names along the diagonal without any answer, and nothing works at all: each half of the
board has had its chance."""
_DARK: Final = 4
"""So many LEDs at the strip's beginning without any answer, and as many elsewhere, and there is no
light at all."""
_ELSEWHERE: Final = (36, 45, 54, 63)
"""LEDs far from the strip's beginning, where a rank of dead sensors may lie."""
_ROUNDS: Final = 4
"""So often at most is asked again where two LEDs have the same sensor; half as often where one does
not fit the others, and once where none has answered."""
_AGAIN: Final = said("console.check.again", "Once more: the lit square.")
_MOST_DOUBTS: Final = 10
"""So many squares on which explanations differ are asked by name at most."""


class Check:
    """The check of one board, from its first reading on."""

    def __init__(self, kind: SensorKind, readings: Mapping[int, Reading], t: float) -> None:
        """`readings`: of all squares, as the board takes them to be; `t`: seconds."""
        self._kind = kind
        self._known = Gathered(lambda: self.asking.always_on)
        self._done = 0
        self.asking = Asking(self._script(), kind, readings, t)

    @property
    def result(self) -> CheckResult:
        """What was found, once all was asked.

        Raises CheckupError where the answers make no sense together.
        """
        known = self._known
        best = known.explained()
        answered = known.heard_squares()
        stuck = self._stuck(best)
        joined = self._joined(best)
        silent = frozenset(range(SQUARE_COUNT)) - answered - stuck.union(*joined)
        dark, unseen = self._lights(best, answered)
        levels = {best.all_sensors[s]: lv for s, lv in self.asking.levels.items() if lv}
        typical = median(map(abs, levels.values())) if levels else 0.0
        way = median(levels.values()) if levels else 0.0
        return CheckResult(
            self._kind,
            best,
            silent,
            stuck,
            dark,
            unseen,
            frozenset(best.all_leds[led] for led in known.astray),
            {s: abs(lv) for s, lv in levels.items() if abs(lv) < _WEAK * typical},
            frozenset(s for s, level in levels.items() if level * way < 0),
            joined,
            typical,
            self._faint(best, silent),
        )

    def _stuck(self, best: Explanation) -> frozenset[int]:
        always = self.asking.always_on | self.asking.staying_on
        return frozenset(best.all_sensors[sensor] for sensor in always)

    def _joined(self, best: Explanation) -> tuple[tuple[int, ...], ...]:
        at_once = {
            tuple(sorted(best.all_sensors[s] for s in squares))
            for squares, times in self.asking.together.items()
            if times > 1
        }
        same = {tuple(sorted(best.all_leds[led] for led in leds)) for leds in self._known.paired}
        return tuple(sorted(at_once | same | self._known.double))

    def _lights(
        self, best: Explanation, answered: set[int]
    ) -> tuple[frozenset[int], frozenset[int]]:
        """The squares without light, and those of whose light nobody has told."""
        known = self._known
        if not known.lit:
            return frozenset(range(SQUARE_COUNT)), frozenset()
        without = {led for led, is_lit in known.seen.items() if not is_lit} - known.astray
        untold = {led for led in known.unlit if best.all_leds[led] not in answered}
        # Where the sensor works, nobody has touched the light though it was asked for three times.
        without |= set(known.unlit) - untold
        return (
            frozenset(best.all_leds[led] for led in without),
            frozenset(best.all_leds[led] for led in untold),
        )

    def _faint(self, best: Explanation, silent: frozenset[int]) -> dict[int, Faint]:
        if self._kind != SensorKind.FIELD:
            return {}
        return {
            real: Faint(self.asking.strongest(sensor), self.asking.noise(sensor))
            for sensor, real in best.all_sensors.items()
            if real in silent
        }

    # --- what is asked ---

    def _script(self) -> Script:
        known = self._known
        clear = said(
            "console.check.clear",
            "Take all pieces off the board, and keep one of them in your hand.",
        )
        yield Ask(Kind.CLEAR, clear)
        while (square := next_named(known.named)) is not None:
            yield from self._ask_named(square)
            self._done += 1
            self._refuse_silence(list(known.named.values()))
        yield from self._walk()
        if not known.lit:
            yield from self._ask_all()
            return
        for count in range(_ROUNDS):
            first, half = count == 0, count < _ROUNDS // 2
            faint = set(self._weak_sensors()) if first else set[int]()
            again = known.to_repeat(with_silent=first, with_odd=half, faint=faint)
            yield from self._ask_leds(again, _AGAIN, 4.0, 8.0)
        for pair in known.paired:
            known.seen.update(dict.fromkeys(pair, True))
        yield from self._decide()
        looker = Looker(known, self._weak_sensors(), self.asking.last)
        yield from looker.questions(self._progress)
        yield from self._settle_doubts()
        # The sensor works there: whoever only passed the light over sees it now.
        yield from self._ask_leds(self._passed_over(), _AGAIN, 4.0, 8.0)

    def _ask_named(self, square: int, lit: tuple[int, ...] = ()) -> Script:
        named = self._known.named
        refused = frozenset(s for s in named.values() if s is not None)
        ask = Ask(
            Kind.NAMED,
            _asked_by_name(square_name(square), is_first=not named, is_lit=bool(lit)),
            square,
            lit,
            give_up=(10.0 if lit else 20.0) if named else _FIRST,
            progress=self._progress,
            refused=refused,
        )
        answer = yield ask
        self._known.name(square, answer.sensor, answer.together)
        if answer.instead is not None:
            other = next(real for real, sensor in named.items() if sensor == answer.instead)
            self._known.double.add((min(square, other), max(square, other)))

    def _walk(self) -> Script:
        words = said("console.check.lit", "Set the piece on the square that is lit.")
        yield from self._ask_leds(WALK[:_DARK], words, 5.0, 12.0)
        if not self._known.lit:
            yield from self._ask_leds(_ELSEWHERE, words, 4.0, 8.0)
        is_lit = bool(self._known.lit) or (yield from any_light(self._known.named))
        if is_lit:
            rest = [led for led in WALK[_DARK:] if led not in self._known.lit]
            yield from self._ask_leds(rest, words, 5.0, 12.0)

    def _ask_leds(self, leds: Iterable[int], words: str, remind: float, give_up: float) -> Script:
        for led in leds:
            answer = yield Ask(
                Kind.LIT, words, led, remind=remind, give_up=give_up, progress=self._progress
            )
            self._done += 1
            if answer.sensor is not None:
                self._known.answered(led, answer.sensor)
            elif answer.together:
                self._known.answered_at_once(led, answer.together)

    def _ask_all(self) -> Script:
        """No LED is lit: at least every sensor is to answer once."""
        known = self._known
        sensors = known.explained().all_sensors
        missing = set(range(SQUARE_COUNT)) - known.heard - self.asking.always_on
        while missing:
            names = " ".join(map(square_name, sorted(sensors[sensor] for sensor in missing)))
            words = said(
                "console.check.all",
                "No LED? Touch every square once. Still missing: {squares}",
                squares=names,
            )
            progress = 1 - len(missing) / SQUARE_COUNT
            answer = yield Ask(Kind.ANY, words, give_up=40.0, progress=progress)
            if answer.sensor is None and not answer.together:
                return
            if answer.sensor is not None:
                known.touched.add(answer.sensor)
            missing -= {answer.sensor, *answer.together}

    def _decide(self) -> Script:
        known = self._known
        for _ in range(_MOST_DOUBTS):
            square = deciding_square(known.explanations(), known.named)
            if square is None:
                return
            yield from self._ask_named(square, known.ring(square))

    def _settle_doubts(self) -> Script:
        """Where an LED is dark, does the sensor work? The square's name tells."""
        known = self._known
        best = known.explained()
        heard = known.heard_squares()
        unlit = [best.all_leds[led] for led in WALK if self._may_be_dark(led)]
        for square in [s for s in unlit if s not in heard]:
            if square not in known.named:
                before = {sensor: led for led, sensor in known.sound.items()}
                yield from self._ask_named(square, known.ring(square))
                sensor = known.named[square]
                if sensor in before:
                    yield from self._ask_both(square, best.all_leds[before[sensor]], sensor)

    def _ask_both(self, square: int, other: int, sensor: int) -> Script:
        """Does the same sensor answer on a square that is dark and on one whose light was seen?"""
        named = self._known.named
        if other == square:
            return
        if other not in named:
            named[square] = None
            yield from self._ask_named(other, self._known.ring(other))
        if named[other] == sensor:
            named[square] = None
            self._known.double.add((min(square, other), max(square, other)))

    def _may_be_dark(self, led: int) -> bool:
        return led not in self._known.sound and not self._known.seen.get(led, False)

    # --- what is known so far ---

    @property
    def _progress(self) -> float:
        return min(0.99, self._done / (SQUARE_COUNT + SIDE + 1))

    def _passed_over(self) -> list[int]:
        known = self._known
        best, heard = known.explained(), known.heard_squares()
        paired = {led for pair in known.paired for led in pair}
        return [
            led
            for led in WALK
            if led not in known.sound
            and known.seen.get(led, True)
            and led not in paired
            and best.all_leds[led] in heard
        ]

    def _weak_sensors(self) -> frozenset[int]:
        """Those that have never read what a lone piece should."""
        levels = {sensor: abs(level) for sensor, level in self.asking.levels.items() if level}
        typical = median(levels.values()) if levels else 0.0
        return frozenset(sensor for sensor, level in levels.items() if level < _WEAK * typical)

    @staticmethod
    def _refuse_silence(answers: list[int | None]) -> None:
        if len(answers) >= _SILENT and not any(answer is not None for answer in answers):
            raise CheckupError(
                said(
                    "console.check.silence",
                    "expected sensors to answer, saw {touches} touches without any answer: "
                    "is the board connected, and is there a magnet in the piece?",
                    touches=len(answers),
                )
            )


def _asked_by_name(square: str, *, is_first: bool, is_lit: bool) -> str:
    if is_first:
        return said(
            "console.check.first",
            "Set the piece on {square}. Then b2, c3 and so on to h8, and h1 last; "
            "green: on to the next.",
            square=square,
        )
    if is_lit:
        return said(
            "console.check.ringed",
            "Set the piece on {square}. It lies in the middle of the lights.",
            square=square,
        )
    return said("console.check.named", "Set the piece on {square}.", square=square)
