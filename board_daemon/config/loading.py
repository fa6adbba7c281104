"""Reading a configuration file; whatever is wrong with it comes out as one sentence."""

from pathlib import Path
from typing import Any, Final

import yaml
from pydantic import ValidationError

from board_daemon.config.errors import ConfigError
from board_daemon.config.keys import expected_of, keys_in, suggestion
from board_daemon.config.kinds import FOLDER, Refused, RefusedRelation
from board_daemon.config.models import Config
from board_daemon.languages.reasons import reason_of
from board_daemon.languages.sentences import Verbatim, said
from firmware_bridge import yaml_text
from firmware_bridge.yaml_text import TextProblem

_LONGEST_FILE: Final = 1 << 16
_NO_PATH: Final = said("console.config.no-path", "not a path")


def load_config(path: Path) -> Config:
    """The configuration of a YAML file; what it does not say is as in `Config()`.

    Raises `ConfigError`: file, line, key, what was expected and what was seen.
    """
    text = _read(path)
    try:
        return _config(text, path.absolute().parent)
    except TextProblem as found:
        raise ConfigError(found.sentence(path)) from None


def _read(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            data = stream.read(_LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else _NO_PATH
        raise ConfigError(
            said(
                "console.config.none",
                "expected a configuration file in {path}, saw: {why}",
                path=Verbatim(path),
                why=reason,
            )
        ) from None
    if len(data) > _LONGEST_FILE:
        raise ConfigError(f"{path}: expected at most {_LONGEST_FILE} bytes, saw more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        seen = f"the byte 0x{data[error.start]:02x}"
        raise ConfigError(f"{path}, line {line}: expected UTF-8, saw {seen}") from None


def _config(text: str, folder: Path) -> Config:
    """Raises `TextProblem`."""
    root = yaml_text.compose(text)
    try:
        return Config.model_validate(yaml_text.value_of(root), context={FOLDER: folder})
    except ValidationError as error:
        details = error.errors(include_url=False)
    # The first in the file; what is missing comes last, for it may just be spelled otherwise.
    seen = [detail for detail in details if detail["type"] != "missing"]
    problems = [_problem(detail, root) for detail in seen or details]
    raise min(problems, key=lambda problem: problem.line)


def _problem(detail: Any, root: yaml.Node | None) -> TextProblem:
    path: yaml_text.Path = detail["loc"]
    if detail["type"] == "extra_forbidden":
        return TextProblem(_line(root, path), path, _unknown_key(path))
    refusal = detail.get("ctx", {}).get("error")
    if not isinstance(refusal, Refused):
        expected = expected_of(yaml_text.dotted(path))
        seen = yaml_text.seen_at(root, path)
        return TextProblem(_line(root, path), path, f"expected {expected}, saw {seen}")
    return _refusal(refusal, path, root)


def _refusal(refusal: Refused, path: yaml_text.Path, root: yaml.Node | None) -> TextProblem:
    if isinstance(refusal, RefusedRelation):
        blamed, other = (*path, refusal.key), (*path, refusal.other)
        line = yaml_text.line_of(root, blamed) or _line(root, other)
        return TextProblem(line, blamed, refusal.sentence)
    if refusal.entry is not None:
        path = (*path, refusal.entry)
    seen = ", ".join(filter(None, [yaml_text.seen_at(root, path), refusal.hint]))
    sentence = refusal.sentence or f"expected {refusal.expected}, saw {seen}"
    return TextProblem(_line(root, path), path, sentence)


def _unknown_key(path: yaml_text.Path) -> str:
    *above, word = (str(part) for part in path)
    group = ".".join(above)
    known = ", ".join(keys_in(group))
    meant = suggestion(group, word)
    guess = f": did you mean {meant}?" if meant else ""
    what = f"one of the keys of {group}" if group else "one of the sections"
    return f"expected {what} ({known}), saw {yaml_text.dotted((word,))}{guess}"


def _line(root: yaml.Node | None, path: yaml_text.Path) -> int:
    """Where a key stands, or else the group that lacks it."""
    while path:
        line = yaml_text.line_of(root, path)
        if line is not None:
            return line
        path = path[:-1]
    return yaml_text.line_of(root, ()) or 1
