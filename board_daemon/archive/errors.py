"""What can go wrong with the archive."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from board_daemon.rules.errors import PacoboardError


class ArchiveError(PacoboardError):
    """The archive cannot be opened, read or written, or was asked for what it does not hold."""


@contextmanager
def archive_errors(attempt: str) -> Iterator[None]:
    """Turn what the database raises into an ArchiveError that begins with what was attempted."""
    try:
        yield
    except (sqlite3.Error, UnicodeEncodeError) as error:
        raise ArchiveError(f"{attempt}: {error}") from error
    except OverflowError as error:
        raise ArchiveError(f"{attempt}: expected numbers below 2**63, saw a larger one") from error


class GameTextError(ArchiveError):
    """A text is no game that can be imported; the message begins with the line, or the action."""
