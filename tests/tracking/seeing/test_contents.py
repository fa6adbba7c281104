"""What may stand on a square."""

from __future__ import annotations

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import Color
from board_daemon.rules.squares import bit, parse_square
from board_daemon.tracking.seeing.contents import (
    ANYTHING,
    SOMEBODY,
    Content,
    agree,
    alone,
    content_at,
    contents_of,
    disagreeing,
)

POSITION = parse_fen("4k3/8/8/3p4/a3P3/8/8/4K3 w 0 - - -")


def test_each_square_has_one_content() -> None:
    expected = {"e4": "WHITE", "d5": "BLACK", "a4": "UNION", "h1": "EMPTY", "e8": "BLACK"}
    for square, name in expected.items():
        assert content_at(POSITION, parse_square(square)) == Content[name]
        assert contents_of(POSITION)[parse_square(square)] == Content[name]


def test_a_lone_piece_shows_its_colour() -> None:
    assert alone(Color.WHITE) == Content.WHITE
    assert alone(Color.BLACK) == Content.BLACK


def test_only_what_is_ruled_out_disagrees() -> None:
    expected = contents_of(POSITION)
    seen = [SOMEBODY if content != Content.EMPTY else content for content in expected]
    assert disagreeing(seen, expected) == 0
    seen[parse_square("e4")] = Content.EMPTY
    seen[parse_square("h1")] = SOMEBODY
    assert disagreeing(seen, expected) == bit(parse_square("e4")) | bit(parse_square("h1"))
    assert not agree(seen, expected)


def test_the_board_agrees_where_nothing_is_ruled_out() -> None:
    expected = contents_of(POSITION)
    assert agree(expected, expected)
    assert agree([ANYTHING] * 64, expected)
    for square, content in enumerate(expected):
        seen = list(expected)
        seen[square] = ANYTHING & ~content
        assert not agree(seen, expected)
        assert disagreeing(seen, expected) == bit(square)
