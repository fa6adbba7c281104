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
from board_daemon.commands.game_words import result_words, turns_counted
from board_daemon.commands.lines import (
    InputError,
    examples,
    problem_in,
    read_text,
    say,
    source_name,
    tell,
)
from board_daemon.game.traced import games_of_trace
from board_daemon.languages.sentences import said, sentence_of
from board_daemon.paths import default_archive
from board_daemon.rules.errors import PacoboardError
from board_daemon.rules.rulesets import PACOPLAY, ruleset_named

EXAMPLES: Final = examples(
    "pacoboard games import replay.json",
    "pacoboard games export 3 | pacoboard games import - --archive other.sqlite",
)


HELP: Final = said(
    "console.help.games.import",
    "Import a game: a replay of the official site, or any of our exports."
    "\n\nactions: the official site's JSON, or only its list of actions.\n"
    "notation: a score sheet; it has no times.\n"
    "fen: the start and each position; no times, players or ways of chains.\n"
    "trace: a sensor trace, played through as pacoboard infer does.\n"
    "What a text cannot tell is said; a text that is no game changes nothing,\n"
    "nor does a game that the archive holds already.",
)


def import_command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-",
            help=said("console.help.games.import.file", "A game as text, or - for standard input."),
        ),
    ],
    rules: RulesOption = PACOPLAY.name,
    archive: ArchiveOption = None,
) -> None:
    """Import a game, or the games of a trace: `HELP` says it to people."""
    games, lost = read_games(source, rules)
    with Archive(archive or default_archive()) as opened:
        kept = opened.import_games(games)
    for (number, is_new), each in zip(kept, games, strict=True):
        told = _described(each.game)
        if is_new:
            new = said("console.import.new", "imported game {game}: {told}", game=number, told=told)
            tell(new)
        else:
            known = said(
                "console.import.known",
                "this is game {game} already: {told}",
                game=number,
                told=told,
            )
            tell(known)
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
        raise InputError(
            said(
                "console.import.refused",
                "{file}, {problem}",
                file=source_name(source),
                problem=sentence_of(error),
            )
        ) from error
    except PacoboardError as error:
        raise problem_in(source, error) from error
    return [imported.incoming], imported.lost


def _described(game: ArchivedGame) -> str:
    turns = turns_counted(len(game.turns))
    if game.result is None:
        return said("console.import.goes-on", "{turns}, goes on", turns=turns)
    result = result_words(game.result, game.reason)
    return said("console.import.result", "{turns}, {result}", turns=turns, result=result)
