"""Another turn in the place of the last one, and turns still under way."""

from __future__ import annotations

from board_daemon.rules.actions import format_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.other_turns import gone_on_with, is_under_way
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.contents import Content, contents_of
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import START
from tests.tracking.seeing.test_evidence import evidence_of

SETTINGS = TrackerSettings()


def under_way(fen: str, story: str) -> bool:
    scene = Scene(*_seen_and_changes(fen, story), Habits(SETTINGS), SETTINGS)
    return is_under_way([Line.at(parse_fen(fen), 0)], scene)


def test_a_chain_whose_union_is_in_the_air_is_under_way() -> None:
    fen = "4k3/8/8/8/4a3/2N5/8/4K3 w 0 - - -"
    assert under_way(fen, "c3. e4. e5w")


def test_a_wrong_move_is_not_under_way() -> None:
    assert not under_way(START, "e2. e5w")


def gone_on(fen: str, first: str, story: str) -> list[str]:
    """What the first turn of a story may have been instead, once it was recorded."""
    before = Line.at(parse_fen(fen), 0)
    told = Scene(*_seen_and_changes(fen, first), Habits(SETTINGS), SETTINGS)
    root = extend([before], told, at_rest=True).candidates[0].line
    scene = Scene(*_seen_and_changes(fen, f"{first} {story}"), Habits(SETTINGS), SETTINGS)
    others = gone_on_with(before, root, scene, at_rest=True)
    turns = [candidate.line.step_at(1) for candidate in others]
    return [format_actions(turn.explanation.actions) for turn in turns if turn and turn.explanation]


def _seen_and_changes(fen: str, story: str) -> tuple[list[Content], list[Sighting]]:
    evidence = evidence_of(story, contents_of(parse_fen(fen)))
    return list(evidence.seen), list(evidence.changes)


def test_a_union_that_went_home_again_was_not_simply_another_turn() -> None:
    # The other player may have moved it back, and another turn may have followed.
    fen = "4k3/8/8/8/3a4/8/8/R3K3 w 0 - - -"
    assert gone_on(fen, "d4. d5u", "d5. d4u a1. a3w") == []


def test_a_lone_piece_that_went_home_again_leaves_another_turn() -> None:
    fen = "4k3/8/8/8/3P4/8/8/R3K3 w 0 - - -"
    assert gone_on(fen, "d4. d5w", "d5. d4w a1. a3w") == ["La1 Pa3"]


def test_a_union_may_have_gone_on_from_where_it_stopped() -> None:
    fen = "4k3/8/8/8/3c4/8/8/R3K3 w 0 - - -"
    assert "Ld4 Pd7" in gone_on(fen, "d4. d5u", "d5. d7u")
