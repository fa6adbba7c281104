"""`pacoboard games import`: games that were kept as text, back into the archive."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Annotated, Final

import typer

from board_daemon.archive.errors import GameTextError
from board_daemon.archive.export import ExportFormat
from board_daemon.archive.importing import MOST_CHARACTERS, form_of, read_game
from board_daemon.archive.records import ArchivedGame
from board_daemon.archive.store import MEMORY, Archive
from board_daemon.commands.archives import ArchiveOption, RulesOption
from board_daemon.commands.infer import begin_trace, parsed_line
from board_daemon.commands.lines import (
    InputError,
    counted,
    examples,
    numbered_lines,
    read_text,
    say,
    source_name,
    write_line,
)
from board_daemon.commands.recording import Recording
from board_daemon.paths import default_archive
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.rulesets import PACOPLAY, ruleset_named
from board_daemon.stopping import Stopping
from firmware_bridge.trace import LineParser

EXAMPLES: Final = examples(
    "pacoboard games import replay.json",
    "pacoboard games export 3 | pacoboard games import - --archive other.sqlite",
)

Traced = tuple[ArchivedGame, list[str]]
"""A game and the lines of its trace."""


def import_command(
    source: Annotated[
        str, typer.Argument(metavar="FILE|-", help="A game as text, or - for standard input.")
    ],
    rules: RulesOption = PACOPLAY.name,
    archive: ArchiveOption = None,
) -> None:
    """Import a game: a replay of the official site, or any of our exports.

    actions: the official site's JSON, or only its list of actions.
    notation: a score sheet; it has no times.
    fen: the start and each position; no times, players or ways of chains.
    trace: a sensor trace, played through as pacoboard infer does.
    What a text cannot tell is said; a text that is no game changes nothing,
    nor does a game that the archive holds already.
    """
    games, lost = read_games(source, rules)
    with Archive(archive or default_archive()) as opened:
        kept = opened.import_games(games)
    for (number, is_new), (game, _) in zip(kept, games, strict=True):
        what = f"imported game {number}" if is_new else f"this is game {number} already"
        write_line(f"{what}: {_described(game)}")
    if lost:
        say(lost)


def read_games(source: str, rules: str) -> tuple[list[Traced], str | None]:
    """The games of a file, and what it could not tell; raises InputError, naming the place."""
    text = read_text(source, MOST_CHARACTERS)
    ruleset = ruleset_named(rules)
    try:
        if text.strip() and form_of(text.removeprefix("\ufeff")) == ExportFormat.TRACE:
            return _played_through(source, text.removeprefix("\ufeff")), None
        imported = read_game(text, ruleset)
    except InputError:
        raise
    except GameTextError as error:
        # It begins with the line, as all that names a place does.
        raise InputError(f"{source_name(source)}, {error}") from error
    except PacoboardError as error:
        raise InputError(f"{source_name(source)}: {error}") from error
    return [(imported.game, [])], imported.lost


def _played_through(source: str, text: str) -> list[Traced]:
    """The games of a sensor trace, as the tracker makes them out."""
    lines = numbered_lines(source, io.StringIO(text))
    header_text, header, follower = begin_trace(source, lines, with_lights=False)
    parser = LineParser(header)
    with Archive(MEMORY) as archive:
        recorder = Recording(archive, header, header_text, Stopping())
        for number, line in lines:
            parsed = parsed_line(parser, source, number, line)
            recorder.keep_line(line)
            for event, _ in follower.take(parsed) if parsed is not None else ():
                if event is not None:
                    recorder.keep(event)
        for event, _ in follower.finish():
            if event is not None:
                recorder.keep(event)
        recorder.close()
        # When it was played nobody knows; only that it was not now.
        return [
            (replace(archive.game(each.id), started_at=None), archive.trace(each.id))
            for each in archive.games()
        ]


def _described(game: ArchivedGame) -> str:
    turns = counted(len(game.turns), "turn")
    if game.result is None:
        return f"{turns}, goes on"
    return f"{turns}, {game.result}" + (f" ({game.reason})" if game.reason else "")
