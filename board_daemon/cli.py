"""`pacoboard` on the command line: its commands, and errors in one sentence."""

from __future__ import annotations

import io
import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Annotated, Any, Final, TextIO, cast

import typer

from board_daemon.commands import calibrate, check, demo, games, infer, lessons, rules, run
from board_daemon.commands.helping import (
    LANGUAGE_OPTION,
    SpeakingGroup,
    language_and_rest,
    let_speak,
    mistypings_spoken,
    translated,
)
from board_daemon.commands.lines import examples, say_refusal, why_refused
from board_daemon.languages.language import LANGUAGE_VARIABLE, UnknownLanguage
from board_daemon.languages.reasons import reason_of
from board_daemon.languages.sentences import said
from board_daemon.languages.speaking import speaking, spoken
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
        raise _refused(why_refused(error)) from None
    except OSError as error:
        if error.filename is None:
            # Most likely the output itself: a full disk.
            _drop_output()
        where = f"{error.filename}: " if error.filename else ""
        raise _refused(f"{where}{spoken(reason_of(error))}") from None


def _drop_output() -> None:
    """Keep Python from writing what is left, and failing again, when it closes the output."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refused(sentence: str) -> typer.Exit:
    say_refusal(sentence)
    return typer.Exit(BAD_INPUT)


class _Commands(SpeakingGroup):
    """All commands; their errors come out as one sentence, in the language of the terminal."""

    def main(self, args: Sequence[str] | None = None, *more: Any, **extra: Any) -> Any:
        """Choose the language, which the help needs already, and run what is named."""
        words = sys.argv[1:] if args is None else args
        try:
            language, rest = language_and_rest(words, os.environ)
        except UnknownLanguage as error:
            raise SystemExit(_refused(why_refused(error)).exit_code) from None
        with speaking(language), translated(self):
            return super().main(rest, *more, **extra)

    def make_context(self, *arguments: Any, **extra: Any) -> Any:
        with mistypings_spoken():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: Any) -> Any:
        with errors_in_one_sentence(), mistypings_spoken():
            return super().invoke(ctx)


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help=said(
        "console.help.pacoboard",
        "A smart board for Paco Ŝako: it reads the squares, works out the turn, lights the way "
        "and records the game.",
    ),
    epilog=examples(
        ("pacoboard run", said("console.help.example.run", "a board in the browser")),
        ("pacoboard demo", said("console.help.example.demo", "watch a recorded game")),
        ("pacoboard lessons", said("console.help.example.lessons", "what the board teaches")),
        (
            "pacoboard check --config serial.yaml",
            said("console.help.example.check", "is the board wired right?"),
        ),
        (
            "pacoboard infer --record game.jsonl",
            said("console.help.example.infer", "from a sensor trace to a game"),
        ),
        ("pacoboard games list", said("console.help.example.games", "what has been recorded")),
        ("pacoboard rules perft 3", said("console.help.example.rules", "ask the rules")),
    ),
)
# In the order in which somebody new meets them.
app.command("run", help=run.HELP, epilog=run.EXAMPLES)(run.run)
app.command("demo", help=demo.HELP, epilog=demo.EXAMPLES)(demo.demo)
app.command("lessons", help=lessons.HELP, epilog=lessons.EXAMPLES)(lessons.lessons)
app.command("check", help=check.HELP, epilog=check.EXAMPLES)(check.check)
app.command("calibrate", help=calibrate.HELP, epilog=calibrate.EXAMPLES)(calibrate.calibrate)
app.command("infer", help=infer.HELP, epilog=infer.EXAMPLES)(infer.infer)
app.add_typer(games.app, name="games")
app.add_typer(rules.app, name="rules")
let_speak(app)


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
            "--version",
            callback=_show_version,
            is_eager=True,
            help=said("console.help.version", "Print the version and exit."),
        ),
    ] = False,
    # Read before anything else, wherever it stands: this is for whoever asks what there is.
    _language: Annotated[
        str | None,
        typer.Option(
            LANGUAGE_OPTION,
            metavar="CODE",
            envvar=LANGUAGE_VARIABLE,
            help=said(
                "console.help.language",
                "Speak this language: en, nl, de, fr, fa, cs or eo. Without it, the language of "
                "the shell (LC_ALL, LC_MESSAGES, LANG).",
            ),
            show_default=False,
        ),
    ] = None,
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
