"""Lessons solved by hands on a virtual board, the right way and the wrong way first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.game.lesson_session import LINK, LessonSession
from board_daemon.lights.roles import Role
from board_daemon.rules.actions import Promote
from board_daemon.rules.fen import parse_fen
from board_daemon.rules.finding import turn_between
from board_daemon.rules.game import Game
from board_daemon.rules.pieces import PieceType
from board_daemon.rules.position import Position
from board_daemon.rules.squares import parse_square
from board_daemon.rules.turns import distinct_outcomes
from board_daemon.teach.lessons import Exercise, courses, exercise_named
from board_daemon.teach.runner import LessonState, Stage, is_right
from firmware_bridge.frames import SensorKind
from tests.game.lessons import REST, Child
from tests.hands.drawing import leaves_no_trace

EXERCISES = [exercise for course in courses() for exercise in course.exercises]
SAMPLE = [course.exercises[-1] for course in courses()]


def name_of(exercise: Exercise) -> str:
    return exercise.id


def a_wrong_turn(lesson: LessonState) -> str:
    """The first turn that does not count: one that is told why, else any."""
    position = lesson.position
    for notation in lesson.current.wrong:
        return notation
    for after in sorted(distinct_outcomes(position), key=repr):
        actions = turn_between(position, after)
        assert actions is not None
        turn = Game(position).play_turn(actions)
        if not is_right(lesson, turn) and not turn.status.is_over:
            return turn.notation
    raise AssertionError("every turn is right")


def solve(child: Child, *, wrongly_first: bool) -> None:
    for step in child.lesson.exercise.steps:
        if step.reply is not None:
            assert child.at(Stage.WATCHING)
            child.play(step.reply)
        assert child.at(Stage.PLAYING), child.said
        if wrongly_first:
            child.play(a_wrong_turn(child.lesson), rest=10.0)
            assert child.at(Stage.PUTTING_BACK)
            assert child.lit(Role.FIX)
            child.put_back()
            assert child.at(Stage.PLAYING)
        assert child.lesson.current is step
        child.play(step.show)
    assert child.at(Stage.SOLVED), child.said


@pytest.mark.parametrize("exercise", EXERCISES, ids=name_of)
def test_every_exercise_is_solved_by_hand(exercise: Exercise) -> None:
    child = Child(exercise, SensorKind.PRESENCE)
    solve(child, wrongly_first=False)
    assert (child.lesson.wrong, child.lesson.stars) == (0, 3)


@pytest.mark.slow
@pytest.mark.parametrize("exercise", EXERCISES, ids=name_of)
def test_every_exercise_is_solved_after_a_wrong_turn_that_was_set_back(exercise: Exercise) -> None:
    child = Child(exercise, SensorKind.PRESENCE)
    solve(child, wrongly_first=True)
    assert child.lesson.wrong == len(exercise.steps)


@pytest.mark.slow
@pytest.mark.parametrize("sensor", [SensorKind.COLOUR, SensorKind.FIELD])
@pytest.mark.parametrize("exercise", SAMPLE, ids=name_of)
def test_other_sensors_see_it_too(exercise: Exercise, sensor: SensorKind) -> None:
    solve(Child(exercise, sensor), wrongly_first=True)


@pytest.mark.slow
def test_the_board_guides_the_set_up() -> None:
    exercise = exercise_named("rook-unites")
    child = Child(exercise, SensorKind.PRESENCE, found=Position.start())
    child.rest(3.0)
    assert child.at(Stage.SETTING_UP)
    assert child.lit(Role.FIX)
    steps = 0
    while fixes := child.session.view().fix:
        # Square by square, as the lights say.
        child.tell(fixes[0].square, 1 if fixes[0].wants_piece else 0)
        steps += 1
    child.tell_nothing(3.0)
    assert steps == 35
    assert child.at(Stage.PLAYING)
    assert child.lit(*Role) == set()


def test_an_illegal_move_is_corrected_as_in_a_game() -> None:
    child = Child(exercise_named("rook-straight"), SensorKind.PRESENCE)
    wrong = child.lesson.position
    child.performer_to(parse_like(wrong, "7k/3p4/8/8/6P1/8/5R2/6K1 w 0 - - -"))
    child.rest(5.0)
    assert child.lit(Role.FIX) == {parse_square("d4"), parse_square("f2")}
    assert (child.lesson.stage, child.lesson.wrong) == (Stage.PLAYING, 0)
    child.put_back()
    child.play("Rd4>a4")
    assert child.at(Stage.SOLVED)


def parse_like(position: Position, fen: str) -> Position:
    return parse_fen(fen, position.rules)


def test_hints_by_light_show_the_piece_and_its_square() -> None:
    child = Child(exercise_named("rook-chain"), SensorKind.PRESENCE)
    for _ in range(child.lesson.most_hints - 1):
        child.session.hint(child.performer.t)
        assert child.lit(Role.BEST) == set()
    child.session.hint(child.performer.t)
    assert child.lit(Role.BEST) == {parse_square("a2"), parse_square("c4")}


@pytest.mark.parametrize("way", [LessonSession.show, LessonSession.hint])
def test_the_square_that_was_shown_stays_the_best_while_the_piece_is_in_hand(
    way: Callable[[LessonSession, float], object],
) -> None:
    child = Child(exercise_named("rook-straight"), SensorKind.PRESENCE)
    for _ in range(child.lesson.most_hints):
        way(child.session, child.performer.t)
    child.tell_nothing(2 * LINK)
    start, end = child.lesson.way
    child.tell(start, 0)
    child.tell_nothing(0.3)
    assert child.lit(Role.BEST) == {end}
    assert child.lit(Role.MOVE)
    child.tell(start, 1)
    child.tell_nothing(REST)
    other = parse_square("g1")
    child.tell(other, 0)
    child.tell_nothing(0.3)
    assert child.lit(Role.BEST) == set()


def test_the_way_is_lit_link_by_link() -> None:
    child = Child(exercise_named("rook-chain"), SensorKind.PRESENCE)
    child.session.show(child.performer.t)
    links = []
    for _ in range(3):
        links.append(child.lit(Role.BEST))
        child.rest(LINK)
    squares = [parse_square(name) for name in ("a2", "c4", "c6", "b7")]
    assert links == [set(pair) for pair in zip(squares, squares[1:], strict=False)]
    assert (child.lesson.stage, child.lit(Role.BEST)) == (Stage.PLAYING, set())


def test_the_other_sides_turn_is_lit_and_another_one_is_put_back() -> None:
    child = Child(exercise_named("en-passant-white"), SensorKind.PRESENCE)
    assert child.lit(Role.OPPONENT) == {parse_square("d7"), parse_square("d5")}
    child.play("d7>d6")
    assert (child.lesson.stage, child.said) == (Stage.PUTTING_BACK, "lesson.phrase.not-the-reply")
    child.put_back()
    solve(child, wrongly_first=False)


def test_a_pawn_may_be_leafed_on_to_the_right_piece() -> None:
    child = Child(exercise_named("promote-knight"), SensorKind.PRESENCE)
    child.play("b7>b8=Q", rest=2.0, tells=False)
    assert child.at(Stage.PLAYING)
    assert child.session.view().promotion is not None
    child.session.promote(PieceType.KNIGHT, child.performer.t)
    child.rest(0.5)
    assert child.at(Stage.SOLVED)


@pytest.mark.slow
def test_an_exercise_can_be_begun_again_at_any_time() -> None:
    child = Child(exercise_named("paco-in-two"), SensorKind.PRESENCE)
    child.play("Rd3>d8")
    child.session.again(child.performer.t)
    child.rest(3.0)
    assert child.at(Stage.SETTING_UP)
    child.put_back()
    solve(child, wrongly_first=False)


def test_setting_back_the_other_sides_turn_has_it_played_again() -> None:
    child = Child(exercise_named("paco-in-two"), SensorKind.PRESENCE)
    child.play("Rd3>d8")
    between = child.lesson.position
    child.play("h7>h6")
    child.set_up(between)
    assert child.at(Stage.PUTTING_BACK)
    child.put_back()
    child.play("Rd8xKg8")
    assert child.at(Stage.SOLVED)


def test_a_solved_board_may_be_cleared_in_peace() -> None:
    child = Child(exercise_named("rook-unites"), SensorKind.PRESENCE)
    child.play("Rd4xNd6")
    child.performer_to(parse_like(child.lesson.position, "8/7k/8/8/8/8/8/2K5 w 0 - - -"))
    child.rest(10.0)
    assert child.at(Stage.SOLVED)
    assert child.lit(Role.FIX) == set()


def test_after_a_breakdown_the_exercise_goes_on_from_what_stands() -> None:
    child = Child(exercise_named("paco-in-two"), SensorKind.PRESENCE)
    child.play("Rd3>d8")
    child.play("h7>h6")
    child.session.start_over(child.performer.t)
    child.rest(3.0)
    child.play("Rd8xKg8")
    assert child.at(Stage.SOLVED)
    assert isinstance(child.session, LessonSession)


@pytest.mark.slow
@settings(max_examples=40, deadline=None, derandomize=True)
@given(data=st.data())
def test_whatever_is_played_is_judged_by_what_it_does_and_can_be_put_back(
    data: st.DataObject,
) -> None:
    child = Child(data.draw(st.sampled_from(EXERCISES)), SensorKind.PRESENCE)
    for _ in range(3):
        if child.at(Stage.SOLVED):
            break
        before = child.lesson
        ends = sorted(distinct_outcomes(before.position), key=repr)
        actions = turn_between(before.position, data.draw(st.sampled_from(ends)))
        assert actions is not None
        turn = Game(before.position).play_turn(actions)
        promotes = any(isinstance(action, Promote) for action in turn.actions)
        if promotes or leaves_no_trace(before.position, turn.actions):
            # A pawn that comes home is a queen first, which may be what is wanted.
            continue
        child.play(turn.notation, rest=10.0)
        if is_right(before, turn):
            assert len(child.lesson.agreed) == len(before.agreed) + 1
        else:
            assert child.at(Stage.PUTTING_BACK)
            assert child.lesson.agreed == before.agreed
            child.put_back()
            assert child.lesson.stage == before.stage
