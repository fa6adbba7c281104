"""Every key of the configuration by its dotted name: for messages and for the documentation."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from board_daemon.config.kinds import NONE, Kind
from board_daemon.config.models import Config


@dataclass(frozen=True, slots=True)
class Key:
    """One key. A group has keys below it."""

    name: str
    """With the sections above it: `web.port`."""
    expected: str
    default: str
    """As a file would say it; empty for a section and for what must be said."""
    meaning: str
    is_group: bool


@cache
def all_keys() -> tuple[Key, ...]:
    """All keys in the order of the models, each group before what is in it."""
    return tuple(_keys(Config, ""))


def keys_in(group: str) -> tuple[str, ...]:
    """The last words of the keys right below a group; the sections for the empty name."""
    prefix = f"{group}." if group else ""
    names = [key.name for key in all_keys() if key.name.startswith(prefix)]
    return tuple(name.removeprefix(prefix) for name in names if "." not in name[len(prefix) :])


def expected_of(name: str) -> str:
    """What may stand under a key."""
    if not name:
        return f"sections ({', '.join(keys_in(''))}) with their keys"
    return next(key.expected for key in all_keys() if key.name == name)


def suggestion(group: str, word: str) -> str:
    """The key that was meant by an unknown one, as a file must name it; empty: nobody knows."""
    siblings = keys_in(group)
    lower = word.lower().replace("-", "_")
    near = get_close_matches(lower, siblings, n=1)
    if near:
        return near[0]
    elsewhere = [key.name for key in all_keys() if key.name.rpartition(".")[2] == lower]
    return elsewhere[0] if len(elsewhere) == 1 else ""


def _keys(model: type[BaseModel], prefix: str) -> Iterator[Key]:
    for word, field in model.model_fields.items():
        name = prefix + word
        group = _group(field)
        if group is None:
            yield _leaf(name, field)
            continue
        below = ", ".join(group.model_fields)
        is_optional = type(None) in get_args(field.annotation)
        expected = f"{NONE}, or keys with values ({below})" if is_optional else f"keys ({below})"
        default = NONE if is_optional else ""
        meaning = field.description or (group.__doc__ or "")
        yield Key(name, expected, default, meaning, is_group=True)
        yield from _keys(group, f"{name}.")


def _leaf(name: str, field: FieldInfo) -> Key:
    kind = next(part for part in field.metadata if isinstance(part, Kind))
    default = "" if field.is_required() else kind.text(field.default)
    return Key(name, kind.expected, default, field.description or "", is_group=False)


def _group(field: FieldInfo) -> type[BaseModel] | None:
    """The model below a field; None where the field is a leaf."""
    for candidate in (field.annotation, *get_args(field.annotation)):
        if isinstance(candidate, type) and issubclass(candidate, BaseModel):
            return candidate
    return None
