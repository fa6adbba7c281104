"""`pacoboard` on the command line: its commands, and errors in one sentence."""

from __future__ import annotations

import io
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated, Any, Final, TextIO, cast

import typer
from typer.core import TyperGroup

from board_daemon.commands import calibrate, check, demo, games, infer, lessons, rules, run
from board_daemon.commands.lines import examples, say
from board_daemon.rules.errors import PacoboardError
from firmware_bridge.errors import BridgeError

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
"""As a shell reports Ctrl-C."""
READER_GONE: Final = 141
"""As a shell reports that the reader of a pipe has gone."""


@contextmanager
def errors_in_one_sentence() -> Iterator[None]:
    """Turn what can go wrong outside the program into a sentence and an exit code."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        raise typer.Exit(READER_GONE) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except (PacoboardError, BridgeError, sqlite3.Error) as error:
        raise _refusal(str(error)) from None
    except OSError as error:
        if error.filename is None:
            # Most likely the output itself: a full disk.
            _drop_output()
        where = f"{error.filename}: " if error.filename else ""
        raise _refusal(f"{where}{error.strerror or error}") from None


def _drop_output() -> None:
    """Keep Python from writing what is left, and failing again, when it closes the output."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refusal(sentence: str) -> typer.Exit:
    say(f"pacoboard: {' '.join(sentence.split())}")
    return typer.Exit(BAD_INPUT)


class _Commands(TyperGroup):
    """All commands; their errors come out as one sentence."""

    def invoke(self, ctx: Any) -> Any:
        with errors_in_one_sentence():
            return super().invoke(ctx)


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A smart board for Paco Ŝako: it reads the squares, works out the turn, lights the way "
    "and records the game.",
    epilog=examples(
        "pacoboard run                             a board in the browser",
        "pacoboard demo                            watch a recorded game",
        "pacoboard lessons                         what the board teaches",
        "pacoboard check --config serial.yaml      is the board wired right?",
        "pacoboard infer --record game.jsonl       from a sensor trace to a game",
        "pacoboard games list                      what has been recorded",
        "pacoboard rules perft 3                   ask the rules",
    ),
)
# In the order in which somebody new meets them.
app.command("run", epilog=run.EXAMPLES)(run.run)
app.command("demo", epilog=demo.EXAMPLES)(demo.demo)
app.command("lessons", epilog=lessons.EXAMPLES)(lessons.lessons)
app.command("check", epilog=check.EXAMPLES)(check.check)
app.command("calibrate", epilog=calibrate.EXAMPLES)(calibrate.calibrate)
app.command("infer", epilog=infer.EXAMPLES)(infer.infer)
app.add_typer(games.app, name="games")
app.add_typer(rules.app, name="rules")


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"pacoboard {version('pacoboard')}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; its exit code is 0, or 2 after a sentence that says what was wrong."""
    _mend_streams()
    app(prog_name="pacoboard")


def _mend_streams() -> None:
    """Stand in for streams that whoever started us has closed, or that cannot write a word."""
    if sys.stdin is None:
        sys.stdin = _nowhere("r")
    if sys.stdout is None:
        sys.stdout = _nowhere("w")
    if sys.stderr is None:
        sys.stderr = _nowhere("w")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _nowhere(mode: str) -> TextIO:
    return cast("TextIO", os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
