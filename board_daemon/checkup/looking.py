"""Is a light seen whose own sensor cannot tell? Two squares beside it, which work, answer for it.

The lights that are looked for breathe green; a square that shines white is touched for yes, one
that shines red for no. At the terminal the keys y and n do the same.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Final

from board_daemon.checkup.arrangements import SIDE
from board_daemon.checkup.asking import Answer, Ask, Beacon, Kind
from board_daemon.checkup.gathered import Gathered
from board_daemon.languages.sentences import said
from firmware_bridge.squares import SQUARE_COUNT, square_name

_REMIND, _GIVE_UP = 6.0, 15.0
_MANY: Final = 3
"""Of more LEDs than this it is asked first whether any of them is lit: a strip breaks once, and
then all is dark from there on."""
_UNANSWERED: Final = 2
"""So many questions in a row without an answer, and nobody is asked any more."""

_ANY: Final = said("console.check.any", "Is any square lit green?")
_ANY_NOW: Final = said("console.check.any-now", "Is any square lit green now?")
_ASTRAY: Final = said("console.check.astray", "Is any square lit green, if not where it should be?")

Looking = Generator[Ask, Answer, None]


def any_light(named: Mapping[int, int | None]) -> Generator[Ask, Answer, bool]:
    """Is there any light at all, before any has been touched? Squares that have a name answer.

    `named`: real square -> the sensor that has answered there.
    """
    heard = [(square, sensor) for square, sensor in named.items() if sensor is not None]
    if len(heard) < 2:
        return False
    (yes, yes_sensor), (no, no_sensor) = heard[:2]
    answer = yield Ask(
        Kind.SEEN,
        said(
            "console.check.any-light",
            "All squares should be green now. Is any? Yes: the piece on {yes}; no: on {no}.",
            yes=square_name(yes),
            no=square_name(no),
        ),
        lit=tuple(range(SQUARE_COUNT)),
        beacons=(Beacon(yes, yes_sensor), Beacon(no, no_sensor)),
        remind=_REMIND,
        give_up=_GIVE_UP,
    )
    return bool(answer.says)


class Looker:
    """Asks for the lights of a board of which no sensor tells."""

    def __init__(self, gathered: Gathered, weak: frozenset[int], last: int | None) -> None:
        """`weak`: sensors that shall not answer for others; `last`: the one that has just."""
        self._gathered = gathered
        best = gathered.explained()
        self._place = best.all_leds
        self._beacons = [
            Beacon(led, sensor) for led, sensor in gathered.sound.items() if sensor not in weak
        ]
        self._last = last

    def questions(self, progress: float) -> Looking:
        """Ask for every LED that is not known to be lit; what is answered is gathered."""
        unlit = self._gathered.unlit
        seen = self._gathered.seen
        if len(unlit) > _MANY:
            any_lit = yield from self._any(unlit, _ANY, progress)
            if any_lit is None:
                return
            if not any_lit:
                seen.update(dict.fromkeys(unlit, False))
                return
        yield from self._one_by_one(unlit, progress)
        missed = [led for led in unlit if seen.get(led) is False]
        if len(missed) > 1:
            yield from self._elsewhere(missed, progress)

    def _elsewhere(self, missed: Sequence[int], progress: float) -> Looking:
        """Are LEDs that are not seen in their places lit in others, where no sensor tells?"""
        if (yield from self._any(missed, _ASTRAY, progress)):
            astray = set()
            for led in missed:
                if (yield from self._any([led], _ANY_NOW, progress)):
                    astray.add(led)
            self._place_astray(missed, astray)

    def _place_astray(self, missed: Sequence[int], astray: set[int]) -> None:
        """Two that are missed have changed places; of more, nobody knows which."""
        if len(missed) > 2 or not astray:
            self._gathered.astray = frozenset(astray)
            return
        one, other = missed
        self._gathered.exchanged = {one: self._place[other], other: self._place[one]}
        self._gathered.seen.update(dict.fromkeys(astray, True))

    def _one_by_one(self, unlit: Sequence[int], progress: float) -> Looking:
        unanswered = 0
        for led in unlit:
            name = square_name(self._place[led])
            words = said("console.check.one", "Is {square} lit green?", square=name)
            says = yield from self._any([led], words, progress)
            if says is not None:
                self._gathered.seen[led] = says
            unanswered = unanswered + 1 if says is None else 0
            if unanswered == _UNANSWERED:
                return

    def _any(
        self, leds: Sequence[int], words: str, progress: float
    ) -> Generator[Ask, Answer, bool | None]:
        beacons = self._two_near(self._place[leds[0]])
        if beacons is None:
            return None
        yes, no = (square_name(self._place[beacon.led]) for beacon in beacons)
        answer = yield Ask(
            Kind.SEEN,
            said(
                "console.check.answer",
                "{question} Yes: the piece on {yes}, which is white; no: on {no}, the red one.",
                question=words,
                yes=yes,
                no=no,
            ),
            leds[0],
            tuple(leds),
            beacons,
            remind=_REMIND,
            give_up=_GIVE_UP,
            progress=progress,
        )
        if answer.says is not None:
            self._last = beacons[0 if answer.says else 1].sensor
        return answer.says

    def _two_near(self, square: int) -> tuple[Beacon, Beacon] | None:
        """Two squares that can answer, and on which the piece does not stand already."""
        free = [beacon for beacon in self._beacons if beacon.sensor != self._last]
        near = sorted(free, key=lambda beacon: _distance(self._place[beacon.led], square))
        return (near[0], near[1]) if len(near) > 1 else None


def _distance(one: int, other: int) -> int:
    """Squared, in squares."""
    return (one % SIDE - other % SIDE) ** 2 + (one // SIDE - other // SIDE) ** 2
