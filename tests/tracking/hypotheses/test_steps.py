"""What can be said of one step of a line of play."""

from __future__ import annotations

from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.play import play_all
from board_daemon.rules.squares import NO_SQUARES, parse_square
from board_daemon.tracking.hypotheses.steps import first_steps

ROOKS = parse_fen("3k4/8/8/7r/8/8/8/3R2K1 w 0 - - -")
H5 = 1 << parse_square("h5")


def test_a_piece_may_be_set_down_where_its_first_step_leads() -> None:
    moved = play_all(ROOKS, parse_actions("Lg1 Pf1"))
    assert first_steps(moved, H5) >> parse_square("h1") & 1


def test_nothing_is_set_down_any_more_once_the_game_is_over() -> None:
    over = play_all(ROOKS, parse_actions("Ld1 Pd8"))
    assert first_steps(over, H5) == NO_SQUARES
