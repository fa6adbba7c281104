"""The file in which a check or a calibration keeps what it has found: YAML, in a square map's form.

It is written whole or not at all, and the one before is kept beside it as `.bak`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import yaml

from board_daemon.checkup.errors import CheckupError
from board_daemon.languages.reasons import reason_of
from board_daemon.languages.sentences import Verbatim, said
from firmware_bridge.square_map import SquareMapError, read_layout
from firmware_bridge.squares import SQUARE_COUNT, square_name

_SUFFIXES: Final = (".yaml", ".yml")
_IN_A_ROW: Final = 8
_OTHER: Final = said("console.layout.seen-other", "something else")
_NOTHING: Final = said("console.layout.seen-nothing", "none")
_FOLDER: Final = said("console.layout.seen-folder", "a folder")
_NO_FILE: Final = said("console.layout.seen-no-file", "no file")

Keys = Mapping[str, Any]


def read_keys(path: Path) -> dict[str, Any]:
    """What the file says, key by key; nothing where there is none.

    Raises CheckupError where something else lies there.
    """
    if not path.exists():
        return {}
    try:
        return read_layout(path)
    except SquareMapError as error:
        raise CheckupError(
            said("console.layout.broken", "expected a layout, or no file: {why}", why=str(error))
        ) from None


def write_keys(path: Path, keys: Keys, heading: str) -> None:
    """Write the file; the one before is then `.bak`. Raises OSError where that cannot be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = _beside(path)
    try:
        with beside.open("w", encoding="utf-8") as stream:
            stream.write(as_text(keys, heading))
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            # Copied, not moved: at no time is there no layout.
            backup = path.with_name(f"{path.name}.bak")
            shutil.copy2(path, beside.with_suffix(".old"))
            beside.with_suffix(".old").replace(backup)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def refuse_place(path: Path) -> None:
    """Raise CheckupError, in one sentence, where `write_keys` could not write a layout.

    Found out by trying: a file of the name that `write_keys` uses is made beside it, and removed.
    """
    if path.suffix not in _SUFFIXES:
        raise CheckupError(
            said(
                "console.layout.name",
                "expected a layout's name to end in .yaml, saw {path}",
                path=Verbatim(path),
            )
        )
    if not path.parent.is_dir():
        raise CheckupError(
            said(
                "console.layout.folder",
                "expected the folder {path} for the layout, saw {seen}",
                path=Verbatim(path.parent),
                seen=_OTHER if path.parent.exists() else _NOTHING,
            )
        )
    if path.exists() and not path.is_file():
        raise CheckupError(
            said(
                "console.layout.no-file",
                "expected a file to write the layout into, saw that {path} is {seen}",
                path=Verbatim(path),
                seen=_FOLDER if path.is_dir() else _NO_FILE,
            )
        )
    beside = _beside(path)
    try:
        beside.open("w").close()
        beside.unlink()
    except OSError as error:
        raise CheckupError(
            said(
                "console.layout.unwritable",
                "expected to be able to write the layout {path}, saw: {why}",
                path=Verbatim(path),
                why=reason_of(error),
            )
        ) from None


def keep_elsewhere(path: Path, keys: Keys, heading: str, folder: Path) -> Path | None:
    """Write what `path` would not take into another folder; where it is, None where it is not."""
    try:
        handle, name = tempfile.mkstemp(suffix=path.suffix, prefix=f"{path.stem}-", dir=folder)
        with open(handle, "w", encoding="utf-8") as stream:
            stream.write(as_text(keys, heading))
    except OSError:
        return None
    return Path(name)


def _beside(path: Path) -> Path:
    return path.with_name(f".{path.name}.new")


def as_text(keys: Keys, heading: str) -> str:
    """The file's text: squares in rows of eight, one line for each part of a group."""
    parts = [f"# {line}" for line in heading.splitlines()]
    for key, value in keys.items():
        if isinstance(value, list) and len(value) == SQUARE_COUNT:
            rows = [value[n : n + _IN_A_ROW] for n in range(0, SQUARE_COUNT, _IN_A_ROW)]
            parts += [f"{key}: [", *(f"  {', '.join(row)}," for row in rows), "]"]
        elif isinstance(value, dict):
            parts += [f"{key}:", *(f"  {part}: {_flow(inner)}" for part, inner in value.items())]
        else:
            parts.append(f"{key}: {_flow(value)}")
    return "\n".join(parts) + "\n"


def _flow(value: object) -> str:
    """A value in one line of YAML."""
    text = yaml.safe_dump(value, default_flow_style=True, width=1000, sort_keys=False)
    return text.removesuffix("...\n").rstrip()


def names(squares: Sequence[int]) -> list[str]:
    """Squares as the file has them."""
    return [square_name(square) for square in squares]
