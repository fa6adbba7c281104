"""`pacoboard games import`: games that were kept as text, back into the archive."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from board_daemon.archive.errors import GameTextError
from board_daemon.archive.export import ExportFormat
from board_daemon.archive.importing import MOST_CHARACTERS, form_of, read_game
from board_daemon.archive.records import ArchivedGame, Incoming
from board_daemon.archive.store import Archive
from board_daemon.commands.archives import ArchiveOption, RulesOption
from board_daemon.commands.lines import (
    InputError,
    counted,
    examples,
    read_text,
    say,
    source_name,
    write_line,
)
from board_daemon.game.traced import games_of_trace
from board_daemon.paths import default_archive
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.rulesets import PACOPLAY, ruleset_named

EXAMPLES: Final = examples(
    "pacoboard games import replay.json",
    "pacoboard games export 3 | pacoboard games import - --archive other.sqlite",
)


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
    for (number, is_new), each in zip(kept, games, strict=True):
        what = f"imported game {number}" if is_new else f"this is game {number} already"
        write_line(f"{what}: {_described(each.game)}")
    if lost:
        say(lost)


def read_games(source: str, rules: str) -> tuple[list[Incoming], str | None]:
    """The games of a file, and what it could not tell; raises InputError, naming the place."""
    text = read_text(source, MOST_CHARACTERS)
    ruleset = ruleset_named(rules)
    try:
        if text.strip() and form_of(text.removeprefix("\ufeff")) == ExportFormat.TRACE:
            return games_of_trace(text.removeprefix("\ufeff")), None
        imported = read_game(text, ruleset)
    except InputError:
        raise
    except GameTextError as error:
        # It begins with the line, as all that names a place does.
        raise InputError(f"{source_name(source)}, {error}") from error
    except PacoboardError as error:
        raise InputError(f"{source_name(source)}: {error}") from error
    return [imported.incoming], imported.lost


def _described(game: ArchivedGame) -> str:
    turns = counted(len(game.turns), "turn")
    if game.result is None:
        return f"{turns}, goes on"
    return f"{turns}, {game.result}" + (f" ({game.reason})" if game.reason else "")
