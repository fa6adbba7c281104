"""What a Raspberry Pi installs besides, by the markers in pyproject.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def installed(extra: str, machine: str) -> set[str]:
    environment = {"sys_platform": "linux", "platform_machine": machine}
    wishes = [Requirement(text) for text in EXTRAS[extra]]
    return {
        wish.name.lower() for wish in wishes if wish.marker and wish.marker.evaluate(environment)
    }


@pytest.mark.parametrize("machine", ["aarch64", "armv7l", "armv6l"])
def test_a_pi_gets_the_pins_and_the_strip_of_its_generation(machine: str) -> None:
    both = {"adafruit-circuitpython-neopixel", "gpiod", "rpi-lgpio"}
    assert installed("pi", machine) == both | {"rpi-ws281x"}
    assert installed("pi5", machine) == both | {"adafruit-blinka-raspberry-pi5-neopixel"}


@pytest.mark.parametrize("extra", ["pi", "pi5"])
def test_no_other_machine_gets_any_of_it(extra: str) -> None:
    assert installed(extra, "x86_64") == set()


@pytest.mark.parametrize("extra", ["pi", "pi5"])
def test_the_two_packages_that_share_a_module_never_come_together(extra: str) -> None:
    names = {Requirement(text).name.lower() for text in [*PROJECT["dependencies"], *EXTRAS[extra]]}
    assert "rpi.gpio" not in names
