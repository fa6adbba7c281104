"""Who may import whom (DESIGN section 3), read from the source."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = ("firmware_bridge", "board_daemon", "hardware")

# What tracking knows of a game and of its board, and the values it tells them by, whatever it makes
# of what it sees.
KNOWN_OF_A_GAME = (
    "board_daemon.tracking.events",
    "board_daemon.tracking.habits",
    "board_daemon.tracking.hand",
    "board_daemon.tracking.health",
    "board_daemon.tracking.record",
    "board_daemon.tracking.settings",
    "board_daemon.tracking.view",
)
# Package -> what of ours it may import, besides itself.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "firmware_bridge": (),
    "board_daemon.rules": (),
    "board_daemon.tracking": ("board_daemon.rules", "firmware_bridge"),
    "board_daemon.tracking.settings": (),
    "board_daemon.tracking.view": ("board_daemon.rules",),
    "board_daemon.tracking.hand": (
        "board_daemon.rules",
        "board_daemon.tracking.seeing",
        "board_daemon.tracking.view",
    ),
    "board_daemon.tracking.health": (
        "board_daemon.rules",
        "board_daemon.tracking.seeing",
        "board_daemon.tracking.settings",
        "board_daemon.tracking.view",
        "firmware_bridge",
    ),
    "board_daemon.tracking.habits": (
        "board_daemon.rules",
        "board_daemon.tracking.explaining",
        "board_daemon.tracking.settings",
    ),
    "board_daemon.tracking.events": ("board_daemon.rules", "board_daemon.tracking.health"),
    "board_daemon.tracking.record": ("board_daemon.rules", "board_daemon.tracking.events"),
    # From the readings up to what is recorded, asked and put right.
    "board_daemon.tracking.seeing": ("board_daemon.rules", "firmware_bridge"),
    "board_daemon.tracking.explaining": (
        "board_daemon.rules",
        "board_daemon.tracking.seeing",
        "board_daemon.tracking.settings",
    ),
    "board_daemon.tracking.hypotheses": (
        "board_daemon.rules",
        "board_daemon.tracking.seeing",
        "board_daemon.tracking.explaining",
        *KNOWN_OF_A_GAME,
    ),
    "board_daemon.tracking.asking": (
        "board_daemon.rules",
        "board_daemon.tracking.seeing",
        "board_daemon.tracking.explaining",
        "board_daemon.tracking.hypotheses",
        *KNOWN_OF_A_GAME,
    ),
    "board_daemon.tracking.following": (
        "board_daemon.rules",
        "board_daemon.tracking.seeing",
        "board_daemon.tracking.explaining",
        "board_daemon.tracking.hypotheses",
        "board_daemon.tracking.asking",
        *KNOWN_OF_A_GAME,
    ),
    "board_daemon.lights": (
        "board_daemon.rules",
        "board_daemon.tracking.events",
        "board_daemon.tracking.view",
    ),
    "board_daemon.hands": ("board_daemon.rules", "board_daemon.tracking", "firmware_bridge"),
    "board_daemon.names": ("board_daemon.rules.errors",),
    "board_daemon.languages": ("board_daemon.rules.errors", "board_daemon.teach.lessons"),
    "board_daemon.archive": (
        "board_daemon.rules",
        "board_daemon.names",
        "board_daemon.languages.reasons",
        "board_daemon.languages.sentences",
        "firmware_bridge.trace",
    ),
    "board_daemon.teach": ("board_daemon.rules", "firmware_bridge.yaml_text"),
    "board_daemon.opponent": ("board_daemon.rules",),
    "board_daemon.game": (
        "board_daemon.names",
        "board_daemon.rules",
        "board_daemon.languages.sentences",
        "board_daemon.tracking",
        "board_daemon.lights",
        "board_daemon.archive",
        "board_daemon.opponent",
        "board_daemon.teach",
        "firmware_bridge",
    ),
    "board_daemon.web": (
        "board_daemon.rules",
        "board_daemon.languages",
        "board_daemon.names",
        "board_daemon.tracking",
        "board_daemon.lights",
        "board_daemon.archive",
        "board_daemon.game",
        "board_daemon.picture",
        "board_daemon.teach",
        "firmware_bridge",
    ),
    "board_daemon.config": (
        "board_daemon.languages.reasons",
        "board_daemon.languages.sentences",
        "board_daemon.rules",
        "board_daemon.names",
        "board_daemon.game.hint_levels",
        "board_daemon.lights",
        "board_daemon.tracking.settings",
        "board_daemon.paths",
        "firmware_bridge.frames",
        "firmware_bridge.square_map",
        "firmware_bridge.yaml_text",
    ),
    "board_daemon.checkup": (
        "board_daemon.languages.reasons",
        "board_daemon.languages.sentences",
        "board_daemon.rules.errors",
        "board_daemon.lights",
        "firmware_bridge",
    ),
    "board_daemon.service_manager": (),
    "board_daemon.logs": (),
    "board_daemon.claim": ("board_daemon.languages.sentences", "board_daemon.rules.errors"),
    "board_daemon.picture": (
        "board_daemon.rules",
        "board_daemon.tracking.hand",
        "board_daemon.tracking.view",
        "board_daemon.lights",
    ),
    "hardware": (
        "board_daemon.tracking.seeing.contents",
        "board_daemon.tracking.seeing.sensing",
        "firmware_bridge.errors",
        "firmware_bridge.yaml_text",
    ),
    "board_daemon.terminal": (
        "board_daemon.rules",
        "board_daemon.languages",
        "board_daemon.tracking",
        "board_daemon.lights",
        "firmware_bridge",
    ),
}
STANDARD_LIBRARY_ONLY = (
    "board_daemon.rules",
    "board_daemon.tracking",
    "board_daemon.lights",
    "board_daemon.opponent",
)
# The modules that wire the parts together: they import everything, nothing imports them.
WIRING = ("board_daemon.cli", "board_daemon.commands", "board_daemon.daemon", "board_daemon.boards")

TIMELESS = (
    "board_daemon.rules",
    "board_daemon.tracking",
    "board_daemon.lights",
    "board_daemon.checkup",
    "board_daemon.opponent",
)
# The search in a process of its own: there time and processes are the matter.
TIMED = ("board_daemon.opponent.process", "board_daemon.opponent.worker")
CLOCK_MODULES = ("time", "sched", "asyncio", "threading")
CLOCK_CALLS = ("now", "utcnow", "today")


@dataclass(frozen=True, slots=True)
class Module:
    """What matters here of one source file."""

    name: str
    """Its dotted name."""
    imports: tuple[str, ...]
    """Dotted names that it imports; `from a import b` counts as `a.b`."""
    clocks: tuple[tuple[int, str], ...]
    """Where something is called as clocks are read: the line, and the name."""


def module_of(name: str, source: str, *, is_package: bool = False) -> Module:
    """All trees together would be much to keep in memory."""
    tree = ast.parse(source)
    # Most sources name no clock, and need not be gone through.
    names_clock = any(f".{call}" in source for call in CLOCK_CALLS)
    clocks = [
        (node.lineno, node.attr)
        for node in (ast.walk(tree) if names_clock else ())
        if isinstance(node, ast.Attribute) and node.attr in CLOCK_CALLS
    ]
    return Module(name, tuple(imports(tree, name, is_package=is_package)), tuple(clocks))


def belongs(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def statements(within: ast.AST) -> Iterator[ast.AST]:
    """All statements, however deep: far fewer than there are expressions in them."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for each in getattr(within, block, ()):
            yield each
            yield from statements(each)


