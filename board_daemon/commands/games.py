"""`pacoboard games`: the archive."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import typer

from board_daemon.archive.backup import back_up
from board_daemon.archive.export import (
    ExportFormat,
    end_of_game,
    export_game,
    fens_of,
    is_usual_start,
    numbered_turns,
)
from board_daemon.archive.records import ArchivedGame, GameSummary
from board_daemon.archive.store import Opening
from board_daemon.commands import analysing, importing
from board_daemon.commands.archives import (
    HOW_TO_RECORD,
    ArchiveOption,
    is_empty,
    open_archive,
)
from board_daemon.commands.game_words import names_of, players_of, result_words, turns_counted
from board_daemon.commands.lines import confirmed, examples, say, tell, write_json, write_line
from board_daemon.languages.sentences import Verbatim, said, said_count
from board_daemon.languages.speaking import spoken, spoken_apart
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.terminal.ends import GOES_ON, end_words
from board_daemon.terminal.words import NO_NAMES
from firmware_bridge.text_source import STDIN

app = typer.Typer(
    no_args_is_help=True,
    help=said(
        "console.help.games",
        "List, show, analyse, export, import, delete and copy the games of the archive.",
    ),
    epilog=examples(
        "pacoboard games list",
        "pacoboard games show 3",
        "pacoboard games analyse 3",
        "pacoboard games export 3 --format trace > game.jsonl",
        "pacoboard games import replay.json",
        "pacoboard games backup games.sqlite",
    ),
)

_Game = Annotated[
    int,
    typer.Argument(
        metavar="GAME",
        min=1,
        help=said("console.help.games.game", "The game's number in the list."),
    ),
]
_STARTED: Final = said("console.games.started", "Started")
_RULES: Final = said("console.games.rules", "Rules")
_RESULT: Final = said("console.games.result", "Result")
_COLUMNS: Final = (
    said("console.games.game", "Game"),
    _STARTED,
    NO_NAMES.white,
    NO_NAMES.black,
    said("console.games.turns", "Turns"),
    _RESULT,
    _RULES,
)
_GOES_ON: Final = said("console.games.goes-on", "goes on")


@app.command(
    "list",
    help=said(
        "console.help.games.list",
        "List all games, the oldest first.\n\nIn a pipe the columns are separated by tabs.",
    ),
    epilog=examples("pacoboard games list", "pacoboard games list --json"),
)
def list_command(
    archive: ArchiveOption = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help=said("console.help.games.list.json", "One line of JSON for each game.")
        ),
    ] = False,
) -> None:
    """List all games, for people or for programs."""
    if is_empty(archive):
        say(
            said(
                "console.games.none",
                "No game has been recorded yet: {how}.",
                how=HOW_TO_RECORD,
            )
        )
        return
    with open_archive(archive) as opened:
        games = opened.games()
    if as_json:
        for game in games:
            write_json(asdict(game))
    elif sys.stdout.isatty():
        _print_table(games)
    else:
        # The columns of a pipe say the same in every language: programs read them.
        write_line("\t".join(_COLUMNS))
        for game in games:
            write_line("\t".join(_cells(game)))


@app.command(
    "show",
    help=said(
        "console.help.games.show",
        "Show one game: who played, the turns, and the board at the end.",
    ),
    epilog=examples("pacoboard games show 3"),
)
def show_command(game: _Game, archive: ArchiveOption = None) -> None:
    """Show one game: who played, the turns, and the board at the end."""
    from board_daemon.terminal.marks import draw_marked_board

    with open_archive(archive) as opened:
        shown = opened.game(game)
    for line in _sheet(shown):
        write_line(line)
    if (end := end_of_game(shown)) is not None:
        names = names_of(shown)
        write_line(end_words(end, names.white, names.black))
    write_line("")
    for row in draw_marked_board(parse_fen(fens_of(shown)[-1], ruleset_named(shown.rules)), {}):
        write_line(row.plain.rstrip())


@app.command(
    "export",
    help=said(
        "console.help.games.export",
        "Export one game as text."
        "\n\nfen: the position at the start and after each turn.\n"
        "notation: a score sheet.\n"
        "actions: the official site's JSON, with time stamps.\n"
        "trace: the sensor trace, which pacoboard infer reads again.",
    ),
    epilog=examples(
        "pacoboard games export 3",
        "pacoboard games export 3 --format actions --output game.json",
    ),
)
def export_command(
    game: _Game,
    form: Annotated[
        ExportFormat,
        typer.Option(
            "--format", help=said("console.help.games.export.format", "What it looks like.")
        ),
    ] = ExportFormat.NOTATION,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE|-",
            help=said("console.help.games.export.output", "Where to, - for here."),
        ),
    ] = STDIN,
    archive: ArchiveOption = None,
) -> None:
    """Export one game as text, in one of the forms."""
    with open_archive(archive) as opened:
        text = export_game(opened, game, form)
    if output == STDIN:
        typer.echo(text, nl=False)
    else:
        Path(output).write_text(text, encoding="utf-8")


@app.command(
    "delete",
    help=said("console.help.games.delete", "Delete one game with its trace, for ever."),
    epilog=examples("pacoboard games delete 3"),
)
def delete_command(
    game: _Game,
    yes: Annotated[
        bool, typer.Option("--yes", help=said("console.help.games.delete.yes", "Do not ask."))
    ] = False,
    archive: ArchiveOption = None,
) -> None:
    """Delete one game with its trace, for ever."""
    with open_archive(archive, Opening.CHANGE) as opened:
        doomed = opened.game(game)
        told = said(
            "console.games.described",
            "game {game} ({players}, {turns})",
            game=game,
            players=players_of(doomed),
            turns=turns_counted(len(doomed.turns)),
        )
        sure = said("console.games.delete", "Delete {game} for ever?", game=told)
        if not yes and not confirmed(sure):
            say(said("console.games.kept", "kept {game}", game=told))
            raise typer.Exit(1)
        opened.delete(game)
    tell(said("console.games.deleted", "deleted {game}", game=told))


@app.command(
    "backup",
    help=said(
        "console.help.games.backup",
        "Copy the whole archive into a new file, also while a game is being recorded.",
    ),
    epilog=examples("pacoboard games backup /media/stick/games.sqlite"),
)
def backup_command(
    file: Annotated[
        Path,
        typer.Argument(
            help=said("console.help.games.backup.file", "A new file; none is overwritten.")
        ),
    ],
    archive: ArchiveOption = None,
) -> None:
    """Copy the whole archive into a new file, also while a game is being recorded."""
    with open_archive(archive) as opened:
        back_up(opened, file)
        count = opened.page(limit=1).total
    tell(
        said_count(
            "console.games.copied",
            count,
            "copied {count} game to {file}",
            "copied {count} games to {file}",
            file=Verbatim(file),
        )
    )


app.command("analyse", help=analysing.HELP, epilog=analysing.EXAMPLES)(analysing.analyse_command)
app.command("import", help=importing.HELP, epilog=importing.EXAMPLES)(importing.import_command)


def _sheet(game: ArchivedGame) -> Iterator[str]:
    """A score sheet for people; what `export` writes is for programs too, and always English."""
    names = NO_NAMES
    heading = {
        _STARTED: game.started_at,
        names.white: game.white or (game.black and "?"),
        names.black: game.black or (game.white and "?"),
        _RULES: Verbatim(game.rules),
        said("console.games.start", "Start"): None
        if is_usual_start(game)
        else Verbatim(game.start_fen),
    }
    yield from (_labelled(label, value) for label, value in heading.items() if value)
    yield ""
    yield from numbered_turns(game)
    if game.result is None:
        yield spoken(GOES_ON)
    else:
        yield _labelled(_RESULT, result_words(game.result, game.reason))


def _labelled(label: str, value: str) -> str:
    return spoken(said("console.games.labelled", "{label}: {value}", label=label, value=value))


def _cells(game: GameSummary) -> tuple[str, ...]:
    result = "goes on" if game.result is None else game.result
    return (
        str(game.id),
        game.started_at or "",
        game.white or "",
        game.black or "",
        str(game.turn_count),
        f"{result} ({game.reason})" if game.reason else result,
        game.rules,
    )


def _print_table(games: list[GameSummary]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    for name in _COLUMNS:
        is_number = name in ("Game", "Turns")
        table.add_column(spoken_apart(name), justify="right" if is_number else "left")
    for game in games:
        number, started, white, black, turns, _, rules = _cells(game)
        result = _GOES_ON if game.result is None else result_words(game.result, game.reason)
        # To the minute: the whole ISO 8601 time does not fit a narrow terminal.
        # What somebody is called is never taken for a colour.
        when = started[:16].replace("T", " ")
        cells = (number, when, white, black, turns, result, rules)
        table.add_row(*map(Text, map(spoken_apart, cells)))
    Console().print(table)
