"""What a check has found, in words for people; and whether anything must be mended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from board_daemon.checkup.arrangements import (
    SIDE,
    course_words,
    crossing_words,
    single_words,
)
from board_daemon.checkup.result import CheckResult
from firmware_bridge.frames import SensorKind
from firmware_bridge.squares import SQUARE_COUNT, square_name

_LEAST_TYPICAL: Final = 10.0
"""Millitesla: a lone piece reads more on most squares, however carelessly it is set down."""
_MOST_SINGLE: Final = 8
"""More single exceptions than this are no longer named one by one."""


class Weight(Enum):
    """What a finding asks for."""

    RIGHT = auto()
    LEARNED = auto()
    """The square map takes care of it."""
    FAULT = auto()
    """Somebody must mend it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found."""

    weight: Weight
    words: str


def findings_of(result: CheckResult) -> list[Finding]:
    """All that was found, faults last."""
    return [*_arrangement(result), *_faults(result)]


def faulty_squares(result: CheckResult) -> frozenset[int]:
    """The squares at which something must be mended, for the lights."""
    joined = {square for squares in result.together for square in squares}
    lights = result.dark | result.astray | result.unseen
    return result.dead.union(lights, result.weak, joined)


def _arrangement(result: CheckResult) -> Iterator[Finding]:
    best = result.explanation
    phrases = [
        *crossing_words(best.crossing),
        *_singles(single_words(best.sensors, best.crossing.arrangement, best.odd_sensors)),
    ]
    yield _learned("sensors", phrases)
    if best.leds:
        phrases = [
            *course_words(best.course),
            *_singles(single_words(best.leds, best.course.arrangement, best.odd_leds)),
        ]
        yield _learned("LEDs", phrases)


def _learned(what: str, phrases: list[str]) -> Finding:
    if not phrases:
        return Finding(Weight.RIGHT, f"The {what} lie as the square map has them.")
    return Finding(Weight.LEARNED, f"The {what}: {'; '.join(phrases)}.")


def _singles(phrases: list[str]) -> list[str]:
    if len(phrases) > _MOST_SINGLE:
        return ["their order follows no line; it was learned one by one"]
    return phrases


def _faults(result: CheckResult) -> Iterator[Finding]:
    yield from _lights(result)
    yield from _silent(result)
    if result.stuck:
        yield _fault(f"{squares_words(result.stuck)} always feels a piece: a sensor that is stuck.")
    for squares in result.together:
        yield _fault(f"{' and '.join(map(square_name, squares))} answer together: a short circuit.")
    yield from _weak(result)
    if result.upside_down:
        yield _fault(
            f"The other way round: {squares_words(result.upside_down)}; turn the sensor over."
        )


def _lights(result: CheckResult) -> Iterator[Finding]:
    if len(result.dark) == SQUARE_COUNT:
        yield _fault("No LED was seen lit: is the strip connected, and has it power?")
        return
    if result.dark:
        yield _fault(f"No light on {squares_words(result.dark)}: a dead LED, or a broken joint.")
    if result.astray:
        yield _fault(
            f"The LEDs of {squares_words(result.astray)} are lit, but not where they should be: "
            "they have changed places with each other or with a dark one, which cannot be told "
            "before the sensors there answer."
        )
    unseen = result.unseen - result.astray
    if unseen:
        yield _fault(
            f"Whether {squares_words(unseen)} is lit was not said, and the sensor there cannot "
            "tell: check once more, and answer where it is asked."
        )


def _silent(result: CheckResult) -> Iterator[Finding]:
    if not result.silent:
        return
    squares = squares_words(result.silent)
    if result.kind != SensorKind.FIELD:
        yield _fault(
            f"No answer from {squares}: a dead sensor, a broken wire, a diode the wrong way round."
        )
        return
    most = max((faint.most for faint in result.faint.values()), default=0.0)
    noise = max((faint.noise for faint in result.faint.values()), default=0.0)
    yield _fault(
        f"No answer from {squares}: never more than {most:.1f} mT, with the piece on it too "
        f"(noise {noise:.1f}): a dead sensor or a broken wire; one that is far too deep or too "
        "weak reads no more either."
    )


def _weak(result: CheckResult) -> Iterator[Finding]:
    typical = result.typical
    if 0 < typical < _LEAST_TYPICAL:
        yield _fault(
            f"The piece reads only {typical:.1f} mT on most squares, and should read 16 to 35: a "
            "weak magnet, or too much wood above the sensors? Try another piece."
        )
    for square, level in sorted(result.weak.items()):
        yield _fault(
            f"{square_name(square)} is weak: {level:.1f} mT under the piece where the others read "
            f"{typical:.1f} ({level / typical:.0%}); the sensor is too deep, off the middle of its "
            "square or broken: set it right, or change it."
        )


def _fault(words: str) -> Finding:
    return Finding(Weight.FAULT, words)


def squares_words(squares: Iterable[int]) -> str:
    """The names of squares; whole ranks and files as such."""
    left = set(squares)
    words = []
    for name, line in _LINES:
        if line <= left:
            words.append(name)
            left -= line
    return ", ".join([*words, *(square_name(square) for square in sorted(left))])


_LINES: Final = [
    *(
        (f"rank {rank + 1}", frozenset(range(SIDE * rank, SIDE * rank + SIDE)))
        for rank in range(SIDE)
    ),
    *(
        (f"file {'abcdefgh'[file]}", frozenset(range(file, SQUARE_COUNT, SIDE)))
        for file in range(SIDE)
    ),
]
