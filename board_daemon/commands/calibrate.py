"""`pacoboard calibrate`: what the sensors of a Hall board read, square by square."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import typer

from board_daemon.commands.check import (
    INTERRUPTED,
    TO_MEND,
    ConfigOption,
    OutputOption,
    layout_path,
    report,
    write_layout,
)
from board_daemon.commands.lines import examples, say

if TYPE_CHECKING:
    from board_daemon.config import Config
    from firmware_bridge.bridge import Bridge
    from firmware_bridge.square_map import HallScale

EXAMPLES: Final = examples("pacoboard calibrate --config config/serial.yaml")
NOTHING_TO_DO: Final = (
    "A board of reeds only tells occupied from empty: there is nothing to calibrate "
    "(pacoboard check finds out how it is wired, and what does not work)."
)


def calibrate(config: ConfigOption = None, output: OutputOption = None) -> None:
    """Learn what the sensors of a Hall board read: empty, and under every piece.

    It takes two or three minutes: the empty board, all 32 pieces at home, the same two ranks
    farther in. Squares where a piece is still wanted are lit. What was learned goes into the
    layout, a YAML file. Ends with 1 where something must be mended.
    """
    from board_daemon.config import Config, load_config

    loaded = load_config(config) if config is not None else Config()
    try:
        has_faults = asyncio.run(_calibrate(loaded, output))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if has_faults:
        raise typer.Exit(TO_MEND)


async def _calibrate(config: Config, output: Any) -> bool:
    from rich.console import Console

    from board_daemon.checkup.calibrated import (
        calibrated_keys,
        faulty_when_calibrated,
        findings_of_calibration,
    )
    from board_daemon.checkup.calibration import Calibration
    from board_daemon.checkup.findings import Weight
    from board_daemon.checkup.layout_file import read_keys
    from board_daemon.commands.at_board import AtBoard, Stopped, by_day

    bridge, hall = _measuring_board(config)
    if hall is None:
        say(NOTHING_TO_DO)
        return False
    path = layout_path(config, output)
    keys = read_keys(path) if path is not None else {}
    console = Console(highlight=False)
    at_board = AtBoard(bridge, by_day(config), console)
    try:
        whole = await at_board.connect()
        calibration = Calibration(whole.readings, bridge.now())
        await at_board.lead(calibration)
        learned = calibration.learned
        findings = findings_of_calibration(learned)
        report(console, findings)
        if path is not None:
            if config.board.bridge != "virtual":
                keys = {"build": str(config.board.build), **keys}
            write_layout(config, path, calibrated_keys(keys, learned, hall), "calibrate")
        same = {square: square for square in range(64)}
        await at_board.mark(same, faulty_when_calibrated(learned))
    except Stopped:
        say("Stopped: nothing was written.")
        raise KeyboardInterrupt from None
    finally:
        await at_board.close()
    return any(finding.weight == Weight.FAULT for finding in findings)


def _measuring_board(config: Config) -> tuple[Bridge, HallScale | None]:
    """The board as it measures without what was calibrated before; no scale for one of reeds."""
    from board_daemon.commands.at_board import board_of_wood
    from firmware_bridge.frames import SensorKind
    from firmware_bridge.numbered import BoardWishes
    from firmware_bridge.serial_bridge import SerialBridge
    from firmware_bridge.square_map import HallScale, load_square_map

    board = config.board
    if board.bridge != "serial":
        bridge = board_of_wood(config)
        is_field = bridge.sensor == SensorKind.FIELD
        return bridge, HallScale(512.0, 0.195) if is_field else None
    squares = load_square_map(board.build, board.layout)
    if squares.hall is None:
        return board_of_wood(config), None
    # The order of squares and LEDs stays as a check has found it.
    hall = replace(load_square_map(board.build).hall or squares.hall, threshold=None)
    plain = replace(squares, hall=hall, field={}, dead=frozenset())
    wishes = BoardWishes(milliamperes=round(config.lights.max_current))
    assumed = dict.fromkeys(range(64), 0.0)
    return SerialBridge(plain, assumed, str(board.port or "auto"), wishes), hall
