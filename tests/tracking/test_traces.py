"""Real games, from recorded sensor traces to the turns that were played."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from board_daemon.rules.actions import format_action
from board_daemon.rules.fen import parse_fen
from board_daemon.tracking.events import (
    AskSquareEvent,
    Event,
    RestoreEvent,
    ReviseEvent,
    TakebackEvent,
    TurnEvent,
)
from board_daemon.tracking.settings import TrackerSettings
from board_daemon.tracking.tracker import Tracker
from firmware_bridge.trace import TraceReader

pytestmark = pytest.mark.slow

TRACES = Path(__file__).parent.parent / "data" / "traces"
ORDERLY = sorted(
    path.name for style in ("clean", "hands") for path in TRACES.glob(f"*.{style}.jsonl")
)
CARELESS = sorted(path.name for path in TRACES.glob("*.careless.jsonl"))


@dataclass(frozen=True)
class Turn:
    """A turn as the data write it."""

    ply: int
    actions: tuple[str, ...]
    fen: str


def played(name: str) -> list[Turn]:
    """What was really played in the game of a trace."""
    game = name.split(".", maxsplit=1)[0]
    lines = (TRACES / f"{game}.turns.jsonl").read_text(encoding="utf-8").splitlines()
    turns = map(json.loads, lines)
    return [Turn(turn["ply"], tuple(turn["actions"]), turn["fen"]) for turn in turns]


@cache
def tracked(name: str, settings: TrackerSettings | None = None) -> tuple[Event, ...]:
    """All that the tracker says to a trace."""
    events: list[Event] = []
    with (TRACES / name).open(encoding="utf-8") as stream:
        reader = TraceReader(stream)
        tracker = Tracker(parse_fen(reader.header.fen), reader.header.sensor, settings)
        t = 0.0
        for line in reader:
            t = line.t
            events += tracker.take(line)
    return (*events, *tracker.finish(t))


def kept(events: tuple[Event, ...]) -> list[Turn]:
    """The turns that stand in the end, each as it was revised last."""
    turns: list[Turn] = []
    for event in events:
        if isinstance(event, TurnEvent):
            assert event.ply == len(turns) + 1
            turns.append(_as_written(event))
        elif isinstance(event, ReviseEvent):
            assert event.ply == len(turns)
            turns[-1] = _as_written(event)
        elif isinstance(event, TakebackEvent):
            assert 1 <= event.ply <= len(turns)
            del turns[event.ply - 1 :]
    return turns


def _as_written(event: TurnEvent | ReviseEvent) -> Turn:
    return Turn(event.ply, tuple(map(format_action, event.actions)), event.fen)


def test_there_are_traces_of_every_kind() -> None:
    assert len(ORDERLY) == 8
    assert len(CARELESS) == 4


@pytest.mark.parametrize("name", ORDERLY)
def test_a_game_played_by_the_convention_is_recorded_turn_by_turn(name: str) -> None:
    assert kept(tracked(name)) == played(name)


@pytest.mark.parametrize("name", ORDERLY)
def test_a_game_played_by_the_convention_is_asked_nothing(name: str) -> None:
    asked = [e for e in tracked(name) if isinstance(e, AskSquareEvent | RestoreEvent)]
    assert asked == []


@pytest.mark.parametrize("name", [name for name in ORDERLY if ".clean." in name])
def test_a_game_played_calmly_is_never_revised(name: str) -> None:
    turns = [e for e in tracked(name) if isinstance(e, TurnEvent | ReviseEvent | TakebackEvent)]
    assert [_as_written(e) for e in turns if isinstance(e, TurnEvent)] == played(name)
    assert len(turns) == len(played(name))


@pytest.mark.parametrize("name", CARELESS)
def test_no_wrong_turn_stands_in_a_game_played_carelessly(name: str) -> None:
    true_turns = played(name)
    recorded = kept(tracked(name))
    assert [turn.fen for turn in recorded] == [turn.fen for turn in true_turns[: len(recorded)]]


@pytest.mark.parametrize(
    "name", [*ORDERLY, *(pytest.param(name, marks=pytest.mark.slow) for name in CARELESS)]
)
def test_events_come_in_the_order_of_their_times(name: str) -> None:
    times = [event.t for event in tracked(name)]
    assert times == sorted(times)
