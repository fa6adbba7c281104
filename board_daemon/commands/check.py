"""`pacoboard check`: is a board wired as it should be, and does everything work?"""

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
from board_daemon.commands.lines import examples
from board_daemon.languages.sentences import said

if TYPE_CHECKING:
    from board_daemon.checkup.findings import Finding
    from board_daemon.config import Config

HELP: Final = said(
    "console.help.check",
    "Check a board with one piece: what is miswired, dead, stuck, weak or turned."
    "\n\nThe lights lead through it; it takes about three minutes. Nine squares are asked for by "
    "their names, a1 to h8 along the diagonal and h1, then each square that is lit. Green: taken. "
    "Amber: set it down again. Red: nothing came, go on. What was found goes into the layout, a "
    "YAML file. Ends with 1 where something must be mended.",
)
EXAMPLES: Final = examples(
    (
        "pacoboard check",
        said("console.help.check.example", "the virtual board: to see how it goes"),
    ),
    (
        "pacoboard check --config config/serial.yaml",
        said("console.help.check.example-wood", "the board on the serial port"),
    ),
)


def check(config: ConfigOption = None, output: OutputOption = None) -> None:
    """Lead somebody through the check of a board: `HELP` says it to people."""
    examine(config, partial(_check, output=output))


async def _check(config: Config, output: Path | None) -> list[Finding]:
    from rich.console import Console

    from board_daemon.checkup.check import Check
    from board_daemon.checkup.findings import faulty_squares, findings_of
    from board_daemon.checkup.wiring_file import checked_keys
    from board_daemon.commands.at_board import bare_board, bare_map

    refuse_unwritable(config, output)
    path = layout_path(config, output)
    console = Console(highlight=False)
    squares = bare_map(config)
    keys = keys_before(layout_before(config, path), squares)
    bridge = bare_board(config, squares)
    async with led_through(bridge, config, console) as at_board:
        whole = await at_board.connect()
        check = Check(bridge.sensor, whole.readings, bridge.now())
        await at_board.lead(check.asking)
        result = check.result
        findings = findings_of(result)
        report(console, findings)
        if path is not None:
            every = tuple(range(64))
            sensors, leds = (squares.sensors, squares.leds) if squares else (every, every)
            write_layout(config, path, checked_keys(keys, result, sensors, leds), "check")
        await at_board.mark(result.explanation.all_leds, faulty_squares(result))
    return findings
