"""What the tests of the firmware compile: the firmware, the emulated board, the core for the PC.

Everything is made by `make` below `build/`, once for all tests that run at the same time. Where a
compiler or a library is missing the test is skipped, with what to install.
"""

from __future__ import annotations

import fcntl
import functools
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "hardware" / "firmware"
BUILD = ROOT / "build"
HEADERS_OF = {
    "avr-libc": "/usr/lib/avr/include/avr/io.h",
    "simavr": "/usr/include/simavr/sim_avr.h",
    "libelf": "/usr/include/libelf.h",
}
INSTALL = "`make firmware` installs it where it may"


def require_program(name: str) -> None:
    """Skip the test unless the program is there."""
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed: {INSTALL}")


def require_library(name: str) -> None:
    """Skip the test unless the library's headers are there."""
    if not Path(HEADERS_OF[name]).exists():
        pytest.skip(f"the headers of {name} are not installed: {INSTALL}")


@functools.cache
def firmware_elf(build: str) -> Path:
    """Compile the firmware of a build; return its ELF file."""
    require_program("avr-gcc")
    require_library("avr-libc")
    _make(FIRMWARE, BUILD / "firmware")
    return BUILD / "firmware" / f"{build}.elf"


@functools.cache
def emulator() -> Path:
    """Compile the emulated board; return the program."""
    require_program("gcc")
    require_library("simavr")
    require_library("libelf")
    _make(Path(__file__).parent / "emulator", BUILD / "emulator")
    return BUILD / "emulator" / "board"


@functools.cache
def pc_core() -> Path:
    """Compile the core for this machine; return the folder of the libraries and fuzzers."""
    require_program("gcc")
    _make(Path(__file__).parent / "pc_core", BUILD / "pc_core")
    return BUILD / "pc_core"


def _make(folder: Path, out: Path) -> None:
    """Run make under a lock: several test processes want the same files at the same time."""
    require_program("make")
    out.mkdir(parents=True, exist_ok=True)
    with (out / ".lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = ["make", "-C", str(folder), f"OUT={out}"]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, f"{' '.join(command)} failed:\n{made.stdout}{made.stderr}"
