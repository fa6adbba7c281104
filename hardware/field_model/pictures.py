"""The pictures of the guide, as SVG."""

from __future__ import annotations

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from hardware.field_model.fields import along_a_reed
from hardware.field_model.geometry import (
    RECOMMENDED_BOARD,
    RECOMMENDED_DISC,
    RECOMMENDED_REED_BOARD,
    SQUARE,
    Hands,
)
from hardware.field_model.ranges import Range, neighbours
from hardware.field_model.tables import OPPOSITE, SAME, hall_ranges, reed_window
from hardware.figures import INK, STYLE, svg

_WHITE, _BLACK, _UNION, _NOBODY = "#c98a1b", "#22384f", "#a03a8c", "#8a8f94"


def reed_picture() -> str:
    """The field at a reed while a piece or a union is pushed across its square."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(7, 3.6), layout="constrained")
        axes = figure.subplots()
        _draw_reed(axes)
        figure.legend(frameon=False, loc="outside upper center", ncols=3)
        return svg(figure)


def _draw_reed(axes: Axes) -> None:
    board = RECOMMENDED_REED_BOARD
    field = along_a_reed(RECOMMENDED_DISC, board.gap)
    x = np.linspace(-SQUARE / 2, SQUARE / 2, 201)
    here = np.zeros_like(x)
    beside = neighbours(field, board, Hands.NORMAL.value, SAME)
    window = reed_window()
    axes.axhspan(beside.least, beside.most, color=_NOBODY, alpha=0.25, linewidth=0)
    axes.axhspan(window.least, window.most, color="#4c9a2a", alpha=0.2, linewidth=0)
    axes.plot(x, field.up(x, here), color=_WHITE, label="a lone piece")
    half = board.half_spacing
    together = field.up(x - half, here) + field.up(x + half, here)
    axes.plot(x, together, color=_UNION, label="a union, side by side across")
    turned = field.up(x, here + half) + field.up(x, here - half)
    axes.plot(x, turned, color=_UNION, linestyle="--", label="a union, one behind the other")
    beyond = SQUARE / 2 + 0.5
    axes.text(beyond, 0, "all neighbours\ntogether", va="center", fontsize=9)
    axes.text(
        beyond,
        (window.least + window.most) / 2,
        "here the reed\nshould close",
        va="center",
        fontsize=9,
    )
    axes.set_xlabel("how far from the reed it stands, mm")
    axes.set_ylabel("field along the reed, mT")
    axes.set_xlim(-SQUARE / 2, SQUARE / 2)


def hall_picture() -> str:
    """What one linear Hall sensor may read for each content of a square."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(7, 3.6), layout="constrained")
        axes = figure.subplots()
        for row, hands in enumerate(reversed(Hands)):
            _draw_hall(axes, row, hands)
        axes.set_yticks(range(len(Hands)), [hands.word for hands in reversed(Hands)])
        axes.set_xlim(-85, 85)
        axes.set_xlabel("axial field that one Hall sensor reads, mT")
        axes.axvline(0, color=INK, linewidth=0.6)
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles[:4], labels[:4], frameon=False, loc="outside upper center", ncols=4)
        return svg(figure)


def _draw_hall(axes: Axes, row: int, hands: Hands) -> None:
    empty, white, together = hall_ranges(RECOMMENDED_BOARD, hands.value, OPPOSITE)
    black = Range(-white.most, -white.least)
    bars = (
        ("empty", empty, _NOBODY),
        ("white", white, _WHITE),
        ("black", black, _BLACK),
        ("union", together, _UNION),
    )
    for place, (label, values, colour) in enumerate(bars):
        axes.barh(
            row + 0.27 - 0.18 * place,
            values.most - values.least,
            left=values.least,
            height=0.16,
            color=colour,
            label=label,
        )
