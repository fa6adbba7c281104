"""The file of the paired devices: written whole or not at all, readable by the daemon alone."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from board_daemon.game.small_file import sync_folder
from board_daemon.names import LONGEST_NAME
from board_daemon.web.devices import MOST_DEVICES, Device
from board_daemon.web.levels import Level

LOG: Final = logging.getLogger(__name__)
_LARGEST: Final = 256 * 1024
"""Bytes; thirty-two devices take about ten thousand."""
_Seconds = Annotated[float, Field(allow_inf_nan=False)]
_Date = Annotated[float, Field(ge=0, le=1e11)]
"""Seconds since 1970, such as can be shown."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _DeviceEntry(_Strict):
    id: Annotated[str, Field(pattern="^[0-9a-f]{8}$")]
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    level: Level
    token_hash: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    paired_at: _Seconds
    seen_at: _Seconds
    paired_on: _Date
    seen_on: _Date


class _Contents(_Strict):
    format: Literal[1]
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    wall: _Seconds | None
    new_devices_at_most: Literal[Level.PLAY, Level.OWNER] | None
    devices: Annotated[list[_DeviceEntry], Field(max_length=MOST_DEVICES)]


@dataclass(frozen=True, slots=True)
class Kept:
    """What outlives a restart."""

    seconds: float = 0.0
    """Board time when this was written."""
    wall: float | None = None
    """The wall clock then."""
    new_devices_at_most: Level | None = None
    """The owner's choice; None where he made none."""
    devices: Sequence[Device] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state to be written; a later one has a higher number."""

    number: int
    kept: Kept


class DeviceFile:
    """`devices.json` in the data folder. Nothing here raises for trouble with the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._written = 0

    def read(self, wall: float) -> Kept:
        """What was kept; nothing where there is no file, or one that is broken or unreadable.

        A broken file is set aside under a name with the date `wall`, and everybody pairs again.
        """
        # Where it is not there, or not ours to change, reading it tells which.
        with suppress(OSError):
            self._path.chmod(0o600)
        try:
            with self._path.open("rb") as file:
                text = file.read(_LARGEST + 1)
        except FileNotFoundError:
            return Kept()
        except OSError as error:
            LOG.warning("Paired devices cannot be read, they pair again: %s", error.strerror)
            return Kept()
        try:
            return _parse(text)
        except ValueError as error:
            self._set_aside(wall, error)
            return Kept()

    def write(self, snapshot: Snapshot) -> str | None:
        """Have this state on the disk on return, unless a later one is there already.

        Returns why that was not possible, else None. Blocks for as long as the disk takes; may be
        called from several threads.
        """
        with self._lock:
            if snapshot.number <= self._written:
                return None
            try:
                self._replace(_text(snapshot.kept))
            except OSError as error:
                return error.strerror or type(error).__name__
            self._written = snapshot.number
            return None

    def _replace(self, text: str) -> None:
        # Its folder is there from the start. One that is gone may be on a disk that was taken out.
        new = self._path.with_name(self._path.name + ".new")
        new.unlink(missing_ok=True)
        # Never readable by others, not even between creating it and a later chmod.
        number = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)
        sync_folder(self._path.parent)

    def _set_aside(self, wall: float, error: ValueError) -> None:
        stamp = datetime.fromtimestamp(wall).strftime("%Y%m%d-%H%M%S")
        name = f"{self._path.name}.broken-{stamp}"
        # What was set aside before stays, even from within the same second.
        names = chain([name], (f"{name}-{number}" for number in count(2)))
        aside = next(path for path in map(self._path.with_name, names) if not path.exists())
        try:
            self._path.replace(aside)
        except OSError as problem:
            LOG.warning("%s is broken and stays: %s", self._path.name, problem.strerror)
        else:
            LOG.warning("%s was broken: set aside as %s", self._path.name, aside.name)
        LOG.warning("All devices must pair again: %s", _first_reason(error))


def _first_reason(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(str(part) for part in first['loc']) or 'the file'}: {first['msg']}"
    return str(error)


def _parse(text: bytes) -> Kept:
    if len(text) > _LARGEST:
        raise ValueError(f"expected at most {_LARGEST} bytes")
    contents = _Contents.model_validate_json(text)
    devices = [Device(**dict(entry)) for entry in contents.devices]
    if len({device.id for device in devices}) < len(devices):
        raise ValueError("expected each device once")
    return Kept(contents.seconds, contents.wall, contents.new_devices_at_most, devices)


def _text(kept: Kept) -> str:
    contents = _Contents.model_validate(
        {
            "format": 1,
            "seconds": kept.seconds,
            "wall": kept.wall,
            "new_devices_at_most": kept.new_devices_at_most,
            "devices": [asdict(device) for device in kept.devices],
        }
    )
    return contents.model_dump_json(indent=1) + "\n"
