"""What commands on games share: which archive they are about, and by which rules to read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from board_daemon.archive.schema import check_file
from board_daemon.archive.store import Archive, Opening
from board_daemon.commands.lines import InputError
from board_daemon.languages.sentences import said
from board_daemon.paths import ARCHIVE_VARIABLE, default_archive

ArchiveOption = Annotated[
    Path | None,
    typer.Option(
        "--archive",
        metavar="PATH",
        envvar=ARCHIVE_VARIABLE,
        help=said(
            "console.help.archive",
            "Another archive than games.sqlite in the data folder (~/.local/share/pacoboard).",
        ),
        show_default=False,
    ),
]
RulesOption = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="NAME",
        help=said(
            "console.help.games.rules",
            "Where the game does not say: pacoplay, manual, leaflet, vchess, children, "
            "children-take-overs, children-chains.",
        ),
    ),
]
HOW_TO_RECORD: Final = said(
    "console.games.how-to-record", "pacoboard infer --record game.jsonl records one"
)


def is_empty(archive: Path | None) -> bool:
    """Whether nothing has been recorded where games are recorded unless told otherwise."""
    return archive is None and not default_archive().exists()


def open_archive(archive: Path | None, opening: Opening = Opening.READ) -> Archive:
    """Open an archive that is there; raises InputError before the first recording."""
    if is_empty(archive):
        raise InputError(
            said(
                "console.games.none-yet",
                "expected a recorded game, saw none yet: {how}",
                how=HOW_TO_RECORD,
            )
        )
    path = archive or default_archive()
    # What is not ours is not even opened as a database.
    check_file(path)
    return Archive(path, opening)
