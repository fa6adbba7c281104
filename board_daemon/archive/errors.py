"""What can go wrong with the archive."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Final

from board_daemon.languages.sentences import said
from board_daemon.rules.errors import PacoboardError


class Trouble(Enum):
    """Why an archive cannot be used now, in words for people that name no place."""

    FULL = said("storage.full", "The disk is full")
    READ_ONLY = said("storage.read-only", "The disk is read-only")
    BUSY = said("storage.in-use", "The archive is in use by another program")
    GONE = said("storage.gone", "The archive is not in its place")
    OTHER = said("storage.broken", "The disk cannot be read or written")
    DAMAGED = said("storage.damaged", "The archive is damaged")
    FOREIGN = said("storage.foreign", "The file for the archive belongs to another program")
    NEWER = said("storage.newer", "A newer pacoboard made the archive")


class ArchiveError(PacoboardError):
    """The archive cannot be opened, read or written, or was asked for what it does not hold."""


class UnusableArchive(ArchiveError):
    """The archive cannot be used as it is; no call of ours is to blame."""

    def __init__(self, message: str, trouble: Trouble) -> None:
        super().__init__(message)
        self.trouble: Final = trouble


class ArchiveUnavailable(UnusableArchive):
    """It cannot be read or written now; later it may: a full disk, a lock, a folder that is gone.

    What was attempted has not been done.
    """


class DamagedArchive(UnusableArchive):
    """Parts of the file are not what an archive has there."""

    def __init__(self, message: str) -> None:
        super().__init__(message, Trouble.DAMAGED)


class ForeignFile(UnusableArchive):
    """The file is something else than an archive."""

    def __init__(self, message: str) -> None:
        super().__init__(message, Trouble.FOREIGN)


class NewerArchive(UnusableArchive):
    """The tables are of a form that only a newer version knows."""

    def __init__(self, message: str) -> None:
        super().__init__(message, Trouble.NEWER)


class NoSuchGame(ArchiveError):
    """The archive holds no game of this number."""

    def __init__(self, game: int) -> None:
        super().__init__(
            said("games.none-such", "expected a game of the archive, saw no game {game}", game=game)
        )


class NoSuchPlayer(ArchiveError):
    """The list of players has nobody of this number."""

    def __init__(self, player: int) -> None:
        super().__init__(f"expected a player of the list, saw no player {player}")


class NameTaken(ArchiveError):
    """Somebody else in the list of players has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a player called {name} already: merge the two instead.")


class GameTextError(ArchiveError):
    """A text is no game that can be imported; the message begins with the line, or the action."""


_BY_CODE: Final = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR_SHMSIZE: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_PROTOCOL: Trouble.BUSY,
    sqlite3.SQLITE_CANTOPEN: Trouble.OTHER,
    sqlite3.SQLITE_IOERR: Trouble.OTHER,
    sqlite3.SQLITE_NOLFS: Trouble.OTHER,
    sqlite3.SQLITE_NOMEM: Trouble.OTHER,
}
_DAMAGE: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_BY_ERRNO: Final = {
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EROFS: Trouble.READ_ONLY,
    errno.EACCES: Trouble.READ_ONLY,
    errno.EPERM: Trouble.READ_ONLY,
    errno.ENOENT: Trouble.GONE,
}


@contextmanager
def archive_errors(attempt: str) -> Iterator[None]:
    """Turn what the database raises into an ArchiveError that begins with what was attempted.

    Only trouble of the disk, of locks and of the file itself becomes one of its subclasses.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise _of_database(f"{attempt}: {error}", error) from error
    except UnicodeEncodeError as error:
        raise ArchiveError(f"{attempt}: {error}") from error
    except OverflowError as error:
        raise ArchiveError(f"{attempt}: expected numbers below 2**63, saw a larger one") from error


def unavailable(message: str, error: OSError) -> ArchiveUnavailable:
    """The error for what the system could not do with a file."""
    return ArchiveUnavailable(message, _BY_ERRNO.get(error.errno or 0, Trouble.OTHER))


def _of_database(message: str, error: sqlite3.Error) -> ArchiveError:
    # An error of the binding itself, such as a wrong number of values, has no code.
    code = getattr(error, "sqlite_errorcode", 0)
    # The lowest byte is the kind; the others say more closely what it was.
    kind = code & 0xFF
    if kind in _DAMAGE:
        return DamagedArchive(message)
    trouble = _BY_CODE.get(code, _BY_CODE.get(kind))
    return ArchiveError(message) if trouble is None else ArchiveUnavailable(message, trouble)
