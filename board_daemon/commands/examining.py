"""What `pacoboard check` and `calibrate` share: their options, the layout they write, their end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from board_daemon.commands.lines import say
from board_daemon.languages.reasons import reason_of
from board_daemon.languages.sentences import Verbatim, said
from board_daemon.languages.speaking import spoken_apart

if TYPE_CHECKING:
    from rich.console import Console

    from board_daemon.checkup.errors import CheckupError
    from board_daemon.checkup.findings import Finding
    from board_daemon.commands.at_board import AtBoard
    from board_daemon.config import Config
    from firmware_bridge.bridge import Bridge
    from firmware_bridge.square_map import SquareMap

TO_MEND: Final = 1
"""The exit code where something must be mended."""
INTERRUPTED: Final = 130
_WIDE: Final = 1000
_LAYOUT: Final = "layout.yaml"

ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help=said(
            "console.help.check.config",
            "The configuration, which names the board; without one, the virtual board.",
        ),
        show_default=False,
    ),
]
OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output",
        metavar="FILE",
        help=said(
            "console.help.check.output",
            "Write what was found here, not into the layout that the configuration names.",
        ),
        show_default=False,
    ),
]


def examine(
    config: Path | None, work: Callable[[Config], Coroutine[Any, Any, list[Finding]]]
) -> None:
    """Do some work at the board of a configuration; ends with 1 where it finds a fault."""
    from board_daemon.checkup.findings import Weight
    from board_daemon.config import Config, load_config

    loaded = load_config(config) if config is not None else Config()
    try:
        findings = asyncio.run(work(loaded))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if any(finding.weight == Weight.FAULT for finding in findings):
        raise typer.Exit(TO_MEND)


@asynccontextmanager
async def led_through(bridge: Bridge, config: Config, console: Console) -> AsyncIterator[AtBoard]:
    """A person led by the lights of a board, which is let go of in the end."""
    from board_daemon.commands.at_board import AtBoard, Stopped, by_day

    at_board = AtBoard(bridge, by_day(config), console)
    try:
        yield at_board
    except Stopped:
        say(said("console.check.stopped", "Stopped: nothing was written."))
        raise KeyboardInterrupt from None
    finally:
        await at_board.close()


def layout_path(config: Config, output: Path | None) -> Path | None:
    """Where to write; None for the virtual board, which needs no layout."""
    from board_daemon.paths import data_directory

    if output is not None or config.board.bridge == "virtual":
        return output
    return config.board.layout or data_directory() / _LAYOUT


def refuse_unwritable(config: Config, output: Path | None) -> None:
    """Raise CheckupError where the layout could not be written: nobody checks a board for nothing.

    The data directory is made; any other folder is named by somebody and is to be there.
    """
    from board_daemon.checkup.layout_file import refuse_place
    from board_daemon.paths import data_directory

    path = layout_path(config, output)
    if path is None:
        return
    if path.parent == data_directory():
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
    refuse_place(path)


def layout_before(config: Config, path: Path | None) -> Path | None:
    """The layout to go on from: the one that is written anew, or the one of the configuration."""
    known = (layout for layout in (path, config.board.layout) if layout is not None)
    return next((layout for layout in known if layout.exists()), None)


def keys_before(path: Path | None, squares: SquareMap | None) -> dict[str, Any]:
    """What the layout so far says of the build; what it says of another one is left behind."""
    from board_daemon.checkup.layout_file import read_keys

    keys = read_keys(path) if path is not None else {}
    if squares is None:
        return keys
    if keys.get("build", squares.build) != squares.build:
        keys = {}
    return {"build": squares.build, **keys}


def report(console: Console, findings: list[Finding]) -> None:
    """Say what was found."""
    from rich.table import Table
    from rich.text import Text

    from board_daemon.checkup.findings import Weight

    words = {
        Weight.RIGHT: (said("console.check.right", "right"), "green"),
        Weight.LEARNED: (said("console.check.learned", "learned"), "cyan"),
        Weight.FAULT: (said("console.check.fault", "to mend"), "red"),
    }
    rows = Table.grid(padding=(0, 2))
    for finding in findings:
        word, style = words[finding.weight]
        rows.add_row(Text(spoken_apart(word), style), Text(spoken_apart(finding.words)))
    # Whatever reads the lines wants them whole.
    console.print(rows, width=console.width if console.is_terminal else _WIDE)


def write_layout(config: Config, path: Path, keys: dict[str, object], command: str) -> None:
    """Write the layout, and say where it is and whether the configuration names it.

    Raises CheckupError where it cannot be written; what was found is then kept elsewhere.
    """
    from datetime import datetime

    from board_daemon.checkup.layout_file import write_keys

    kept = path.exists()
    when = datetime.now().strftime("%Y-%m-%d %H:%M")
    heading = f"Found by `pacoboard {command}`, {when}. It replaces keys of the build."
    try:
        write_keys(path, keys, heading)
    except OSError as error:
        raise _kept_elsewhere(path, keys, heading, error) from None
    say(_written(path, kept=kept))
    if config.board.bridge != "virtual" and config.board.layout != path:
        say(
            said(
                "console.check.name-it",
                "Let the configuration name it, under board:  {line}",
                line=Verbatim(f"layout: {path}"),
            )
        )


def _written(path: Path, *, kept: bool) -> str:
    if not kept:
        return said("console.check.written", "Written to {path}.", path=Verbatim(path))
    return said(
        "console.check.written-again",
        "Written to {path} (the one before is {backup}).",
        path=Verbatim(path),
        backup=Verbatim(f"{path.name}.bak"),
    )


def _kept_elsewhere(
    path: Path, keys: dict[str, object], heading: str, error: OSError
) -> CheckupError:
    """Three minutes of somebody's time are not lost: written elsewhere, or at least printed."""
    from board_daemon.checkup.errors import CheckupError
    from board_daemon.checkup.layout_file import as_text, keep_elsewhere

    kept = keep_elsewhere(path, keys, heading, Path(gettempdir()))
    why = reason_of(error)
    if kept is None:
        typer.echo(as_text(keys, heading))
        return CheckupError(
            said(
                "console.check.printed",
                "expected to write the layout {path}, saw: {why}; what was found is printed above",
                path=Verbatim(path),
                why=why,
            )
        )
    return CheckupError(
        said(
            "console.check.kept",
            "expected to write the layout {path}, saw: {why}; what was found is kept in {kept}",
            path=Verbatim(path),
            why=why,
            kept=Verbatim(kept),
        )
    )