def imports(tree: ast.Module, name: str, *, is_package: bool) -> Iterator[str]:
    """What a module of that name imports."""
    for node in statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                # One dot is the package a module stands in; a package's __init__ is that package.
                parents = name.split(".")
                up = node.level - 1 if is_package else node.level
                base = ".".join([*parents[: len(parents) - up], *filter(None, [base])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def import_breaches(module: Module) -> Iterator[str]:
    around = {name: may for name, may in MAY_IMPORT.items() if belongs(module.name, (name,))}
    for target in module.imports:
        ours = belongs(target, OURS)
        if belongs(target, WIRING) and not belongs(module.name, WIRING):
            yield f"{module.name} imports {target}, which only wires parts together"
        for package, allowed in around.items():
            if ours and not belongs(target, (package, *allowed)):
                yield f"{module.name} imports {target}, but {package} may import only {allowed}"
        foreign = not ours and target.split(".")[0] not in sys.stdlib_module_names
        if foreign and belongs(module.name, STANDARD_LIBRARY_ONLY):
            yield f"{module.name} imports {target}, which is not in the standard library"


def clock_breaches(module: Module) -> Iterator[str]:
    if not belongs(module.name, TIMELESS) or belongs(module.name, TIMED):
        return
    for target in module.imports:
        if belongs(target, CLOCK_MODULES):
            yield f"{module.name} imports {target}, but time is passed in"
    for line, call in module.clocks:
        yield f"{module.name}:{line} reads a clock ({call}), but time is passed in"


@cache
def our_modules() -> tuple[Module, ...]:
    modules = []
    for path in sorted(file for package in OURS for file in (ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        modules.append(module_of(name, path.read_text(encoding="utf-8"), is_package=is_package))
    return tuple(modules)


def test_every_module_imports_only_what_its_layer_may() -> None:
    assert [breach for module in our_modules() for breach in import_breaches(module)] == []


def test_rules_tracking_lights_and_search_never_read_a_clock() -> None:
    assert [breach for module in our_modules() for breach in clock_breaches(module)] == []


def test_every_third_party_import_is_a_declared_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wishes = [*project["dependencies"], *project["optional-dependencies"]["pi"]]
    declared = {re.split(r"[^\w-]", wish)[0].lower() for wish in wishes}
    # Where a package is imported under another name than it is installed by.
    imported_as = {
        "adafruit_pixelbuf": "adafruit-circuitpython-pixelbuf",
        "serial": "pyserial",
        "yaml": "pyyaml",
        "neopixel": "adafruit-circuitpython-neopixel",
        "board": "adafruit-circuitpython-neopixel",
        "RPi": "rpi-lgpio",
        # FastAPI is made of it, and documents its classes as its own.
        "starlette": "fastapi",
    }
    tools = {re.split(r"[^\w-]", wish)[0] for wish in project["optional-dependencies"]["hardware"]}
    for module in our_modules():
        used = {name.split(".")[0] for name in module.imports}
        foreign = used - set(OURS) - sys.stdlib_module_names
        allowed = declared | tools if belongs(module.name, ("hardware",)) else declared
        assert {imported_as.get(name, name) for name in foreign} <= allowed, module.name


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("firmware_bridge.trace", "from board_daemon.rules import squares"),
        ("board_daemon.rules.fen", "import rich"),
        ("board_daemon.rules.fen", "try:\n    x = 1\nexcept OSError:\n    import rich"),
        (
            "board_daemon.rules.fen",
            "def f():\n    match 1:\n        case _:\n            import rich",
        ),
        ("board_daemon.rules.fen", "from board_daemon.lights.roles import Role"),
        ("board_daemon.rules.fen", "from ..lights import roles"),
        ("board_daemon.rules.fen", "from firmware_bridge.frames import Reading"),
        ("board_daemon.tracking.tracker", "import board_daemon.archive.store"),
        ("board_daemon.tracking.tracker", "from board_daemon import lights"),
        (
            "board_daemon.tracking.habits",
            "from board_daemon.tracking.following.decider import Decider",
        ),
        (
            "board_daemon.tracking.explaining.clues",
            "from board_daemon.tracking.hypotheses.line import Line",
        ),
        ("board_daemon.lights.roles", "from board_daemon.tracking.tracker import Tracker"),
        ("board_daemon.lights.roles", "from firmware_bridge.frames import SensorFrame"),
        ("board_daemon.archive.store", "from firmware_bridge.frames import SensorFrame"),
        ("board_daemon.teach.course", "from board_daemon.cli import main"),
        ("board_daemon.opponent.search", "from board_daemon.game.session import Session"),
        ("board_daemon.archive.store", "def late():\n    import board_daemon.daemon"),
    ],
)
def test_a_breach_is_found(name: str, source: str) -> None:
    assert list(import_breaches(module_of(name, source))) != []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("board_daemon.rules.fen", "import json\nfrom .squares import bit"),
        ("board_daemon.tracking.tracker", "from firmware_bridge.frames import SensorFrame"),
        ("board_daemon.lights.roles", "from board_daemon.tracking import view"),
        ("board_daemon.archive.store", "import time\nfrom board_daemon.rules import errors"),
        ("board_daemon.commands.infer", "from board_daemon.archive.store import Archive"),
        ("board_daemon.cli", "import typer\nfrom board_daemon.commands import infer"),
    ],
)
def test_a_permitted_import_is_not_called_a_breach(name: str, source: str) -> None:
    module = module_of(name, source)
    assert [*import_breaches(module), *clock_breaches(module)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from time import monotonic",
        "from time import sleep as rest",
        "import datetime\ndatetime.datetime.now()",
        "from datetime import date\ndate.today()",
    ],
)
@pytest.mark.parametrize("name", ["board_daemon.tracking.tracker", "board_daemon.opponent.search"])
def test_reading_a_clock_is_found(name: str, source: str) -> None:
    assert list(clock_breaches(module_of(name, source))) != []
