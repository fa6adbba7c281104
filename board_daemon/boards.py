"""The board that the configuration names, as a bridge."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from board_daemon.config import Config
from board_daemon.config.models import BoardConfig, BridgeName
from board_daemon.game.setup import GameSetup
from board_daemon.rules.fen import start_of
from board_daemon.rules.position import Position, piece_letters
from board_daemon.tracking.seeing.contents import Content, contents_of
from firmware_bridge.bridge import Bridge
from firmware_bridge.frames import Reading, SensorKind
from firmware_bridge.replay_bridge import ReplayBridge
from firmware_bridge.square_map import SquareMap, load_square_map
from firmware_bridge.trace import TraceHeader, TraceReader, open_trace
from firmware_bridge.virtual_bridge import VirtualBridge

_COLOURS = {Content.EMPTY: ".", Content.WHITE: "w", Content.BLACK: "b", Content.UNION: "u"}
_ASSUMED_FIELD: Final[dict[Content, Reading]] = {
    Content.EMPTY: 0.0,
    Content.WHITE: 40.0,
    Content.BLACK: -40.0,
    Content.UNION: 5.0,
}
"""Millitesla that a Hall sensor may well read; they say what stands there, and no more."""


def square_map_of(config: BoardConfig) -> SquareMap | None:
    """How a board of wood is wired, with what was learned of it; None for any other board.

    Raises `BridgeError` for a layout that cannot be read.
    """
    if config.bridge in (BridgeName.SERIAL, BridgeName.GPIO):
        return load_square_map(config.build, config.layout)
    return None


def make_bridge(config: Config, position: Position, squares: SquareMap | None) -> Bridge:
    """The bridge to the board, which is taken to stand as the position until it says otherwise.

    `squares`: what `square_map_of` says of it. Raises `BridgeError` or `RulesError` for a trace
    that cannot be replayed.
    """
    if squares is not None:
        return board_of_wood(config, squares, _assumed(position, squares.sensor_kind))
    board = config.board
    if board.bridge == BridgeName.REPLAY and board.trace is not None:
        return _replay(board.trace)
    return VirtualBridge(board.sensor, piece_letters(position))


def sensor_of(config: BoardConfig, squares: SquareMap | None) -> SensorKind:
    """What is under the squares: the map of a board of wood says it, and a trace itself."""
    if squares is not None:
        return squares.sensor_kind
    if config.bridge == BridgeName.REPLAY and config.trace is not None:
        return _header_of(config.trace).sensor
    return config.sensor


def board_of_wood(config: Config, squares: SquareMap, assumed: Mapping[int, Reading]) -> Bridge:
    """The board on a serial port or on the pins, with that map.

    `assumed`: what the squares of one that may not be there yet are taken to read.
    """
    # Only now: what drives one kind of board need not be installed for any other.
    if config.board.bridge == BridgeName.GPIO:
        from firmware_bridge.gpio_bridge import GpioBridge

        return GpioBridge(squares)
    from firmware_bridge.numbered import BoardWishes
    from firmware_bridge.ports import AUTO
    from firmware_bridge.serial_bridge import SerialBridge

    wishes = BoardWishes(milliamperes=round(config.lights.max_current))
    return SerialBridge(squares, assumed, str(config.board.port or AUTO), wishes)


def _assumed(position: Position, sensor: SensorKind) -> dict[int, Reading]:
    if sensor == SensorKind.FIELD:
        return {s: _ASSUMED_FIELD[c] for s, c in enumerate(contents_of(position))}
    return _readings_of(position, sensor)


def game_of_trace(config: BoardConfig) -> GameSetup | None:
    """The game that a replayed trace begins with; None for any other board."""
    if config.bridge != BridgeName.REPLAY or config.trace is None:
        return None
    header = _header_of(config.trace)
    return GameSetup(start_of(header.fen, header.rules))


def _header_of(path: Path) -> TraceHeader:
    with open_trace(str(path)) as stream:
        return TraceReader(stream).header


def _replay(path: Path) -> ReplayBridge:
    with open_trace(str(path)) as stream:
        reader = TraceReader(stream)
        lines = list(reader)
    header = reader.header
    start = start_of(header.fen, header.rules)
    return ReplayBridge(header, lines, _readings_of(start, header.sensor))


def _readings_of(position: Position, sensor: SensorKind) -> dict[int, Reading]:
    """What the squares read where a position stands; nothing where only measuring can tell."""
    match sensor:
        case SensorKind.PRESENCE:
            return {s: int(c != Content.EMPTY) for s, c in enumerate(contents_of(position))}
        case SensorKind.COLOUR:
            return {s: _COLOURS[c] for s, c in enumerate(contents_of(position))}
        case SensorKind.THREE_WAY:
            colours = {**_COLOURS, Content.UNION: "."}
            return {s: colours[c] for s, c in enumerate(contents_of(position))}
        case SensorKind.FIELD:
            return {}
