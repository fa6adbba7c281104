"""Lessons on the page, as a child goes through them: nothing is read but the page."""

from __future__ import annotations

import json
import re
from itertools import count
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect

from board_daemon.rules.position import Position
from board_daemon.rules.squares import bits, square_name
from board_daemon.teach.goals import way_of
from board_daemon.teach.lessons import courses, exercise_named
from board_daemon.teach.playing import played
from tests.web.browsing import DESKTOP, PHONE
from tests.web.live_page import CUT_OFF, LivePage, visitor
from tests.web.running_board import RunningBoard
from tests.web.test_page_looks import examined

pytestmark = pytest.mark.slow


def link(live: LivePage, name: str | re.Pattern[str]) -> None:
    live.page.get_by_role("link", name=name).click()


def goal(live: LivePage, words: str) -> None:
    expect(live.page.get_by_role("heading", level=1)).to_have_text(words)


def test_from_the_first_page_to_the_first_solved_exercise(
    browser: Browser, new_board: RunningBoard
) -> None:
    with visitor(browser, new_board) as live:
        live.open()
        live.says("White to move")
        live.picture("lessons-first-page")
        link(live, "Learn to play")
        live.page.get_by_role("heading", name="The union").wait_for()
        live.picture("lessons-courses")
        link(live, "Start: A pawn sets out")
        goal(live, "Let the pawn on h2 go two squares ahead.")
        live.says("It stands. Off you go!")
        live.picture("lessons-exercise")
        live.tap("h2", "h3")
        live.says("That was one square.")
        live.picture("lessons-wrong")
        live.button("Set it back").click()
        live.shows(h2="white pawn")
        expect(live.button("Set it back")).to_be_hidden()
        live.tap("h2", "h4")
        live.says("Well walked!")
        expect(live.page.get_by_text("3 stars")).to_be_attached()
        live.picture("lessons-solved")
        live.button("Next").click()
        goal(live, "Send the rook to the left, as far as it can go.")
        assert live.page.url.endswith("#/lessons/rook-straight")
        live.button("End the lesson").click()
        live.says("White to move")
        live.shows(e2="white pawn", e7="black pawn")
        live.tap("e2", "e4")
        live.turns("e2 > e4")
        assert new_board.get("games")["total"] == 1


def play_with_fingers(live: LivePage, position: Position, notation: str) -> Position:
    """Play a turn as the page is played: press what is lifted, and then wherever it goes."""
    turn = played(position, notation)
    for square in way_of(turn.actions):
        live.tap(square_name(square))
    return turn.position


def test_a_whole_course_on_a_phone(browser: Browser, new_board: RunningBoard) -> None:
    (course,) = [course for course in courses() if course.id == "taking-over"]
    with visitor(browser, new_board, PHONE, is_phone=True, is_dark=True) as live:
        live.open("#/lessons")
        live.page.get_by_label("A new name").fill("Ada")
        live.button("That's me").click()
        expect(live.button("Ada")).to_have_attribute("aria-pressed", "true")
        live.picture("lessons-courses")
        link(live, re.compile(re.escape(course.exercises[0].title.text)))
        for number, exercise in enumerate(course.exercises, start=1):
            goal(live, exercise.steps[0].goal.text)
            expect(live.page.get_by_text(f"Taking over, {number} of 6")).to_be_visible()
            play_with_fingers(live, exercise.start, exercise.steps[0].show)
            live.says(exercise.steps[0].right.text)
            live.picture(f"lessons-{exercise.id}")
            if number < len(course.exercises):
                live.button("Next").click()
        link(live, "All courses")
        region = live.page.get_by_role("region", name="Taking over")
        expect(region).to_contain_text("6 of 6 solved")
        region.scroll_into_view_if_needed()
        live.picture("lessons-course-done")
        told = new_board.get("lessons?child=Ada")
        assert told["children"] == ["Ada"]
        solved = {
            e["id"]: e["stars"] for c in told["courses"] for e in c["exercises"] if e["stars"]
        }
        assert solved == {exercise.id: 3 for exercise in course.exercises}


