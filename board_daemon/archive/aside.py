"""Setting a broken archive aside: nothing of it is ever deleted."""

from __future__ import annotations

import os
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from board_daemon.archive.errors import unavailable
from board_daemon.archive.schema import SIDE_FILES


def set_aside(path: Path, when: datetime) -> Path:
    """Move a database with its log out of the way and return its new place, beside the old one.

    It is then called NAME.broken-YYYYMMDD-HHMMSS, and SQLite still finds its log. Raises
    ArchiveUnavailable where that cannot be done; all is then where it was.
    """
    aside = _free_name(path, when)
    ends = [end for end in ("", *SIDE_FILES) if _beside(path, end).exists()]
    try:
        try:
            # First all under both names: cut off half-way, nothing is without its log.
            for end in ends:
                os.link(_beside(path, end), _beside(aside, end))
        except OSError:
            for end in ends:
                _beside(aside, end).unlink(missing_ok=True)
            _rename(path, aside, ends)
        else:
            for end in ends:
                _beside(path, end).unlink()
    except OSError as error:
        raise unavailable(
            f"expected to set the broken archive {path} aside, saw: {error.strerror}", error
        ) from error
    return aside


def _rename(path: Path, aside: Path, ends: list[str]) -> None:
    """For a disk that gives a file only one name: the log goes first, the database last."""
    renamed: list[str] = []
    try:
        for end in reversed(ends):
            _beside(path, end).rename(_beside(aside, end))
            renamed.append(end)
    except OSError:
        for end in renamed:
            _beside(aside, end).rename(_beside(path, end))
        raise


def _free_name(path: Path, when: datetime) -> Path:
    first = f"{path.name}.broken-{when:%Y%m%d-%H%M%S}"
    # The same again: the clock has been set back, or two broke within a second.
    names = chain([first], (f"{first}-{number}" for number in count(2)))
    return next(
        path.with_name(name)
        for name in names
        if not any(path.with_name(name + end).exists() for end in ("", *SIDE_FILES))
    )


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)
