"""The electrical rule check passes what can be built, and finds what cannot."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from hardware.wiring.model import Build, Wiring, load_wiring

if TYPE_CHECKING:
    from hardware.wiring.electrical import Netlist

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def electrical() -> ModuleType:
    """Loaded only here: what checks the circuits takes seconds to load."""
    from hardware.wiring import electrical

    return electrical


@pytest.fixture(scope="module")
def wiring() -> Wiring:
    return load_wiring()


def netlist(electrical: ModuleType, build: Build) -> Netlist:
    """A build's netlist, made in a thread of its own.

    For each part and net skidl looks through the whole stack, and a test is called from far down.
    """
    with ThreadPoolExecutor(1) as thread:
        made: Netlist = thread.submit(electrical.netlist, build).result()
    return made


@pytest.mark.parametrize("name", ["reed-serial", "hall-serial", "reed-gpio"])
def test_every_build_is_electrically_sound_and_has_all_its_sensors(
    electrical: ModuleType, wiring: Wiring, name: str
) -> None:
    build = wiring.builds[name]
    made = netlist(electrical, build)
    assert electrical.problems(made.circuit) == []
    kind = "reed" if build.sensor == "reed" else "hall"
    assert {part for part in made.parts if part.startswith(kind)} == {
        f"{kind} {square}" for square in build.sensor_squares
    }


def test_two_sensors_on_one_channel_are_found(electrical: ModuleType, wiring: Wiring) -> None:
    made = netlist(electrical, wiring.builds["hall-serial"])
    made.nets["level a1"] += made.parts["hall b1"]["OUT"]
    assert any(
        "OUTPUT connected to OUTPUT" in problem for problem in electrical.problems(made.circuit)
    )


def test_a_strip_that_nothing_feeds_is_found(electrical: ModuleType, wiring: Wiring) -> None:
    made = netlist(electrical, wiring.builds["reed-serial"])
    made.parts["supply"]["+"].disconnect()
    assert any("5V" in problem for problem in electrical.problems(made.circuit))


def test_a_short_between_two_rows_is_found(electrical: ModuleType, wiring: Wiring) -> None:
    made = netlist(electrical, wiring.builds["reed-serial"])
    made.nets["row PD2"] += made.nets["row PD3"]
    assert any("row PD2" in problem for problem in electrical.problems(made.circuit))


def test_an_input_left_in_the_air_is_found(electrical: ModuleType, wiring: Wiring) -> None:
    made = netlist(electrical, wiring.builds["reed-gpio"])
    made.parts["shifter"]["A"].disconnect()
    assert any("Unconnected pin" in problem for problem in electrical.problems(made.circuit))