def test_hints_the_shown_way_and_the_other_sides_turn(
    browser: Browser, new_board: RunningBoard
) -> None:
    with visitor(browser, new_board, DESKTOP, is_dark=True) as live:
        live.open("#/lessons/paco-in-two")
        goal(live, "Win in two turns. First a Ŝako without an answer.")
        live.button("Hint").click()
        live.says("Bring the rook to the row of the king.")
        live.button("Hint").click()
        live.says("Look at the light.")
        live.lit("best", "d3", "d8")
        live.picture("lessons-hint")
        expect(live.button("Hint")).to_be_disabled()
        live.button("Show me").click()
        live.says("Now you do it.")
        live.tap("d3", "d8")
        goal(live, "Black tried. Now unite with the king.")
        live.shows(h6="black pawn")
        live.tap("d8", "g8")
        live.says("Paco! Two turns, well planned.")
        expect(live.page.get_by_text("1 star", exact=True)).to_be_attached()
        live.picture("lessons-paco")


def test_a_promotion_is_chosen_on_the_page(browser: Browser, new_board: RunningBoard) -> None:
    with visitor(browser, new_board) as live:
        live.open("#/lessons/promote-knight")
        goal(live, exercise_named("promote-knight").steps[0].goal.text)
        live.says("Off you go!")
        live.tap("b7", "b8")
        live.button("knight").click()
        live.says("A knight does what no queen can.")


def test_a_lesson_is_looked_at_with_careful_eyes(browser: Browser, new_board: RunningBoard) -> None:
    for is_dark in (False, True):
        with visitor(browser, new_board, PHONE, is_phone=True, is_dark=is_dark) as live:
            live.open("#/lessons")
            live.page.get_by_role("heading", name="The union").wait_for()
            found = [*examined(live, "lessons")]
            live.open("#/lessons/rook-unites")
            live.says("Off you go!")
            found += examined(live, "lesson")
            live.tap("d4", "d5")
            live.says("So close!")
            found += examined(live, "lesson-wrong")
            assert found == []
        new_board.post("lessons/leave")


def test_who_comes_back_to_the_board_finds_the_lesson_and_the_game(
    browser: Browser, new_board: RunningBoard
) -> None:
    with visitor(browser, new_board) as live:
        live.new_game()
        live.tap("e2", "e4")
        live.turns("e2 > e4")
        live.open("#/lessons/rook-unites")
        live.says("Off you go!")
        link(live, re.compile("^Board$"))
        expect(live.page.get_by_text("A lesson is on the board.")).to_be_visible()
        live.picture("lessons-game-waits")
        link(live, "Go on learning")
        goal(live, "Let the rook unite with the black knight.")
        link(live, re.compile("^Board$"))
        live.button("Back to the game").click()
        live.shows(e4="white pawn", e7="black pawn")
        live.says("Black to move")
        live.tap("e7", "e5")
        live.turns("e2 > e4", "e7 > e5")


def test_a_lesson_comes_back_after_the_board_was_started_anew(
    browser: Browser, new_board: RunningBoard
) -> None:
    with visitor(browser, new_board) as live:
        live.open("#/lessons/pawn-two-steps")
        live.says("It stands. Off you go!")
        new_board.kill()
        new_board.start()
        expect(live.page.get_by_role("alert")).to_have_text(
            "The board was started anew: here is your exercise again."
        )
        goal(live, "Let the pawn on h2 go two squares ahead.")
        live.says("It stands. Off you go!")
        live.tap("h2", "h4")
        live.says("Well walked!")
        live.pardon_to_the_end(*CUT_OFF)


def test_a_lesson_that_was_ended_elsewhere_says_so_and_can_be_had_again(
    browser: Browser, new_board: RunningBoard
) -> None:
    with visitor(browser, new_board) as live:
        live.open("#/lessons/pawn-two-steps")
        live.says("It stands. Off you go!")
        new_board.post("lessons/leave")
        live.says(re.compile("This lesson was ended"))
        live.button("Again").click()
        live.says("It stands. Off you go!")


