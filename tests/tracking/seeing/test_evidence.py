"""What was seen since a settled moment: what is dirty, missing, touched, and who was away when."""

from __future__ import annotations

import math

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import bits, parse_square, square_name
from board_daemon.tracking.seeing.contents import ANYTHING, SOMEBODY, Content, contents_of
from board_daemon.tracking.seeing.debounce import Sighting
from board_daemon.tracking.seeing.evidence import Evidence

# White's pawn on e4, Black's on d5, a union on a4.
EXPECTED = contents_of(parse_fen("4k3/8/8/3p4/a3P3/8/8/4K3 w 0 - - -"))
LETTERS = {
    ".": Content.EMPTY,
    "w": Content.WHITE,
    "b": Content.BLACK,
    "u": Content.UNION,
    "1": SOMEBODY,
}


def evidence_of(
    story: str, expected: tuple[Content, ...] = EXPECTED, *, every: float = 1.0
) -> Evidence:
    """Evidence of changes written as `e4. e4w`, so many seconds apart."""
    changes = [
        Sighting(every * t, parse_square(word[:2]), LETTERS[word[2]])
        for t, word in enumerate(story.split(), start=1)
    ]
    seen = list(expected)
    for change in changes:
        seen[change.square] = change.content
    return Evidence(expected, seen, changes)


def names(squares: int) -> str:
    return " ".join(map(square_name, bits(squares)))


def absences(evidence: Evidence) -> list[tuple[str, float, float]]:
    return [(square_name(a.square), a.left, a.back) for a in evidence.absences]


def test_a_still_board_says_nothing() -> None:
    evidence = evidence_of("")
    assert evidence.dirty == evidence.touched == evidence.missing == 0
    assert evidence.absences == []


def test_a_piece_in_the_air_is_missing() -> None:
    evidence = evidence_of("e4.")
    assert names(evidence.dirty) == names(evidence.missing) == names(evidence.touched) == "e4"
    assert absences(evidence) == [("e4", 1.0, math.inf)]
    assert not evidence.absences[0].is_over


def test_a_piece_lifted_and_returned_was_away_and_is_not_dirty() -> None:
    evidence = evidence_of("e4. e4w")
    assert evidence.dirty == evidence.missing == 0
    assert absences(evidence) == [("e4", 1.0, 2.0)]
    assert evidence.returned == [parse_square("e4")]


def test_each_touch_is_an_absence_of_its_own() -> None:
    evidence = evidence_of("e4. e4w a4. e4. a4u e4w")
    assert absences(evidence) == [("e4", 1.0, 2.0), ("a4", 3.0, 5.0), ("e4", 4.0, 6.0)]
    assert [a.left for a in evidence.absences_on(parse_square("e4"))] == [1.0, 4.0]
    assert len({a.bit for a in evidence.absences}) == 3


def test_a_move_leaves_one_square_missing_and_one_gained() -> None:
    evidence = evidence_of("e4. e5w")
    assert names(evidence.missing) == "e4"
    assert names(evidence.dirty) == "e4 e5"
    assert evidence.first_arrival(parse_square("e5")) == 2.0
    assert evidence.first_arrival(parse_square("h8")) == math.inf


def test_somebody_joining_is_no_absence() -> None:
    evidence = evidence_of("e4. d5u")
    assert absences(evidence) == [("e4", 1.0, math.inf)]
    assert names(evidence.dirty) == "e4 d5"


def test_one_partner_leaving_a_union_is_an_absence() -> None:
    evidence = evidence_of("a4b a4u")
    assert absences(evidence) == [("a4", 1.0, 2.0)]
    assert evidence.absences[0].was == Content.UNION


def test_an_absence_knows_what_the_square_looked_like_before() -> None:
    evidence = evidence_of("d5u d5. d5u")
    assert [a.was for a in evidence.absences] == [Content.UNION]


def test_with_reeds_any_return_looks_right() -> None:
    by_reed = tuple(SOMEBODY if c != Content.EMPTY else c for c in EXPECTED)
    assert evidence_of("d5. d51", by_reed).dirty == 0
    assert names(evidence_of("d5.", by_reed).missing) == "d5"


def test_lifts_and_returns_are_counted_only_without_a_step_between() -> None:
    d5 = parse_square("d5")
    assert len(evidence_of("d5. d5b d5. d5b").lifts_and_returns(d5, after=0.0)) == 2
    assert len(evidence_of("d5. d5b d5. d5b").lifts_and_returns(d5, after=2.0)) == 1
    assert len(evidence_of("d5. a4. d5b a4u").lifts_and_returns(d5, after=0.0)) == 0
    # Adjusting a lone piece is no step.
    assert len(evidence_of("d5. e4. d5b e4w").lifts_and_returns(d5, after=0.0)) == 1


def test_touches_before_anything_else_began_are_counted() -> None:
    d5 = parse_square("d5")
    assert len(evidence_of("d5. d5b d5. d5b e4. e5w").before_the_turn(d5)) == 2
    assert len(evidence_of("e4. e5w d5. d5b").before_the_turn(d5)) == 0
    assert len(evidence_of("a4. a4u d5. d5b").before_the_turn(d5)) == 1


def test_a_flicker_before_anything_else_began_is_no_touch() -> None:
    story, d5 = "d5. d5b d5. d5b", parse_square("d5")
    assert len(evidence_of(story, every=0.06).before_the_turn(d5)) == 0
    assert len(evidence_of(story, every=0.15).before_the_turn(d5)) == 2


def test_supposing_that_something_comes_back_it_is_not_dirty() -> None:
    evidence = evidence_of("e4. d5.")
    supposed = evidence.supposing_returned(1 << parse_square("d5"))
    assert names(supposed.dirty) == "e4"
    assert supposed.seen[parse_square("d5")] == ANYTHING
    assert names(evidence.dirty) == "e4 d5"


def test_a_stop_is_where_something_stood_and_stands_no_more() -> None:
    assert evidence_of("e4. e5w d5. d5b e5. e6w").stops(0.3) == [(2.0, 5.0)]
    assert evidence_of("e4. e5w e5. e6w").stops(1.5) == []


def test_a_field_that_settles_as_the_second_piece_comes_is_no_second_touch() -> None:
    union = contents_of(parse_fen("4k3/8/8/3c4/8/8/8/4K3 w 0 - - -"))
    square = parse_square("d5")
    unclear = Content.BLACK | Content.UNION
    looks = (Content.EMPTY, Content.BLACK, unclear, Content.BLACK, Content.UNION)
    changes = [Sighting(float(t), square, look) for t, look in enumerate(looks, start=1)]
    assert absences(Evidence(union, union, changes)) == [("d5", 1.0, 2.0)]
    # One of the two is taken off later: that is another one.
    changes += [Sighting(6.0, square, Content.BLACK), Sighting(7.0, square, Content.UNION)]
    assert absences(Evidence(union, union, changes)) == [("d5", 1.0, 2.0), ("d5", 6.0, 7.0)]


def test_one_piece_has_moved_only_if_it_came_to_an_empty_square() -> None:
    assert evidence_of("e4. e5w").is_one_piece_moved
    # A pawn was taken up, and of the union one piece has fallen off its square.
    assert not evidence_of("e4. a4w").is_one_piece_moved
