from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from board_daemon.archive.keeper import Keeper
from board_daemon.archive.records import ArchivedTurn
from board_daemon.archive.store import MEMORY, Archive
from tests.archive.keeping import NOON, Disk


@pytest.fixture
def archive() -> Iterator[Archive]:
    """An empty archive in memory."""
    with Archive(MEMORY) as opened:
        yield opened


@pytest.fixture(scope="session")
def played(data_dir: Path) -> tuple[ArchivedTurn, ...]:
    """The first turns of a real game."""
    lines = (data_dir / "traces" / "game-15313.turns.jsonl").read_text().splitlines()[:6]
    turns = []
    for entry in map(json.loads, lines):
        notation = ">".join(action[1:] for action in entry["actions"])
        turns.append(
            ArchivedTurn(
                ply=entry["ply"],
                t=entry["ply"] * 2.5,
                notation=notation,
                actions=tuple(entry["actions"]),
                fen=entry["fen"],
                status="run",
            )
        )
    return tuple(turns)


@pytest.fixture
def disk() -> Disk:
    """A disk without trouble so far."""
    return Disk()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where an archive is to be; its folder is not there yet."""
    return tmp_path / "data" / "games.sqlite"


@pytest.fixture
def keeper(path: Path, disk: Disk) -> Iterator[Keeper]:
    """Keeps games there."""
    opened = Keeper(path, opener=disk.open, now=lambda: NOON)
    yield opened
    opened.close()
