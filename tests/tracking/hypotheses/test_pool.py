"""Ways to see the board, and whether any other may have been missed."""

from __future__ import annotations

import math
from dataclasses import replace

from board_daemon.rules.actions import parse_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.game import Game
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.awaited import AwaitedTurn
from board_daemon.tracking.explaining.explanation import Explanation
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.pool import (
    OUT_OF_QUESTION,
    Candidate,
    Pool,
    Shortlist,
    Standing,
    best_of_each,
    without_twins,
)

MARGIN = 4.0
BEST = Candidate(Line.at(Position.start(), 0), 3.0, Standing.AT_REST)


def test_a_pool_from_which_only_the_hopeless_is_missing_is_complete() -> None:
    assert Pool((BEST,), missed=7.5).is_complete(MARGIN)
    assert not Pool((BEST,), missed=6.5).is_complete(MARGIN)


def test_what_may_be_missed_after_a_turn_says_nothing_of_the_turn() -> None:
    start = Position.start()
    played, likely = (
        Line.at(Game(start).play_turn(parse_actions(text)).position, 0, depth=1)
        for text in ("Le2 Pe4", "Ld2 Pd4")
    )
    later = replace(played, parent=played, depth=2)
    pool = Pool((Candidate(later, 3.0, Standing.TURN),), missed_after=((later, 5.0),))
    assert not pool.is_complete(MARGIN)
    assert pool.is_complete(MARGIN, played)
    assert not pool.is_complete(MARGIN, likely)
    assert not replace(pool, missed=6.5).is_complete(MARGIN, played)


def test_a_pool_misses_what_either_of_its_parts_has_missed() -> None:
    other = Candidate(Line.at(Position.start(), 1), 5.0, Standing.TURN)
    assert Pool((BEST,), missed=9.0).with_more([other], missed=6.0).missed == 6.0
    assert Pool((BEST,), missed=6.0).with_more([other]).missed == 6.0


def test_a_shortlist_rules_out_what_is_far_worse_than_its_best() -> None:
    shortlist = Shortlist(3)
    assert shortlist.limit == math.inf
    shortlist.add([BEST])
    assert shortlist.limit == BEST.doubt + OUT_OF_QUESTION


def test_a_full_shortlist_rules_out_what_is_worse_than_its_last() -> None:
    shortlist = Shortlist(2)
    shortlist.add([BEST, Candidate(BEST.line, 4.0, Standing.TURN)])
    assert shortlist.limit > 20.0  # The same way to see the board counts once.
    shortlist.add([Candidate(Line.at(Position.start(), 1), 5.0, Standing.TURN)])
    assert shortlist.limit == 5.0


A1_A2 = AwaitedTurn(parse_fen("4k3/8/8/8/8/8/8/R3K3 w 0 - - -"), tuple(parse_actions("La1 Pa2")))


def after_a_rook_moved(known: int, *, doubt: float = 0.0) -> Candidate:
    """The rook has gone to a2; some squares are known to show nothing."""
    start, actions = A1_A2.position, A1_A2.actions
    a2 = parse_square("a2")
    turn = Explanation(
        actions, A1_A2.end, 0.0, 0.0, 0, a2, 0, 0, is_visible=True, is_hidden=False, told=0
    )
    line = Line.at(start, 0).after(turn, 2, doubt, known_blind=known)
    return Candidate(line, doubt, Standing.TURN)


def test_a_position_that_one_turn_may_have_led_to_or_an_unseen_one_is_two_ways() -> None:
    seen, unseen = after_a_rook_moved(0), after_a_rook_moved(1 << parse_square("a1"), doubt=1.0)
    elsewhere = after_a_rook_moved(1 << parse_square("h8"), doubt=2.0)
    assert best_of_each([elsewhere, unseen, seen]) == [seen, unseen]
    assert without_twins([seen, unseen, elsewhere]) == [seen, unseen]
