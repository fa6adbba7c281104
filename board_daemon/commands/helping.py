"""Help, and what is said about a mistyped command, in the language of the terminal.

Commands and their options are declared in English when a module is imported, before anybody knows
the language. So their texts are found by the English ones, as gettext does it, in commands that
Typer has made anew for this call. What Typer says by itself it takes from constants of a module;
what it says of a mistyped command cannot be reached, and is said here in other languages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, cast

import typer
from typer.core import TyperCommand, TyperGroup

from board_daemon.commands.lines import BEFORE_PURPOSE
from board_daemon.languages.catalogs import texts_by_english
from board_daemon.languages.language import Language, language_asked_for, language_of
from board_daemon.languages.sentences import Sentence, said
from board_daemon.languages.speaking import spoken, spoken_language

LANGUAGE_OPTION: Final = "--language"
HELP_KEYS: Final = "console.help."
"""With this begin the keys of what is declared before the language is known."""

# Newer versions of Typer bring Click along under another name: this is its class in all of them.
_UsageError: Final = cast("type[typer.BadParameter]", typer.BadParameter.__base__)

_TYPERS_WORDS: Final[Mapping[str, Sentence]] = {
    "DEFAULT_STRING": said("console.typer.default", "[default: {}]"),
    "ENVVAR_STRING": said("console.typer.variable", "[env var: {}]"),
    "REQUIRED_LONG_STRING": said("console.typer.required", "[required]"),
    "ARGUMENTS_PANEL_TITLE": said("console.typer.arguments", "Arguments"),
    "OPTIONS_PANEL_TITLE": said("console.typer.options", "Options"),
    "COMMANDS_PANEL_TITLE": said("console.typer.commands", "Commands"),
    "ERRORS_PANEL_TITLE": said("console.typer.error", "Error"),
    "ABORTED_TEXT": said("console.typer.aborted", "Aborted."),
    "RICH_HELP": said(
        "console.typer.see-help", "Try [blue]'{command_path} {help_option}'[/] for help."
    ),
}
"""By the names that they have in `typer.rich_utils`."""


def language_and_rest(
    arguments: Sequence[str], environment: Mapping[str, str]
) -> tuple[Language, list[str]]:
    """The language that is wanted, and the command line without the option that names it.

    The option may stand anywhere: who adds it to a command adds it at the end. Raises
    UnknownLanguage.
    """
    wanted: str | None = None
    rest: list[str] = []
    left = iter(arguments)
    for word in left:
        name, equals, value = word.partition("=")
        if word == "--":
            rest += [word, *left]
        elif name != LANGUAGE_OPTION:
            rest.append(word)
        elif (code := value if equals else next(left, None)) is None:
            # Without a language behind it: Typer says so.
            rest.append(word)
        else:
            wanted = code
    if wanted is not None:
        return language_asked_for(wanted, LANGUAGE_OPTION), rest
    return language_of(environment), rest


class SpeakingCommand(TyperCommand):
    """A command whose help is in the language of the terminal."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the line that shows how it is called."""
        _write_usage(ctx, formatter, self.collect_usage_pieces(ctx))

    def get_help_option(self, ctx: Any) -> Any:
        """The option `--help`."""
        return _with_help(super().get_help_option(ctx))


class SpeakingGroup(TyperGroup):
    """Commands whose help is in the language of the terminal."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the line that shows how they are called."""
        _write_usage(ctx, formatter, self.collect_usage_pieces(ctx))

    def get_help_option(self, ctx: Any) -> Any:
        """The option `--help`."""
        return _with_help(super().get_help_option(ctx))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is named; raises Click's error for one that there is not."""
        if spoken_language() != Language.ENGLISH and self.get_command(ctx, args[0]) is None:
            words = said("console.usage.command", "There is no command {name}.", name=args[0])
            raise _UsageError(words, ctx=ctx)
        return super().resolve_command(ctx, args)


def let_speak(app: typer.Typer) -> None:
    """Have all commands of an app made so that their help is in the language of the terminal."""
    for command in app.registered_commands:
        command.cls = SpeakingCommand
    for group in app.registered_groups:
        group.cls = SpeakingGroup
        if group.typer_instance is not None:
            let_speak(group.typer_instance)


