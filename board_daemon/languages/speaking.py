"""The language that a terminal is spoken to in, and sentences in it.

Chosen once, at the start of a command, as programs with gettext do it: whoever says something says
a `Sentence`, and `spoken` is called where it is written to the terminal, without anybody in between
having to hand the language on. It is kept in a context variable, so that it ends with the command.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final
from unicodedata import bidirectional

from board_daemon.languages.catalogs import in_language
from board_daemon.languages.language import Language
from board_daemon.languages.sentences import isolated

_language: Final = ContextVar("language", default=Language.ENGLISH)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak a language for a while."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def spoken_language() -> Language:
    """The language that is spoken now."""
    return _language.get()


def spoken(text: str) -> str:
    """A sentence in the language that is spoken now; what is no sentence stays as it is."""
    return in_language(text, _language.get())


def spoken_apart(text: str) -> str:
    """The same for a word that stands in a row with others, such as a cell of a table.

    The row stays in its order from left to right, in whichever direction the word is written.
    """
    words = spoken(text)
    return isolated(words) if _is_right_to_left(words) else words


def _is_right_to_left(text: str) -> bool:
    return any(bidirectional(letter) in ("R", "AL") for letter in text)
