"""Why the system could not do something, in words that have translations."""

from __future__ import annotations

import errno
from typing import Final

from board_daemon.languages.sentences import said


def reason_of(error: OSError) -> str:
    """Why the system could not do something; what is rare it says itself, in English."""
    return _REASONS.get(error.errno or 0, error.strerror or str(error))


_REASONS: Final = {
    errno.ENOENT: said("console.system.none", "No such file or directory"),
    errno.EACCES: said("console.system.denied", "Permission denied"),
    errno.EISDIR: said("console.system.folder", "Is a directory"),
    errno.ENOTDIR: said("console.system.no-folder", "Not a directory"),
    errno.EEXIST: said("console.system.exists", "File exists"),
    errno.ENOSPC: said("console.system.full", "No space left on device"),
    errno.EROFS: said("console.system.read-only", "Read-only file system"),
    errno.EADDRINUSE: said("console.system.in-use", "Address already in use"),
}
"""As the system itself says it in English."""
