"""The way of the LED strip over the board, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from hardware.figures import INK, STYLE, svg

_DARK, _LIGHT, _STRIP = "#c8a77c", "#ecdcc0", "#1f5fbf"
_FILES: Final = "abcdefgh"


def led_picture(squares: Sequence[str]) -> str:
    """`squares`: the square over each LED, in the order of the strip. Seen from White's side."""
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(5, 5), layout="constrained")
        axes = figure.subplots()
        places = [(_FILES.index(square[0]), int(square[1]) - 1) for square in squares]
        for file, rank in places:
            colour = _LIGHT if (file + rank) % 2 else _DARK
            axes.add_patch(Rectangle((file - 0.5, rank - 0.5), 1, 1, color=colour, linewidth=0))
        _draw_strip(axes, places)
        axes.set_xticks(range(8), list(_FILES))
        axes.set_yticks(range(8), [str(rank) for rank in range(1, 9)])
        axes.set_aspect("equal")
        axes.tick_params(length=0)
        for spine in axes.spines.values():
            spine.set_visible(False)
        return svg(figure)


def _draw_strip(axes: Axes, places: Sequence[tuple[int, int]]) -> None:
    axes.plot([x for x, _ in places], [y for _, y in places], color=_STRIP, linewidth=2)
    for number, (x, y) in enumerate(places):
        axes.plot(x, y, "s", color="white", markeredgecolor=_STRIP, markersize=15)
        axes.text(x, y, str(number), ha="center", va="center", fontsize=8, color=INK)
    x, y = places[0]
    axes.annotate(
        "DIN",
        (x - 0.25, y - 0.25),
        (x - 0.75, y - 0.8),
        fontsize=9,
        arrowprops={"arrowstyle": "->", "color": _STRIP},
        annotation_clip=False,
    )
