"""The scene as it was at an earlier moment."""

from __future__ import annotations

from dataclasses import replace

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import ALL_SQUARES, NO_SQUARES, parse_square, square_set
from board_daemon.tracking.habits import Habits
from board_daemon.tracking.hypotheses.line import Line, Spent
from board_daemon.tracking.hypotheses.scene import Scene
from board_daemon.tracking.seeing.contents import Content, contents_of
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.board import START

SETTINGS = TrackerSettings()
# A reed tells no more of what stands on a square.
TAKEN = Content.WHITE | Content.BLACK | Content.UNION


def after(story: str) -> tuple[Scene, Line]:
    """The scene after changes such as `e2-`, lifted, and `e4+`, set down; the line before them."""
    expected = contents_of(parse_fen(START))
    seen = [look if look == Content.EMPTY else TAKEN for look in expected]
    changes = []
    for t, change in enumerate(story.split()):
        square = parse_square(change[:2])
        content = TAKEN if change.endswith("+") else Content.EMPTY
        changes.append(Sighting(float(t), square, content, before=seen[square]))
        seen[square] = content
    return Scene(seen, changes, Habits(SETTINGS), SETTINGS), Line.at(parse_fen(START), 0)


def looks(scene: Scene, *squares: str) -> list[Content]:
    return [scene.seen[parse_square(square)] for square in squares]


def test_what_was_touched_only_later_may_have_been_joined_by_then() -> None:
    scene, before = after("e2- e4+ d7- d5+")
    then = scene.as_seen_at(2, before)
    assert looks(then, "e2", "e4", "d7", "d5") == [Content.EMPTY, TAKEN, TAKEN, Content.EMPTY]
    # Where that is out of the question, it stood as it was.
    assert looks(scene.at(2, before), "d7") == [Content.BLACK]


def test_what_the_next_player_has_begun_is_not_looked_at() -> None:
    scene, before = after("e2- d7- e4+ d5+")
    own = square_set([parse_square("e2"), parse_square("e4")])
    then = scene.as_seen_at(3, before, ALL_SQUARES & ~own)
    assert looks(then, "e2", "e4", "d7") == [Content.EMPTY, TAKEN, TAKEN]
    assert looks(scene.as_seen_at(3, before, NO_SQUARES), "d7") == [Content.EMPTY]


def test_what_an_earlier_turn_has_changed_since_the_line_began_is_seen() -> None:
    # Black had begun before White's pawn was down: the line has accounted for no change as yet.
    scene, before = after("e2- d7- e4+ d5+")
    own = square_set([parse_square("e2"), parse_square("e4")])
    line = replace(before, spent=(Spent(own, until=3),))
    then = scene.as_seen_at(4, line, own)
    assert looks(then, "e2", "e4", "d7", "d5") == [Content.EMPTY, TAKEN, Content.EMPTY, TAKEN]
