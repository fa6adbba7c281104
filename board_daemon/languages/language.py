"""Which languages there are, how they are written, and which one somebody wants."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


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
_VARIABLES: Final = (LANGUAGE_VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")


def language_of(environment: Mapping[str, str]) -> Language:
    """The language of a terminal, as its environment names it; English where it names none of ours.

    Like every program's, by the first of the variables that is set: `LC_ALL=nl_BE.UTF-8` is Dutch.
    """
    wanted = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    code = wanted.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return Language(code) if code in list(Language) else Language.ENGLISH
