"""The board in colour: half-blocks for wood and light, figurines for the pieces.

Boundaries of ranks run through the middle of a line where a square is two lines high, so that the
piece, one line high, stands in the middle of its square.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from rich.text import Text

from board_daemon.lights.frame import Glow
from board_daemon.lights.palette import Rgb
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import Square, file_of, rank_of
from board_daemon.terminal import sprites
from board_daemon.terminal.canvas import Canvas, Glyph, mix
from board_daemon.terminal.wood import FINE_WOOD, Wood, nearness_at

FIGURINES: Final = {
    PieceType.PAWN: "♟",
    PieceType.ROOK: "♜",
    PieceType.KNIGHT: "♞",
    PieceType.BISHOP: "♝",
    PieceType.QUEEN: "♛",
    PieceType.KING: "♚",
}

_LEFT_RIM: Final = 3
_RIGHT_RIM: Final = 2
_FAINT: Final = 0.3


@dataclass(frozen=True, slots=True)
class Geometry:
    """The measures of a drawn board."""

    columns: int
    """Cells from one file to the next; odd, so that a piece can stand in the middle."""
    lines: int
    """Lines from one rank to the next; even, so that a piece's line is whole."""

    @property
    def width(self) -> int:
        """Cells across, the rim included."""
        return _LEFT_RIM + 8 * self.columns + _RIGHT_RIM

    @property
    def height(self) -> int:
        """Lines from top to bottom, the rim included."""
        return 8 * self.lines + 2

    def corner(self, square: Square) -> tuple[int, int]:
        """The first column and the first pixel row of a square."""
        column = _LEFT_RIM + file_of(square) * self.columns
        return column, 1 + (7 - rank_of(square)) * 2 * self.lines

    def middle(self, square: Square) -> tuple[int, int]:
        """The column and the line of a square's middle cell."""
        column, row = self.corner(square)
        return column + self.columns // 2, (row + self.lines) // 2


class BoardSize(Enum):
    """The sizes that a board can be drawn in."""

    SMALL = Geometry(columns=5, lines=2)
    """A figurine is a character of the terminal's font."""
    LARGE = Geometry(columns=9, lines=4)
    """A figurine is a small picture."""


def draw_board(
    position: Position,
    glows: Mapping[Square, Glow],
    lifted: Square | None = None,
    size: BoardSize = BoardSize.SMALL,
    wood: Wood = FINE_WOOD,
) -> list[Text]:
    """The lines of the board: what stands on the squares, and the light beneath each.

    What stands on `lifted` is in somebody's hand and drawn faintly.
    """
    drawing = _Drawing(position, size.value, wood)
    drawing.rim()
    for square in range(64):
        drawing.ground(square, glows.get(square))
        drawing.pieces(square, _FAINT if square == lifted else 1.0)
    return [drawing.canvas.line(index) for index in range(drawing.canvas.lines)]


class _Drawing:
    """One board in the making."""

    def __init__(self, position: Position, geometry: Geometry, wood: Wood) -> None:
        self._position = position
        self._geometry = geometry
        self._wood = wood
        self.canvas = Canvas(geometry.width, geometry.height)

    def rim(self) -> None:
        """The frame with the names of files and ranks."""
        geometry, wood = self._geometry, self._wood
        self.canvas.fill(0, 0, geometry.width, 2 * geometry.height, wood.rim)
        self.canvas.fill(0, 0, geometry.width, 1, wood.edge)
        for rank in range(8):
            _, line = geometry.middle(8 * rank)
            self.canvas.put(1, line, Glyph(str(rank + 1), wood.inscription))
        for file in range(8):
            column, _ = geometry.middle(file)
            self.canvas.put(column, geometry.height - 1, Glyph("abcdefgh"[file], wood.inscription))

    def ground(self, square: Square, glow: Glow | None) -> None:
        """A square's wood and light."""
        left, top = self._geometry.corner(square)
        width, height = self._geometry.columns, 2 * self._geometry.lines
        reach = _reach(width, height)
        for index, plank in enumerate(_planks(self._wood, square, width, height)):
            color = plank if glow is None else self._wood.lit(plank, glow, reach[index])
            self.canvas.set_pixel(left + index % width, top + index // width, color)

    def pieces(self, square: Square, strength: float) -> None:
        """Who stands on a square; `strength` from 0, invisible, to 1."""
        white, black = self._position.white_at(square), self._position.black_at(square)
        if self._geometry.columns >= sprites.WIDTH:
            left, top = self._geometry.corner(square)
            for x, y, color, cover in _pixels(white, black):
                if cover < 1 and not self._wood.is_smooth:
                    continue
                self.canvas.blend(left + x, top + y, self._ink(color), cover * strength)
            return
        column, line = self._geometry.middle(square)
        if white is not None and black is not None:
            self._union(column, line, white, black, strength)
        elif white is not None:
            self._figurine(column, line, white, Color.WHITE, strength)
        elif black is not None:
            self._figurine(column, line, black, Color.BLACK, strength)

    def _union(
        self, column: int, line: int, white: PieceType, black: PieceType, strength: float
    ) -> None:
        """Two pieces arm in arm: each on a ground of the other's colour, side by side."""
        light, dark = self._wood.ivory_ground, self._wood.walnut_ground
        self.canvas.blend_cell(column - 1, line, dark, strength)
        self._figurine(column - 1, line, white, Color.WHITE, strength)
        # The middle cell is half the one ground and half the other.
        under = self.canvas.ground(column, line)
        self.canvas.blend_cell(column, line, dark, strength)
        self.canvas.put(column, line, Glyph("▐", mix(under, light, strength)))
        self.canvas.blend_cell(column + 1, line, light, strength)
        self._figurine(column + 1, line, black, Color.BLACK, strength)

    def _figurine(
        self, column: int, line: int, piece: PieceType, color: Color, strength: float
    ) -> None:
        ink = mix(self.canvas.ground(column, line), self._ink(color), strength)
        self.canvas.put(column, line, Glyph(FIGURINES[piece], ink, bold=True))

    def _ink(self, color: Color) -> Rgb:
        return self._wood.walnut if color else self._wood.ivory


@lru_cache(maxsize=512)
def _planks(wood: Wood, square: Square, width: int, height: int) -> tuple[Rgb, ...]:
    """The wood of a square without light, row by row."""
    return tuple(wood.at(square, x, y) for y in range(height) for x in range(width))


@lru_cache(maxsize=8)
def _reach(width: int, height: int) -> tuple[float, ...]:
    """How near the lamp the pixels of a square are, row by row."""
    return tuple(nearness_at(x, y, width, height) for y in range(height) for x in range(width))


def _pixels(white: PieceType | None, black: PieceType | None) -> Iterator[sprites.Pixel]:
    if white is not None and black is not None:
        yield from sprites.union_pixels(white, black)
    elif white is not None:
        yield from sprites.piece_pixels(white, Color.WHITE)
    elif black is not None:
        yield from sprites.piece_pixels(black, Color.BLACK)
