"""Motions as lists of levels: what is drawn from them is what the LEDs show."""

from __future__ import annotations

import math

import pytest

from board_daemon.lights.curves import Curve, curve_of
from board_daemon.lights.motion import (
    Alternate,
    Blink,
    Breath,
    Dips,
    Flash,
    Heartbeat,
    Motion,
    Outward,
    Sparkle,
    Still,
    Turning,
    Walk,
    Wink,
)

SOFT: tuple[Motion, ...] = (
    Still(0.3),
    Breath(),
    Breath(period=1.2, low=0.55),
    *(Outward(distance) for distance in range(8)),
    Sparkle(12),
    Alternate(),
    Alternate(second=True, high=0.7),
    *(Turning(beams) for beams in range(1, 5)),
    *(Dips(count) for count in range(1, 5)),
    Wink(),
    Heartbeat(),
)
WALKS = (*(Walk(index, 4) for index in range(4)), Walk(0, 2, 0.45), Walk(1, 4, 0.8, 1.6, 0.0))
SHARP: tuple[Motion, ...] = (Blink(), Blink(rate=1.5), *WALKS, Flash())
TOLERANCE = 0.12


def level_at(curve: Curve, t: float) -> float:
    """The level that a page draws `t` seconds after the light came on."""
    if not curve.step:
        return curve.levels[0]
    count, place = len(curve.levels), t / curve.step
    here = math.floor(place)
    if not curve.repeats:
        return curve.levels[min(here, count - 1)]
    if curve.jumps:
        return curve.levels[here % count]
    first, second = curve.levels[here % count], curve.levels[(here + 1) % count]
    return first + (second - first) * (place - here)


@pytest.mark.parametrize("motion", SOFT, ids=str)
def test_a_soft_motion_is_drawn_as_it_is(motion: Motion) -> None:
    curve = curve_of(motion)
    off = [abs(level_at(curve, i / 97) - motion.level_at(i / 97)) for i in range(380)]
    # The sharp dips of a wink may be late by a frame.
    late = sum(each > TOLERANCE for each in off)
    assert late <= (60 if isinstance(motion, Wink) else 12)


@pytest.mark.parametrize("motion", SHARP, ids=str)
def test_a_sharp_motion_jumps_when_the_led_does(motion: Motion) -> None:
    curve = curve_of(motion)
    assert curve.jumps
    wrong = [i for i in range(800) if level_at(curve, i / 97) != motion.level_at(i / 97)]
    # At the very edge either is right.
    assert len(wrong) <= 8


def test_a_flash_happens_once() -> None:
    assert not curve_of(Flash()).repeats


def test_no_curve_is_long() -> None:
    assert max(len(curve_of(motion).levels) for motion in (*SOFT, *SHARP)) <= 50


def test_a_motion_that_has_no_curve_is_named() -> None:
    class Odd:
        def level_at(self, t: float) -> float:
            return t

    with pytest.raises(TypeError, match="Odd"):
        curve_of(Odd())
