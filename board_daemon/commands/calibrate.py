"""`pacoboard calibrate`: what the sensors of a Hall board read, square by square."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from board_daemon.commands.examining import (
    ConfigOption,
    OutputOption,
    examine,
    keys_before,
    layout_before,
    layout_path,
    led_through,
    refuse_unwritable,
    report,
    write_layout,
)
from board_daemon.commands.lines import examples, say
from board_daemon.languages.sentences import said
from firmware_bridge.frames import SensorKind
from firmware_bridge.square_map import HallScale

if TYPE_CHECKING:
    from board_daemon.checkup.findings import Finding
    from board_daemon.config import Config

VIRTUAL_SCALE: Final = HallScale(512.0, 0.195)
"""As if the virtual board had the sensors of the build in `hardware/`."""
HELP: Final = said(
    "console.help.calibrate",
    "Learn what the sensors of a Hall board read: empty, and under every piece."
    "\n\nIt takes two or three minutes: the empty board, all 32 pieces at home, the same two ranks "
    "farther in. Squares where a piece is still wanted are lit. What was learned goes into the "
    "layout, a YAML file. Ends with 1 where something must be mended.",
)
EXAMPLES: Final = examples("pacoboard calibrate --config config/serial.yaml")
NOTHING_TO_DO: Final = said(
    "console.calibrate.reeds",
    "A board of reeds only tells occupied from empty: there is nothing to calibrate "
    "(pacoboard check finds out how it is wired, and what does not work).",
)


def calibrate(config: ConfigOption = None, output: OutputOption = None) -> None:
    """Lead somebody through the calibration of a board: `HELP` says it to people."""
    examine(config, partial(_calibrate, output=output))


async def _calibrate(config: Config, output: Path | None) -> list[Finding]:
    from rich.console import Console

    from board_daemon.checkup.calibrated import (
        calibrated_keys,
        faulty_when_calibrated,
        findings_of_calibration,
    )
    from board_daemon.checkup.calibration import Calibration
    from board_daemon.commands.at_board import bare_board, bare_map

    refuse_unwritable(config, output)
    path = layout_path(config, output)
    before = layout_before(config, path)
    squares = bare_map(config, before)
    keys = keys_before(before, squares)
    bridge = bare_board(config, squares)
    if bridge.sensor != SensorKind.FIELD:
        say(NOTHING_TO_DO)
        return []
    hall = VIRTUAL_SCALE if squares is None or squares.hall is None else squares.hall
    console = Console(highlight=False)
    async with led_through(bridge, config, console) as at_board:
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
    return findings
