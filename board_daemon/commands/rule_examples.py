"""`pacoboard rules examples`: the booklets' examples, listed and drawn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Final

import typer

from board_daemon.commands.cards import WIDEST, board_lines, print_lines
from board_daemon.commands.lines import examples, write_line
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.squares import square_name

if TYPE_CHECKING:
    from board_daemon.rules.position import Position
    from board_daemon.teach.examples import Example, Moment, Standing

EXAMPLES: Final = examples(
    "pacoboard rules examples",
    "pacoboard rules examples rook-chain",
    "pacoboard rules examples rook-chain --end",
)

_COLUMNS: Final = ("Example", "Section", "Page", "Title")
_LABEL: Final = 10
"""Columns before what is said of a moment."""


def examples_command(
    name: Annotated[
        str | None,
        typer.Argument(metavar="EXAMPLE", help="The example to show.", show_default="list all"),
    ] = None,
    at_end: Annotated[
        bool, typer.Option("--end", help="Draw the board after the turns to be played.")
    ] = False,
) -> None:
    """List the worked examples of the booklets, or show one of them.

    The booklets' pictures are lost; what we added to the text is told.
    In a pipe the columns of the list are separated by tabs.
    """
    from board_daemon.teach.examples import booklet_examples, example_named

    if name is not None:
        _show(example_named(name), at_end=at_end)
    elif sys.stdout.isatty():
        _print_table(booklet_examples())
    else:
        write_line("\t".join(_COLUMNS))
        for example in booklet_examples():
            write_line("\t".join(_cells(example)))


def _cells(example: Example) -> tuple[str, str, str, str]:
    pages = {source.page for source in example.sources}
    page = ", ".join(map(str, sorted(pages)))
    if len(example.sources) == 1:
        page += f" ({example.sources[0].booklet.title()})"
    return example.id, example.section, page, example.title


def _print_table(listed: tuple[Example, ...]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in _COLUMNS:
        table.add_column(column, no_wrap=column != "Title")
    for example in listed:
        table.add_row(*_cells(example))
    Console(highlight=False).print(table)


def _show(example: Example, *, at_end: bool) -> None:
    from rich.console import Console
    from rich.text import Text

    from board_daemon.terminal.panel import Room

    console = Console(highlight=False)
    room = Room.of(console)
    width = min(room.width, WIDEST)
    sources = ", ".join(f"{s.booklet.title()} booklet p. {s.page}" for s in example.sources)
    lines = [
        Text(example.title, "bold"),
        Text(f"{_subject(example)}; {sources}", "dim"),
        Text(),
        *map(Text, wrap(example.sentence, width)),
        Text(),
        *board_lines(_drawn(example, at_end=at_end), room),
        Text(),
    ]
    lines += [Text(line) for line in _told(example, width)]
    print_lines(lines, console, room)


def _subject(example: Example) -> str:
    section = example.section.replace("-", " ")
    if example.piece is None:
        return section
    return f"{section} ({example.piece.title_name.lower()})"


def _drawn(example: Example, *, at_end: bool) -> Position:
    """The example's position, or the one after its play under the first of its rulesets."""
    from board_daemon.rules.fen import parse_fen
    from board_daemon.rules.game import Game
    from board_daemon.rules.notation import parse_turn
    from board_daemon.rules.rulesets import ruleset_named

    if not at_end:
        return parse_fen(example.fen)
    game = Game(parse_fen(example.fen, ruleset_named(example.rules[0])))
    for turn in example.play:
        game.play_turn(parse_turn(game.position, turn))
    return game.position


def _told(example: Example, width: int) -> Iterator[str]:
    """All that the data say beside the board, line by line."""
    mover = "White" if example.fen.split()[1] == "w" else "Black"
    yield from _hanging("FEN", example.fen, width)
    yield from _hanging("to play", f"{', '.join(example.play)} ({mover} begins)", width)
    yield from _hanging("under", ", ".join(example.rules), width)
    yield from _hanging("our part", example.completion or "nothing", width)
    for moment in example.moments:
        yield ""
        heading = f"after {', '.join(moment.after)}" if moment.after else "in the position"
        if moment.rules != example.rules:
            heading += f" under {', '.join(moment.rules)}"
        yield from wrap(f"{heading}:", width, subsequent_indent="  ")
        for label, words in _facts(moment):
            yield from _hanging(label, words, width)


def _facts(moment: Moment) -> Iterator[tuple[str, str]]:
    if moment.legal:
        yield "legal", ", ".join(moment.legal)
    for refusal in moment.illegal:
        yield "not legal", f"{refusal.turn}: {refusal.reason}"
    if moment.stands:
        yield "stands", ", ".join(map(_standing, moment.stands))
    if moment.sako is not None:
        yield "Ŝako", _sides(moment.sako)
    if moment.paco is not None:
        yield "Paco", _sides(moment.paco)
    if moment.status is not None:
        yield "status", moment.status


def _standing(standing: Standing) -> str:
    letters = [
        piece.letter if color == Color.WHITE else piece.letter.lower()
        for color, piece in ((Color.WHITE, standing.white), (Color.BLACK, standing.black))
        if isinstance(piece, PieceType)
    ]
    return f"{square_name(standing.square)} {'&'.join(letters) or 'empty'}"


def _sides(colors: frozenset[Color]) -> str:
    return " and ".join(f"by {color.name.title()}" for color in sorted(colors)) or "by nobody"


def _hanging(label: str, words: str, width: int) -> list[str]:
    indent = " " * (_LABEL + 2)
    lines = wrap(
        words, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    lines[0] = f"  {label:<{_LABEL}}{lines[0].strip()}"
    return lines
