"""From touches to wiring: which square each sensor and each LED really belongs to.

Two kinds of touches are known. *Named* ones were asked for by the name of a square, so they say
which sensor lies there. *Lit* ones were asked for by an LED, so they only say that this LED and
this sensor belong to the same square. A matrix is wired line by line, a strip runs in a regular
course: of all explanations of the touches, the one with the fewest exceptions from that is taken,
and where several have as few, one more named touch on a square on which they differ decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from board_daemon.checkup.arrangements import (
    COURSES,
    SIDE,
    Arrangement,
    Crossing,
    StripCourse,
    completions,
    differing,
    nearest_course,
    nearest_crossing,
    square_of,
)
from firmware_bridge.squares import SQUARE_COUNT

_CONTRADICTION: Final = 4
"""How much worse a named touch that does not fit is than an odd sensor or LED."""
_SILENCE: Final = 2
"""The same of a sensor that works and has not answered when its square was named."""
_WAYS: Final = 6
"""So many ways to place lines that have not answered are looked at."""
_FEW: Final = 8
"""More odd sensors than this are no accident: they are wired by another rule."""
_DIAGONAL: Final = tuple(square_of(line, line) for line in range(SIDE))
_CORNERS: Final = (square_of(7, 0), square_of(0, 7))

Named = Mapping[int, int | None]
"""Real square -> the sensor that answered there, as the square it is supposed to be; None: none."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One way in which the board may be wired."""

    sensors: Mapping[int, int]
    """Supposed -> real square, of every sensor that has answered."""
    leds: Mapping[int, int]
    """The same of every LED that was answered."""
    crossing: Crossing
    """How the matrix lies, but for the exceptions."""
    course: StripCourse
    odd_sensors: tuple[int, ...]
    odd_leds: tuple[int, ...]
    contradictions: int
    """How many named touches do not fit."""
    unanswered: int = 0
    """How many named squares have not answered though their sensors work."""

    @property
    def cost(self) -> int:
        """The less, the likelier."""
        exceptions = len(self.odd_sensors) + len(self.odd_leds)
        return exceptions + _CONTRADICTION * self.contradictions + _SILENCE * self.unanswered

    @property
    def all_sensors(self) -> dict[int, int]:
        """Every sensor, those that never answered by what is left over for them."""
        return filled(self.sensors, self.crossing.arrangement)

    @property
    def all_leds(self) -> dict[int, int]:
        """Every LED, those that nobody answered by what is left over for them."""
        return filled(self.leds, self.course.arrangement)


def filled(known: Arrangement, regular: Arrangement) -> dict[int, int]:
    """All 64, each one that is not known where it regularly is, or where there still is room."""
    free = set(range(SQUARE_COUNT)) - set(known.values())
    whole = dict(known)
    unknown = [square for square in range(SQUARE_COUNT) if square not in known]
    for square in unknown:
        # Whoever lies there has changed places with it, if that can be.
        there = next((other for other, real in known.items() if real == regular[square]), None)
        if there is not None and regular[there] in free:
            whole[square] = regular[there]
            free.remove(regular[there])
    unknown = [square for square in unknown if square not in whole]
    for square in unknown:
        if regular[square] in free:
            whole[square] = regular[square]
            free.remove(regular[square])
    for square in unknown:
        if square not in whole:
            whole[square] = free.pop()
    return whole


def next_named(named: Named) -> int | None:
    """The square that is to be touched by its name next; None once they tell how the matrix lies.

    Along the diagonal each touch tells of one file and one rank, a corner then which is which.
    Squares beside the diagonal stand in for those on it that do not answer.
    """
    for square in _DIAGONAL:
        if square not in named:
            return square
    for square in _CORNERS:
        if all(named.get(corner) is None for corner in _CORNERS) and square not in named:
            return square
    gaps = [line for line in range(SIDE) if named[_DIAGONAL[line]] is None]
    if len(gaps) < 2:
        return None
    known = [line for line in range(SIDE) if line not in gaps]
    for line in gaps:
        for other in known[:2]:
            for square in (square_of(line, other), square_of(other, line)):
                if square not in named:
                    return square
    return None


def crossings_of(named: Named) -> list[Crossing]:
    """The matrices that named touches tell of; none where no crossing of lines explains them all.

    Several where lines have not answered at all.
    """
    answers = {real: supposed for real, supposed in named.items() if supposed is not None}
    found = []
    for is_transposed in (False, True):
        files, ranks = _lines_of(answers, is_transposed)
        if any(len(set(known)) != len(known) for known in map(_known, (files, ranks))):
            continue
        for pair in product(completions(files)[:_WAYS], completions(ranks)[:_WAYS]):
            crossing = Crossing(*pair, is_transposed)
            if all(crossing.supposed(real) == supposed for real, supposed in answers.items()):
                found.append(crossing)
    return found


