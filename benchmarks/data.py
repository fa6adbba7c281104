"""The positions and traces that are measured: those of the tests."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Final

from board_daemon.rules.actions import parse_action
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position

_DATA: Final = Path(__file__).parent.parent / "tests" / "data"


def conformance_positions() -> list[Position]:
    """The random positions of the conformance data."""
    text = gzip.decompress((_DATA / "conformance" / "positions.jsonl.gz").read_bytes())
    return [parse_fen(json.loads(line)["fen"]) for line in text.splitlines()]


def explosions() -> list[Position]:
    """Positions with up to millions of turns."""
    text = (_DATA / "conformance" / "explosions.jsonl").read_text(encoding="utf-8")
    return [parse_fen(json.loads(line)["fen"]) for line in text.splitlines()]


def conformance_games(count: int) -> list[Game]:
    """Some of the random games of the conformance data, played."""
    text = gzip.decompress((_DATA / "conformance" / "games.jsonl.gz").read_bytes())
    return [_played(json.loads(line)["actions"]) for line in text.splitlines()[:count]]


def _played(actions: list[str]) -> Game:
    game = Game()
    for action in actions:
        game.play(parse_action(action))
    return game


def traces() -> dict[str, list[Path]]:
    """The recorded traces by sensor and way of handling, such as `presence, careless`."""
    found: dict[str, list[Path]] = {}
    for path in sorted((_DATA / "traces").glob("*.jsonl")):
        match path.name.split("."):
            case [_, sensor, handling, _]:
                found.setdefault(f"{sensor}, {handling}", []).append(path)
    return found
