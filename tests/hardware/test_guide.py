"""The guide: its tables and pictures follow the wiring, and what it names is there."""

from __future__ import annotations

import re
import shlex
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from hardware.generated import ROOT, stale
from hardware.wiring.generated import all_files
from hardware.wiring.labels import printed_name
from hardware.wiring.model import Wiring, load_wiring
from hardware.wiring.parts import parts_of
from hardware.wiring.schematics import sensor_schematic

GUIDE = ROOT / "hardware" / "README.md"
WIRING = load_wiring()


def stale_after(wiring: Wiring) -> set[str]:
    return {str(path.relative_to(ROOT)) for path in stale(all_files(wiring))}


@pytest.mark.slow
def test_nothing_made_from_the_wiring_is_stale() -> None:
    assert stale_after(WIRING) == set()


def test_every_picture_and_page_that_the_guide_names_is_there() -> None:
    names = re.findall(r"\]\(([^)#]+)\)", GUIDE.read_text("utf-8"))
    assert len(names) > 8
    assert [name for name in names if not (GUIDE.parent / name).exists()] == []


def test_every_drawing_is_shown_in_the_guide_or_is_like_one_that_is() -> None:
    shown = set(re.findall(r"drawings/([\w.-]+)", GUIDE.read_text("utf-8")))
    drawn = {path.name for path in (ROOT / "hardware" / "drawings").glob("*.svg")}
    # The strip runs the same way in every build.
    alike = {"hall-serial-leds.svg", "reed-gpio-leds.svg"}
    assert drawn == shown | alike


def test_every_heading_that_the_guide_links_to_is_there() -> None:
    page = GUIDE.read_text("utf-8")
    headings = {line.lstrip("# ").lower() for line in page.splitlines() if line.startswith("#")}
    anchors = {re.sub(r"[^\w -]", "", heading).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= anchors


def guide_commands(program: str) -> list[list[str]]:
    blocks = re.findall(r"```\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    commands = [shlex.split(line, comments=True) for line in "".join(blocks).splitlines()]
    return [words for words in commands if words and words[0] == program]


def test_make_can_make_all_that_the_guide_has_it_make() -> None:
    commands = guide_commands("make")
    assert len(commands) > 1
    for make, *words in commands:
        dry = subprocess.run(
            [make, "-n", *words], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert dry.returncode == 0, dry.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(WIRING.builds))
def test_a_drawing_names_every_square_and_every_pin(name: str) -> None:
    build = WIRING.builds[name]
    drawn = ET.fromstring(sensor_schematic(build))
    words = {"".join(element.itertext()).strip() for element in drawn.iter() if element.text}
    words |= {"".join(e.itertext()).strip() for e in drawn.iter() if e.tag.endswith("text")}
    pins = {printed_name(pin) for use, pin, _ in build.pins() if use != "LED data"}
    assert set(build.sensor_squares) | pins <= words


@pytest.mark.parametrize("name", sorted(WIRING.builds))
def test_a_parts_list_has_a_sensor_and_an_led_for_every_square(name: str) -> None:
    lines = list(parts_of(WIRING.builds[name]))
    wanted = "reed switch" if WIRING.builds[name].sensor == "reed" else "Hall sensor"
    assert [line.count for line in lines if wanted in line.name] == [64]
    assert [line.count for line in lines if "WS2812B" in line.name] == [64]
    assert all(line.euros > 0 and line.count > 0 for line in lines)


@pytest.mark.parametrize(
    ("pin", "printed"),
    [("PD2", "D2"), ("PB0", "D8"), ("PB5", "D13"), ("PC5", "A5"), ("GPIO18", "pin 12")],
)
def test_pins_are_called_as_the_board_prints_them(pin: str, printed: str) -> None:
    assert printed_name(pin) == printed


@pytest.mark.slow
def test_other_wiring_makes_the_guide_stale(tmp_path: Path) -> None:
    text = (ROOT / "hardware" / "wiring.yaml").read_text("utf-8")
    other = tmp_path / "wiring.yaml"
    # The first two columns of the first build exchanged.
    other.write_text(text.replace("[PB2, PB3, PC0", "[PB3, PB2, PC0", 1), "utf-8")
    assert stale_after(load_wiring(other)) == {
        "hardware/README.md",
        "hardware/drawings/reed-serial-sensors.svg",
        "hardware/firmware/generated/reed_serial.h",
    }
