"""Files, and parts of pages, that are made from something else: written, or compared."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
"""The folder of the whole project."""
GUIDE: Final = Path("hardware/README.md")
"""The page in which much is put, below the folder."""


class GuideError(ValueError):
    """A page has no place for what is to be put in."""


def with_parts(page: str, parts: Mapping[str, str]) -> str:
    """The page with each part put between its two marks; raises GuideError where one is missing."""
    for name, text in parts.items():
        begin, end = f"<!-- made: {name} -->", f"<!-- end: {name} -->"
        pieces = re.split(f"{re.escape(begin)}|{re.escape(end)}", page)
        if len(pieces) != 3:
            raise GuideError(f"expected {begin} and {end} once in the page, one after the other")
        page = f"{pieces[0]}{begin}\n{text.strip()}\n{end}{pieces[2]}"
    return page


def stale(files: Mapping[Path, str]) -> list[Path]:
    """Those files that are missing or hold something else."""
    return [
        path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text
    ]


def write(files: Mapping[Path, str]) -> list[Path]:
    """Write what is stale; the answer says which files that was."""
    changed = stale(files)
    for path in changed:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], "utf-8")
    return changed


def report(files: Mapping[Path, str], root: Path, *, checks: bool) -> bool:
    """What a command does with what it has made: write it, or say what is stale; whether it is."""
    if not checks:
        for path in write(files):
            print(f"wrote {path.relative_to(root)}")
        return False
    found = stale(files)
    for path in found:
        print(f"{path.relative_to(root)} is stale: run make wiring", file=sys.stderr)
    return bool(found)
