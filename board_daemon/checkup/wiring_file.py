"""What the check of a board adds to its layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from board_daemon.checkup.layout_file import Keys, names
from board_daemon.checkup.result import CheckResult


def checked_keys(
    before: Keys, result: CheckResult, sensors: Sequence[int], leds: Sequence[int]
) -> dict[str, Any]:
    """The layout after a check.

    `before`: the layout so far; `sensors`, `leds`: the square over each, as the check was told.
    What was calibrated stays only if every sensor is where it was taken to be then.
    """
    found = result.explanation
    real_sensors, real_leds = found.all_sensors, found.all_leds
    keys = dict(before)
    was = keys.get("sensors", names(sensors))
    keys["sensors"] = names([real_sensors[square] for square in sensors])
    keys["leds"] = names([real_leds[square] for square in leds])
    keys.pop("dead", None)
    if result.dead:
        keys["dead"] = names(sorted(result.dead))
    if was != keys["sensors"]:
        keys.pop("field", None)
    return keys
