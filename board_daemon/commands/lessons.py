"""`pacoboard lessons`: the courses listed, and an exercise as a picture of text."""

from __future__ import annotations

import sys
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated, Final

import typer

from board_daemon.commands.cards import WIDEST, board_lines, print_lines
from board_daemon.commands.lines import InputError, examples, write_line
from board_daemon.languages.sentences import Sentence, listed, said
from board_daemon.languages.speaking import spoken, spoken_apart
from board_daemon.rules.errors import shown

if TYPE_CHECKING:
    from board_daemon.teach.examples import Source
    from board_daemon.teach.lessons import Course, Exercise
    from board_daemon.teach.lines import Line

EXAMPLES: Final = examples(
    "pacoboard lessons",
    "pacoboard lessons rook-unites",
    "pacoboard lessons rook-unites --solution",
)
HELP: Final = said(
    "console.help.lessons",
    "List the lessons that the board teaches, or show one exercise."
    "\n\nThey are done on the page, under Learn. In a pipe the columns of the list are separated "
    "by tabs.",
)
_COLUMNS: Final = (
    said("console.lessons.course", "Course"),
    said("console.lessons.exercise", "Exercise"),
    said("console.lessons.title", "Title"),
)


def lessons(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="COURSE|EXERCISE",
            help=said("console.help.lessons.name", "What to show."),
            show_default=said("console.help.lessons.all", "list all courses"),
        ),
    ] = None,
    solution: Annotated[
        bool,
        typer.Option(
            "--solution", help=said("console.help.lessons.solution", "Tell how it is solved.")
        ),
    ] = False,
) -> None:
    """List the lessons, or show one: `HELP` says it to people."""
    from board_daemon.teach.errors import LessonError
    from board_daemon.teach.lessons import courses, exercise_named

    chosen = [course for course in courses() if name in (None, course.id)]
    if chosen:
        _list(chosen)
        return
    assert name is not None
    try:
        exercise = exercise_named(name)
    except LessonError as error:
        raise InputError(
            said(
                "console.lessons.none",
                "expected the id of an exercise such as rook-unites, got {name}",
                name=shown(name),
            )
        ) from error
    _show(exercise, solution=solution)


def _list(chosen: list[Course]) -> None:
    rows = [
        (course.id, each.id, _line(each.title)) for course in chosen for each in course.exercises
    ]
    if not sys.stdout.isatty():
        # The columns of a pipe have the same names in every language: programs read them.
        write_line("\t".join(_COLUMNS))
        for course_id, exercise_id, title in rows:
            write_line("\t".join((course_id, exercise_id, spoken(title))))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    *names, widest = map(spoken_apart, _COLUMNS)
    for name in names:
        table.add_column(name, no_wrap=True)
    table.add_column(widest)
    for row in rows:
        table.add_row(*map(spoken_apart, row))
    Console(highlight=False).print(table)


def _show(exercise: Exercise, *, solution: bool) -> None:
    from rich.console import Console
    from rich.text import Text

    from board_daemon.terminal.panel import Room

    console = Console(highlight=False)
    room = Room.of(console)
    width = min(room.width, WIDEST)
    pages = listed([_page(source) for source in exercise.sources])
    lines = [
        Text(spoken(_line(exercise.title)), "bold"),
        Text(spoken(pages), "dim"),
        Text(),
        *board_lines(exercise.start, room),
        Text(),
        *(Text(line) for line in _told(exercise, width, solution=solution)),
    ]
    print_lines(lines, console, room)


def _told(exercise: Exercise, width: int, *, solution: bool) -> list[str]:
    told: list[str] = []
    for step in exercise.steps:
        if step.reply is not None:
            reply = said("console.lessons.reply", "The other side plays {turn}.", turn=step.reply)
            told.append(spoken(reply))
        told += wrap(spoken(_line(step.goal)), width)
        if solution:
            told.append(spoken(said("console.lessons.way", "One way: {turn}", turn=step.show)))
    return told


def _line(line: Line) -> Sentence:
    """A text of a lesson, which has translations of its own."""
    return Sentence(line.text, line.key, line.values)


def _page(source: Source) -> str:
    """Where the booklets tell of it."""
    from board_daemon.teach.examples import Booklet

    if source.booklet == Booklet.ENGLISH:
        return said("console.lessons.english", "English booklet p. {page}", page=source.page)
    return said("console.lessons.dutch", "Dutch booklet p. {page}", page=source.page)
