"""`pacoboard games`: the archive."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import typer

from board_daemon.archive.backup import back_up
from board_daemon.archive.export import ExportFormat, end_in_words, export_game, fens_of, score_of
from board_daemon.archive.records import GameSummary
from board_daemon.archive.store import Opening
from board_daemon.commands import analysing, importing
from board_daemon.commands.archives import (
    HOW_TO_RECORD,
    ArchiveOption,
    is_empty,
    open_archive,
)
from board_daemon.commands.lines import counted, examples, say, write_json, write_line
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.rulesets import ruleset_named
from firmware_bridge.text_source import STDIN

app = typer.Typer(
    no_args_is_help=True,
    help="List, show, analyse, export, import, delete and copy the games of the archive.",
    epilog=examples(
        "pacoboard games list",
        "pacoboard games show 3",
        "pacoboard games analyse 3",
        "pacoboard games export 3 --format trace > game.jsonl",
        "pacoboard games import replay.json",
        "pacoboard games backup games.sqlite",
    ),
)

_Game = Annotated[int, typer.Argument(metavar="GAME", min=1, help="The game's number in the list.")]
_COLUMNS: Final = ("Game", "Started", "White", "Black", "Turns", "Result", "Rules")


@app.command("list", epilog=examples("pacoboard games list", "pacoboard games list --json"))
def list_command(
    archive: ArchiveOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One line of JSON for each game.")
    ] = False,
) -> None:
    """List all games, the oldest first.

    In a pipe the columns are separated by tabs.
    """
    if is_empty(archive):
        say(f"No game has been recorded yet: {HOW_TO_RECORD}.")
        return
    with open_archive(archive) as opened:
        games = opened.games()
    if as_json:
        for game in games:
            write_json(asdict(game))
    elif sys.stdout.isatty():
        _print_table(games)
    else:
        write_line("\t".join(_COLUMNS))
        for game in games:
            write_line("\t".join(_cells(game)))


@app.command("show", epilog=examples("pacoboard games show 3"))
def show_command(game: _Game, archive: ArchiveOption = None) -> None:
    """Show one game: who played, the turns, and the board at the end."""
    from board_daemon.terminal.marks import draw_marked_board

    with open_archive(archive) as opened:
        shown = opened.game(game)
    for line in score_of(shown):
        write_line(line)
    if words := end_in_words(shown):
        write_line(words)
    write_line("")
    for row in draw_marked_board(parse_fen(fens_of(shown)[-1], ruleset_named(shown.rules)), {}):
        write_line(row.plain.rstrip())


@app.command(
    "export",
    epilog=examples(
        "pacoboard games export 3",
        "pacoboard games export 3 --format actions --output game.json",
    ),
)
def export_command(
    game: _Game,
    form: Annotated[
        ExportFormat, typer.Option("--format", help="What it looks like.")
    ] = ExportFormat.NOTATION,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE|-", help="Where to, - for here.")
    ] = STDIN,
    archive: ArchiveOption = None,
) -> None:
    """Export one game as text.

    fen: the position at the start and after each turn.
    notation: a score sheet.
    actions: the official site's JSON, with time stamps.
    trace: the sensor trace, which pacoboard infer reads again.
    """
    with open_archive(archive) as opened:
        text = export_game(opened, game, form)
    if output == STDIN:
        typer.echo(text, nl=False)
    else:
        Path(output).write_text(text, encoding="utf-8")


@app.command("delete", epilog=examples("pacoboard games delete 3"))
def delete_command(
    game: _Game,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    archive: ArchiveOption = None,
) -> None:
    """Delete one game with its trace, for ever."""
    with open_archive(archive, Opening.CHANGE) as opened:
        doomed = opened.game(game)
        players = f"{doomed.white or 'White'} and {doomed.black or 'Black'}"
        told = f"game {game} ({players}, {counted(len(doomed.turns), 'turn')})"
        if not yes and not typer.confirm(f"Delete {told} for ever?", err=True):
            say(f"kept {told}")
            raise typer.Exit(1)
        opened.delete(game)
    write_line(f"deleted {told}")


@app.command("backup", epilog=examples("pacoboard games backup /media/stick/games.sqlite"))
def backup_command(
    file: Annotated[Path, typer.Argument(help="A new file; none is overwritten.")],
    archive: ArchiveOption = None,
) -> None:
    """Copy the whole archive into a new file, also while a game is being recorded."""
    with open_archive(archive) as opened:
        back_up(opened, file)
        count = opened.page(limit=1).total
    write_line(f"copied {counted(count, 'game')} to {file}")


app.command("analyse", epilog=analysing.EXAMPLES)(analysing.analyse_command)
app.command("import", epilog=importing.EXAMPLES)(importing.import_command)


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
        table.add_column(name, justify="right" if name in ("Game", "Turns") else "left")
    for game in games:
        number, started, *others = _cells(game)
        # To the minute: the whole ISO 8601 time does not fit a narrow terminal.
        # What somebody is called is never taken for a colour.
        cells = (number, started[:16].replace("T", " "), *others)
        table.add_row(*map(Text, cells))
    Console().print(table)
