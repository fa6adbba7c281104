from __future__ import annotations

import pytest

from board_daemon.teach.lessons import courses
from tests.cli.conftest import Run, assert_refused

EXERCISES = [exercise for course in courses() for exercise in course.exercises]


def test_all_exercises_are_listed_by_course(run: Run) -> None:
    heading, *rows = run("lessons").stdout.splitlines()
    assert heading == "Course\tExercise\tTitle"
    assert [row.split("\t")[1] for row in rows] == [exercise.id for exercise in EXERCISES]
    assert "union\trook-unites\tThe first union" in rows


def test_one_course_is_listed_alone(run: Run) -> None:
    rows = run("lessons", "castling").stdout.splitlines()[1:]
    assert {row.split("\t")[0] for row in rows} == {"castling"}


def test_an_exercise_is_drawn_with_its_goal_and_without_its_solution(run: Run) -> None:
    told = run("lessons", "paco-in-two").stdout
    assert "English booklet p. 56, Dutch booklet p. 56" in told
    assert "Win in two turns." in told
    assert "The other side plays h7>h6." in told
    assert "Rd3>d8" not in told
    assert "One way: Rd3>d8" in run("lessons", "paco-in-two", "--solution").stdout


@pytest.mark.parametrize("name", [exercise.id for exercise in EXERCISES[::9]])
def test_exercises_can_be_shown(run: Run, name: str) -> None:
    assert run("lessons", name).exit_code == 0


def test_what_is_no_exercise_is_refused_in_one_sentence(run: Run) -> None:
    assert_refused(run("lessons", "horses"), "id of an exercise", "'horses'")
