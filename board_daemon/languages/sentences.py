"""Sentences for people: in English, with a key by which they are said in other languages."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

Value = str | int | float
Values = Mapping[str, Value]

_PLACE: Final = re.compile(r"\{(\w+)\}")
_FIRST_STRONG_ISOLATE: Final = "\u2068"
_POP_ISOLATE: Final = "\u2069"


class Sentence(str):
    """A text in English that knows the key of its translations, and what is filled into them."""

    __slots__ = ("key", "values")

    key: str
    values: Values

    def __new__(cls, english: str, key: str, values: Values | None = None) -> Sentence:
        """`english`: the whole sentence; `values`: what its `{places}` are filled with."""
        made = super().__new__(cls, english)
        made.key = key
        made.values = values or {}
        return made

    def __getnewargs__(self) -> tuple[str, str, Values]:  # type: ignore[override]
        return str(self), self.key, self.values

    def telling(self) -> dict[str, object]:
        """The key and the values as JSON; a value that is a sentence itself is told as one."""
        values = {
            name: {"text": str(value), **value.telling()} if isinstance(value, Sentence) else value
            for name, value in self.values.items()
        }
        return {"key": self.key, "values": values}


class Verbatim(str):
    """A value that people copy: a command, an address, a path, a FEN, a line of YAML.

    It is filled in as it is in every language: a mark that nobody sees would be copied with it.
    """

    __slots__ = ()


def said(key: str, english: str, **values: Value) -> Sentence:
    """A sentence with its values filled in.

    Key and English text are written out where it is called: from there they come into the catalogs.
    """
    return Sentence(filled(english, values), key, values)


def said_count(key: str, count: int, one: str, other: str, **values: Value) -> Sentence:
    """A sentence on so many of something, `{count}` in it; other languages have further forms."""
    filled_in = {**values, "count": count}
    return Sentence(filled(one if count == 1 else other, filled_in), key, filled_in)


def with_values(sentence: Sentence, **values: Value) -> Sentence:
    """A sentence that was kept with its `{places}` open, with its values filled in."""
    return Sentence(filled(sentence, values), sentence.key, values)


def filled(text: str, values: Values) -> str:
    """The text with each `{name}` replaced by the value of that name, where there is one."""
    return _PLACE.sub(lambda place: str(values.get(place[1], place[0])), text)


def isolated(text: str) -> str:
    """The text between marks that nobody sees: what stands around it does not change its order."""
    return f"{_FIRST_STRONG_ISOLATE}{text}{_POP_ISOLATE}"


def listed(parts: Sequence[str]) -> str:
    """Several things in one sentence: `a1, b2, c3`."""
    *rest, last = parts or ("",)
    return said("console.list", "{list}, {last}", list=listed(rest), last=last) if rest else last


def together(parts: Sequence[str]) -> str:
    """The same with an "and" before the last: `a1, b2 and c3`."""
    *rest, last = parts or ("",)
    return said("console.and", "{list} and {last}", list=listed(rest), last=last) if rest else last


def places_of(text: str) -> frozenset[str]:
    """The names that stand in braces in a text."""
    return frozenset(_PLACE.findall(text))


def sentence_of(error: BaseException) -> str:
    """What an error says: a `Sentence` where it was raised with one."""
    said_first = error.args[0] if error.args else None
    return said_first if isinstance(said_first, Sentence) else str(error)
