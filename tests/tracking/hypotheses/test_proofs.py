"""Which of several stories is recorded where nothing tells them apart."""

from __future__ import annotations

from board_daemon.rules.squares import parse_square
from board_daemon.tracking.hypotheses.proofs import likeliest
from tests.tracking.hypotheses.test_waiting import ROOT, moved

SEEN = moved(parse_square("a4"))
SLIPPED_IN = moved(parse_square("a5"), silent=1)


def test_no_story_is_recorded_while_by_another_one_a_piece_was_slipped_in() -> None:
    assert likeliest([SEEN, SLIPPED_IN], ROOT) is None


def test_once_later_play_has_told_all_that_it_will_only_the_likeliest_counts() -> None:
    assert likeliest([SEEN, SLIPPED_IN], ROOT, is_late=True) is SEEN
    assert likeliest([SLIPPED_IN, SEEN], ROOT, is_late=True) is None
