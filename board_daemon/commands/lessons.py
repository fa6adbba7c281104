"""`pacoboard lessons`: the courses listed, and an exercise as a picture of text."""

from __future__ import annotations

import sys
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Final

import typer

from board_daemon.commands.lines import examples, write_line

if TYPE_CHECKING:
    from rich.text import Text

    from board_daemon.rules.position import Position
    from board_daemon.teach.lessons import Course, Exercise
    from board_daemon.terminal.panel import Room

EXAMPLES: Final = examples(
    "pacoboard lessons",
    "pacoboard lessons rook-unites",
    "pacoboard lessons rook-unites --solution",
)
_COLUMNS: Final = ("Course", "Exercise", "Title")
_WIDEST: Final = 96
"""Longer lines are hard to read."""


def lessons(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="COURSE|EXERCISE", help="What to show.", show_default="list all courses"
        ),
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Tell how it is solved.")] = False,
) -> None:
    """List the lessons that the board teaches, or show one exercise.

    They are done on the page, under Learn. In a pipe the columns of the list are separated by tabs.
    """
    from board_daemon.teach.lessons import courses, exercise_named

    listed = [course for course in courses() if name in (None, course.id)]
    if listed:
        _list(listed)
    else:
        assert name is not None
        _show(exercise_named(name), solution=solution)


def _list(listed: list[Course]) -> None:
    rows = [(course.id, each.id, each.title.text) for course in listed for each in course.exercises]
    if not sys.stdout.isatty():
        for row in (_COLUMNS, *rows):
            write_line("\t".join(row))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in _COLUMNS:
        table.add_column(column, no_wrap=column != "Title")
    for row in rows:
        table.add_row(*row)
    Console(highlight=False).print(table)


def _show(exercise: Exercise, *, solution: bool) -> None:
    from rich.console import Console
    from rich.text import Text

    from board_daemon.terminal.marks import in_ascii
    from board_daemon.terminal.panel import Paint, Room

    console = Console(highlight=False)
    room = Room.of(console)
    width = min(room.width, _WIDEST)
    pages = ", ".join(f"{s.booklet.title()} booklet p. {s.page}" for s in exercise.sources)
    lines = [
        Text(exercise.title.text, "bold"),
        Text(pages, "dim"),
        Text(),
        *_board(exercise.start, room),
        Text(),
        *(Text(line) for line in _told(exercise, width, solution=solution)),
    ]
    for line in lines:
        shown = in_ascii(line) if room.paint == Paint.ASCII_MARKS else line
        shown.end = "\n"
        console.print(shown, soft_wrap=True)


def _told(exercise: Exercise, width: int, *, solution: bool) -> list[str]:
    told: list[str] = []
    for step in exercise.steps:
        if step.reply is not None:
            told.append(f"The other side plays {step.reply}.")
        told += wrap(step.goal.text, width)
        if solution:
            told.append(f"One way: {step.show}")
    return told


def _board(position: Position, room: Room) -> list[Text]:
    from board_daemon.terminal.board import draw_board
    from board_daemon.terminal.marks import draw_marked_board

    if room.has_colours:
        return draw_board(position, {}, wood=room.wood)
    lines = draw_marked_board(position, {})
    for line in lines:
        line.rstrip()
    return lines
