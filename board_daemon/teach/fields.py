"""Reading a data file key by key, with one sentence for whatever is not as it must be."""

from typing import Any, Final

from board_daemon.teach.errors import ExampleError
from firmware_bridge.yaml_text import TextProblem, compose, value_of

_LONGEST_SHOWN: Final = 80


def read_mapping(text: str, file: str) -> dict[str, Any]:
    """What a YAML mapping holds; raises `ExampleError` for a text that is none.

    `file`: what to call it in messages.
    """
    found = _loaded(text, file)
    if not isinstance(found, dict):
        raise ExampleError(f"{file}: expected keys with values, got {_shown(found)}")
    return found


def read_list(text: str, file: str) -> list[Any]:
    """The entries of a YAML list; raises `ExampleError` for a text that is none.

    `file`: what to call it in messages.
    """
    entries = _loaded(text, file)
    if not isinstance(entries, list):
        raise ExampleError(f"{file}: expected a list of {file}, got {_shown(entries)}")
    return entries


def _loaded(text: str, file: str) -> object:
    try:
        return value_of(compose(text))
    except TextProblem as problem:
        raise ExampleError(problem.sentence(file)) from None


class Fields:
    """The keys of one entry, each to be read once."""

    def __init__(self, entry: object, where: str) -> None:
        """`where` begins every message; raises `ExampleError` where `entry` has no keys."""
        self.where: Final = where
        if not isinstance(entry, dict):
            raise ExampleError(f"{where}: expected keys with values, got {_shown(entry)}")
        self._entry = entry
        self._unread = set(entry)

    def error(self, key: str, expected: str, seen: object) -> ExampleError:
        """What to raise for a value that is not as it must be."""
        return ExampleError(f"{self.where}, {key}: expected {expected}, got {_shown(seen)}")

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self._entry

    def value(self, key: str) -> object:
        """What stands under a key; raises `ExampleError` where it is missing."""
        if key not in self._entry:
            raise ExampleError(f"{self.where}: expected the key {key}, got none")
        self._unread.discard(key)
        return self._entry[key]

    def text(self, key: str, *, may_be_empty: bool = False) -> str:
        """A text of one line or several; raises `ExampleError`."""
        value = self.value(key)
        if not isinstance(value, str) or not (may_be_empty or value.strip()):
            raise self.error(key, "a text", value)
        return value.strip()

    def word(self, key: str) -> str:
        """Lower-case letters and digits with hyphens between them; raises `ExampleError`."""
        text = self.text(key)
        parts = text.split("-")
        if text != text.lower() or not all(part.isascii() and part.isalnum() for part in parts):
            raise self.error(key, "a word such as pawn-union", text)
        return text

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; raises `ExampleError`."""
        value = self.value(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(key, "a list of texts", value)
        return tuple(value)

    def mapping(self, key: str) -> dict[str, object]:
        """Texts with something under each; raises `ExampleError`."""
        value = self.value(key)
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value):
            raise self.error(key, "texts with a value each", value)
        return value

    def parts(self, key: str) -> tuple["Fields", ...]:
        """A list of entries with keys of their own; raises `ExampleError`."""
        value = self.value(key)
        if not isinstance(value, list):
            raise self.error(key, "a list", value)
        return tuple(
            Fields(part, f"{self.where}, {key} {number}")
            for number, part in enumerate(value, start=1)
        )

    def refuse_others(self) -> None:
        """Raise `ExampleError` for a key that nobody has read."""
        for key in self._entry:
            if key in self._unread:
                raise ExampleError(f"{self.where}: expected no key {_shown(key)}")


def _shown(value: object) -> str:
    """A value short enough for a message."""
    text = value if isinstance(value, str) else repr(value)
    text = " ".join(text.split())
    return repr(text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…")
