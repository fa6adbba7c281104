from itertools import combinations

from board_daemon.lights.roles import Role, roles_for
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.squares import file_of, parse_square, rank_of
from board_daemon.terminal.marks import (
    HEIGHT,
    MARKS,
    PUT_HERE,
    WIDTH,
    draw_marked_board,
    in_ascii,
)
from board_daemon.tracking.view import BoardView
from tests.terminal.views import ALL, FIX, HAND, MIDDLE, squares


def content(view: BoardView, name: str, wanted: str = "") -> str:
    lines = draw_marked_board(view.position, roles_for(view), squares(wanted))
    square = parse_square(name)
    row = lines[1 + 2 * (7 - rank_of(square))].plain
    return row.split("│")[1 + file_of(square)]


def test_every_role_has_marks_of_its_own() -> None:
    assert set(MARKS) == set(Role)
    pairs = [*MARKS.values(), PUT_HERE]
    assert all(one != other for one, other in combinations(pairs, 2))
    assert all(len(pair) == 2 and pair.isascii() and pair.isprintable() for pair in pairs)


def test_no_mark_can_be_taken_for_a_piece_or_a_union() -> None:
    assert not set("".join([*MARKS.values(), PUT_HERE])) & set("KQRBNPkqrbnp&")


def test_white_is_upper_case_black_lower_case_and_a_union_both() -> None:
    assert content(BoardView(MIDDLE), "c3") == "  N  "
    assert content(BoardView(MIDDLE), "e6") == "  n  "
    assert content(BoardView(MIDDLE), "c8") == " Q&b "
    assert content(BoardView(MIDDLE), "d8") == " B&q "


def test_lit_squares_carry_their_marks() -> None:
    assert content(HAND, "d3") == "( R )"
    assert content(HAND, "e3") == ":   :"
    assert content(HAND, "d5") == ">P&p<"
    assert content(HAND, "f5") == "+ p +"
    assert content(HAND, "d7") == "* k *"
    asked = BoardView(MIDDLE, ask=squares("d8"), asks_for_piece=PieceType.QUEEN)
    assert content(asked, "d8") == "@B&q@"


def test_a_square_to_fill_differs_from_one_to_clear() -> None:
    assert content(FIX, "d4", wanted="a1") == "x P x"
    assert content(FIX, "a1", wanted="a1") == "v   v"


def test_every_line_is_as_wide_as_the_board() -> None:
    for view in ALL:
        lines = draw_marked_board(view.position, roles_for(view))
        assert len(lines) == HEIGHT
        assert {line.cell_len for line in lines} == {WIDTH}


def test_in_ascii_every_cell_keeps_its_place() -> None:
    for line in draw_marked_board(MIDDLE, roles_for(HAND)):
        plain = in_ascii(line).plain
        assert plain.isascii()
        assert len(plain) == line.cell_len
