"""Promotions that may still be chosen, and what choosing makes of a line of play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_daemon.rules.actions import format_actions
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.pieces import PIECE_BY_LETTER, PROMOTIONS
from board_daemon.rules.squares import square_name
from board_daemon.tracking.explaining.explanation import Choice, Explanation
from board_daemon.tracking.explaining.memory import Memory
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.hypotheses import missed_choices
from board_daemon.tracking.hypotheses.leafing import leafed_through
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.lines import extend
from board_daemon.tracking.hypotheses.promotions import played_from, prompt_of, told
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.contents import contents_of
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.promoting import CARRIED, HOME, IN_MID_CHAIN
from tests.tracking.seeing.test_evidence import evidence_of

SETTINGS = TrackerSettings()


def scene_of(fen: str, story: str) -> Scene:
    """All there is to go by after the changes of a story."""
    evidence = evidence_of(story, contents_of(parse_fen(fen)))
    changes: list[Sighting] = evidence.changes
    return Scene(evidence.seen, changes, Habits(SETTINGS), SETTINGS)


def line_of(fen: str, story: str) -> tuple[Line, Scene]:
    """The best line that explains the changes of a story, and the scene."""
    scene = scene_of(fen, story)
    start = Line.at(parse_fen(fen), 0)
    return extend([start], scene, at_rest=True).candidates[0].line, scene


def prompt(line: Line) -> str:
    """The promotion that may still be chosen: its square and piece, `owed` if it is."""
    found = prompt_of(line)
    if found is None:
        return ""
    return f"{square_name(found.square)} {found.piece.letter}{' owed' if found.is_owed else ''}"


def actions(line: Line) -> str:
    assert line.explanation is not None
    return format_actions(line.explanation.actions)


def test_a_turn_without_promotion_leaves_nothing_to_choose() -> None:
    line, _ = line_of(HOME, "e1. e2w")
    assert prompt(line) == ""


def test_a_pawn_that_came_home_may_be_chosen_for() -> None:
    line, _ = line_of(HOME, "b7. b8w")
    assert prompt(line) == "b8 Q"


def test_a_carried_pawn_is_owed() -> None:
    line, _ = line_of(CARRIED, "d2. b1u")
    assert prompt(line) == "b1 Q owed"


def test_a_promotion_in_mid_chain_may_be_chosen_for() -> None:
    line, _ = line_of(IN_MID_CHAIN, "b7. a8. a8u a1w")
    assert prompt(line) == "a8 Q"


@pytest.mark.parametrize("piece", "QRBN")
def test_telling_changes_the_turn_just_made(piece: str) -> None:
    line, scene = line_of(HOME, "b7. b8w")
    chosen = told(line, Choice(9.0, PIECE_BY_LETTER[piece]), scene)
    assert actions(chosen) == f"Lb7 Pb8 ={piece}"
    assert prompt(chosen) == ""


def test_telling_what_is_owed_counts_for_the_next_turn() -> None:
    line, scene = line_of(CARRIED, "d2. b1u")
    chosen = told(line, Choice(9.0, PIECE_BY_LETTER["R"]), scene)
    assert chosen.position == line.position
    assert prompt(chosen) == ""
    assert [choice.piece.letter for choice in chosen.told] == ["R"]


def test_telling_before_the_turn_counts_for_it() -> None:
    start = Line.at(parse_fen(HOME), 0)
    chosen = told(start, Choice(9.0, PIECE_BY_LETTER["B"]), scene_of(HOME, ""))
    after = extend([chosen], scene_of(HOME, "b7. b8w"), at_rest=True).candidates[0].line
    assert actions(after) == "Lb7 Pb8 =B"
    assert prompt(after) == ""


@pytest.mark.parametrize(("touches", "piece"), [(1, "N"), (2, "R"), (3, "B"), (4, "Q")])
def test_leafing_goes_on_to_the_next_piece(touches: int, piece: str) -> None:
    line, _ = line_of(HOME, "b7. b8w")
    after = scene_of(HOME, "b7. b8w" + " b8. b8w" * touches)
    leafed = leafed_through(line, after)
    assert leafed is not None
    assert actions(leafed) == f"Lb7 Pb8 ={piece}"
    assert leafed.index == len(after.changes)


def test_what_is_not_leafing_changes_nothing() -> None:
    line, scene = line_of(HOME, "b7. b8w")
    assert leafed_through(line, scene) is None
    assert leafed_through(line, scene_of(HOME, "b7. b8w e1. e1w")) is None
    assert leafed_through(line, scene_of(HOME, "b7. b8w b8. b6w")) is None


def test_leafing_is_over_after_its_patience() -> None:
    line, _ = line_of(HOME, "b7. b8w")
    scene = scene_of(HOME, "b7. b8w b8. b8w")
    patience = scene.settings.leaf_patience
    assert leafed_through(line, _later(scene, patience - 1.1)) is not None
    assert leafed_through(line, _later(scene, patience)) is None


def test_its_patience_begins_when_the_board_asks() -> None:
    line, _ = line_of(HOME, "b7. b8w")
    scene = scene_of(HOME, "b7. b8w b8. b8w")
    patience = scene.settings.leaf_patience
    assert leafed_through(line, _later(scene, patience), asked=line.t + 3.0) is not None
    assert leafed_through(line, _later(scene, patience + 3.0), asked=line.t + 3.0) is None


def test_who_touches_it_again_and_again_is_heard_whatever_was_touched_long_before() -> None:
    line, _ = line_of(HOME, "b7. b8w")
    scene = _later(scene_of(HOME, "b7. b8w e1. e1w b8. b8w b8. b8w"), 60.0, last=4)
    leafed = leafed_through(line, scene)
    assert leafed is not None
    assert actions(leafed) == "Lb7 Pb8 =N"
    between = scene_of(HOME, "b7. b8w b8. b8w e1. e1w b8. b8w")
    assert leafed_through(line, _later(between, 60.0, last=6)) is None


def _later(scene: Scene, seconds: float, last: int = 2) -> Scene:
    """The same, but the last so many changes came so much later."""
    before = scene.changes[:-last]
    later = [replace(change, t=change.t + seconds) for change in scene.changes[-last:]]
    return replace(scene, changes=[*before, *later], memory=Memory())


def test_a_promotion_in_mid_chain_may_be_told_after_the_turn() -> None:
    line, scene = line_of(IN_MID_CHAIN, "b7. a8. a8u a1w")
    chosen = told(line, Choice(9.0, PIECE_BY_LETTER["N"]), scene)
    assert actions(chosen) == "Lb7 Pa8 =N Pa1"


def test_what_stories_have_in_common_is_played_once_with_each_piece(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    root, _ = line_of(HOME, "b7. b8w")
    story = "b7. b8w e8. e7b"
    (reply,) = _gone_on(root, story)
    stories = [*_gone_on(reply, story + " e1. e2w"), *_gone_on(reply, story + " e1. d2w")]
    played: list[Line] = []

    def noting(before: Line, turn: Explanation, line: Line) -> Line | None:
        played.append(line)
        return played_from(before, turn, line)

    monkeypatch.setattr(missed_choices, "played_from", noting)
    left = missed_choices.pieces_left(root, stories, 9.0)
    assert [list(pieces) for pieces in left] == [list(PROMOTIONS)] * 2
    assert len(played) == 3 * len(PROMOTIONS)


def _gone_on(line: Line, story: str) -> list[Line]:
    """The likeliest line on from another one after the changes of a story."""
    return [
        each.line for each in extend([line], scene_of(HOME, story), at_rest=True).candidates[:1]
    ]