def test_a_wrong_union_can_be_set_back_and_the_lesson_goes_on(
    browser: Browser, new_board: RunningBoard
) -> None:
    with visitor(browser, new_board) as live:
        live.open("#/lessons/pawn-unites")
        live.says("It stands. Off you go!")
        exercise = exercise_named("pawn-unites")
        step = exercise.steps[0]
        turn, said = next(iter(step.wrong.items()))
        play_with_fingers(live, exercise.start, turn)
        live.says(said.text)
        live.button("Set it back").click()
        expect(live.button("Set it back")).to_be_hidden()
        play_with_fingers(live, exercise.start, step.show)
        live.says(step.right.text)
        expect(live.page.get_by_text("3 stars")).to_be_attached()


def test_a_name_that_is_being_written_is_not_lost_to_news(
    browser: Browser, new_board: RunningBoard
) -> None:
    with visitor(browser, new_board) as live:
        live.open("#/lessons")
        name = live.page.get_by_label("A new name")
        name.fill("Ben")
        new_board.kill()
        expect(live.page.locator("#link")).to_have_text("Connection lost. Trying again …")
        new_board.start()
        expect(live.page.locator("#link")).to_be_empty()
        expect(name).to_have_value("Ben")
        live.button("That's me").click()
        expect(live.button("Ben")).to_have_attribute("aria-pressed", "true")
        # The list is asked for again once the board speaks: the plug may cut that answer off.
        live.pardon_to_the_end(*CUT_OFF)


def begin_first_lesson(live: LivePage, name: str, exercise: str) -> None:
    """Begin an exercise under a new name, which is in the list from then on."""
    live.open("#/lessons")
    live.page.get_by_label("A new name").fill(name)
    live.button("That's me").click()
    expect(live.button(name)).to_have_attribute("aria-pressed", "true")
    # The exercise stands on the board before the name is in the list; the answer comes after both.
    with live.page.expect_response("**/api/lessons/start"):
        live.open(f"#/lessons/{exercise}")
    live.says("Off you go!")


def learn_as(live: LivePage, name: str, exercise: str) -> None:
    """The same, and come back to the list of lessons."""
    begin_first_lesson(live, name, exercise)
    live.open("#/lessons")
    expect(live.button(name)).to_have_attribute("aria-pressed", "true")


def learner_becomes(live: LivePage, name: str) -> None:
    """Wait until somebody learns by this name on this device."""
    live.page.wait_for_function(
        "name => JSON.parse(localStorage.getItem('pacoboard')).child === name", arg=name
    )


def change_player(board: RunningBoard, name: str | None) -> None:
    """On another device: the first player is called so, or taken out of the list."""
    body = None if name is None else json.dumps({"name": name}).encode()
    request = Request(
        f"{board.address}/api/players/1",
        body,
        {"Content-Type": "application/json"},
        method="DELETE" if name is None else "PATCH",
    )
    with urlopen(request) as answer:
        assert answer.status == 200


@pytest.mark.parametrize(("name", "now"), [("Ada B.", "Ada B."), (None, "")])
def test_a_device_follows_when_its_child_is_called_otherwise_in_the_midst_of_a_lesson(
    browser: Browser, new_board: RunningBoard, name: str | None, now: str
) -> None:
    with visitor(browser, new_board) as live:
        learn_as(live, "Ada", "pawn-two-steps")
        live.open("#/lessons/pawn-two-steps")
        live.says("Off you go!")
        change_player(new_board, name)
        learner_becomes(live, now)
        live.page.reload()
        live.says("Off you go!")
        live.tap("h2", "h4")
        live.says("Well walked!")
        listed = [player["name"] for player in new_board.get("players")["players"]]
        assert listed == [*filter(None, [now])]
        assert new_board.get("state")["lesson"]["child"] == now


