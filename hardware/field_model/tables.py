"""The tables of the guide, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from hardware.field_model.fields import along_a_reed, at_a_point
from hardware.field_model.geometry import (
    RECOMMENDED_BOARD,
    RECOMMENDED_DISC,
    RECOMMENDED_REED_BOARD,
    Board,
    Disc,
    Hands,
    Placing,
)
from hardware.field_model.layouts import Score, scores
from hardware.field_model.ranges import Range, lone, neighbours, union
from hardware.field_model.scenes import GAIN_SPREAD, ZERO_SPREAD

OPPOSITE: Final = -1
"""White's magnets have their north pole up, black's down."""
SAME: Final = 1
"""All have it up."""
_REED_CHOICES: Final = (
    (Disc(8, 2), Board(3)),
    (Disc(8, 2), Board(5)),
    (Disc(10, 3), Board(3)),
    (Disc(10, 3), Board(5)),
    (RECOMMENDED_DISC, RECOMMENDED_REED_BOARD),
    (Disc(12, 3), Board(8)),
    (Disc(15, 3), Board(5)),
    (Disc(15, 3), Board(8)),
)


def parts() -> dict[str, str]:
    """Every table by the name of its place in the guide."""
    return {
        "reed fields": reed_table(),
        "opposite fields": opposite_table(),
        "same fields": same_table(),
        "hall layouts": layouts_table(scores()),
    }


def reed_table() -> str:
    """What a reed feels for sets with several magnets, all with the same pole up."""
    rows = []
    for disc, board in _REED_CHOICES:
        normal, sloppy = (_reed(disc, board, hands.value) for hands in (Hands.NORMAL, Hands.SLOPPY))
        name = f"{disc} mm over {board.wood:g} mm"
        is_chosen = (disc, board) == (RECOMMENDED_DISC, RECOMMENDED_REED_BOARD)
        margins = [min(one[:2]) / one[2] for one in (normal, sloppy)]
        rows.append(
            (
                f"**{name}**" if is_chosen else name,
                *(_pair(one, other) for one, other in zip(normal, sloppy, strict=True)),
                _pair(*margins),
            )
        )
    head = ("disc, and wood", "lone ≥", "union ≥", "neighbours ≤", "margin")
    return _markdown(head, rows)


def _reed(disc: Disc, board: Board, placing: Placing) -> tuple[float, float, float]:
    field = along_a_reed(disc, board.gap)
    beside = neighbours(field, board, placing, SAME)
    least_lone = lone(field, placing.lone).beside(beside).least
    least_union = union(field, board, placing.union, SAME).beside(beside).least
    return least_lone, least_union, beside.farthest


HALL_THRESHOLD: Final = 2.0
"""mT between nobody and somebody for one Hall sensor, where every north pole is up."""


def reed_window() -> Range:
    """Where a reed should close, mT: above all neighbours, and below any piece set down normally.

    Half as much again as the neighbours leaves room for its opening, at some two thirds of that.
    """
    lone_least, union_least, beside = _reed(
        RECOMMENDED_DISC, RECOMMENDED_REED_BOARD, Hands.SLOPPY.value
    )
    return Range(1.5 * beside, min(lone_least, union_least))


def opposite_table() -> str:
    """What one linear Hall sensor reads at worst, white's magnets up and black's down."""
    rows = []
    for hands in Hands:
        empty, white, together = hall_ranges(RECOMMENDED_BOARD, hands.value, OPPOSITE)
        black = Range(-white.most, -white.least)
        rows.append((hands.word, *map(_span, (empty, white, black, together))))
    return _markdown(("pieces set down", "empty", "white", "black", "union"), rows)


def same_table() -> str:
    """The same with every magnet up, for wood of two thicknesses."""
    rows = []
    for board in (RECOMMENDED_BOARD, RECOMMENDED_REED_BOARD):
        for hands in Hands:
            ranges = hall_ranges(board, hands.value, SAME)
            rows.append((f"{board.wood:g} mm", hands.word, *map(_span, ranges)))
    return _markdown(("wood", "pieces set down", "empty", "lone", "union"), rows)


def hall_ranges(board: Board, placing: Placing, sign: int) -> tuple[Range, Range, Range]:
    """Empty, a lone piece with its north up and a union, with the worst neighbours and sensor."""
    field = at_a_point(RECOMMENDED_DISC, board.gap)
    beside = neighbours(field, board, placing, sign)
    own = (
        Range(0, 0),
        lone(field, placing.lone),
        union(field, board, placing.union, sign),
    )
    empty, white, together = (one.beside(beside).measured(GAIN_SPREAD, ZERO_SPREAD) for one in own)
    return empty, white, together


def layouts_table(all_scores: Iterable[Score]) -> str:
    """For each layout and way to set down: told, left open and wrong, of each content."""
    rows = []
    for (layout, hands), group in groupby(all_scores, key=lambda s: (s.layout, s.hands)):
        cells = [
            f"{_percent(s.told)} / {_percent(s.left_open)} / {_percent(s.wrong)}" for s in group
        ]
        rows.append((layout if hands == Hands.CAREFUL else "", hands.word, *cells))
    return _markdown(("sensors", "set down", "empty", "white", "black", "union"), rows)


def _pair(one: float, other: float) -> str:
    # Adding nothing makes a zero of what would be printed as a zero below zero.
    return f"{round(one, 1) + 0.0:.1f} / {round(other, 1) + 0.0:.1f}".replace("-", "−")


def _shares(score: Score) -> str:
    return " / ".join(map(_percent, (score.told, score.left_open, score.wrong)))


def _span(values: Range) -> str:
    digits = 1 if values.farthest < 20 and values.least > 0 else 0
    return f"{values.least:.{digits}f} to {values.most:.{digits}f}".replace("-", "−")


def _percent(share: float) -> str:
    percent = 100 * share
    return f"{percent:.0f}" if percent in (0, 100) or percent >= 1 else f"{percent:.2f}"


def _markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
