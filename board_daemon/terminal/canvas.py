"""A small picture made of half-blocks: every terminal cell is two pixels, one above the other."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rich.color import Color
from rich.style import Style
from rich.text import Text

from board_daemon.lights.palette import BLACK, Rgb

UPPER_HALF: Final = "▀"
LOWER_HALF: Final = "▄"


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character that stands on the pixels of its cell."""

    character: str
    color: Rgb
    bold: bool = False


class Canvas:
    """Pixels in columns and rows, two rows to a line of the terminal; None shows what is behind."""

    def __init__(self, columns: int, lines: int) -> None:
        self.columns = columns
        self.lines = lines
        self._pixels: list[list[Rgb | None]] = [[None] * columns for _ in range(2 * lines)]
        self._glyphs: dict[tuple[int, int], Glyph] = {}

    def set_pixel(self, column: int, row: int, color: Rgb) -> None:
        """Colour one pixel; row 0 is the upper half of line 0."""
        self._pixels[row][column] = color

    def fill(self, column: int, row: int, columns: int, rows: int, color: Rgb) -> None:
        """Colour a rectangle of pixels."""
        for line in self._pixels[row : row + rows]:
            line[column : column + columns] = [color] * columns

    def blend(self, column: int, row: int, color: Rgb, share: float) -> None:
        """Mix a share of the colour, 0 to 1, into a pixel that has one."""
        pixel = self._pixels[row][column]
        self._pixels[row][column] = color if pixel is None else mix(pixel, color, share)

    def blend_cell(self, column: int, line: int, color: Rgb, share: float) -> None:
        """Mix a share of the colour into both pixels of a cell."""
        self.blend(column, 2 * line, color, share)
        self.blend(column, 2 * line + 1, color, share)

    def ground(self, column: int, line: int) -> Rgb:
        """The mean of a cell's two pixels: what a glyph in it stands on."""
        upper, lower = self._pixels[2 * line][column], self._pixels[2 * line + 1][column]
        if upper is None or lower is None:
            return upper or lower or BLACK
        return mix(upper, lower, 0.5)

    def put(self, column: int, line: int, glyph: Glyph) -> None:
        """Set a character into a cell; its ground is the mean of the cell's two pixels."""
        self._glyphs[column, line] = glyph

    def line(self, index: int) -> Text:
        """One line of the terminal."""
        text = Text(no_wrap=True, end="")
        run, style = "", Style()
        for column in range(self.columns):
            character, next_style = self._cell(column, index)
            if next_style != style:
                text.append(run, style)
                run, style = "", next_style
            run += character
        text.append(run, style)
        return text

    def _cell(self, column: int, line: int) -> tuple[str, Style]:
        upper, lower = self._pixels[2 * line][column], self._pixels[2 * line + 1][column]
        glyph = self._glyphs.get((column, line))
        if glyph is not None:
            return glyph.character, _style(glyph.color, self.ground(column, line), glyph.bold)
        if upper == lower:
            return " ", _style(None, lower)
        if upper is None:
            return LOWER_HALF, _style(lower, None)
        return UPPER_HALF, _style(upper, lower)


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """`share` of the other colour in the one."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@lru_cache(maxsize=8192)
def _style(color: Rgb | None, ground: Rgb | None, bold: bool = False) -> Style:
    return Style(
        color=None if color is None else Color.from_rgb(*color),
        bgcolor=None if ground is None else Color.from_rgb(*ground),
        bold=bold or None,
    )
