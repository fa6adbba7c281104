"""`pacoboard run`: the daemon."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Annotated, Final

import typer

from board_daemon.commands.lines import examples, say, say_refusal, why_refused
from board_daemon.garbage import look_no_more_at_what_stays
from board_daemon.languages.sentences import Verbatim, said
from board_daemon.paths import ARCHIVE_VARIABLE

TRY_AGAIN: Final = os.EX_TEMPFAIL
"""The exit code where another try may go better: systemd makes one, as it does not after a 2."""

HELP: Final = said(
    "console.help.run",
    "Serve a board: follow the game, light the squares, record, and show it all in the browser."
    "\n\nIt goes on until it is stopped (Ctrl-C). A game that was cut off goes on at the next "
    "start.",
)
EXAMPLES: Final = examples(
    (
        "pacoboard run",
        said("console.help.run.example", "a virtual board in the browser"),
    ),
    (
        "pacoboard run --config config/virtual.yaml",
        said("console.help.run.example-file", "the same, as the file says"),
    ),
    (
        "pacoboard run --config config/serial.yaml",
        said("console.help.run.example-wood", "a board of wood on USB"),
    ),
)


def run(
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help=said(
                "console.help.run.config",
                "The configuration; without one, a virtual board on this machine alone.",
            ),
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            min=0,
            max=65_535,
            help=said(
                "console.help.run.port",
                "Serve the page on this port, not on the one of the configuration; 0: any free.",
            ),
            show_default=False,
        ),
    ] = None,
    archive: Annotated[
        Path | None,
        typer.Option(
            "--archive",
            metavar="PATH",
            envvar=ARCHIVE_VARIABLE,
            help=said(
                "console.help.run.archive",
                "Record into this archive, not into the one of the configuration.",
            ),
            show_default=False,
        ),
    ] = None,
) -> None:
    """Serve a board until somebody stops it: `HELP` says it to people."""
    from board_daemon.config import Config, load_config
    from board_daemon.daemon import Daemon, DaemonError
    from board_daemon.logs import set_up_logging

    loaded = load_config(config) if config is not None else Config()
    if port is not None:
        loaded = loaded.model_copy(update={"web": loaded.web.model_copy(update={"port": port})})
    if archive is not None:
        kept = loaded.archive.model_copy(update={"path": archive})
        loaded = loaded.model_copy(update={"archive": kept})
    set_up_logging(loaded.log.level)
    try:
        asyncio.run(Daemon(loaded).serve(_begin))
    except DaemonError as error:
        say_refusal(why_refused(error))
        raise typer.Exit(TRY_AGAIN) from None


def _begin(address: str) -> None:
    """All has started: nobody waits for a light yet."""
    look_no_more_at_what_stays()
    _announce(address)


def _announce(address: str) -> None:
    say(
        said(
            "console.run.ready",
            "The board is at {address} (Ctrl-C stops it)",
            address=Verbatim(address),
        )
    )
