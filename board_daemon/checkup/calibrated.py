"""What a calibration has found, in words for people and as keys of the layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from board_daemon.checkup.calibration import Learned
from board_daemon.checkup.findings import Finding, Weight, squares_words
from board_daemon.checkup.layout_file import Keys
from board_daemon.languages.sentences import said
from firmware_bridge.square_map import HallScale
from firmware_bridge.squares import square_name

_DEFAULT: Final = 2.0
"""Millitesla: the threshold where none could be learned."""
_HIGHEST: Final = 1023
_LEAST_SCALE, _MOST_SCALE = 0.1, 10.0


def calibrated_keys(before: Keys, learned: Learned, hall: HallScale) -> dict[str, Any]:
    """The layout after a calibration; `hall`: how the board's steps were read meanwhile."""
    keys = dict(before)
    keys["hall"] = {
        "zero": hall.zero,
        "millitesla_per_step": hall.millitesla_per_step,
        "threshold": learned.threshold or _DEFAULT,
    }
    keys["field"] = {
        square_name(square): {
            "zero": _within(0, hall.zero + zero / hall.millitesla_per_step, _HIGHEST),
            "scale": _within(_LEAST_SCALE, learned.scale(square), _MOST_SCALE),
        }
        for square, zero in sorted(learned.zero.items())
        if square not in learned.silent
    }
    return keys


def _within(least: float, value: float, most: float) -> float:
    return round(min(most, max(least, value)), 3)


def findings_of_calibration(learned: Learned) -> list[Finding]:
    """All that was found, faults last."""
    return [*_learned(learned), *_faults(learned)]


def _learned(learned: Learned) -> Iterator[Finding]:
    noise = max(learned.noise.values(), default=0.0)
    yield Finding(
        Weight.LEARNED,
        said(
            "console.calibrate.typical",
            "A lone piece reads {level} mT on most squares, an empty square at most {empty} mT "
            "({noise} mT of it noise).",
            level=f"{learned.typical:.0f}",
            empty=f"{learned.strongest_empty:.1f}",
            noise=f"{noise:.1f}",
        ),
    )
    if learned.threshold is not None:
        words = said(
            "console.calibrate.threshold",
            "Somebody stands there from {level} mT on.",
            level=f"{learned.threshold:.1f}",
        )
        yield Finding(Weight.LEARNED, words)
    _, sensors = learned.upside_down
    if sensors:
        words = said(
            "console.calibrate.other-way",
            "The sensors of {squares} read the other way round; no harm in that.",
            squares=squares_words(sensors),
        )
        yield Finding(Weight.LEARNED, words)


def _faults(learned: Learned) -> Iterator[Finding]:
    if learned.silent:
        yield _fault(
            said(
                "console.calibrate.silent",
                "No piece was felt on {squares}: pacoboard check finds out why.",
                squares=squares_words(learned.silent),
            )
        )
    if learned.noisy:
        yield _fault(
            said(
                "console.calibrate.noisy",
                "Not quiet when empty: {squares}; a loose joint?",
                squares=squares_words(learned.noisy),
            )
        )
    if learned.colours_oppose:
        yield _fault(
            said(
                "console.calibrate.colours",
                "White's magnets point one way and Black's the other: two in a union would cancel "
                "out and look like nobody. Turn all magnets of one colour.",
            )
        )
    pieces, _ = learned.upside_down
    if pieces:
        yield _fault(
            said(
                "console.calibrate.magnets",
                "The magnets of the pieces of {squares} are upside down: in a union they would "
                "cancel their partner's.",
                squares=squares_words(pieces),
            )
        )
    pieces, sensors = learned.weak
    if pieces:
        yield _fault(
            said(
                "console.calibrate.weak-pieces",
                "The pieces of {squares} are weak: magnets missing or too small?",
                squares=squares_words(pieces),
            )
        )
    if sensors:
        yield _fault(
            said(
                "console.calibrate.weak-sensors",
                "The sensors of {squares} are weak: too deep, or off the middle?",
                squares=squares_words(sensors),
            )
        )
    if learned.levels and not learned.can_tell:
        yield _fault(
            said(
                "console.calibrate.no-threshold",
                "Empty squares read up to {empty} mT and a union may read only {union} mT: no "
                "threshold keeps them apart; {level} mT is written.",
                empty=f"{learned.strongest_empty:.1f}",
                union=f"{learned.weakest_union:.1f}",
                level=f"{_DEFAULT:.1f}",
            )
        )


def faulty_when_calibrated(learned: Learned) -> frozenset[int]:
    """The squares that are to be looked at, for the lights."""
    pieces, _ = learned.upside_down
    return learned.silent.union(learned.noisy, pieces, *learned.weak)


def _fault(words: str) -> Finding:
    return Finding(Weight.FAULT, words)
