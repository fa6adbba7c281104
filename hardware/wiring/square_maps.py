"""The daemon's square maps: which square lies over which sensor and which LED."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.wiring.model import Build, Matrix

_HEAD = "# Made from hardware/wiring.yaml by `make wiring`; changes belong there.\n"


def square_map(name: str, build: Build) -> str:
    """Return the YAML text of a build's square map."""
    on_pi = build.controller == "raspberry-pi"
    lines = [
        f"build: {name}",
        f"bridge: {'gpio' if on_pi else 'serial'}",
        f"sensor: {build.sensor}",
        *_squares("sensors", build.sensor_squares),
        *_squares("leds", build.leds.squares),
    ]
    if on_pi and build.matrix is not None:
        lines += _gpio(build.matrix, build.leds.data)
    if build.hall is not None:
        lines += [
            "hall:",
            f"  zero: {build.hall.zero:g}",
            f"  millitesla_per_step: {build.hall.millitesla_per_step:g}",
        ]
        if build.hall.threshold is not None:
            lines.append(f"  threshold: {build.hall.threshold:g}")
    return _HEAD + "\n".join(lines) + "\n"


def _squares(key: str, squares: Sequence[str]) -> list[str]:
    eights = [", ".join(squares[start : start + 8]) for start in range(0, len(squares), 8)]
    return [f"{key}: [", *(f"  {eight}," for eight in eights), "]"]


def _gpio(matrix: Matrix, led_data: str) -> list[str]:
    return [
        "gpio:",
        f"  rows: [{', '.join(_bcm(row.pin) for row in matrix.rows)}]",
        f"  columns: [{', '.join(map(_bcm, matrix.columns))}]",
        f"  settle_us: {matrix.settle_us}",
        f"  leds: {_bcm(led_data)}",
    ]


def _bcm(pin: str) -> str:
    return pin.removeprefix("GPIO")
