"""Disks that can be filled, for a daemon to keep its games on."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

from tests.daemon.running import RunningDaemon

_SIZE: Final = 1_000_000


class Disk(Protocol):
    """Where the data folder lies."""

    folder: Path
    told_as: tuple[str, ...]
    """What people may read when nothing more goes on it."""

    def fill(self, daemon: RunningDaemon) -> None:
        """Nothing more goes on it."""

    def free(self, daemon: RunningDaemon) -> None:
        """There is room again."""


class SmallDisk:
    """A disk of its own in memory."""

    told_as: tuple[str, ...] = ("The disk is full",)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self, daemon: RunningDaemon) -> None:
        """Put something on it that takes all the room there is."""
        with self._filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1000))
            except OSError:
                return

    def free(self, daemon: RunningDaemon) -> None:
        """Take that away."""
        self._filler.unlink()

    def set_read_only(self, *, is_so: bool) -> None:
        """Let nothing on it be changed, or let it."""
        _run("mount", "-o", "remount,ro" if is_so else "remount,rw", str(self.folder))


class LimitedFiles:
    """No file can grow, as the system has it for one process: it needs no rights."""

    # SQLite takes some of the system's refusals for the one, some for the other.
    told_as: tuple[str, ...] = ("The disk is full", "The disk cannot be read or written")

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, daemon: RunningDaemon) -> None:
        """No byte goes into a file any more."""
        self._limit(daemon, 0)

    def free(self, daemon: RunningDaemon) -> None:
        """As many as there is room for."""
        self._limit(daemon, resource.RLIM_INFINITY)

    def _limit(self, daemon: RunningDaemon, most: int) -> None:
        resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


@contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk | None]:
    """A small disk mounted on a folder; None where we have not the right to mount one."""
    folder.mkdir()
    try:
        _run("mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs", str(folder))
    except (OSError, subprocess.CalledProcessError):
        yield None
        return
    try:
        yield SmallDisk(folder)
    finally:
        _run("umount", "--lazy", str(folder))


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
