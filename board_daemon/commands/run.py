"""`pacoboard run`: the daemon."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Final

import typer

from board_daemon.commands.lines import examples, say

EXAMPLES: Final = examples(
    "pacoboard run                                  a virtual board in the browser",
    "pacoboard run --config config/virtual.yaml     the same, as the file says",
)


def run(
    config: Annotated[
        Path | None,
        typer.Option(
            "--config",
            metavar="FILE",
            help="The configuration; without one, a virtual board on this machine alone.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Serve a board: follow the game, light the squares, record, and show it all in the browser.

    It goes on until it is stopped (Ctrl-C). A game that was cut off goes on at the next start.
    """
    from board_daemon.config import Config, load_config
    from board_daemon.daemon import Daemon
    from board_daemon.logs import set_up_logging

    loaded = load_config(config) if config is not None else Config()
    set_up_logging(loaded.log.level)
    asyncio.run(Daemon(loaded).serve(_announce))


def _announce(address: str) -> None:
    say(f"The board is at {address} (Ctrl-C stops it)")
