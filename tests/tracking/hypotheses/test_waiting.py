"""Turns that wait for later play, and those whose player has said what they were."""

from __future__ import annotations

from dataclasses import replace

from board_daemon.rules.actions import Lift, Place, parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.rules.squares import NO_SQUARES, Square, parse_square
from board_daemon.tracking.explaining.explanation import Explanation, Said
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.hypotheses.steps import MOST_TURNS_WAITING
from board_daemon.tracking.hypotheses.waiting import has_waited_for_long, is_told_by_the_next_turn
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


def moved(end: Square, *, silent: int = 0) -> Line:
    """What the rook's move leads to, with so many pieces slipped in."""
    turn = (Lift(parse_square("a1")), Place(end))
    position = play_all(ROOT.position, turn)
    found = Explanation(
        turn,
        position,
        0.0,
        0.0,
        NO_SQUARES,
        end,
        silent,
        0,
        is_visible=True,
        is_hidden=False,
        told=0,
    )
    return replace(ROOT, position=position, depth=1, parent=ROOT, explanation=found)


def after_turns(turns: int, lead: float, settings: TrackerSettings) -> bool:
    """Whether a rook to a3, and not to a2, was waited for long: so many turns were played since.

    `lead`: by how many nats it is likelier.
    """
    near, first = [], []
    for end, doubt in ("a3", 15.0), ("a2", 15.0 + lead):
        line = moved(parse_square(end))
        first.append(line)
        for depth in range(2, 2 + turns):
            line = replace(line, depth=depth, parent=line)
        near.append(Candidate(line, doubt, Standing.TURN))
    return has_waited_for_long(near, first, settings)


def test_the_likelier_turn_is_taken_once_many_later_ones_have_told_no_more_of_it() -> None:
    plain = replace(SETTINGS, asks_of_parts=False)
    assert after_turns(MOST_TURNS_WAITING + 1, SETTINGS.likelier, plain)
    assert not after_turns(MOST_TURNS_WAITING, SETTINGS.likelier, plain)
    assert not after_turns(MOST_TURNS_WAITING + 1, SETTINGS.likelier - 0.1, plain)
    # Where two other pieces can be asked, nothing is taken for likely.
    assert not after_turns(MOST_TURNS_WAITING + 1, SETTINGS.likelier, SETTINGS)
