"""A small JSON file that is replaced as a whole, so that no power cut leaves half of it."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import Final

_LOG: Final = logging.getLogger(__name__)
_LARGEST: Final = 4_000_000
"""Bytes; more than that is none of ours."""


def read_json(path: Path) -> object:
    """What the file holds; None where there is none.

    One that cannot be understood is put aside, so that nothing in it is lost, and counts as none.
    """
    try:
        with path.open(encoding="utf-8") as file:
            return json.loads(file.read(_LARGEST))
    except FileNotFoundError:
        return None
    except (ValueError, RecursionError):
        put_aside(path)
        return None
    except OSError as error:
        _LOG.warning("%s cannot be read: %s", path.name, error.strerror)
        return None


def put_aside(path: Path) -> None:
    """Keep a file that cannot be understood under another name."""
    _LOG.warning("%s cannot be understood: it is put aside, and begun anew", path.name)
    try:
        path.replace(path.with_suffix(".broken"))
    except OSError as error:
        _LOG.warning("%s cannot be put aside: %s", path.name, error.strerror)


def _replace(path: Path, value: object) -> None:
    beside = path.with_suffix(".new")
    # Its folder is there from the start. One that is gone may be on a disk that was taken out.
    with beside.open("w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def write_json(path: Path, value: object) -> bool:
    """Replace the file as a whole; whether that could be done. This waits for the disk."""
    try:
        _replace(path, value)
        sync_folder(path.parent)
    except OSError as error:
        _LOG.warning("%s could not be saved: %s", path.name, error.strerror)
        return False
    return True


def sync_folder(folder: Path) -> None:
    """Let a new name in a folder outlast a power cut, too; raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
