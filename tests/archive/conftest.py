from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from board_daemon.archive.records import ArchivedTurn
from board_daemon.archive.store import MEMORY, Archive


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
