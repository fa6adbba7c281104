"""What is wrong with the place where games are kept, and how people are told of it."""

from __future__ import annotations

import os
from pathlib import Path

from board_daemon.archive.errors import Trouble
from board_daemon.languages.sentences import Sentence, said, said_count


def looked_at_closer(trouble: Trouble, folder: Path) -> Trouble:
    """SQLite only says that it could not make a file where all of the disk is read-only."""
    if trouble == Trouble.OTHER and folder.is_dir() and not os.access(folder, os.W_OK):
        return Trouble.READ_ONLY
    return trouble


def problem_said(trouble: Trouble, turns: int) -> Sentence:
    """The trouble in one sentence; `turns`: so many wait to be saved."""
    return said(
        "storage.problem",
        "{trouble}: {waiting}",
        trouble=trouble.value,
        waiting=_what_waits(turns),
    )


def _what_waits(turns: int) -> Sentence:
    if turns == 0:
        return said("storage.later", "what is played now cannot be saved yet.")
    return said_count(
        "storage.waiting",
        turns,
        "{count} turn waits to be saved.",
        "{count} turns wait to be saved.",
    )
