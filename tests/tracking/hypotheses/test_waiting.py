"""Turns that wait for later play, and those whose player has said what they were."""

from __future__ import annotations

from dataclasses import replace

from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.explaining.explanation import Said
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.waiting import is_told_by_the_next_turn
from board_daemon.tracking.settings import TrackerSettings

SETTINGS = TrackerSettings()
ROOT = Line.at(parse_fen("4k3/8/8/8/8/8/8/R3K3 w 0 - - -"), 0)
A2 = 1 << parse_square("a2")


def played(position: Position, actions: str) -> Position:
    return play_all(position, parse_actions(actions))


def told_by_the_next_turn(root: Line) -> bool:
    """Whether who plays next tells if the rook has gone to a3, which is odd, or both have played.

    In the latter case a2 has failed.
    """
    rook = played(root.position, "La1 Pa3")
    both = played(played(root.position, "La1 Pa2"), "Le8 Pe7")
    best = replace(root, position=rook, depth=1, parent=root, doubt=15.0)
    other = replace(root, position=both, depth=2, parent=root, doubt=16.0, blind=A2)
    near = (Candidate(best, 15.0, Standing.TURN), Candidate(other, 16.0, Standing.TURN))
    return is_told_by_the_next_turn(Pool(near), near[0], root, SETTINGS)


def test_whoever_plays_next_tells_of_an_odd_turn_whether_a_square_has_failed() -> None:
    assert told_by_the_next_turn(ROOT)


def test_whose_player_has_answered_for_a_turn_is_not_kept_waiting_for_the_next_one() -> None:
    assert not told_by_the_next_turn(ROOT.with_said(Said(A2, is_on=False)))
