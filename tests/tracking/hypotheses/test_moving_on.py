"""How odd it is to have held a union for long, where it may have stood on a bad square."""

from __future__ import annotations

from typing import Final

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import parse_square
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.moving_on import doubt_of_holding
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.seeing.test_evidence import evidence_of

SETTINGS: Final = TrackerSettings()
# White's pawn in the union of b7 may come home.
LINE: Final = Line.at(parse_fen("8/1D6/8/4k3/8/8/8/4K3 w 0 - - -"), 0)


@pytest.mark.parametrize(
    ("story", "doubt"),
    [
        ("b7. b8u", 0.0),
        ("b7. e1. e1w e1. e1w b8u", SETTINGS.unseen),
        # What is touched once it has come chooses what the pawn becomes.
        ("b7. b8u b8. b8u b8. b8u", 0.0),
    ],
)
def test_a_union_is_held_until_it_first_comes_to_where_its_turn_ends(
    story: str, doubt: float
) -> None:
    # A second passes between two changes.
    seen = evidence_of(story, LINE.expected)
    blind = 1 << parse_square("g5")
    scene = Scene(seen.seen, seen.changes, Habits(SETTINGS), SETTINGS, blind)
    evidence = scene.evidence(LINE)
    turn = scene.explain(LINE, evidence).found[0]
    assert doubt_of_holding(LINE, turn, evidence, SETTINGS) == doubt
