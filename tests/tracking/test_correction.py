"""What stands wrong, and what a turn that is half done still needs."""

from __future__ import annotations

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import bits, square_name
from board_daemon.tracking.contents import contents_of
from board_daemon.tracking.correction import fix_squares, rest_of_special_turn
from board_daemon.tracking.evidence import Evidence
from tests.tracking.test_evidence import evidence_of
from tests.tracking.test_tracker_turns import CASTLING, EN_PASSANT

HOME = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w 0 AHah - -"


def seen(fen: str, story: str) -> Evidence:
    return evidence_of(story, contents_of(parse_fen(fen)))


def fixes(evidence: Evidence, left: int = 0) -> str:
    """The squares to fix, `+` where something is missing, `-` where something is too much."""
    return " ".join(
        f"{'+' if fix.wants_piece else '-'}{square_name(fix.square)}"
        for fix in fix_squares(evidence, left)
    )


def left_to_do(fen: str, story: str) -> str:
    squares = rest_of_special_turn(parse_fen(fen), seen(fen, story))
    return " ".join(map(square_name, bits(squares)))


def test_a_piece_on_the_wrong_square_is_one_pair() -> None:
    assert fixes(seen(HOME, "e2. e5w")) == "-e5 +e2"


def test_several_are_listed_pair_by_pair() -> None:
    assert fixes(seen(HOME, "e2. e5w b2. b5w")) == "-b5 +b2 -e5 +e2"


def test_a_pair_is_a_square_and_the_one_that_was_left_just_before() -> None:
    # Two moves at once: what came to h5 is what was lifted last before that.
    assert fixes(seen(HOME, "a2. h2. h5w")) == "-h5 +h2 +a2"
    assert fixes(seen(HOME, "h2. b5w a2. c5w")) == "-b5 +h2 -c5 +a2"


def test_a_pair_is_of_one_colour_where_that_is_seen() -> None:
    assert fixes(seen(HOME, "a7. b2. b5w a5b")) == "-a5 +a7 -b5 +b2"


def test_what_was_lifted_last_goes_back_first() -> None:
    assert fixes(seen(HOME, "b2. e2.")) == "+e2 +b2"


def test_what_has_no_counterpart_is_listed_by_itself() -> None:
    assert fixes(seen(HOME, "e5w")) == "-e5"


def test_a_board_that_stands_right_needs_nothing() -> None:
    assert fixes(seen(HOME, "e2. e2w")) == ""


@pytest.mark.parametrize(
    ("story", "left"),
    [
        ("e1. g1w", "f1 h1"),
        ("e1. g1w h1.", "f1"),
        ("h1. f1w", "e1 g1"),
        ("e1. c1w", "a1 d1"),
        ("e1. g1w h1. f1w", ""),
        ("e1. g1w a2. a3w", ""),
    ],
)
def test_a_castling_half_done_needs_its_other_half(story: str, left: str) -> None:
    assert left_to_do(CASTLING, story) == left


def test_without_the_right_to_castle_nothing_is_half_done() -> None:
    assert left_to_do(CASTLING.replace("AHah", "ah"), "e1. g1w") == ""


@pytest.mark.parametrize(
    ("story", "left"),
    [("d5. d6b", "e5 d6"), ("e5. d6w", "d5 d6"), ("e5. d5. d6u", ""), ("e5. e6w", "")],
)
def test_a_union_en_passant_half_done_needs_its_other_half(story: str, left: str) -> None:
    assert left_to_do(EN_PASSANT, story) == left
