"""`pacoboard calibrate`: what the sensors of a Hall board read, square by square."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from board_daemon.commands.check import (
    INTERRUPTED,
    TO_MEND,
    ConfigOption,
    OutputOption,
    keys_before,
    layout_before,
    layout_path,
    report,
    write_layout,
)
from board_daemon.commands.lines import examples, say
from firmware_bridge.frames import SensorKind
from firmware_bridge.square_map import HallScale

if TYPE_CHECKING:
    from board_daemon.config import Config

VIRTUAL_SCALE: Final = HallScale(512.0, 0.195)
"""As if the virtual board had the sensors of the build in `hardware/`."""
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


async def _calibrate(config: Config, output: Path | None) -> bool:
    from rich.console import Console

    from board_daemon.checkup.calibrated import (
        calibrated_keys,
        faulty_when_calibrated,
        findings_of_calibration,
    )
    from board_daemon.checkup.calibration import Calibration
    from board_daemon.checkup.findings import Weight
    from board_daemon.commands.at_board import AtBoard, Stopped, bare_board, bare_map, by_day

    path = layout_path(config, output)
    before = layout_before(config, path)
    squares = bare_map(config, before)
    keys = keys_before(before, squares)
    bridge = bare_board(config, squares)
    if bridge.sensor != SensorKind.FIELD:
        say(NOTHING_TO_DO)
        return False
    hall = VIRTUAL_SCALE if squares is None or squares.hall is None else squares.hall
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
            write_layout(config, path, calibrated_keys(keys, learned, hall), "calibrate")
        same = {square: square for square in range(64)}
        await at_board.mark(same, faulty_when_calibrated(learned))
    except Stopped:
        say("Stopped: nothing was written.")
        raise KeyboardInterrupt from None
    finally:
        await at_board.close()
    return any(finding.weight == Weight.FAULT for finding in findings)
