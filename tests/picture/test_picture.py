import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from board_daemon.picture.__main__ import OUTLINES, readme_picture
from board_daemon.picture.silhouettes import BOX, FLOOR, arm, module_for_the_page, shapes
from board_daemon.picture.svg import SIZE, board_svg
from board_daemon.rules.pieces import Color, PieceType
from board_daemon.rules.position import Position
from board_daemon.tracking.view import BoardView

ROOT = Path(__file__).parent.parent.parent


def points(path: str) -> list[tuple[float, float]]:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@pytest.mark.parametrize("piece", PieceType)
def test_every_piece_stays_in_its_box_and_stands_on_the_floor(piece: PieceType) -> None:
    outlined = [point for shape in shapes(piece) for point in points(shape)]
    assert all(0 <= x <= BOX and 0 <= y <= FLOOR for x, y in outlined)
    assert max(y for _, y in outlined) == FLOOR


def test_no_two_pieces_have_the_same_head() -> None:
    heads = {shapes(piece)[1:-1] for piece in PieceType}
    assert len(heads) == len(PieceType)


@pytest.mark.parametrize("color", Color)
def test_an_arm_reaches_from_the_own_robe_to_beyond_the_front_of_the_box(color: Color) -> None:
    reached = [x for x, _ in points(arm(color))]
    assert min(reached) < BOX / 2 < 90 < max(reached)


def test_the_page_draws_what_the_picture_draws() -> None:
    kept = (ROOT / OUTLINES).read_text(encoding="utf-8")
    assert kept == module_for_the_page(), "python -m board_daemon.picture"


def test_the_readme_shows_what_the_script_draws() -> None:
    shown = (ROOT / "docs" / "board.svg").read_text(encoding="utf-8")
    assert shown == readme_picture(), "python -m board_daemon.picture"


def test_the_picture_is_well_formed_described_in_words_and_needs_nothing_from_elsewhere() -> None:
    text = readme_picture()
    root = ET.fromstring(text)
    assert root.get("viewBox") == f"0 0 {SIZE} {SIZE}"
    assert "union" in (root.get("aria-label") or "")
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_the_readme_picture_shows_five_unions_a_held_piece_and_its_destinations() -> None:
    text = readme_picture()
    assert text.count('<g class="u"') == 5
    assert text.count('fill="url(#lamp0046ff)') == 2
    assert text.count('fill="url(#lampc800a0)') == 1
    assert text.count('fill="url(#lampff7800)') == 2


def test_a_board_at_rest_is_dark_and_has_thirty_two_pieces() -> None:
    text = board_svg(BoardView(Position.start()), "The start.")
    assert "lamp" not in text
    assert text.count("<use ") == 32
