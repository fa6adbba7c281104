"""The conformance data: computed with an independent engine, see tests/data/conformance."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import TypedDict

DATA = Path(__file__).parent.parent / "data" / "conformance"


class PositionRecord(TypedDict):
    """A position and all that follows from it."""

    fen: str
    count: int
    successors: list[str]
    destinations: dict[str, list[str]]
    white_gives_sako: bool
    black_gives_sako: bool


class SuccessorsRecord(TypedDict):
    """A position of the vchess site and what one turn leads to, as `FEN|score`."""

    fen: str
    count: int
    successors: list[str]


class AfterTurn(TypedDict):
    """Where a game stands after a turn."""

    state: str
    turns_before: int
    white_gives_sako: bool | None
    black_gives_sako: bool | None


class _Step(TypedDict):
    legal: list[str]


class Step(_Step, total=False):
    """One action of a game: what was allowed instead of it, and what it led to."""

    after: AfterTurn


class GameRecord(TypedDict):
    """A whole game, action by action."""

    actions: list[str]
    steps: list[Step]
    end: str


class ExplosionRecord(TypedDict):
    """A position with very many turns."""

    fen: str
    successors: int
    mover_can_unite_with_king: bool
    mover_is_in_sako: bool


@cache
def position_records() -> list[PositionRecord]:
    return [json.loads(line) for line in _zipped_lines("positions.jsonl.gz")]


@cache
def vchess_records() -> list[SuccessorsRecord]:
    return [json.loads(line) for line in _zipped_lines("vchess.jsonl.gz")]


@cache
def game_records() -> list[GameRecord]:
    return [json.loads(line) for line in _zipped_lines("games.jsonl.gz")]


@cache
def explosion_records() -> list[ExplosionRecord]:
    text = (DATA / "explosions.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _zipped_lines(name: str) -> list[str]:
    return gzip.decompress((DATA / name).read_bytes()).decode("utf-8").splitlines()
