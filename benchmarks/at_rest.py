"""What a process costs while nothing happens, as Linux counts it."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_MEGABYTE: Final = 1_000_000
_USER_TIME: Final = 11
"""Where the processor's time stands in /proc/PID/stat, counted after the name (proc(5))."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What a process cost over some seconds."""

    name: str
    seconds: float
    cpu: float
    """Per cent of one core."""
    resident: float
    """Megabytes in memory, the code that other processes share included."""
    own: float
    """Those of them that no file holds."""


def watch_at_rest(name: str, pid: int, seconds: float) -> Rest:
    """Watch a process for that long."""
    began, used = time.monotonic(), cpu_seconds(pid)
    time.sleep(seconds)
    passed = time.monotonic() - began
    share = 100 * (cpu_seconds(pid) - used) / passed
    return Rest(name, passed, share, *memory_of(pid))


def cpu_seconds(pid: int) -> float:
    """The processor's time that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = sum(map(int, fields[_USER_TIME : _USER_TIME + 2]))
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> tuple[float, float]:
    """Megabytes in memory: all of them, and those that no file holds."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    told = dict(line.split(":", maxsplit=1) for line in lines)
    return tuple(  # type: ignore[return-value]
        int(told[name].split()[0]) * 1024 / _MEGABYTE for name in ("VmRSS", "RssAnon")
    )