@contextmanager
def translated(group: TyperGroup) -> Iterator[None]:
    """Have a group and all in it, made for this call, in the language spoken, and Typer's words.

    In English they are so already, and what Typer writes help with need not be loaded.
    """
    if spoken_language() == Language.ENGLISH:
        yield
        return
    from typer import rich_utils

    texts = texts_by_english(spoken_language(), HELP_KEYS)
    places = {str(place): spoken(place) for place in (_OPTIONS, _SUBCOMMAND)}
    _translate(group, {**places, **texts})
    english = {name: getattr(rich_utils, name) for name in _TYPERS_WORDS}
    try:
        for name, words in _TYPERS_WORDS.items():
            setattr(rich_utils, name, spoken(words))
        yield
    finally:
        for name, words in english.items():
            setattr(rich_utils, name, words)


def _translate(command: Any, texts: Mapping[str, str]) -> None:
    for name in ("help", "short_help", "options_metavar", "subcommand_metavar"):
        _put(command, name, texts)
    if command.epilog:
        lines = (_example_in(line, texts) for line in command.epilog.split("\n"))
        command.epilog = "\n".join(lines)
    for parameter in command.params:
        _put(parameter, "help", texts)
        _put(parameter, "show_default", texts)
    for each in getattr(command, "commands", {}).values():
        _translate(each, texts)


def _put(owner: Any, name: str, texts: Mapping[str, str]) -> None:
    text = getattr(owner, name, None)
    if isinstance(text, str) and text in texts:
        setattr(owner, name, texts[text])


def _example_in(line: str, texts: Mapping[str, str]) -> str:
    """A line of the examples: what a command is for stands behind it, after three spaces."""
    command, gap, purpose = line.rpartition(BEFORE_PURPOSE)
    return command + gap + texts.get(purpose, purpose)


def _write_usage(ctx: Any, formatter: Any, pieces: Sequence[str]) -> None:
    prefix = spoken(said("console.usage", "Usage: "))
    formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=prefix)


def _with_help(option: Any) -> Any:
    if option is not None:
        option.help = spoken(said("console.typer.help", "Show this message and exit."))
    return option


_OPTIONS: Final = said("console.typer.options-place", "[OPTIONS]")
_SUBCOMMAND: Final = said("console.typer.command-place", "COMMAND [ARGS]...")


# --- what is wrong with a command line ---


@contextmanager
def mistypings_spoken() -> Iterator[None]:
    """Say what is wrong with a command line in the language of the terminal.

    In English Typer does so itself.
    """
    try:
        yield
    except _UsageError as error:
        is_help = type(error).__name__ == "NoArgsIsHelpError"
        if is_help or spoken_language() == Language.ENGLISH:
            raise
        raise _UsageError(spoken(_mistyping(error)), ctx=error.ctx) from None


def missing_argument(name: str, purpose: str) -> Exception:
    """The error of a command line on which an argument is wanted."""
    return _UsageError(_missing(name, purpose))


def _missing(name: str, purpose: str) -> Sentence:
    return said("console.usage.missing", "{name} is missing. {help}", name=name, help=purpose)


def _mistyping(error: Any) -> str:
    """What is wrong, as far as the kind of the error tells; its own words are English."""
    if isinstance(error.message, Sentence):
        return error.message
    parameter = getattr(error, "param", None)
    match type(error).__name__:
        case "NoSuchOption":
            return said(
                "console.usage.option", "There is no option {name}.", name=error.option_name
            )
        case "BadOptionUsage":
            name = error.option_name
            return said("console.usage.no-value", "The option {name} needs a value.", name=name)
        case "MissingParameter" if parameter is not None:
            return _missing(_name(parameter), parameter.help or "")
        case "BadParameter" if parameter is not None:
            return said(
                "console.usage.value",
                "{name}: this value does not fit. {help}",
                name=_name(parameter),
                help=parameter.help or "",
            )
        case _:
            return said("console.usage.other", "This command line cannot be understood.")


def _name(parameter: Any) -> str:
    """What somebody writes to give it: the longest of an option's names."""
    is_argument = parameter.param_type_name == "argument"
    return str(parameter.metavar or parameter.name if is_argument else max(parameter.opts, key=len))
