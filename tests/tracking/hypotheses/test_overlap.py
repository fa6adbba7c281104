"""Turns that were over when the board had not come to rest."""

from __future__ import annotations

from dataclasses import replace

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.explaining.memory import Memory
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.overlap import overlapping_turns
from tests.tracking.hypotheses.test_promotions import scene_of


def test_what_bounces_for_long_counts_by_when_it_began_though_it_comes_late() -> None:
    # Two hands: the rook's pawn is seen on a3 before it is lifted; Black lifts his own meanwhile.
    fen = "4k3/p6p/8/8/8/8/P7/4K3 w 0 - - -"
    scene = scene_of(fen, "a3w a2. h7. h7b a7.")
    arrived, lifted, *touched, reply = scene.changes
    late = replace(scene, changes=[arrived, *touched, lifted, reply], memory=Memory())
    for each in (scene, late):
        (turn,) = overlapping_turns(Line.at(parse_fen(fen), 0), each).turns
        assert turn.spent[-1].until == 2


def test_no_chain_of_the_other_player_came_home_who_holds_his_reply() -> None:
    # White's bishop frees the rook on b5; what was then lifted on b4 he has joined, or adjusted.
    fen = "3k1b2/6D1/B7/ace1T1pp/1r1E2a1/1a3P2/1P2r2P/1tL2KN1 w 2 - - -"
    scene = scene_of(fen, "b5. a6. b5u b4. b4b d8. d6w")
    turns = overlapping_turns(Line.at(parse_fen(fen), 0), scene).turns
    ended = {turn.explanation.end: turn.explanation for turn in turns if turn.explanation}
    assert ended[parse_square("d6")].odd >= scene.settings.adjust_in_air
