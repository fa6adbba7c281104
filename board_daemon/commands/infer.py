"""`pacoboard infer`: from a sensor trace to the turns that were played."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Final

import typer

from board_daemon.commands.follow import Told, TraceFollower
from board_daemon.commands.helping import missing_argument
from board_daemon.commands.lines import (
    bad_line,
    examples,
    numbered_lines,
    opened_trace,
    say,
    write_json,
)
from board_daemon.commands.recording import Recording, recording
from board_daemon.garbage import look_no_more_at_what_stays
from board_daemon.languages.sentences import Verbatim, said
from board_daemon.paths import ARCHIVE_VARIABLE, default_archive
from board_daemon.rules.errors import RulesError
from firmware_bridge.errors import TraceError
from firmware_bridge.text_source import STDIN
from firmware_bridge.trace import LineParser, TraceHeader, TraceLine, parse_header

EXAMPLES: Final = examples(
    "pacoboard infer game.jsonl",
    "pacoboard infer --lights game.jsonl",
    "pacoboard infer --record < game.jsonl",
)

HELP: Final = said(
    "console.help.infer",
    "Work out the turns that a sensor trace shows."
    "\n\nIn: a trace, JSON lines; the first names the sensor and the position.\n"
    "Out: events, JSON lines: turn, revise, takeback, ask, restore, restored,\n"
    "sako, end, newgame, health; lights and ready where they are asked for.",
)

_SOURCE_NAME: Final = "FILE|-"
_SOURCE_HELP: Final = "A sensor trace; without one, or as -, standard input."

Lines = Iterator[tuple[int, str]]


def infer(
    source: Annotated[
        str | None,
        typer.Argument(metavar=_SOURCE_NAME, help=_SOURCE_HELP, show_default=False),
    ] = None,
    stream: Annotated[
        bool,
        typer.Option(
            "--stream",
            help='Answer each line with its events and then {"event":"ready"}, so that another '
            "program can play the hands.",
        ),
    ] = False,
    lights: Annotated[
        bool, typer.Option("--lights", help="Tell the role of every lit square at each change.")
    ] = False,
    parts: Annotated[
        bool,
        typer.Option(
            "--parts",
            help="Also ask whether a turn was on squares that tell nothing, whether some piece "
            "stands on a square now, or whether a turn was taken back, and take two other pieces "
            'for yes and no: ask with what "part", "piece" or "takeback".',
        ),
    ] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Keep the game and its trace in the archive.")
    ] = False,
    archive: Annotated[
        Path | None,
        typer.Option(
            "--archive",
            metavar="PATH",
            envvar=ARCHIVE_VARIABLE,
            help="Record into this archive and not into games.sqlite in the data folder "
            "(~/.local/share/pacoboard).",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Work out the turns of a trace: `HELP` says it to people."""
    source = _standard_input() if source is None else source
    with opened_trace(source) as trace, ExitStack() as stack:
        lines = numbered_lines(source, trace)
        header_text, header, follower = begin_trace(
            source, lines, with_lights=lights, with_parts=parts
        )
        recorder = None
        if record:
            path = archive or default_archive()
            recorder = stack.enter_context(recording(path, header, header_text))
            say(
                said(
                    "console.infer.recording-in",
                    "recording game {game} in {path}",
                    game=recorder.game,
                    path=Verbatim(path),
                )
            )
        if stream:
            look_no_more_at_what_stays()  # Somebody waits for each answer.
        _tell(follower.begin(), recorder, stream=stream)
        parser = LineParser(header)
        for number, text in lines:
            line = parsed_line(parser, source, number, text)
            if recorder is not None:
                recorder.keep_line(text)
            _tell(follower.take(line) if line is not None else (), recorder, stream=stream)
        _tell(follower.finish(), recorder, stream=False)


def _standard_input() -> str:
    """What names standard input; on a terminal people would wait for nothing, and are told so."""
    if sys.stdin.isatty():
        raise missing_argument(_SOURCE_NAME, _SOURCE_HELP)
    return STDIN


def begin_trace(
    source: str, lines: Lines, *, with_lights: bool, with_parts: bool = False
) -> tuple[str, TraceHeader, TraceFollower]:
    """The first line that is not blank, what it says, and who follows the others."""
    number = 0
    for number, text in lines:
        if text.strip():
            try:
                header = parse_header(text, number)
                follower = TraceFollower(header, with_lights=with_lights, with_parts=with_parts)
                return text, header, follower
            except TraceError as error:
                raise bad_line(source, number, error.problem) from error
            except RulesError as error:
                raise bad_line(source, number, str(error)) from error
    raise bad_line(source, number + 1, "expected a trace header, saw the end of the trace")


def parsed_line(parser: LineParser, source: str, number: int, text: str) -> TraceLine | None:
    """A line of a trace; None for a blank one. Raises InputError, naming the line."""
    try:
        return parser.parse(text, number)
    except TraceError as error:
        raise bad_line(source, number, error.problem) from error


def _tell(told: Iterable[Told], recorder: Recording | None, *, stream: bool) -> None:
    """Record each event, then print it: what was printed is safe."""
    for event, value in told:
        if recorder is not None and event is not None:
            game = recorder.game
            recorder.keep(event)
            if recorder.game != game:
                say(said("console.infer.recording", "recording game {game}", game=recorder.game))
        write_json(value)
    if stream:
        write_json({"event": "ready"})
