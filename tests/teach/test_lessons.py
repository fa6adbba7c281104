"""Every exercise of every course, checked by the rules engine."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from board_daemon.rules.finding import turn_between
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.notation import parse_turn
from board_daemon.rules.position import Position
from board_daemon.rules.turns import distinct_outcomes
from board_daemon.teach.errors import LessonError
from board_daemon.teach.examples import booklet_examples
from board_daemon.teach.goals import Demand, shortfall
from board_daemon.teach.lesson_file import read_course
from board_daemon.teach.lessons import (
    COURSES,
    Exercise,
    Step,
    courses,
    exercise_named,
    phrases,
    sentences,
)
from board_daemon.teach.playing import played

EXERCISES = [exercise for course in courses() for exercise in course.exercises]


def positions_of(exercise: Exercise) -> list[tuple[Step, Position]]:
    """Each step with the position in which the child is to move, the shown ways taken."""
    game = Game(exercise.start)
    found = []
    for step in exercise.steps:
        if step.reply is not None:
            game.play_turn(parse_turn(game.position, step.reply))
        found.append((step, game.position))
        game.play_turn(parse_turn(game.position, step.show))
    return found


def legal_turns(position: Position) -> list[PlayedTurn]:
    turns = []
    for after in distinct_outcomes(position):
        actions = turn_between(position, after)
        assert actions is not None
        turns.append(Game(position).play_turn(actions))
    return turns


def right_turns(step: Step, position: Position) -> list[PlayedTurn]:
    return [t for t in legal_turns(position) if shortfall(step.solved, position, t) is None]


STEPS = [
    pytest.param(exercise, step, position, id=f"{exercise.id}-{number}")
    for exercise in EXERCISES
    for number, (step, position) in enumerate(positions_of(exercise), start=1)
]


def test_there_are_ten_courses_of_four_to_eight_exercises() -> None:
    assert [course.id for course in courses()] == list(COURSES)
    assert len(COURSES) == 10
    assert all(4 <= len(course.exercises) <= 8 for course in courses())
    assert 50 <= len(EXERCISES) <= 62


@pytest.mark.parametrize(("exercise", "step", "position"), STEPS)
def test_the_way_that_is_shown_is_right_and_as_short_as_any(
    exercise: Exercise, step: Step, position: Position
) -> None:
    shown = played(position, step.show)
    assert shortfall(step.solved, position, shown) is None
    right = right_turns(step, position)
    assert len(shown.actions) == min(len(turn.actions) for turn in right)


@pytest.mark.parametrize(("exercise", "step", "position"), STEPS)
def test_some_legal_turn_is_wrong_and_is_told_why(
    exercise: Exercise, step: Step, position: Position
) -> None:
    wrong = [
        found
        for turn in legal_turns(position)
        if (found := shortfall(step.solved, position, turn)) is not None
    ]
    assert wrong
    assert {found.phrase for found in wrong} <= set(phrases())
    for found in wrong:
        wanted = set(re.findall(r"{(\w+)}", phrases()[found.phrase]))
        assert wanted == set(found.values)


@pytest.mark.parametrize(("exercise", "step", "position"), STEPS)
def test_turns_that_are_listed_are_legal_and_those_called_wrong_are_wrong(
    exercise: Exercise, step: Step, position: Position
) -> None:
    for condition in step.solved:
        if condition.demand == Demand.TURNS:
            listed = [played(position, turn).position for turn in condition.turns]
            right = {turn.position for turn in right_turns(step, position)}
            assert right == set(listed)
    for turn in step.wrong:
        assert shortfall(step.solved, position, played(position, turn)) is not None


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_the_other_side_can_answer_every_right_turn(exercise: Exercise) -> None:
    known = positions_of(exercise)
    for (step, position), later in zip(known, exercise.steps[1:], strict=False):
        assert later.reply is not None
        for turn in right_turns(step, position):
            reply = played(turn.position, later.reply)
            shown = played(reply.position, later.show)
            assert shortfall(later.solved, reply.position, shown) is None


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_an_exercise_names_pages_of_that_section_in_the_booklets(exercise: Exercise) -> None:
    known = {(e.section, s) for e in booklet_examples() for s in e.sources}
    assert exercise.sources
    sections = {section for section, source in known if source in exercise.sources}
    assert not sections or exercise.section in sections, (exercise.sources, sections)


def test_courses_begin_with_exercises_of_few_pieces_and_little_to_do() -> None:
    for course in courses():
        lengths = [
            max(len(played(at, step.show).actions) for step, at in positions_of(exercise))
            for exercise in course.exercises
        ]
        # The longest turns come in the second half.
        assert lengths[0] == min(lengths)


def test_every_sentence_has_a_key_of_its_own_that_says_where_it_belongs() -> None:
    pairs = list(sentences())
    keys = [key for key, _ in pairs]
    assert [key for key, count in Counter(keys).items() if count > 1] == []
    assert "lesson.rook-unites.goal" in keys
    assert "lesson.phrase.put-back" in keys
    assert "lesson.course.union.title" in keys
    assert "lesson.knight-two-jumps.2.right" in keys
    assert all(re.fullmatch(r"lesson(\.[a-z0-9-]+)+", key) for key in keys)
    assert all(english == " ".join(english.split()) and english for _, english in pairs)


def test_no_sentence_is_longer_than_a_child_reads() -> None:
    for key, english in sentences():
        assert len(english) <= 130, key


def test_sentences_are_ours_and_not_the_booklets_examples() -> None:
    told = {example.sentence for example in booklet_examples()}
    assert told.isdisjoint(english for _, english in sentences())


def test_an_exercise_is_found_by_its_id() -> None:
    assert exercise_named("rook-unites").title.text == "The first union"
    with pytest.raises(LessonError, match="expected the id of an exercise"):
        exercise_named("nobody")


GOOD = """
title: T
about: A
exercises:
  - id: one
    title: One
    source: {section: union, english: 20}
    goal: Do it.
    fen: 8/7k/3n4/8/3R4/8/8/2K5 w 0 - - -
    solved: {union: knight}
    show: Rd4xNd6
    hints: [Look.]
    right: Yes!
"""


def test_a_course_of_ones_own_is_read() -> None:
    course = read_course("mine", GOOD)
    (exercise,) = course.exercises
    assert (exercise.rules.name, exercise.steps[0].goal.key) == ("manual", "lesson.one.goal")


@pytest.mark.parametrize(
    ("good", "bad", "message"),
    [
        ("union: knight", "union: horse", "expected any or one of pawn"),
        ("union: knight", "hug: knight", "expected no key 'hug'"),
        ("union: knight", "chain: 0", "a number from 1 to 30"),
        ("union: knight", "sako: no", "expected true"),
        ("{union: knight}", "{}", "expected some of turns"),
        ("Rd4xNd6", "nonsense", "expected a turn such as"),
        ("section: union", "section: hugs", "one of setting-up"),
        ("english: 20", "english: x", "a page number"),
        ("title: T", "titel: T", "expected the key title"),
        ("8/7k/3n4", "8/7k/4n4", "course mine, exercises 1, fen"),
        ("hints: [Look.]", "hints: Look", "a list of texts"),
        ("right: Yes!", "right: ''", "expected a text"),
    ],
)
def test_what_is_wrong_in_a_course_is_said_with_its_place(
    good: str, bad: str, message: str
) -> None:
    assert good in GOOD
    with pytest.raises(LessonError, match=re.escape(message)):
        read_course("mine", GOOD.replace(good, bad, 1))
