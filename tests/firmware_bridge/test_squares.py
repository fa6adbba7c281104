from __future__ import annotations

import pytest

from firmware_bridge.errors import BridgeError, SquareNameError
from firmware_bridge.squares import SQUARE_COUNT, parse_square, square_name


def test_squares_count_from_a1_along_the_ranks_to_h8() -> None:
    names = [square_name(square) for square in range(SQUARE_COUNT)]
    assert (names[0], names[7], names[8], names[28], names[63]) == ("a1", "h1", "a2", "e4", "h8")


def test_every_square_is_found_again_by_its_name() -> None:
    squares = list(range(SQUARE_COUNT))
    assert [parse_square(square_name(square)) for square in squares] == squares


@pytest.mark.parametrize("name", ["", "e", "e0", "e9", "i1", "E4", "e4 ", "44", "é4", "e4" * 999])
def test_another_text_is_no_square(name: str) -> None:
    with pytest.raises(SquareNameError, match="expected a square from a1 to h8, saw '") as caught:
        parse_square(name)
    assert len(str(caught.value)) < 80
    assert isinstance(caught.value, BridgeError)


@pytest.mark.parametrize("square", [-1, 64, 10**9])
def test_another_number_is_no_square(square: int) -> None:
    with pytest.raises(SquareNameError, match=f"expected a square from 0 to 63, saw {square}"):
        square_name(square)
