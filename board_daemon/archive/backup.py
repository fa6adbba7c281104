"""Copies of the whole archive: to keep, while somebody may be recording, and to read."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from board_daemon.archive.errors import ArchiveError, archive_errors, unavailable
from board_daemon.archive.schema import SIDE_FILES
from board_daemon.archive.store import Archive, Opening
from board_daemon.languages.reasons import reason_of
from board_daemon.languages.sentences import Verbatim, said

_Read = TypeVar("_Read")


def back_up(archive: Archive, target: Path) -> None:
    """Copy an archive, as it stands at one moment, into a new file that needs no other beside it.

    Raises ArchiveError where there is such a file already, ArchiveUnavailable where it cannot be
    written; then nothing of it is left.
    """
    try:
        target.open("xb").close()
    except FileExistsError:
        raise ArchiveError(
            said(
                "archive.backup-exists",
                "expected a new file for the backup, saw {path} already",
                path=Verbatim(target),
            )
        ) from None
    except OSError as error:
        message = said(
            "archive.backup",
            "expected to write the backup {path}, saw: {why}",
            path=Verbatim(target),
            why=reason_of(error),
        )
        raise unavailable(message, error) from error
    try:
        with (
            archive_errors(f"cannot write the backup {target}"),
            closing(sqlite3.connect(target, isolation_level=None)) as copy,
        ):
            archive.copy_to(copy)
            # Otherwise whoever reads it would need to write beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
    except BaseException:
        for end in ("", *SIDE_FILES):
            target.with_name(target.name + end).unlink(missing_ok=True)
        raise


def read_copy(path: Path, read: Callable[[Archive], _Read]) -> _Read:
    """Read a copy of an archive and of its log, which cannot be read on a read-only disk.

    Raises ArchiveUnavailable where not even that can be done.
    """
    with TemporaryDirectory(prefix="pacoboard-") as folder:
        copy = Path(folder) / path.name
        try:
            for end in ("", "-wal"):
                shutil.copyfile(f"{path}{end}", f"{copy}{end}")
        except OSError as error:
            raise unavailable(f"expected to copy {path}, saw: {error.strerror}", error) from error
        with Archive(copy, Opening.READ) as archive:
            return read(archive)
