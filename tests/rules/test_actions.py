from __future__ import annotations

import pytest

from board_daemon.rules.actions import (
    Lift,
    Place,
    Promote,
    action_from_json,
    action_to_json,
    format_action,
    is_same_but_for_promotions,
    parse_action,
    parse_actions,
    promoted_pieces,
)
from board_daemon.rules.errors import ActionSyntaxError, SquareError
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.squares import bits, parse_square, square_name, square_set


def test_actions_are_written_compactly() -> None:
    assert format_action(Lift(12)) == "Le2"
    assert format_action(Place(28)) == "Pe4"
    assert format_action(Promote(PieceType.QUEEN)) == "=Q"


def test_actions_are_written_as_the_official_site_does() -> None:
    assert action_to_json(Lift(12)) == {"Lift": 12}
    assert action_to_json(Place(28)) == {"Place": 28}
    assert action_to_json(Promote(PieceType.KNIGHT)) == {"Promote": "Knight"}


def test_no_text_is_no_actions() -> None:
    assert parse_actions("  ") == ()


@pytest.mark.parametrize(
    "text", ["", "L", "Le", "Le9", "Li2", "le2", "Le2 ", "e2", "Pe22", "=", "=K", "=P", "=q", "=QQ"]
)
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ActionSyntaxError, match=r"expected .* got"):
        parse_action(text)


@pytest.mark.parametrize(
    "value",
    [
        None,
        "Le2",
        12,
        [],
        {},
        {"Lift": 64},
        {"Lift": -1},
        {"Lift": True},
        {"Lift": 1.0},
        {"Lift": "e2"},
        {"Put": 3},
        {"Lift": 1, "Place": 2},
        {"Promote": "King"},
        {"Promote": "Pawn"},
        {"Promote": 5},
        {"Promote": "queen"},
    ],
)
def test_a_json_value_that_is_no_action_is_refused(value: object) -> None:
    with pytest.raises(ActionSyntaxError, match="expected .* got"):
        action_from_json(value)


@pytest.mark.parametrize(
    ("actions", "squares"),
    [
        ("Le7 Pe8 =Q", "e8"),
        ("Le7 Pe8 =Q Pd8", "e8"),
        # The chain comes back, frees what the pawn became, and that goes on.
        ("Le7 Pe8 =Q Pd8 Pe8 Pd7", "d7"),
        ("Le7 Pe8 =Q Pd8 Pe8 Pd7 Pc6", "d7"),
        ("Le7 Pe8 =Q Pd8 Pe8 Pd8 Pe8 Pd7", "d8"),
        ("Le2 Pe4", ""),
    ],
)
def test_what_a_pawn_became_may_be_freed_by_the_same_chain_and_go_on(
    actions: str, squares: str
) -> None:
    stand = promoted_pieces(parse_actions(actions))
    assert " ".join(map(square_name, stand)) == squares


def test_each_pawn_of_a_chain_stands_where_its_own_way_ended() -> None:
    actions = parse_actions("Le7 Pe8 =Q Pd8 Pe8 Pd7 Pc8 =N")
    became = {square_name(square): piece for square, piece in promoted_pieces(actions).items()}
    assert became == {"d7": PieceType.QUEEN, "c8": PieceType.KNIGHT}


@pytest.mark.parametrize(
    ("others", "is_same"),
    [("Le7 Pe8 =N", True), ("Le7 Pe8", False), ("Le7 Pd8 =Q", False), ("Le7 Pe8 =Q Pd8", False)],
)
def test_turns_that_differ_in_their_promotions_alone_are_told_from_others(
    others: str, is_same: bool
) -> None:
    one = parse_actions("Le7 Pe8 =Q")
    assert is_same_but_for_promotions(one, parse_actions(others)) == is_same


def test_squares_are_numbered_rank_by_rank_from_a1() -> None:
    assert [square_name(square) for square in (0, 7, 8, 63)] == ["a1", "h1", "a2", "h8"]
    assert all(parse_square(square_name(square)) == square for square in range(64))


@pytest.mark.parametrize("text", ["", "e", "e0", "e9", "i4", "E4", "e44", "4e", "e٤"])
def test_a_text_that_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(SquareError, match="expected a square from a1 to h8, got"):
        parse_square(text)


def test_a_set_of_squares_gives_them_a1_first() -> None:
    assert list(bits(square_set([63, 0, 12]))) == [0, 12, 63]
    assert list(bits(0)) == []