def _crossings_but_for_one(named: Named) -> list[Crossing]:
    """As `crossings_of`, with the one named touch left out that does not fit the others."""
    return [
        crossing
        for left_out, sensor in named.items()
        if sensor is not None
        for crossing in crossings_of({**named, left_out: None})
    ]


def _lines_of(
    answers: Mapping[int, int], is_transposed: bool
) -> tuple[list[int | None], list[int | None]]:
    files: list[int | None] = [None] * SIDE
    ranks: list[int | None] = [None] * SIDE
    for real, supposed in answers.items():
        file, rank = real % SIDE, real // SIDE
        if is_transposed:
            file, rank = rank, file
        files[file], ranks[rank] = supposed % SIDE, supposed // SIDE
    return files, ranks


def _known(lines: list[int | None]) -> list[int]:
    return [line for line in lines if line is not None]


def explanations(named: Named, lit: Mapping[int, int]) -> list[Explanation]:
    """All that may be, the likeliest first; empty where the touches make no sense at all.

    `lit`: LED -> sensor of the same square, both as the squares they are supposed to be.
    """
    found: dict[frozenset[tuple[int, int]], Explanation | None] = {}
    for sensors in _candidates(named, lit):
        key = frozenset(sensors.items())
        if key not in found:
            found[key] = _explanation(sensors, named, lit)
    known = [explanation for explanation in found.values() if explanation is not None]
    return sorted(known, key=lambda explanation: explanation.cost)


def _candidates(named: Named, lit: Mapping[int, int]) -> Iterator[dict[int, int]]:
    """Where the sensors may be: as the named touches say, or as the LEDs say."""
    answers = {supposed: real for real, supposed in named.items() if supposed is not None}
    seen = {*lit.values(), *answers}
    crossings = crossings_of(named)
    for crossing in crossings or _crossings_but_for_one(named):
        regular = crossing.arrangement
        by_line = {supposed: regular[supposed] for supposed in seen}
        yield by_line
        yield from _mended(by_line, answers)
    for course in COURSES:
        laid = course.arrangement
        by_light = {sensor: laid[led] for led, sensor in lit.items()}
        both = [supposed for supposed in answers if supposed in by_light]
        if 2 * sum(by_light[supposed] == answers[supposed] for supposed in both) < len(both):
            continue  # The strip does not run like that.
        yield {**answers, **by_light}
        # What was named is certain; then it is LEDs that are odd, or both.
        yield from _mended(by_light, answers)
        regular = nearest_crossing(by_light)[0].arrangement
        yield from _mended({s: regular[s] for s in seen}, answers)


def _mended(taken: dict[int, int], answers: dict[int, int]) -> Iterator[dict[int, int]]:
    """What was taken for true, but for what named touches contradict: there, two change places."""
    mended = dict(taken)
    for supposed, real in answers.items():
        there = next((s for s, r in mended.items() if r == real), None)
        if there is not None and there != supposed and supposed in mended:
            mended[there] = mended[supposed]
        mended[supposed] = real
    if mended != taken:
        yield mended


def _explanation(
    sensors: dict[int, int], named: Named, lit: Mapping[int, int]
) -> Explanation | None:
    if len(set(sensors.values())) != len(sensors):
        return None
    leds = {led: sensors[sensor] for led, sensor in lit.items()}
    crossing, odd = nearest_crossing(sensors)
    course, odd_leds = nearest_course(leds)
    answers = {real: supposed for real, supposed in named.items() if supposed is not None}
    wrong = sum(sensors.get(supposed) != real for real, supposed in answers.items())
    working = set(sensors.values())
    unanswered = sum(real in working for real, supposed in named.items() if supposed is None)
    return Explanation(
        sensors, leds, crossing, course, tuple(odd), tuple(odd_leds), wrong, unanswered
    )


def deciding_square(found: list[Explanation], named: Named) -> int | None:
    """A square whose named touch tells more about what is likeliest; None if none would."""
    rivals = [other for other in found[1:] if other.cost <= found[0].cost + 1]
    for other in rivals:
        for supposed in differing(found[0].sensors, {**found[0].sensors, **other.sensors}):
            for explanation in (found[0], other):
                real = explanation.sensors.get(supposed)
                if real is not None and real not in named:
                    return real
    odd = [found[0].sensors[supposed] for supposed in found[0].odd_sensors] if found else []
    # Nobody is told that a sensor is swapped who has not been asked for it by name.
    unsure = [real for real in odd if real not in named]
    return unsure[0] if unsure and len(odd) <= _FEW else None
