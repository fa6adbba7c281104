"""From a YAML text to values, with the line on which each of them stands.

All YAML that people write is read by this: configurations, layouts, wiring. Only what they need is
known: words, numbers, yes and no, lists and keys. A key that stands twice is refused, and so are
aliases and tags, so that nothing can be larger, or other, than it looks; times of day stay the text
they are, where YAML 1.1 would make `21:30` the number 1290.
"""

import re
from collections.abc import Iterator
from typing import Final

import yaml

Path = tuple[str | int, ...]
"""The way from the top to a value: keys, and indexes in lists."""
Root = yaml.Node | None
"""A text as nodes; None for one without any."""

_MOST_SHOWN: Final = 60
_DEEPEST: Final = 20
_WORDS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_NULLS: Final = ("", "~", "null", "Null", "NULL")
_WHOLE: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_BROKEN: Final = re.compile(r"[-+]?[0-9]{1,18}\.[0-9]{0,18}|[-+]?\.[0-9]{1,18}")


class TextProblem(Exception):
    """What is wrong with a text, and where."""

    def __init__(self, line: int, path: Path, problem: str) -> None:
        """`line` counts from 1; an empty path blames no key."""
        super().__init__(problem)
        self.line = line
        self.path = path
        self.problem = problem

    def sentence(self, file: object) -> str:
        """All of it: file, line, key, what was expected and what was seen."""
        key = f", {dotted(self.path)}" if self.path else ""
        return f"{file}, line {self.line}{key}: {self.problem}"


class _Loader(yaml.SafeLoader):
    """Composes nodes; refuses what makes a text other than it looks."""

    _depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            sign = "*" if isinstance(event, yaml.AliasEvent) else "&"
            raise TextProblem(line, (), f"expected no aliases, saw {shown(sign + event.anchor)}")
        if event.tag is not None:
            raise TextProblem(line, (), f"expected no tags, saw {shown(event.tag)}")
        self._depth += 1
        if self._depth > _DEEPEST:
            raise TextProblem(line, (), f"expected at most {_DEEPEST} levels, saw more")
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


def compose(text: str) -> yaml.Node | None:
    """The nodes of a text, None for one without any; raises `TextProblem`."""
    loader: _Loader | None = None
    try:
        loader = _Loader(text)
        root = loader.get_single_node()
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise TextProblem(line, (), f"expected text, saw {_character(error)}") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise TextProblem(line, (), f"expected YAML, saw a mistake: {_mistake(error)}") from None
    finally:
        if loader is not None:
            loader.dispose()
    if root is not None:
        _refuse_odd_keys(root, ())
    return root


def value_of(node: yaml.Node | None) -> object:
    """What a text says: dict, list, str, int, float, bool or None."""
    if isinstance(node, yaml.MappingNode):
        return {key.value: value_of(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [value_of(item) for item in node.value]
    if isinstance(node, yaml.ScalarNode):
        return _scalar(node)
    return None


def line_of(root: yaml.Node | None, path: Path) -> int | None:
    """The line on which a key or a list's entry stands; None where there is none."""
    place = _find(root, path)
    return None if place is None else place[0].start_mark.line + 1


def seen_at(root: yaml.Node | None, path: Path) -> str:
    """What stands there, for a message."""
    place = _find(root, path)
    node = None if place is None else place[1]
    if isinstance(node, yaml.MappingNode):
        return "keys with values" if node.value else "nothing"
    if isinstance(node, yaml.SequenceNode):
        return "a list"
    if not isinstance(node, yaml.ScalarNode):
        return "nothing"
    value = _scalar(node)
    if value is None:
        return "nothing"
    return shown(value) if isinstance(value, str) else node.value


def dotted(path: Path) -> str:
    """A path as people read it: `web.hosts, entry 2`."""
    words = ".".join(_word(part) for part in path if isinstance(part, str))
    entries = [f"entry {part + 1}" for part in path if isinstance(part, int)]
    return ", ".join([words, *entries] if words else entries)


def _word(key: str) -> str:
    """A key, or, where it is no word, what shows that."""
    return key if re.fullmatch(r"\w[\w-]{0,39}", key) else shown(key)


def _find(root: yaml.Node | None, path: Path) -> tuple[yaml.Node, yaml.Node] | None:
    """Where a value begins for people (its key), and the value."""
    if root is None:
        return None
    mark, node = root, root
    for part in path:
        if isinstance(node, yaml.MappingNode) and isinstance(part, str):
            found = [pair for pair in node.value if pair[0].value == part]
            if not found:
                return None
            mark, node = found[0]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            mark = node = node.value[part]
        else:
            return None
    return mark, node


def _refuse_odd_keys(node: yaml.Node, path: Path) -> None:
    """Refuse keys that stand twice, or are no words; raises `TextProblem`."""
    if isinstance(node, yaml.MappingNode):
        lines: dict[str, int] = {}
        for key, _ in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise TextProblem(line, path, "expected a word as a key, saw something else")
            if key.value in lines:
                first = f"first on line {lines[key.value]}"
                problem = f"expected this key once, saw it again ({first})"
                raise TextProblem(line, (*path, key.value), problem)
            lines[key.value] = line
    for part, below in _below(node):
        _refuse_odd_keys(below, (*path, part))


def _below(node: yaml.Node) -> Iterator[tuple[str | int, yaml.Node]]:
    if isinstance(node, yaml.MappingNode):
        yield from ((key.value, value) for key, value in node.value)
    elif isinstance(node, yaml.SequenceNode):
        yield from enumerate(node.value)


def _scalar(node: yaml.ScalarNode) -> object:
    text: str = node.value
    if node.style is not None:
        return text
    if text in _NULLS:
        return None
    if text in (text.lower(), text.title(), text.upper()) and text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _BROKEN.fullmatch(text) else text


def _character(error: yaml.reader.ReaderError) -> str:
    code = error.character if isinstance(error.character, int) else ord(error.character)
    return f"the character U+{code:04X}"


def _mistake(error: yaml.MarkedYAMLError) -> str:
    """PyYAML's words, on one line and short."""
    words = [part for part in (error.problem, error.context) if part]
    text = " ".join(" ".join(words).split())
    if "'\\t'" in text:
        return "a tab; use spaces"
    return text if len(text) <= 160 else text[:159] + "…"


def shown(text: str) -> str:
    """A text short enough for a message, on one line."""
    return repr(text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…")
