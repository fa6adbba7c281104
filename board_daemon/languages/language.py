"""Which languages there are, how they are written, and which one somebody wants."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from board_daemon.rules.errors import PacoboardError, shown


class Language(StrEnum):
    """A language by its code (BCP 47); English is the one in which everything is written first."""

    ENGLISH = "en"
    DUTCH = "nl"
    GERMAN = "de"
    FRENCH = "fr"
    PERSIAN = "fa"
    CZECH = "cs"
    ESPERANTO = "eo"

    @property
    def own_name(self) -> str:
        """What its speakers call it."""
        return _OWN_NAMES[self]

    @property
    def is_right_to_left(self) -> bool:
        """Whether it is written from right to left."""
        return self is Language.PERSIAN


class Wording(StrEnum):
    """What two pieces on one square do; for children the booklet (p. 73) has two softer words."""

    UNITE = "unite"
    HUG = "hug"
    DANCE = "dance"


_OWN_NAMES: Final = {
    Language.ENGLISH: "English",
    Language.DUTCH: "Nederlands",
    Language.GERMAN: "Deutsch",
    Language.FRENCH: "Français",
    Language.PERSIAN: "فارسی",
    Language.CZECH: "Čeština",
    Language.ESPERANTO: "Esperanto",
}

LANGUAGE_VARIABLE: Final = "PACOBOARD_LANGUAGE"
"""The environment variable that names the language of the terminal."""
_OF_THE_SHELL: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


class UnknownLanguage(PacoboardError):
    """Somebody asks for a language that is not spoken here."""


def language_asked_for(code: str, where: str) -> Language:
    """The language that somebody names, as `nl` or `nl_BE.UTF-8`.

    `where`: the option or variable that names it. Raises UnknownLanguage for one that is not ours.
    """
    found = _language(code)
    if found is None:
        # In English, and all languages by their own names: no other one is asked for.
        ours = ", ".join(f"{each} ({each.own_name})" for each in Language)
        raise UnknownLanguage(f"{where}: expected one of {ours}, saw {shown(code)}")
    return found


def language_of(environment: Mapping[str, str]) -> Language:
    """The language of a terminal, as its environment names it.

    `PACOBOARD_LANGUAGE` is asked first, and raises UnknownLanguage. Then, as for every program, the
    first of the shell's own variables that is set: `LC_ALL=nl_BE.UTF-8` is Dutch, and English is
    spoken where it names a language that is not ours.
    """
    if wanted := environment.get(LANGUAGE_VARIABLE):
        return language_asked_for(wanted, LANGUAGE_VARIABLE)
    name = next((environment[name] for name in _OF_THE_SHELL if environment.get(name)), "")
    return _language(name) or Language.ENGLISH


def _language(name: str) -> Language | None:
    code = name.strip().replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return next((language for language in Language if language == code), None)
