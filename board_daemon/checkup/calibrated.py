"""What a calibration has found, in words for people and as keys of the layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from board_daemon.checkup.calibration import Learned
from board_daemon.checkup.findings import Finding, Weight, squares_words
from board_daemon.checkup.layout_file import Keys
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
        f"A lone piece reads {learned.typical:.0f} mT on most squares, an empty square at most "
        f"{learned.strongest_empty:.1f} mT ({noise:.1f} mT of it noise).",
    )
    if learned.threshold is not None:
        yield Finding(Weight.LEARNED, f"Somebody stands there from {learned.threshold:.1f} mT on.")
    _, sensors = learned.upside_down
    if sensors:
        words = (
            f"The sensors of {squares_words(sensors)} read the other way round; no harm in that."
        )
        yield Finding(Weight.LEARNED, words)


def _faults(learned: Learned) -> Iterator[Finding]:
    if learned.silent:
        yield _fault(f"No piece was felt on {squares_words(learned.silent)}: pacoboard check them.")
    if learned.noisy:
        yield _fault(f"Not quiet when empty: {squares_words(learned.noisy)}; a loose joint?")
    if learned.colours_oppose:
        yield _fault(
            "White's magnets point one way and Black's the other: two in a union would cancel out "
            "and look like nobody. Turn all magnets of one colour."
        )
    pieces, _ = learned.upside_down
    if pieces:
        yield _fault(
            f"The magnets of the pieces of {squares_words(pieces)} are upside down: in a union "
            "they would cancel their partner's."
        )
    pieces, sensors = learned.weak
    if pieces:
        yield _fault(
            f"The pieces of {squares_words(pieces)} are weak: magnets missing or too small?"
        )
    if sensors:
        yield _fault(
            f"The sensors of {squares_words(sensors)} are weak: too deep, or off the middle?"
        )
    if learned.levels and not learned.can_tell:
        yield _fault(
            f"Empty squares read up to {learned.strongest_empty:.1f} mT and a union may read only "
            f"{learned.weakest_union:.1f} mT: no threshold keeps them apart; "
            f"{_DEFAULT:.1f} mT is written."
        )


def faulty_when_calibrated(learned: Learned) -> frozenset[int]:
    """The squares that are to be looked at, for the lights."""
    pieces, _ = learned.upside_down
    return learned.silent.union(learned.noisy, pieces, *learned.weak)


def _fault(words: str) -> Finding:
    return Finding(Weight.FAULT, words)
