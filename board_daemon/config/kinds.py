"""What may stand under a key: one class for each kind, which reads a value and names itself.

A kind is written beside the type of a pydantic field, `Annotated[float, Quantity(...)]`, and then
is the field's whole validation. What it expects is told in refusals and in the documentation alike.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from pydantic import GetCoreSchemaHandler, PlainValidator, ValidationInfo

from board_daemon.rules.errors import RulesetError
from board_daemon.rules.rulesets import Ruleset, mixed_ruleset, ruleset_named

NONE: Final = "none"
"""The word for what is not there or not wanted."""
FOLDER: Final = "folder"
"""The key of the validation context that says from where relative paths count."""


class Refused(ValueError):
    """A value is not of the kind that was expected."""

    def __init__(self, hint: str = "", *, expected: str = "", sentence: str = "") -> None:
        """`hint` follows what was seen; `expected` is better than the kind's own.

        `sentence` says it all, where there is a better one than expected and seen.
        """
        super().__init__(hint or sentence)
        self.hint = hint
        self.expected = expected
        self.sentence = sentence
        self.entry: int | None = None
        """Which one in a list is guilty."""

    def __str__(self) -> str:
        """For whoever makes a section in code; a file is told more."""
        return self.sentence or f"expected {self.expected}"


class RefusedRelation(Refused):
    """Two settings of a section do not fit together."""

    def __init__(self, key: str, other: str, expected: str, seen: str) -> None:
        """`key` is blamed, unless only `other` stands in the file."""
        super().__init__(sentence=f"expected {expected}, saw {seen}")
        self.key = key
        self.other = other


class Kind(ABC):
    """What may stand under a key."""

    @property
    @abstractmethod
    def expected(self) -> str:
        """In words, to follow "expected"."""

    @abstractmethod
    def read(self, value: object) -> object:
        """The setting for what a file says; raises `Refused`."""

    def text(self, setting: Any) -> str:
        """A setting as a file would say it."""
        return NONE if setting is None else str(setting)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        """What pydantic asks of an annotation."""
        return PlainValidator(self._validated).__get_pydantic_core_schema__(source, handler)

    def _validated(self, value: object, info: ValidationInfo) -> object:
        try:
            return self._read_in(value, info.context or {})
        except Refused as refusal:
            refusal.expected = refusal.expected or self.expected
            raise

    def _read_in(self, value: object, _context: Mapping[str, Any]) -> object:
        return self.read(value)


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A number that has no unit."""

    noun: str
    least: float
    most: float

    @property
    def expected(self) -> str:
        """With the range."""
        return f"{self.noun} from {self.least:g} to {self.most:g}"

    def read(self, value: object) -> float:
        """A whole number or a broken one."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Refused
        if not self.least <= value <= self.most:
            raise Refused
        return float(value)

    def text(self, setting: Any) -> str:
        """Without needless digits."""
        return f"{setting:g}"


@dataclass(frozen=True, slots=True)
class WholeNumber(Kind):
    """A number that counts or names something."""

    noun: str
    least: int
    most: int

    @property
    def expected(self) -> str:
        """With the range."""
        return f"{self.noun} from {self.least} to {self.most}"

    def read(self, value: object) -> int:
        """No broken number."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise Refused
        if not self.least <= value <= self.most:
            raise Refused
        return value


@dataclass(frozen=True, slots=True)
class YesNo(Kind):
    """Whether something is so."""

    @property
    def expected(self) -> str:
        """The two words."""
        return "yes or no"

    def read(self, value: object) -> bool:
        """YAML knows the words."""
        if not isinstance(value, bool):
            raise Refused
        return value

    def text(self, setting: Any) -> str:
        """As people write it."""
        return "yes" if setting else "no"


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of a few words."""

    words: type[StrEnum]

    @property
    def expected(self) -> str:
        """All of them."""
        *first, last = self.words
        return f"{', '.join(first)} or {last}"

    def read(self, value: object) -> StrEnum:
        """The member of the enumeration."""
        if not isinstance(value, str) or value not in list(self.words):
            raise Refused
        return self.words(value)


@dataclass(frozen=True, slots=True)
class Name(Kind):
    """What somebody is called; empty where nobody says."""

    longest: int

    @property
    def expected(self) -> str:
        """With how long it may be."""
        return f"a name of at most {self.longest} printable characters"

    def read(self, value: object) -> str:
        """Without the spaces around it."""
        if isinstance(value, bool | int | float):
            raise Refused("which is no text unless it stands in quotes")
        if not isinstance(value, str):
            raise Refused
        name = value.strip()
        if len(name) > self.longest or not name.isprintable():
            raise Refused
        return name

    def text(self, setting: Any) -> str:
        """In quotes, so that an empty one is seen."""
        return f'"{setting}"'


_CLOCK: Final = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


@dataclass(frozen=True, slots=True)
class ClockTime(Kind):
    """A time of day."""

    @property
    def expected(self) -> str:
        """By example."""
        return "a time of day such as 21:30"

    def read(self, value: object) -> time:
        """Hours and minutes, local time."""
        if isinstance(value, time):
            return value
        match = _CLOCK.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            raise Refused
        return time(int(match[1]), int(match[2]))

    def text(self, setting: Any) -> str:
        """Hours and minutes."""
        return f"{setting:%H:%M}"


@dataclass(frozen=True, slots=True)
class FilePath(Kind):
    """Where a file is; a relative path counts from the folder of the configuration file."""

    word: str
    """What to write to name no file."""

    @property
    def expected(self) -> str:
        """Or that none is named."""
        return f"the path of a file, or {self.word}"

    def read(self, value: object) -> Path | None:
        """Absolute, where the file that names it is known; None where no file is named."""
        return self._read_in(value, {})

    def text(self, setting: Any) -> str:
        """The path, or the word for none."""
        return self.word if setting is None else str(setting)

    def _read_in(self, value: object, context: Mapping[str, Any]) -> Path | None:
        if value is None or value == self.word:
            return None
        if isinstance(value, Path):
            return value
        if not isinstance(value, str) or not value.isprintable() or value.strip() in ("", "."):
            raise Refused
        try:
            path = Path(value.strip()).expanduser()
        except RuntimeError:
            raise Refused("whose home folder is not known") from None
        folder = context.get(FOLDER)
        return path if folder is None else folder / path


@dataclass(frozen=True, slots=True)
class Rules(Kind):
    """The rules of a game: a preset, or a mixture as a text or as keys with values."""

    @property
    def expected(self) -> str:
        """By example."""
        return "a ruleset such as manual, or a mixture such as manual,must_answer_sako=yes"

    def read(self, value: object) -> Ruleset:
        """What `board_daemon.rules.rulesets` makes of it."""
        if isinstance(value, Ruleset):
            return value
        try:
            if isinstance(value, str):
                return ruleset_named(value)
            if isinstance(value, dict):
                return mixed_ruleset(value)
        except RulesetError as error:
            # The rules say "got", a configuration says "saw".
            raise Refused(sentence=str(error).replace(", got ", ", saw ", 1)) from None
        raise Refused

    def text(self, setting: Any) -> str:
        """Its name, which names it again."""
        return str(setting.name)
