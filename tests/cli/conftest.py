from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer import Typer
from typer.main import get_command
from typer.testing import CliRunner, Result

from board_daemon.archive.records import ArchivedTurn
from board_daemon.archive.store import Archive
from board_daemon.cli import app
from board_daemon.commands.helping import language_and_rest
from board_daemon.languages.language import LANGUAGE_VARIABLE, Language, UnknownLanguage
from board_daemon.paths import ARCHIVE_VARIABLE
from board_daemon.rules.fen import START_FEN

Run = Callable[..., Result]
COMMAND = [sys.executable, "-c", "from board_daemon.cli import main; main()"]
PATIENCE = 60.0
"""Seconds after which a test gives up waiting; nothing ever takes so long."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, and a terminal of known width."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv(ARCHIVE_VARIABLE, raising=False)
    return tmp_path / "data"


@cache
def commands_of(app: Typer, language: Language | None) -> object:
    """All commands of an app, made once: that takes longer than most of them run.

    Once for each language, as their help is translated in its place. None: one that is none.
    """
    return get_command(app)


def language_of(words: list[str]) -> Language | None:
    try:
        return language_and_rest(words, os.environ)[0]
    except UnknownLanguage:
        return None


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command inside this process; `text` is its standard input."""

    def invoke(*arguments: object, text: str = "") -> Result:
        words = [*map(str, arguments)]
        language = language_of(words)
        monkeypatch.setattr("typer.testing._get_command", lambda app: commands_of(app, language))
        return CliRunner().invoke(app, words, input=text, prog_name="pacoboard")

    return invoke


def start(*arguments: str) -> subprocess.Popen[str]:
    """Start a command in a process of its own, with pipes."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def in_a_terminal(*arguments: object, columns: int = 80, language: str = "en") -> str:
    """What a command shows in a terminal of 24 lines, but for its colours."""
    ours, theirs = pty.openpty()
    size = {"COLUMNS": str(columns), "LINES": "24"}
    environment = {**os.environ, **size, LANGUAGE_VARIABLE: language}
    subprocess.run([*COMMAND, *map(str, arguments)], stdout=theirs, check=True, env=environment)
    os.close(theirs)
    # It comes in pieces: all has been read only where nothing more can come.
    shown = b""
    try:
        while part := os.read(ours, 65_536):
            shown += part
    except OSError:
        # So ends what a terminal was told on Linux.
        pass
    os.close(ours)
    return re.sub(r"\x1b\[[0-9;]*m", "", shown.decode())


def json_lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def assert_refused(result: Result, *words: str) -> None:
    """One sentence on standard error, exit code 2."""
    assert result.exit_code == 2, result.output
    [sentence] = result.stderr.splitlines()
    assert sentence.startswith("pacoboard: ")
    for word in words:
        assert word in sentence


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """An archive that holds one short game with its trace."""
    path = tmp_path / "recorded.sqlite"
    turns = (
        ArchivedTurn(1, 1.5, "e2>e4", ("Le2", "Pe4"), _FEN_1, "run"),
        ArchivedTurn(2, 3.0, "e7>e5", ("Le7", "Pe5"), _FEN_2, "run"),
    )
    with Archive(path) as archive:
        archive.new_game(START_FEN, "pacoplay", "2026-05-17T20:00:00+02:00", "Ann", "Bo")
        for turn in turns:
            archive.record_turn(1, turn)
        archive.finish(1, "1-0", "paco")
        archive.append_trace(1, ['{"trace":1}', '{"t":1.5}'])
    return path


_FEN_1 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 AHah e3 -"
_FEN_2 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w 2 AHah e6 -"
