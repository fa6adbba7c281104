"""The strip's bytes: the same as the maker's own library would send, in the order of the wire."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.bridge import Pixel
from firmware_bridge.squares import parse_square
from firmware_bridge.strip import SentStrip, StripError, no_strip, paint, pi_strip

ROOT = Path(__file__).parents[2]
SERPENTINE = [
    8 * rank + (file if rank % 2 == 0 else 7 - file) for rank in range(8) for file in range(8)
]
channel = st.integers(0, 255)
pictures = st.lists(st.tuples(channel, channel, channel), min_size=64, max_size=64)


def painted(pixels: list[Pixel], leds: list[int]) -> bytes:
    sent: list[bytes] = []
    paint(SentStrip(64, sent.append), pixels, leds)
    assert len(sent) == 1, "a picture goes out whole, once"
    return sent[0]


@pytest.mark.slow
def test_our_bytes_are_those_of_the_real_neopixel() -> None:
    drawn: list[list[Pixel]] = []

    @given(pictures)
    def draw(picture: list[Pixel]) -> None:
        drawn.append(picture)

    draw()
    run = subprocess.run(
        [sys.executable, "-m", "tests.firmware_bridge.neopixel_bytes"],
        input=json.dumps(drawn),
        env={**os.environ, "BLINKA_OS_AGNOSTIC": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(drawn) >= 100
    assert run.stdout.split() == [painted(picture, list(range(64))).hex() for picture in drawn]


def test_green_goes_first_on_the_wire() -> None:
    pixels = [(1, 2, 3)] + [(0, 0, 0)] * 63
    assert painted(pixels, list(range(64)))[:6] == bytes([2, 1, 3, 0, 0, 0])


def test_the_strip_runs_to_and_fro_under_the_ranks() -> None:
    pixels = [(0, 0, 0)] * 64
    for place, name in enumerate(("a1", "h1", "h2", "a2", "a3", "h8", "a8"), start=1):
        pixels[parse_square(name)] = (place, 0, 0)
    reds = painted(pixels, SERPENTINE)[1::3]
    assert {led: red for led, red in enumerate(reds) if red} == {
        0: 1, 7: 2, 8: 3, 15: 4, 16: 5, 56: 6, 63: 7,
    }  # fmt: skip


@pytest.mark.slow
@given(pictures, st.permutations(range(64)))
def test_every_led_gets_the_colour_of_its_square(picture: list[Pixel], leds: list[int]) -> None:
    sent = painted(picture, leds)
    for led, square in enumerate(leds):
        green, red, blue = sent[3 * led : 3 * led + 3]
        assert (red, green, blue) == picture[square]


def test_away_from_a_pi_one_sentence_says_what_to_install() -> None:
    with pytest.raises(StripError, match=r"LEDs on GPIO 18 of a Raspberry Pi.*pacoboard\[pi\]"):
        pi_strip(18, 64)


def test_a_pin_that_cannot_time_a_strip_is_refused() -> None:
    with pytest.raises(StripError, match="10, 12, 18, 21, saw GPIO 17"):
        pi_strip(17, 64)


def test_without_the_right_to_drive_the_leds_it_says_which_pin_needs_none() -> None:
    error = RuntimeError("NeoPixel support requires running with sudo, please try again!")
    assert "GPIO 10 (SPI switched on) does not" in str(no_strip(18, error))
