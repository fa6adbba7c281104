"""How the pictures of the guide look, and how they become files."""

from __future__ import annotations

import io
from typing import Any, Final

from matplotlib.figure import Figure

INK: Final = "#333333"
STYLE: Final[dict[Any, Any]] = {
    # The same drawing gives the same file.
    "svg.hashsalt": "pacoboard",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def svg(figure: Figure) -> str:
    """The figure as SVG: letters stay letters, and no date is in it."""
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"
