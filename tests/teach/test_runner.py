"""A lesson as it goes, without a board: every order of events, right turns and wrong ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_daemon.rules.finding import turn_between
from board_daemon.rules.game import Game, PlayedTurn
from board_daemon.rules.position import Position
from board_daemon.rules.turns import distinct_outcomes
from board_daemon.teach.goals import names
from board_daemon.teach.lessons import courses, exercise_named
from board_daemon.teach.playing import played
from board_daemon.teach.runner import (
    Help,
    LessonState,
    Stage,
    begin,
    hinted,
    is_right,
    shown,
    shown_on,
    stands,
    strays,
    turned,
)

EXERCISES = [exercise for course in courses() for exercise in course.exercises]


def said(state: LessonState) -> str:
    assert state.said is not None
    return state.said.key


def play(state: LessonState, notation: str) -> LessonState:
    return turned(state, played(state.position, notation))


def at(name: str) -> LessonState:
    return stands(begin(exercise_named(name)))


def test_nothing_is_to_be_played_before_the_position_stands() -> None:
    lesson = begin(exercise_named("rook-unites"))
    assert (lesson.stage, said(lesson)) == (Stage.SETTING_UP, "lesson.phrase.set-up")
    assert play(lesson, "Rd4xNd6") == lesson
    assert stands(lesson).stage == Stage.PLAYING


def test_a_right_turn_solves_and_is_praised() -> None:
    lesson = play(at("rook-unites"), "Rd4xNd6")
    assert (lesson.stage, said(lesson), lesson.stars) == (
        Stage.SOLVED,
        "lesson.rook-unites.right",
        3,
    )


def test_a_wrong_turn_is_told_why_and_put_back() -> None:
    lesson = play(at("rook-unites"), "Rd4>d5")
    assert (lesson.stage, said(lesson)) == (Stage.PUTTING_BACK, "lesson.rook-unites.wrong.1")
    lesson = stands(lesson)
    # The reason stays until something else happens.
    assert (lesson.stage, said(lesson)) == (Stage.PLAYING, "lesson.rook-unites.wrong.1")
    assert said(play(lesson, "Rd4>e4")) == "lesson.phrase.no-union"
    assert play(lesson, "Rd4xNd6").stage == Stage.SOLVED


def test_wrong_turns_cost_no_star() -> None:
    lesson = stands(play(at("rook-unites"), "Rd4>d5"))
    assert (play(lesson, "Rd4xNd6").stars, lesson.wrong) == (3, 1)


def test_a_short_chain_is_told_its_length() -> None:
    lesson = play(at("chain-of-two"), "c2>Nd3>f4")
    assert lesson.said is not None
    assert lesson.said.text == "Your chain freed 1. This time it takes 2."


def test_a_sako_that_can_be_answered_is_told_the_answer() -> None:
    lesson = play(at("paco-on-the-row"), "Rd3>g3")
    assert lesson.said is not None
    assert said(lesson) == "lesson.phrase.no-sako"
    lesson = play(at("paco-freed-queen"), "Bb2>Qe5>b8")
    assert lesson.stage == Stage.SOLVED


def test_hints_are_words_first_and_then_lights() -> None:
    lesson = hinted(at("knight-jump"))
    assert said(lesson) == "lesson.knight-jump.hint.1"
    lesson = hinted(lesson)
    assert (said(lesson), lesson.help) == ("lesson.knight-jump.hint.2", Help.WORDS)
    lesson = hinted(lesson)
    assert (said(lesson), lesson.help) == ("lesson.phrase.hint-lights", Help.LIGHTS)
    assert hinted(lesson) == lesson
    assert play(lesson, "Nd4>c6").stars == 2


def test_the_way_is_shown_link_by_link_and_then_it_is_the_childs_turn() -> None:
    lesson = shown(at("chain-to-king"))
    assert names(lesson.way) == ["d2", "e3", "b6", "c8", "g8"]
    links = []
    while lesson.stage == Stage.SHOWING:
        links.append(lesson.link)
        lesson = shown_on(lesson)
    assert links == [0, 1, 2, 3]
    assert (lesson.stage, said(lesson)) == (Stage.PLAYING, "lesson.phrase.your-turn")
    assert play(lesson, "d2>Qe3>Nb6>Rc8xKg8").stars == 1


def test_the_other_side_opens_where_the_exercise_says_so() -> None:
    lesson = at("en-passant-white")
    assert (lesson.stage, lesson.way) == (Stage.WATCHING, ())
    assert play(lesson, "d7>d6").stage == Stage.PUTTING_BACK
    lesson = play(lesson, "d7>d5")
    assert (lesson.stage, names(lesson.way)) == (Stage.PLAYING, ["e5", "d6"])
    assert play(lesson, "e5>d6").stage == Stage.SOLVED


def test_once_the_other_side_has_opened_it_is_the_childs_turn_in_words_too() -> None:
    lesson = at("en-passant-black")
    assert (lesson.stage, said(lesson)) == (Stage.WATCHING, "lesson.phrase.reply-first")
    assert lesson.reply is not None
    lesson = turned(lesson, lesson.reply)
    assert (lesson.stage, said(lesson)) == (Stage.PLAYING, "lesson.phrase.stands")


def test_the_other_side_replies_between_two_steps() -> None:
    lesson = hinted(at("paco-in-two"))
    lesson = play(lesson, "Rd3>d8")
    assert (lesson.stage, lesson.step, lesson.hints) == (Stage.WATCHING, 1, 0)
    assert said(lesson) == "lesson.paco-in-two.right"
    lesson = play(lesson, "h7>h6")
    assert lesson.stage == Stage.PLAYING
    assert play(lesson, "Rd8xKg8").stage == Stage.SOLVED


def test_who_takes_back_too_much_puts_it_back() -> None:
    lesson = play(play(at("paco-in-two"), "Rd3>d8"), "h7>h6")
    lesson = strays(lesson)
    assert lesson.stage == Stage.PUTTING_BACK
    assert stands(lesson).stage == Stage.PLAYING
    assert len(lesson.agreed) == 2


def turns_of(position: Position) -> list[PlayedTurn]:
    found = []
    for after in sorted(distinct_outcomes(position), key=repr):
        actions = turn_between(position, after)
        assert actions is not None
        found.append(Game(position).play_turn(actions))
    return found


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_happens_in_any_order_a_lesson_stays_sound_and_can_be_solved(
    data: st.DataObject,
) -> None:
    lesson = begin(data.draw(st.sampled_from(EXERCISES)))
    for _ in range(data.draw(st.integers(0, 12))):
        before = lesson
        act = data.draw(st.sampled_from(["stands", "hint", "show", "on", "strays", "turn"]))
        if act == "turn":
            turns = turns_of(lesson.position)
            if not turns:
                continue
            turn = data.draw(st.sampled_from(turns))
            right = is_right(lesson, turn)
            lesson = turned(lesson, turn)
            if before.stage in (Stage.PLAYING, Stage.WATCHING, Stage.SHOWING):
                assert (len(lesson.agreed) > len(before.agreed)) == right
                assert (lesson.stage == Stage.PUTTING_BACK) == (not right)
            else:
                assert lesson == before
        else:
            acts = {"stands": stands, "hint": hinted, "show": shown, "on": shown_on}
            lesson = {**acts, "strays": strays}[act](lesson)
            assert lesson.agreed == before.agreed
        check(lesson, before)
    solve(lesson)


def check(lesson: LessonState, before: LessonState) -> None:
    assert lesson.help >= before.help
    assert 0 <= lesson.hints <= lesson.most_hints
    assert lesson.step >= before.step
    assert lesson.said is not None
    assert (lesson.reply is not None) == lesson.owes_reply
    if lesson.stage == Stage.SHOWING:
        assert lesson.link + 1 < len(lesson.way)
    if before.stage == Stage.SOLVED:
        assert lesson == before


def solve(lesson: LessonState) -> None:
    """The way that is shown leads to the end from anywhere."""
    for _ in range(12):
        if lesson.stage == Stage.SOLVED:
            break
        lesson = stands(lesson)
        wanted = lesson.current.reply if lesson.owes_reply else lesson.current.show
        assert wanted is not None
        lesson = play(lesson, wanted)
    assert lesson.stage == Stage.SOLVED
