"""All English texts that are to be translated, found where they are written.

The page's stand in `texts.js`; what Python says stands where it says it, in calls of `said` and
`said_count`; the lessons' stand in their YAML files.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from board_daemon.rules.errors import PacoboardError
from board_daemon.teach import lessons

PACKAGE: Final = Path(__file__).parents[1]
PAGE_TEXTS: Final = PACKAGE / "web" / "static" / "texts.js"

_ENTRY: Final = re.compile(r'^  ("[^"]+"):\s*("(?:[^"\\]|\\.)*"),$', re.MULTILINE)
_KEY: Final = re.compile(r'^  "', re.MULTILINE)


class SourceError(PacoboardError):
    """English texts are not written so that they can be found, or contradict each other."""


def english_texts() -> dict[str, str]:
    """Every English text by its key; raises SourceError where a key has two texts."""
    texts: dict[str, str] = {}
    sources = (page_texts(), python_texts(), lessons.sentences())
    for key, english in (pair for source in sources for pair in source):
        if texts.setdefault(key, english) != english:
            raise SourceError(f"expected one text of {key}, saw {texts[key]!r} and {english!r}")
    return texts


def page_texts(path: Path = PAGE_TEXTS) -> list[tuple[str, str]]:
    """The texts of the page; raises SourceError for an entry that is not plainly written."""
    script = path.read_text(encoding="utf-8")
    found = [(json.loads(key), json.loads(text)) for key, text in _ENTRY.findall(script)]
    if len(found) != len(_KEY.findall(script)):
        raise SourceError(f'expected only lines such as "key": "text", in {path.name}')
    return found


def python_texts() -> Iterator[tuple[str, str]]:
    """What Python says in sentences with a key."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "said" in source:
            yield from _said_in(ast.parse(source), path.name)


def _said_in(tree: ast.Module, name: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id == "said":
            key, english = _texts(node, (0, 1), name)
            yield key, english
        elif node.func.id == "said_count":
            key, one, other = _texts(node, (0, 2, 3), name)
            yield f"{key}.one", one
            yield f"{key}.other", other


def _texts(call: ast.Call, places: tuple[int, ...], name: str) -> list[str]:
    texts = []
    for place in places:
        given = call.args[place] if place < len(call.args) else None
        if not (isinstance(given, ast.Constant) and isinstance(given.value, str)):
            raise SourceError(
                f"{name}, line {call.lineno}: expected key and text written out, saw something else"
            )
        texts.append(given.value)
    return texts


FORMS: Final = ("zero", "one", "two", "few", "many", "other")
"""The plural forms of CLDR."""


def counted_keys(texts: Mapping[str, str]) -> set[str]:
    """The keys, without their form, of which English has both forms: of what is counted."""
    bases = {key.removesuffix(".one") for key in texts if key.endswith(".one")}
    return {base for base in bases if f"{base}.other" in texts}
