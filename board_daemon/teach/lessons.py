"""Exercises in courses, read from the files of `courses/`.

Most come from the booklets' examples (see `examples`); the sentences are ours. Each says what
counts as solved (`goals`), so that every turn that does so is taken, and shows one way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from board_daemon.rules.fen import start_of
from board_daemon.rules.position import Position
from board_daemon.rules.rulesets import Ruleset
from board_daemon.teach.errors import LessonError
from board_daemon.teach.examples import Section, Source
from board_daemon.teach.goals import Goal
from board_daemon.teach.lines import Line, Values

COURSES: Final = (
    "pieces",
    "union",
    "moving",
    "taking-over",
    "chain",
    "sako",
    "paco",
    "promotion",
    "castling",
    "en-passant",
)
"""The names of the courses, from easy to hard."""


@dataclass(frozen=True, slots=True)
class Step:
    """One turn that the child is to find."""

    reply: str | None
    """The other side's turn before it, in notation."""
    goal: Line
    """What is to be done."""
    solved: Goal
    show: str
    """One way to do it, in notation."""
    hints: tuple[Line, ...]
    right: Line
    wrong: Mapping[str, Line]
    """What is said to certain turns, by their notation."""
    otherwise: Line | None
    """What is said to all others; None: what the rules can say of them."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position, and one turn or several to be found from there on."""

    id: str
    title: Line
    section: Section | None
    """The booklets' heading; None for what comes from a game."""
    sources: tuple[Source, ...]
    fen: str
    rules: Ruleset
    steps: tuple[Step, ...]

    @property
    def start(self) -> Position:
        """The position that is set up."""
        return start_of(self.fen, self.rules)


@dataclass(frozen=True, slots=True)
class Course:
    """Exercises on one matter, from easy to hard."""

    id: str
    title: Line
    about: Line
    exercises: tuple[Exercise, ...]


@cache
def courses() -> tuple[Course, ...]:
    """All courses; raises `LessonError`."""
    from board_daemon.teach.lesson_file import read_course

    found = tuple(read_course(name, _text_of(name)) for name in COURSES)
    ids = [exercise.id for course in found for exercise in course.exercises]
    if twice := {name for name in ids if ids.count(name) > 1}:
        raise LessonError(f"courses: expected each exercise once, got {', '.join(sorted(twice))}")
    return found


@cache
def phrases() -> Mapping[str, str]:
    """What is said in any exercise, in English, by its name; raises `LessonError`."""
    from board_daemon.teach.lesson_file import read_phrases

    return read_phrases(_text_of("phrases"))


def phrase(name: str, values: Values | None = None) -> Line:
    """One of them; raises `LessonError` where there is none of that name."""
    if name not in phrases():
        raise LessonError(f"expected the name of a phrase such as put-back, got {name!r}")
    return Line(f"lesson.phrase.{name}", phrases()[name], values or {})


def exercise_named(name: str) -> Exercise:
    """The exercise with that id; raises `LessonError`."""
    for course in courses():
        for exercise in course.exercises:
            if exercise.id == name:
                return exercise
    raise LessonError(f"expected the id of an exercise such as rook-unites, got {name!r}")


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence that lessons say, with its key, in English, to be translated.

    Puzzles found in games say nothing else.
    """
    for name, english in phrases().items():
        yield f"lesson.phrase.{name}", english
    for course in courses():
        for line in (course.title, course.about):
            yield line.key, line.english
        for exercise in course.exercises:
            yield exercise.title.key, exercise.title.english
            for step in exercise.steps:
                for line in lines_of(step):
                    yield line.key, line.english


def lines_of(step: Step) -> Iterator[Line]:
    """All that is said in a step."""
    yield step.goal
    yield from step.hints
    yield step.right
    yield from step.wrong.values()
    if step.otherwise is not None:
        yield step.otherwise


def _text_of(name: str) -> str:
    file = resources.files("board_daemon.teach") / "courses" / f"{name}.yaml"
    return file.read_text(encoding="utf-8")
