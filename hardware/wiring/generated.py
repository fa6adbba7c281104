"""Files that are made from wiring.yaml: their paths and what must stand in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.wiring.headers import firmware_header
from hardware.wiring.model import Wiring
from hardware.wiring.square_maps import square_map

ROOT: Final = Path(__file__).parents[2]


def generated_files(wiring: Wiring) -> Iterator[tuple[Path, str]]:
    """Yield each generated file's path below the repository and its text."""
    for name, build in wiring.builds.items():
        yield Path("firmware_bridge/builds") / f"{name}.yaml", square_map(name, build)
        if build.controller == "arduino-nano":
            file = Path("hardware/firmware/generated") / f"{name.replace('-', '_')}.h"
            yield file, firmware_header(name, build)


def stale_files(wiring: Wiring, root: Path = ROOT) -> list[Path]:
    """Return the generated files that are missing or differ from what wiring.yaml gives."""
    return [path for path, text in generated_files(wiring) if _read(root / path) != text]


def write_files(wiring: Wiring, root: Path = ROOT) -> list[Path]:
    """Write what is stale and return it; files that are right keep their time stamps."""
    stale = stale_files(wiring, root)
    for path, text in generated_files(wiring):
        if path in stale:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
    return stale


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
