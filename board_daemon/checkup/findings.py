"""What a check has found, in words for people; and whether anything must be mended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
from board_daemon.languages.sentences import Sentence, listed, said, together, with_values
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
    yield _learned(_SENSORS_RIGHT, _SENSORS_LEARNED, phrases)
    if best.leds:
        phrases = [
            *course_words(best.course),
            *_singles(single_words(best.leds, best.course.arrangement, best.odd_leds)),
        ]
        yield _learned(_LEDS_RIGHT, _LEDS_LEARNED, phrases)


_SENSORS_RIGHT: Final = said(
    "console.check.sensors-right", "The sensors lie as the square map has them."
)
_SENSORS_LEARNED: Final = said("console.check.sensors-learned", "The sensors: {phrases}.")
_LEDS_RIGHT: Final = said("console.check.leds-right", "The LEDs lie as the square map has them.")
_LEDS_LEARNED: Final = said("console.check.leds-learned", "The LEDs: {phrases}.")


def _learned(right: Sentence, learned: Sentence, phrases: list[str]) -> Finding:
    if not phrases:
        return Finding(Weight.RIGHT, right)
    return Finding(Weight.LEARNED, with_values(learned, phrases=_one_after_the_other(phrases)))


def _one_after_the_other(phrases: Sequence[str]) -> str:
    *rest, last = phrases
    if not rest:
        return last
    before = _one_after_the_other(rest)
    return said("console.check.phrases", "{list}; {last}", list=before, last=last)


def _singles(phrases: list[str]) -> list[str]:
    if len(phrases) > _MOST_SINGLE:
        return [
            said("console.check.no-line", "their order follows no line; it was learned one by one")
        ]
    return phrases


def _faults(result: CheckResult) -> Iterator[Finding]:
    yield from _lights(result)
    yield from _silent(result)
    if result.stuck:
        yield _fault(
            said(
                "console.check.stuck",
                "{squares} always feels a piece: a sensor that is stuck.",
                squares=squares_words(result.stuck),
            )
        )
    for squares in result.together:
        yield _fault(
            said(
                "console.check.joined",
                "{squares} answer together: a short circuit.",
                squares=together([square_name(square) for square in squares]),
            )
        )
    yield from _weak(result)
    if result.upside_down:
        yield _fault(
            said(
                "console.check.upside-down",
                "The other way round: {squares}; turn the sensor over.",
                squares=squares_words(result.upside_down),
            )
        )


def _lights(result: CheckResult) -> Iterator[Finding]:
    if len(result.dark) == SQUARE_COUNT:
        yield _fault(
            said(
                "console.check.no-led",
                "No LED was seen lit: is the strip connected, and has it power?",
            )
        )
        return
    if result.dark:
        yield _fault(
            said(
                "console.check.dark",
                "No light on {squares}: a dead LED, or a broken joint.",
                squares=squares_words(result.dark),
            )
        )
    if result.astray:
        yield _fault(
            said(
                "console.check.leds-astray",
                "The LEDs of {squares} are lit, but not where they should be: they have changed "
                "places with each other or with a dark one, which cannot be told before the "
                "sensors there answer.",
                squares=squares_words(result.astray),
            )
        )
    unseen = result.unseen - result.astray
    if unseen:
        yield _fault(
            said(
                "console.check.unseen",
                "Whether {squares} is lit was not said, and the sensor there cannot tell: check "
                "once more, and answer where it is asked.",
                squares=squares_words(unseen),
            )
        )


def _silent(result: CheckResult) -> Iterator[Finding]:
    if not result.silent:
        return
    squares = squares_words(result.silent)
    if result.kind != SensorKind.FIELD:
        yield _fault(
            said(
                "console.check.silent",
                "No answer from {squares}: a dead sensor, a broken wire, a diode the wrong way "
                "round.",
                squares=squares,
            )
        )
        return
    most = max((faint.most for faint in result.faint.values()), default=0.0)
    noise = max((faint.noise for faint in result.faint.values()), default=0.0)
    yield _fault(
        said(
            "console.check.silent-field",
            "No answer from {squares}: never more than {most} mT, with the piece on it too "
            "(noise {noise}): a dead sensor or a broken wire; one that is far too deep or too weak "
            "reads no more either.",
            squares=squares,
            most=f"{most:.1f}",
            noise=f"{noise:.1f}",
        )
    )


def _weak(result: CheckResult) -> Iterator[Finding]:
    typical = result.typical
    if 0 < typical < _LEAST_TYPICAL:
        yield _fault(
            said(
                "console.check.weak-piece",
                "The piece reads only {level} mT on most squares, and should read 16 to 35: a weak "
                "magnet, or too much wood above the sensors? Try another piece.",
                level=f"{typical:.1f}",
            )
        )
    for square, level in sorted(result.weak.items()):
        yield _fault(
            said(
                "console.check.weak",
                "{square} is weak: {level} mT under the piece where the others read {typical} "
                "({share}); the sensor is too deep, off the middle of its square or broken: set it "
                "right, or change it.",
                square=square_name(square),
                level=f"{level:.1f}",
                typical=f"{typical:.1f}",
                share=f"{level / typical:.0%}",
            )
        )


def _fault(words: str) -> Finding:
    return Finding(Weight.FAULT, words)


def squares_words(squares: Iterable[int]) -> str:
    """The names of squares; whole ranks and files as such."""
    left = set(squares)
    words: list[str] = []
    for name, line in _LINES:
        if line <= left:
            words.append(name)
            left -= line
    return listed([*words, *(square_name(square) for square in sorted(left))])


_LINES: Final = [
    *(
        (
            said("console.check.rank", "rank {rank}", rank=rank + 1),
            frozenset(range(SIDE * rank, SIDE * rank + SIDE)),
        )
        for rank in range(SIDE)
    ),
    *(
        (
            said("console.check.file", "file {file}", file="abcdefgh"[file]),
            frozenset(range(file, SQUARE_COUNT, SIDE)),
        )
        for file in range(SIDE)
    ),
]
