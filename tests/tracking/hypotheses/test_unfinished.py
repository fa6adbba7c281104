"""What is left of a castling or a union en passant, by what is seen."""

from __future__ import annotations

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import square_name
from board_daemon.tracking.hypotheses.unfinished import unfinished_turn
from board_daemon.tracking.seeing.contents import contents_of
from tests.tracking.board import Board
from tests.tracking.seeing.test_evidence import evidence_of
from tests.tracking.test_tracker_turns import CASTLING, EN_PASSANT, EN_PASSANT_OF_A_UNION

BLACK_TO_CASTLE = CASTLING.replace(" w ", " b ")


def left(fen: str, story: str) -> str:
    """What is left to do: its kind, and from where to where; `^`: it is in the air."""
    position = parse_fen(fen)
    view = unfinished_turn(position, evidence_of(story, contents_of(position)))
    if view is None:
        return ""
    held = "^" if view.is_held else ""
    return f"{view.kind} {held}{square_name(view.start)} {square_name(view.end)}"


def is_half_done(board: Board) -> bool:
    return board.view.unfinished is not None


@pytest.mark.parametrize(
    ("story", "rest"),
    [
        ("e1. g1w", "castle h1 f1"),
        ("e1. g1w h1.", "castle ^h1 f1"),
        ("e1. c1w", "castle a1 d1"),
        ("h1. e1. f1w", "castle ^e1 g1"),
        ("h1. f1w e1.", "castle ^e1 g1"),
        ("a1. d1w e1.", "castle ^e1 c1"),
    ],
)
def test_half_a_castling_needs_its_other_half(story: str, rest: str) -> None:
    assert left(CASTLING, story) == rest


@pytest.mark.parametrize(
    "story",
    [
        pytest.param("", id="nothing moved"),
        pytest.param("e1.", id="the king is in hand"),
        pytest.param("e1. h1.", id="both are in hand"),
        pytest.param("h1. f1w", id="a rook's turn"),
        pytest.param("e1. f1w", id="one step"),
        pytest.param("e1. g1w h1. f1w", id="whole"),
        pytest.param("e1. g1w a2. a3w", id="something else moved"),
        pytest.param("e1. g1w a1.", id="the other rook is in hand"),
        pytest.param("e8. g8b", id="out of turn"),
    ],
)
def test_nothing_else_is_half_a_castling(story: str) -> None:
    assert left(CASTLING, story) == ""


@pytest.mark.parametrize(
    "fen",
    [
        pytest.param(CASTLING.replace("AHah", "Aah"), id="no right to it"),
        pytest.param(CASTLING.replace("R3K2R", "R3KB1R"), id="a bishop between"),
        pytest.param("r3k2r/8/8/8/8/8/6r1/R3K2R w 0 AHah - -", id="its goal is covered"),
    ],
)
def test_a_castling_that_is_not_allowed_is_not_half_done(fen: str) -> None:
    assert left(fen, "e1. g1w") == ""


def test_black_castles_too() -> None:
    assert left(BLACK_TO_CASTLE, "e8. c8b") == "castle a8 d8"


def test_who_owes_a_piece_for_a_pawn_may_castle_too() -> None:
    assert left("E3k3/8/8/8/8/8/8/4K2R w 0 H - -", "e1. g1w") == "castle h1 f1"


def test_a_rook_takes_its_partner_with_it() -> None:
    fen = "4k3/8/8/8/8/8/8/4K2I w 0 H - -"
    assert left(fen, "e1. g1w") == "castle h1 f1"
    assert left(fen, "h1. f1u e1.") == "castle ^e1 g1"


@pytest.mark.parametrize(
    ("story", "rest"),
    [
        ("e5. d6w", "union d5 d6"),
        ("e5. d6w d5.", "union ^d5 d6"),
        ("d5. d6b", "union e5 d6"),
        ("d5. d6b e5.", "union ^e5 d6"),
        ("e5. d5. d6u", ""),
        ("e5. e6w", ""),
        ("e5. d6w e8. e7b", ""),
    ],
)
def test_half_a_union_en_passant_needs_its_other_half(story: str, rest: str) -> None:
    assert left(EN_PASSANT, story) == rest


def test_reeds_see_of_a_pawn_in_the_air_only_that_it_is_gone() -> None:
    board = Board(EN_PASSANT).move("e5", "d6").lift("d5")
    board.rest(0.1)
    assert is_half_done(board)
    board.rest(1.0)
    assert board.recorded == ["e5>d6"]
    assert not is_half_done(board)
    # The convention: lift what stands there, join, set both down.
    board.touch("d6").rest(0.1)
    assert not is_half_done(board)


def test_a_union_is_taken_over_en_passant_with_the_pawn_first() -> None:
    assert left(EN_PASSANT_OF_A_UNION, "e5. d6w") == "takeover d5 d6"
    assert left(EN_PASSANT_OF_A_UNION, "d5. d6u") == "takeover e5 d6"
