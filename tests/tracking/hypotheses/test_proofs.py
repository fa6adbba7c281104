"""Which of several stories is recorded where nothing tells them apart."""

from __future__ import annotations

from board_daemon.rules.actions import Lift, Place
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.play import play_all
from board_daemon.rules.squares import NO_SQUARES, parse_square
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.proofs import likeliest

ROOT = Line.at(parse_fen("4k3/8/8/p7/8/8/8/R3K3 w 0 - - -"), 0)


def story(end: str, *, silent: int = 0) -> Line:
    """What the rook's turn to there leads to, with so many pieces slipped in."""
    square = parse_square(end)
    turn = (Lift(parse_square("a1")), Place(square))
    position = play_all(ROOT.position, turn)
    made = Explanation(
        turn,
        position,
        0.0,
        0.0,
        1 << square if silent else NO_SQUARES,
        square,
        silent,
        0,
        is_visible=not silent,
        is_hidden=False,
        told=0,
    )
    return ROOT.after(made, 0, 1.0)


def test_no_story_is_recorded_while_by_another_one_a_piece_was_slipped_in() -> None:
    stories = [story("a4"), story("a5", silent=1)]
    assert likeliest(stories, ROOT) is None


def test_once_later_play_has_told_all_that_it_will_only_the_likeliest_counts() -> None:
    seen, slipped_in = story("a4"), story("a5", silent=1)
    assert likeliest([seen, slipped_in], ROOT, is_late=True) is seen
    assert likeliest([slipped_in, seen], ROOT, is_late=True) is None
