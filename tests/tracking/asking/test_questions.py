"""Which squares to ask for, and what an answer says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from board_daemon.rules.fen import parse_fen
from board_daemon.rules.squares import bits, parse_square, square_name, square_set
from board_daemon.tracking.asking.answerable import can_be_answered
from board_daemon.tracking.asking.questions import Question
from board_daemon.tracking.explaining.explain import Explainer
from board_daemon.tracking.explaining.explanation import Doubts, Explanation
from board_daemon.tracking.hypotheses.line import Line
from board_daemon.tracking.hypotheses.steps import distinguishing_squares
from board_daemon.tracking.seeing.contents import Content, contents_of
from board_daemon.tracking.settings import TrackerSettings
from tests.tracking.seeing.test_evidence import evidence_of

# The queen reaches g4 by herself, through d4, and in more ways through d4 and h4.
DOUBTFUL = "8/2k5/8/8/3c3c/8/8/K2Q4 w 0 - - -"
EXPECTED = contents_of(parse_fen(DOUBTFUL))
STORY = "d1. g4w"


def lines() -> list[Line]:
    """A line for each way in which the queen may have gone."""
    root = Line.at(parse_fen(DOUBTFUL), 0)
    free = Doubts(silent=0.0, touched=0.0)
    evidence = evidence_of(STORY, EXPECTED)
    found = Explainer(root.position, evidence, free, (), TrackerSettings()).explain().found
    return [
        Line(turn.position, contents_of(turn.position), 2, parent=root, explanation=turn, depth=1)
        for turn in found
    ]


def turn_of(line: Line) -> Explanation:
    assert line.explanation is not None
    return line.explanation


def question(story: str = STORY) -> Question:
    """The question which of these ways it was, put after a story."""
    evidence = evidence_of(story, EXPECTED)
    squares = distinguishing_squares(lines())
    return Question(
        squares,
        depth=1,
        t=evidence.changes[-1].t,
        index=len(evidence.changes),
        seen=tuple(evidence.seen),
    )


def touched(since: str) -> str:
    """The square that counts as touched by what happened since the question."""
    evidence = evidence_of(f"{STORY} {since}", EXPECTED)
    square = question().touched(evidence.seen, evidence.changes)
    return "" if square is None else square_name(square)


def names(squares: int) -> str:
    return " ".join(map(square_name, bits(squares)))


def test_there_are_several_ways() -> None:
    assert len(lines()) > 2


def test_the_squares_that_only_some_of_the_turns_enter_are_asked_for() -> None:
    assert names(distinguishing_squares(lines())) == "d4 h4"


def test_turns_that_enter_the_same_squares_cannot_be_told_apart_by_asking() -> None:
    some = lines()[:1]
    assert distinguishing_squares([*some, *some]) == 0


def test_no_turn_at_all_enters_nothing() -> None:
    through_d4 = [line for line in lines() if _entered(line) == "d4"]
    assert names(distinguishing_squares([*through_d4, None])) == "d4"


def _entered(line: Line) -> str:
    assert line.explanation is not None
    return names(line.explanation.entered)


def test_one_square_lifted_from_and_set_down_on_is_a_touch() -> None:
    assert touched("d4. d4u") == "d4"
    assert touched("g4. g4w") == "g4"
    assert touched("d4. d4u d4. d4u") == "d4"


def test_anything_else_is_no_touch() -> None:
    assert touched("") == ""
    assert touched("d4.") == ""
    assert touched("d4. d4u h4. h4u") == ""
    assert touched("g4. f3w") == ""


def test_a_listed_square_leaves_the_turns_that_entered_it() -> None:
    agreeing = question().agreeing(lines(), parse_square("h4"))
    assert agreeing
    assert all("h4" in _entered(line) for line in agreeing)


def test_the_end_square_leaves_the_turns_that_entered_none() -> None:
    agreeing = question().agreeing(lines(), parse_square("g4"))
    assert agreeing
    assert {_entered(line) for line in agreeing} == {""}


def test_any_other_square_is_no_answer() -> None:
    assert question().agreeing(lines(), parse_square("a1")) is None
    assert question().agreeing(lines(), parse_square("d1")) is None


def test_a_question_is_put_only_where_every_answer_can_be_touched() -> None:
    squares = distinguishing_squares(lines())
    seen = list(evidence_of(STORY, EXPECTED).seen)
    assert can_be_answered(squares, lines(), seen)
    # Who went to g4 by herself would touch it, but stands there no longer.
    seen[parse_square("g4")] = Content.EMPTY
    assert not can_be_answered(squares, lines(), seen)


def test_none_of_the_squares_leaves_all_turns_that_entered_none_wherever_they_ended() -> None:
    asked, ways = question(), lines()
    direct = next(line for line in ways if turn_of(line).entered == 0)
    elsewhere = replace(
        direct, explanation=replace(turn_of(direct), end=parse_square("h4"), actions=())
    )
    nothing = Line.at(parse_fen(DOUBTFUL), 0)
    ends = square_set([parse_square("g4"), parse_square("h4")])
    asked = replace(asked, ends=ends)
    assert asked.fitting([*ways, elsewhere, nothing], None) == [direct, elsewhere]
    entering = [line for line in ways if line is not direct]
    assert asked.fitting([*entering, nothing], None) == [nothing]


def test_an_answer_holds_for_the_turn_even_if_that_should_be_revised() -> None:
    asked, known = question(), lines()
    root = known[0].parent
    assert root is not None
    known = [replace(line, parent=root) for line in known]
    answered, left = asked.settled(root, known, parse_square("d4"), 5.0)
    assert answered.enters == square_set([parse_square("d4")])
    assert all(line.parent is answered for line in left)


def test_a_touch_in_the_midst_of_the_next_turn_is_no_answer() -> None:
    # Black's king is in the air: d4 may be a step of his turn. Who answers late has looked first.
    seen = evidence_of(f"{STORY} c7.", EXPECTED)
    late = replace(question(), stood=question().seen).from_now_on(seen.seen, seen.changes)
    touch = evidence_of(f"{STORY} c7. d4. d4u", EXPECTED).changes
    looked = [*touch[:-2], *(replace(change, t=change.t + 1.0) for change in touch[-2:])]
    assert late.touched(seen.seen, touch) is None
    assert late.touched(seen.seen, looked) == parse_square("d4")


@pytest.mark.parametrize(
    ("since", "is_held"), [("d4.", True), ("d4. d4u", False), ("c7.", False), ("d4. h4.", False)]
)
def test_a_piece_lifted_where_it_would_answer_may_be_held_for_a_while(
    since: str, is_held: bool
) -> None:
    evidence = evidence_of(f"{STORY} {since}", EXPECTED)
    assert question().is_held(evidence.seen, evidence.changes) is is_held


@pytest.mark.parametrize(
    ("later", "is_refused"), [("c7.", True), ("c7. c7b", False), ("a1.", False), ("c7. a1.", False)]
)
def test_what_has_answered_nothing_is_waited_for_when_it_is_lifted_again(
    later: str, is_refused: bool
) -> None:
    first = evidence_of(f"{STORY} c7.", EXPECTED)
    assert not question().is_being_refused(first.seen, first.changes)
    once = evidence_of(f"{STORY} c7. c7b", EXPECTED)
    asked = question().from_now_on(once.seen, once.changes)
    again = evidence_of(f"{STORY} c7. c7b {later}", EXPECTED)
    assert asked.is_being_refused(again.seen, again.changes) is is_refused


@pytest.mark.parametrize(
    ("first", "then", "is_again"),
    [("d4", "d4", True), ("d4", "h4", True), ("d4", "g4", False), ("g4", "g4", True)],
)
def test_who_is_asked_once_more_may_touch_another_of_the_squares_that_his_turn_entered(
    first: str, then: str, *, is_again: bool
) -> None:
    asked = question().put_again(20.0, parse_square(first))
    assert asked.squares == square_set([parse_square("d4"), parse_square("h4")])
    assert asked.is_said_again(parse_square(then)) == is_again
