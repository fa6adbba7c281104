"""Which lines are followed on while it is open what was played."""

from __future__ import annotations

from dataclasses import replace

from board_daemon.rules.actions import parse_actions
from board_daemon.rules.play import play_all
from board_daemon.rules.position import Position
from board_daemon.tracking.hypotheses.kept_lines import kept_lines
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import Candidate, Pool, Standing
from board_daemon.tracking.settings import TrackerSettings

SETTINGS = TrackerSettings()
ROOT = Line.at(Position.start(), 0)


def played(actions: str, doubt: float) -> Line:
    position = play_all(ROOT.position, parse_actions(actions))
    return replace(Line.at(position, 0, depth=1), parent=ROOT, doubt=doubt)


LIKELY, UNLIKELY = played("Le2 Pe4", 3.0), played("Ld2 Pd4", 15.0)


def test_where_nothing_explains_the_board_for_now_all_lines_are_followed_on() -> None:
    # Somebody has set a piece down where it may not go, on its way to where it may.
    kept = kept_lines([LIKELY, UNLIKELY], Pool(()), ROOT, SETTINGS)
    assert kept == [LIKELY, UNLIKELY, ROOT]


def test_of_what_was_likely_before_only_that_is_followed_on_that_may_soon_be_so_again() -> None:
    pool = Pool((Candidate(LIKELY, 3.0, Standing.TURN),))
    kept = kept_lines([LIKELY, UNLIKELY], pool, ROOT, SETTINGS)
    assert kept == [LIKELY, ROOT]


def test_where_a_piece_was_rather_set_down_where_it_may_not_go_that_line_is_followed_on() -> None:
    odd = Candidate(UNLIKELY, LIKELY.doubt + SETTINGS.wrong_move, Standing.TURN)
    assert kept_lines([LIKELY], Pool((odd,)), ROOT, SETTINGS) == [UNLIKELY, LIKELY, ROOT]


def test_the_likeliest_turn_may_be_taken_back_though_rather_something_is_held() -> None:
    reply = play_all(UNLIKELY.position, parse_actions("Ld7 Pd5"))
    turn = replace(Line.at(reply, 0, depth=2), parent=UNLIKELY, doubt=16.0)
    held = Candidate(LIKELY, 6.0, Standing.IN_HAND)
    pool = Pool((held, Candidate(turn, 16.0, Standing.TURN)))
    assert UNLIKELY in kept_lines([ROOT], pool, ROOT, SETTINGS)
