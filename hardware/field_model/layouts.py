"""What several layouts of Hall sensors make of a square, and how often they are right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from board_daemon.tracking.seeing.contents import Content
from board_daemon.tracking.seeing.sensing import FieldModel
from hardware.field_model.fields import Array, MagnetField, at_a_point
from hardware.field_model.geometry import RECOMMENDED_BOARD, RECOMMENDED_DISC, Hands
from hardware.field_model.scenes import Scenes, Standing, measured, scenes

_COUNT: Final = 6000
"""Scenes for each content: shares are then good to about half a percent."""
_SEED: Final = 20
_FIVE_AT: Final = 12.0
"""mm from the centre to the four outer sensors of five."""
_FIVE_LEVEL: Final = 4.0
"""mT that one of five sensors must read to have found a piece."""

Verdicts = list[Content]
_TRUTHS: Final = {
    Standing.EMPTY: Content.EMPTY,
    Standing.WHITE: Content.WHITE,
    Standing.BLACK: Content.BLACK,
    Standing.UNION: Content.UNION,
}


@dataclass(frozen=True, slots=True)
class Layout:
    """A way to put Hall sensors under a square."""

    name: str
    judge: Callable[[Scenes, MagnetField, np.random.Generator], Verdicts]


@dataclass(frozen=True, slots=True)
class Score:
    """How a layout fares with a content: shares of 1 that add up to it."""

    layout: str
    hands: Hands
    standing: Standing
    told: float
    """Said to be what it is, and nothing else."""
    left_open: float
    """What it is is among what is said to be possible."""
    wrong: float


def _one_axis(all_scenes: Scenes, field: MagnetField, rng: np.random.Generator) -> Verdicts:
    values = measured(all_scenes.vectors(field)[:, 2:], rng)
    return [FieldModel().contents(float(value)) for (value,) in values]


def _three_axes(all_scenes: Scenes, field: MagnetField, rng: np.random.Generator) -> Verdicts:
    values = measured(all_scenes.vectors(field), rng)
    return [FieldModel().contents(tuple(map(float, axes))) for axes in values]


def _five(all_scenes: Scenes, field: MagnetField, rng: np.random.Generator) -> Verdicts:
    places = [(0, 0), (_FIVE_AT, 0), (-_FIVE_AT, 0), (0, _FIVE_AT), (0, -_FIVE_AT)]
    axial = [all_scenes.vectors(field, *place)[:, 2] for place in places]
    values = measured(np.stack(axial, axis=1), rng)
    return [_of_five(row) for row in values]


def _of_five(values: Array) -> Content:
    white, black = values.max() > _FIVE_LEVEL, values.min() < -_FIVE_LEVEL
    if white and black:
        return Content.UNION
    return Content.WHITE if white else Content.BLACK if black else Content.EMPTY


LAYOUTS: Final = (
    Layout("one axis, as the tracker reads it", _one_axis),
    Layout("three axes, as the tracker reads it", _three_axes),
    Layout("five of one axis, 12 mm apart", _five),
)


@cache
def scores() -> tuple[Score, ...]:
    """Every layout with every way to set pieces down; the same at every run."""
    return tuple(_scores())


def _scores() -> Iterator[Score]:
    field = at_a_point(RECOMMENDED_DISC, RECOMMENDED_BOARD.gap)
    for layout in LAYOUTS:
        for hands in Hands:
            rng = np.random.default_rng(_SEED)
            for standing, truth in _TRUTHS.items():
                drawn = scenes(standing, RECOMMENDED_BOARD, hands.value, _COUNT, rng)
                verdicts = layout.judge(drawn, field, rng)
                yield _score(layout, hands, standing, truth, verdicts)


def _score(
    layout: Layout, hands: Hands, standing: Standing, truth: Content, verdicts: Verdicts
) -> Score:
    told = sum(verdict == truth for verdict in verdicts) / len(verdicts)
    wrong = sum(not verdict & truth for verdict in verdicts) / len(verdicts)
    return Score(layout.name, hands, standing, told, 1 - told - wrong, wrong)
