"""Files that are made from wiring.yaml: their paths and what must stand in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.generated import GUIDE, ROOT, with_parts
from hardware.wiring.headers import firmware_header
from hardware.wiring.led_picture import led_picture
from hardware.wiring.model import Wiring
from hardware.wiring.parts import parts_table, pins_table
from hardware.wiring.schematics import power_schematic, sensor_schematic
from hardware.wiring.square_maps import square_map

_DRAWINGS: Final = Path("hardware/drawings")


def generated_files(wiring: Wiring) -> Iterator[tuple[Path, str]]:
    """Yield each generated file's path below the repository and its text; the guide not."""
    for name, build in wiring.builds.items():
        yield Path("firmware_bridge/builds") / f"{name}.yaml", square_map(name, build)
        if build.controller == "arduino-nano":
            file = Path("hardware/firmware/generated") / f"{name.replace('-', '_')}.h"
            yield file, firmware_header(name, build)
        yield _DRAWINGS / f"{name}-sensors.svg", sensor_schematic(build)
        yield _DRAWINGS / f"{name}-power.svg", power_schematic(build)
        yield _DRAWINGS / f"{name}-leds.svg", led_picture(build.leds.squares)


def guide_parts(wiring: Wiring) -> dict[str, str]:
    """What the guide says of each build's pins and parts, by the name of its place there."""
    tables = {}
    for name, build in wiring.builds.items():
        tables[f"pins of {name}"] = pins_table(build)
        tables[f"parts of {name}"] = parts_table(build)
    return tables


def all_files(wiring: Wiring, root: Path = ROOT) -> dict[Path, str]:
    """Every generated file with what must stand in it; the guide too, where there is one."""
    files = {root / path: text for path, text in generated_files(wiring)}
    guide = root / GUIDE
    if guide.exists():
        files[guide] = with_parts(guide.read_text(encoding="utf-8"), guide_parts(wiring))
    return files
