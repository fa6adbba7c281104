"""Where things are kept on this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

ARCHIVE_VARIABLE: Final = "PACOBOARD_ARCHIVE"
"""The environment variable that names another archive than the default one."""


def data_directory() -> Path:
    """The folder for what must not be lost, as the XDG base directory specification has it."""
    # The specification: a relative path is invalid and to be ignored.
    named = os.environ.get("XDG_DATA_HOME", "")
    base = Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"
    return base / "pacoboard"


def default_archive() -> Path:
    """The archive of games that is used unless another one is named."""
    return data_directory() / "games.sqlite"
