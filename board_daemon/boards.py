"""The board that the configuration names, as a bridge."""

from __future__ import annotations

from pathlib import Path

from board_daemon.config.models import BoardConfig, BridgeName
from board_daemon.game.session import GameSetup
from board_daemon.rules.fen import parse_fen, settled
from board_daemon.rules.position import Position, piece_letters
from board_daemon.rules.rulesets import ruleset_named
from board_daemon.tracking.contents import Content, contents_of
from firmware_bridge.bridge import Bridge
from firmware_bridge.frames import Reading, SensorKind
from firmware_bridge.replay_bridge import ReplayBridge
from firmware_bridge.trace import TraceHeader, TraceReader, open_trace
from firmware_bridge.virtual_bridge import VirtualBridge

_COLOURS = {Content.EMPTY: ".", Content.WHITE: "w", Content.BLACK: "b", Content.UNION: "u"}


def make_bridge(config: BoardConfig, position: Position) -> Bridge:
    """The bridge to the board; a virtual one stands as the position.

    Raises `BridgeError` or `RulesError` for a trace that cannot be replayed.
    """
    if config.bridge == BridgeName.VIRTUAL or config.trace is None:
        return VirtualBridge(config.sensor, piece_letters(position))
    return _replay(config.trace)


def sensor_of(config: BoardConfig) -> SensorKind:
    """What is under the squares: a replayed trace says it itself."""
    if config.bridge != BridgeName.REPLAY or config.trace is None:
        return config.sensor
    return _header_of(config.trace).sensor


def game_of_trace(config: BoardConfig) -> GameSetup | None:
    """The game that a replayed trace begins with; None for any other board."""
    if config.bridge != BridgeName.REPLAY or config.trace is None:
        return None
    return GameSetup(_start_of(_header_of(config.trace)))


def _header_of(path: Path) -> TraceHeader:
    with open_trace(str(path)) as stream:
        return TraceReader(stream).header


def _start_of(header: TraceHeader) -> Position:
    return settled(parse_fen(header.fen, ruleset_named(header.rules)))


def _replay(path: Path) -> ReplayBridge:
    with open_trace(str(path)) as stream:
        reader = TraceReader(stream)
        lines = list(reader)
    header = reader.header
    return ReplayBridge(header, lines, _readings_of(_start_of(header), header.sensor))


def _readings_of(position: Position, sensor: SensorKind) -> dict[int, Reading]:
    """What the squares read where a position stands; nothing where only measuring can tell."""
    match sensor:
        case SensorKind.PRESENCE:
            return {s: int(c != Content.EMPTY) for s, c in enumerate(contents_of(position))}
        case SensorKind.COLOUR:
            return {s: _COLOURS[c] for s, c in enumerate(contents_of(position))}
        case SensorKind.FIELD:
            return {}