def test_a_device_follows_when_its_child_is_called_otherwise_in_its_very_first_lesson(
    browser: Browser, new_board: RunningBoard
) -> None:
    with visitor(browser, new_board) as live:
        begin_first_lesson(live, "Ada", "pawn-two-steps")
        live.page.wait_for_function(
            "() => JSON.parse(localStorage.getItem('pacoboard')).childIsListed"
        )
        change_player(new_board, "Ada B.")
        learner_becomes(live, "Ada B.")
        with live.page.expect_response("**/api/lessons/start"):
            live.open("#/lessons/rook-straight")
        assert [each["name"] for each in new_board.get("players")["players"]] == ["Ada B."]


def test_a_device_that_slept_while_its_child_was_called_otherwise_asks_who_learns(
    browser: Browser, new_board: RunningBoard
) -> None:
    with visitor(browser, new_board, PHONE, is_phone=True) as live:
        learn_as(live, "Ada", "pawn-two-steps")
        live.page.goto("about:blank")
        new_board.post("lessons/leave")
        change_player(new_board, "Ada B.")
        # Not even by the address of an exercise is the old name back.
        live.open("#/lessons/pawn-two-steps")
        live.says("Off you go!")
        assert live.learner() == ""
        live.open("#/lessons")
        expect(live.button("Ada B.")).to_have_attribute("aria-pressed", "false")
        expect(live.button("Ada")).to_have_count(0)
        live.picture("lessons-renamed")
        assert [each["name"] for each in new_board.get("players")["players"]] == ["Ada B."]


def test_a_device_keeps_its_child_while_the_list_of_players_cannot_be_read(
    browser: Browser, new_board: RunningBoard, tmp_path: Path
) -> None:
    disk = tmp_path / "pacoboard"
    assert (disk / "games.sqlite").exists()
    with visitor(browser, new_board) as live:
        new_board.post("players", name="Ada")
        live.open("#/lessons")
        live.button("Ada").click()
        expect(live.button("Ada")).to_have_attribute("aria-pressed", "true")
        disk.rename(tmp_path / "elsewhere")
        live.page.reload()
        expect(live.button("Ada")).to_have_attribute("aria-pressed", "true")
        assert new_board.get("lessons?child=Ada")["is_listed"] is None
        (tmp_path / "elsewhere").rename(disk)
        live.page.reload()
        expect(live.button("Ada")).to_have_attribute("aria-pressed", "true")
        assert new_board.get("lessons?child=Ada")["is_listed"] is True
        assert live.learner() == "Ada"


def test_on_a_board_of_wood_the_page_says_which_piece_is_missing(
    browser: Browser, new_board: RunningBoard
) -> None:
    exercise = exercise_named("pawn-unites")
    with visitor(browser, new_board, PHONE, is_phone=True) as live:
        clock = count(1000, 100)

        def read(square: str, value: int) -> None:
            # Each long after the other, however long the page takes: else it were a bounce.
            new_board.post("virtual/readings", squares={square: value}, t=next(clock))

        # From here on the pieces are not the page's to move: only readings come.
        read("e2", 1)
        live.open("#/lessons/pawn-unites")
        live.says("Set up the pieces as the picture shows.")
        expect(live.page.get_by_text("Let us put this right")).to_be_visible()
        live.picture("lessons-set-up")
        wanted = {square_name(square) for square in bits(exercise.start.occupied)}
        home = {square_name(square) for square in bits(Position.start().occupied)}
        for square in sorted(home - wanted):
            read(square, 0)
        for square in sorted(wanted - home - {"f3"}):
            read(square, 1)
        expect(live.page.get_by_text("white pawn to f3")).to_be_visible()
        live.shows(f3="white pawn", g4="black knight")
        read("f3", 1)
        live.says("It stands. Off you go!")
        read("f3", 0)
        live.lit("union", "g4")
        read("g4", 0)
        read("g4", 1)
        live.says("Just so.")
