"""What commands on games share: which archive they are about, and by which rules to read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from board_daemon.archive.schema import check_file
from board_daemon.archive.store import Archive, Opening
from board_daemon.commands.lines import InputError
from board_daemon.paths import ARCHIVE_VARIABLE, DEFAULT_ARCHIVE_NAME, default_archive
from board_daemon.rules.rulesets import RULESETS

ArchiveOption = Annotated[
    Path | None,
    typer.Option(
        "--archive",
        metavar="PATH",
        envvar=ARCHIVE_VARIABLE,
        help=f"Another archive than {DEFAULT_ARCHIVE_NAME}.",
        show_default=False,
    ),
]
RulesOption = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="NAME",
        help=f"Where the game does not say: {', '.join(RULESETS)}.",
    ),
]
HOW_TO_RECORD: Final = "pacoboard infer --record game.jsonl records one"


def is_empty(archive: Path | None) -> bool:
    """Whether nothing has been recorded where games are recorded unless told otherwise."""
    return archive is None and not default_archive().exists()


def open_archive(archive: Path | None, opening: Opening = Opening.READ) -> Archive:
    """Open an archive that is there; raises InputError before the first recording."""
    if is_empty(archive):
        raise InputError(f"expected a recorded game, saw none yet: {HOW_TO_RECORD}")
    path = archive or default_archive()
    # What is not ours is not even opened as a database.
    check_file(path)
    return Archive(path, opening)
