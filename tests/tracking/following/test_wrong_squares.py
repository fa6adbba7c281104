"""What stands wrong, and in which order it is put right."""

from __future__ import annotations

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import square_name
from board_daemon.tracking.following.wrong_squares import fix_squares
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.seeing.evidence import Evidence
from tests.tracking.seeing.test_evidence import evidence_of

HOME = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w 0 AHah - -"


def seen(fen: str, story: str) -> Evidence:
    return evidence_of(story, contents_of(parse_fen(fen)))


def fixes(evidence: Evidence) -> str:
    """The squares to fix, `+` where something is missing, `-` where something is too much."""
    return " ".join(
        f"{'+' if fix.wants_piece else '-'}{square_name(fix.square)}"
        for fix in fix_squares(evidence)
    )


def test_a_piece_on_the_wrong_square_is_one_pair() -> None:
    assert fixes(seen(HOME, "e2. e5w")) == "-e5 +e2"


def test_several_are_listed_pair_by_pair_what_was_done_last_first() -> None:
    assert fixes(seen(HOME, "e2. e5w b2. b5w")) == "-b5 +b2 -e5 +e2"
    assert fixes(seen(HOME, "b2. b5w e2. e5w")) == "-e5 +e2 -b5 +b2"


def test_a_pair_is_a_square_and_the_one_that_was_left_just_before() -> None:
    # Two moves at once: what came to h5 is what was lifted last before that.
    assert fixes(seen(HOME, "a2. h2. h5w")) == "-h5 +h2 +a2"
    assert fixes(seen(HOME, "h2. b5w a2. c5w")) == "-c5 +a2 -b5 +h2"


def test_a_pair_is_of_one_colour_where_that_is_seen() -> None:
    assert fixes(seen(HOME, "a7. b2. b5w a5b")) == "-a5 +a7 -b5 +b2"


def test_what_was_lifted_last_goes_back_first() -> None:
    assert fixes(seen(HOME, "b2. e2.")) == "+e2 +b2"


def test_what_has_no_counterpart_is_listed_by_itself() -> None:
    assert fixes(seen(HOME, "e5w")) == "-e5"


def test_a_board_that_stands_right_needs_nothing() -> None:
    assert fixes(seen(HOME, "e2. e2w")) == ""
