import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from board_daemon.lights.frame import Glow, glows_at
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square
from board_daemon.terminal import sprites
from board_daemon.terminal.board import FIGURINES, BoardSize, draw_board
from board_daemon.terminal.wood import FINE_WOOD, PLAIN_WOOD
from tests.terminal.views import ALL, HAND, MIDDLE

SMALL, LARGE = BoardSize.SMALL, BoardSize.LARGE


def middle(lines: list[Text], name: str, size: BoardSize) -> tuple[Text, int]:
    column, line = size.value.middle(parse_square(name))
    return lines[line], column


def ground(lines: list[Text], name: str, size: BoardSize = SMALL, dx: int = 0) -> str:
    line, column = middle(lines, name, size)
    color = line.get_style_at_offset(Console(), column + dx).bgcolor
    assert color is not None
    assert color.triplet is not None
    return color.triplet.hex


@pytest.mark.slow
@pytest.mark.parametrize("size", BoardSize)
def test_every_line_is_as_wide_as_the_board(size: BoardSize) -> None:
    for view in ALL:
        lines = draw_board(view.position, glows_at(view, 0.3), None, size)
        assert len(lines) == size.value.height
        assert {line.cell_len for line in lines} == {size.value.width}


def test_no_character_takes_more_than_one_cell() -> None:
    for size in BoardSize:
        text = "".join(line.plain for line in draw_board(MIDDLE, {}, None, size))
        assert {cell_len(character) for character in text} == {1}


def test_every_figurine_stands_in_the_middle_of_its_square() -> None:
    lines = draw_board(Position.start(), {})
    for square in [*range(16), *range(48, 64)]:
        column, line = SMALL.value.middle(square)
        start = Position.start()
        piece = start.white_at(square) or start.black_at(square)
        assert piece is not None
        assert lines[line].plain[column] == FIGURINES[piece]


def test_a_union_shows_both_pieces_side_by_side_each_on_the_colour_of_the_other() -> None:
    lines = draw_board(MIDDLE, {})
    line, column = middle(lines, "c8", SMALL)
    assert line.plain[column - 1] == FIGURINES[PieceType.QUEEN]
    assert line.plain[column + 1] == FIGURINES[PieceType.BISHOP]
    left, right = ground(lines, "c8", dx=-1), ground(lines, "c8", dx=1)
    assert sum(bytes.fromhex(left[1:])) < 150 < 500 < sum(bytes.fromhex(right[1:]))


def test_a_light_colours_its_square_and_no_other() -> None:
    dark = draw_board(MIDDLE, {})
    lit = draw_board(MIDDLE, {parse_square("e3"): Glow((0, 70, 255), 1.0)})
    assert ground(lit, "e3") != ground(dark, "e3")
    assert int(ground(lit, "e3")[5:], 16) > 200
    assert all(ground(lit, name) == ground(dark, name) for name in ("d3", "f3", "e4", "e2"))


def test_a_lifted_piece_is_drawn_faintly() -> None:
    held = draw_board(MIDDLE, {}, HAND.hand.origin if HAND.hand else None)
    standing = draw_board(MIDDLE, {})
    line, column = middle(held, "d3", SMALL)
    assert line.plain[column] == FIGURINES[PieceType.ROOK]
    assert line.spans != middle(standing, "d3", SMALL)[0].spans


def test_two_pieces_of_a_union_find_room_in_one_small_picture() -> None:
    for white in PieceType:
        for black in PieceType:
            pixels = list(sprites.union_pixels(white, black))
            colors = {color for _, _, color, _ in pixels}
            assert colors == {Color.WHITE, Color.BLACK}
            assert all(0 <= x < sprites.WIDTH and 0 <= y < sprites.HEIGHT for x, y, _, _ in pixels)


def test_small_pictures_differ_from_one_another() -> None:
    pictures = {tuple(sprites.piece_pixels(piece, Color.WHITE)) for piece in PieceType}
    assert len(pictures) == len(PieceType)


def test_the_knights_look_at_each_other() -> None:
    white = {(x, y) for x, y, _, _ in sprites.piece_pixels(PieceType.KNIGHT, Color.WHITE)}
    black = {(x, y) for x, y, _, _ in sprites.piece_pixels(PieceType.KNIGHT, Color.BLACK)}
    assert black == {(sprites.WIDTH - 1 - x, y) for x, y in white} != white


def test_plain_wood_has_no_grain() -> None:
    at = {PLAIN_WOOD.at(square, x, y) for square in (0, 2) for x in range(5) for y in range(4)}
    assert at == {PLAIN_WOOD.oak}
    assert len({FINE_WOOD.at(0, x, y) for x in range(5) for y in range(4)}) > 1
