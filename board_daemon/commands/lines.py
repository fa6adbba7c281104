"""Lines in, lines out: what the commands that filter text have in common."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final, TextIO

import typer

from board_daemon.archive.errors import UnusableArchive
from board_daemon.languages.language import Language
from board_daemon.languages.reasons import reason_of
from board_daemon.languages.sentences import Sentence, Verbatim, said, sentence_of, with_values
from board_daemon.languages.speaking import spoken, spoken_language
from board_daemon.rules.errors import PacoboardError
from firmware_bridge.text_source import STDIN, open_text

MAX_LINE_LENGTH: Final = 1 << 20
BEFORE_PURPOSE: Final = "   "
"""Stands between an example of a command and what it is for."""

_NO_FILE: Final = said("console.input.none", "expected a file to read in {file}, saw: {why}")
_NO_TRACE: Final = said("console.input.no-trace", "expected a trace in {file}, saw: {why}")


class InputError(PacoboardError):
    """Something that was read is not as it should be; the message begins with where it stood."""


def source_name(source: str) -> str:
    """What people call a source: the file's name, or standard input for `-`."""
    return said("console.stdin", "standard input") if source == STDIN else Verbatim(source)


def examples(*commands: str | tuple[str, str]) -> str:
    """The end of a help text: how the command is used, and what for."""
    explained = [(each, "") if isinstance(each, str) else each for each in commands]
    width = max(len(command) for command, _ in explained)
    lines = (
        f"  {command:<{width}}{BEFORE_PURPOSE}{purpose}".rstrip() for command, purpose in explained
    )
    return "\b\n" + "\n".join([said("console.help.examples", "Examples:"), *lines])


@contextmanager
def open_lines(source: str, nothing: Sentence = _NO_FILE) -> Iterator[TextIO]:
    """Open a file, or standard input for `-`; raises InputError where it cannot be read.

    `nothing`: what the error says, its `{file}` and `{why}` open.
    """
    try:
        opened = open_text(source)
    except OSError as error:
        file = Verbatim(source or repr(source))
        raise InputError(with_values(nothing, file=file, why=reason_of(error))) from error
    with opened as stream:
        yield stream


def opened_trace(source: str) -> AbstractContextManager[TextIO]:
    """Open a sensor trace, or standard input for `-`; raises InputError where it cannot be read."""
    return open_lines(source, _NO_TRACE)


def problem_in(source: str, error: PacoboardError) -> InputError:
    """The error that names the source, and what is wrong in it."""
    return InputError(
        said(
            "console.input.problem",
            "{file}: {problem}",
            file=source_name(source),
            problem=sentence_of(error),
        )
    )


def read_text(source: str, most: int) -> str:
    """All of a file or of standard input, of which more than `most` characters are refused."""
    with open_lines(source) as stream:
        text = stream.read(most + 1)
    if len(text) > most:
        raise InputError(
            said(
                "console.input.long",
                "{file}: expected at most {most} characters, saw more",
                file=source_name(source),
                most=most,
            )
        )
    return text


def numbered_lines(source: str, stream: TextIO) -> Iterator[tuple[int, str]]:
    """Each line without its end, and its number from 1; a longer line than allowed is refused."""
    number = 0
    while text := stream.readline(MAX_LINE_LENGTH + 1):
        number += 1
        if len(text) > MAX_LINE_LENGTH:
            problem = f"expected at most {MAX_LINE_LENGTH} characters, saw more"
            raise bad_line(source, number, problem)
        yield number, text.rstrip("\r\n")


def bad_line(source: str, number: int, problem: str) -> InputError:
    """The error that names the source and the line."""
    return InputError(
        said(
            "console.input.line",
            "{file}, line {number}: {problem}",
            file=source_name(source),
            number=number,
            problem=problem,
        )
    )


def answer_each_line(source: str, answer: Callable[[str], dict[str, object]]) -> None:
    """Write the answer to each line that is not blank and no comment (#) as one line of JSON.

    Raises InputError, naming the line, where there is no answer; the lines before it have been
    answered by then.
    """
    with open_lines(source) as stream:
        for number, text in numbered_lines(source, stream):
            question = text.removeprefix("\ufeff") if number == 1 else text
            if not question.strip() or question.lstrip().startswith("#"):
                continue
            try:
                answered = answer(question)
            except PacoboardError as error:
                raise bad_line(source, number, str(error)) from error
            write_json(answered)


def write_json(value: dict[str, object]) -> None:
    """Write one line of JSON and send it off at once."""
    write_line(json.dumps(value, separators=(",", ":")))


def write_line(text: str) -> None:
    """Write one line and send it off at once."""
    typer.echo(text)


def why_refused(error: Exception) -> str:
    """What an error says to people."""
    sentence = sentence_of(error)
    if isinstance(sentence, Sentence):
        return sentence
    if isinstance(error, UnusableArchive) and spoken_language() != Language.ENGLISH:
        return said("storage.now", "{trouble}.", trouble=error.trouble.value)
    # What is wrong deep inside, as in a file that somebody wrote by hand, is told in English.
    return said("console.refused", "{why}", why=sentence)


def say_refusal(sentence: str) -> None:
    """Tell people in one line what the program does not do, and why."""
    say(f"pacoboard: {' '.join(spoken(sentence).split())}")


def say(text: str) -> None:
    """Tell people something beside the output, in their language."""
    typer.echo(spoken(text), file=sys.stderr)


def tell(text: str) -> None:
    """Tell people something, in their language."""
    typer.echo(spoken(text))


def confirmed(question: str) -> bool:
    """Ask people beside the output, in their language; whoever only presses Enter says no.

    Their yes and no or the first letters of these are taken, and the English ones. Raises Click's
    Abort where the input ends.
    """
    yes, no = said("role.yes", "yes"), said("role.no", "no")
    own_yes, own_no = spoken(yes), spoken(no)
    shown = f"{spoken(question)} [{own_yes[0]}/{own_no[0].upper()}]"
    while True:
        answer = str(typer.prompt(shown, default="", show_default=False, err=True))
        word = answer.strip().casefold()
        if word in (own_yes, own_yes[0], "yes", "y"):
            return True
        if word in (own_no, own_no[0], "no", "n", ""):
            return False
        say(said("console.yes-or-no", "Please answer {yes} or {no}.", yes=yes, no=no))
