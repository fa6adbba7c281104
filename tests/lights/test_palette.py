"""The alternative palettes are judged as colour-blind players see them.

Colours are put through the simulation of Machado, Oliveira and Fernandes (2009, full severity) and
compared in CIE L*a*b*, where a distance of about 2 is just visible to the side of one another.
"""

import math
from itertools import combinations

import pytest

from board_daemon.lights.palette import BLUE, PALETTES, RED_GREEN, STANDARD, Palette, Rgb
from board_daemon.rules.pieces import PROMOTIONS

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

PROTAN: Matrix = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTAN: Matrix = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TRITAN: Matrix = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)
CLEARLY_DIFFERENT = 30.0


def linear(color: Rgb) -> Vector:
    red, green, blue = (
        math.pow((channel / 255 + 0.055) / 1.055, 2.4) if channel > 10 else channel / 255 / 12.92
        for channel in color
    )
    return red, green, blue


def seen(color: Rgb, weakness: Matrix) -> Vector:
    light = linear(color)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in weakness
    )
    return red, green, blue


def lab(light: Vector) -> Vector:
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (math.cbrt(v) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def lit_together(palette: Palette) -> list[tuple[Rgb, ...]]:
    return [
        (palette.move, palette.union, palette.takeover, palette.castle, palette.paco),
        (palette.take_away, palette.put_here),
        (palette.best, palette.fine, palette.risky),
        (palette.last, palette.warning),
        tuple(palette.promotion(piece) for piece in PROMOTIONS),
    ]


def least_distance(palette: Palette, weakness: Matrix) -> float:
    return min(
        math.dist(lab(seen(one, weakness)), lab(seen(other, weakness)))
        for colors in lit_together(palette)
        for one, other in combinations(colors, 2)
    )


@pytest.mark.parametrize(
    ("palette", "weakness"), [(RED_GREEN, PROTAN), (RED_GREEN, DEUTAN), (BLUE, TRITAN)]
)
def test_an_alternative_palette_keeps_apart_what_the_standard_one_does_not(
    palette: Palette, weakness: Matrix
) -> None:
    assert least_distance(palette, weakness) > CLEARLY_DIFFERENT
    assert least_distance(palette, weakness) > least_distance(STANDARD, weakness)


def test_every_palette_has_a_name() -> None:
    assert set(PALETTES.values()) == {STANDARD, RED_GREEN, BLUE}
