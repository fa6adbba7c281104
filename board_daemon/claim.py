"""One daemon to one data folder: two would write each other's games, devices and settings."""

from __future__ import annotations

import fcntl
import logging
import os
from pathlib import Path

from board_daemon.languages.sentences import Verbatim, said
from board_daemon.rules.errors import PacoboardError

_log = logging.getLogger(__name__)


class FolderInUse(PacoboardError):
    """Another daemon keeps its games in this folder."""


def claim(folder: Path) -> int | None:
    """Be the only daemon that uses a folder, for as long as this process lives; make it if need be.

    Returns what holds the claim: a file descriptor, or None where the folder cannot be opened, as
    on a disk that is full or gone. Raises FolderInUse.
    """
    try:
        # Who may play is nobody else's to read on this machine.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        _log.warning("the data folder cannot be opened: %s", error.strerror)
        return None
    try:
        # The system lets go of it when the process ends, however it does.
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(number)
        raise FolderInUse(
            said(
                "console.run.claimed",
                "expected to be the only pacoboard that keeps its games in {folder}, "
                "saw another one running",
                folder=Verbatim(folder),
            )
        ) from error
    except OSError as error:
        # Some network disks know no locks.
        _log.warning("the data folder cannot be locked: %s", error.strerror)
    return number
